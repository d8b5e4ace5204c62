import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutKaomoji } from '#main/local-service/speech/kaomoji.ts';

test.each([
  ['Hello (^_^) there', 'Hello there'],
  ['Done (╯°□°)╯︵ ┻━┻!', 'Done!'],
  ['¯\\_(ツ)_/¯', ''],
  ['One (T_T)\ntwo', 'One\ntwo'],
  ['ʕ•ᴥ•ʔ bear', 'bear'],
])('a complete face goes: %j', (text, expected) => expect(withoutKaomoji(text)).toBe(expected));

test.each([
  ['graphical emoji', 'Hi 😀 🎉'],
  ['ambiguous faces', 'ok :) xD (o) ^^ -_-'],
  ['code', 'run `(^_^)` or ```\n(^_^)\n```'],
  ['addresses', 'see https://example.org/(^_^) and www.example.org/(T_T)'],
  ['quoted literals', 'say "(^_^)" and “(T_T)” and «(>_<)»'],
  ['tags', '<say face="(^_^)"> [(^_^)]'],
  ['part of a word', 'f(^_^)x'],
  ['spaces of a text without faces', '  two  spaces  '],
])('%s stay', (_, text) => expect(withoutKaomoji(text)).toBe(text));

test('long texts of opening signs take no time', () => {
  fc.assert(
    fc.property(fc.constantFrom('(', '"', '`', '[', '<', '( ͡° ', 'www.'), (sign) => {
      const text = sign.repeat(10_000 / sign.length);
      expect(withoutKaomoji(text).length).toBeLessThanOrEqual(text.length);
    }),
  );
});
