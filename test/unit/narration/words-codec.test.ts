import { decode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packWords, unpackWords, wordsCodec } from '#shared/narration/words-codec.ts';
import { encodeFrame } from '../../../src-main/infra/message-pack.ts';

const text = fc.string({ unit: 'grapheme' });
/** MessagePack itself knows no zero below zero. */
const ms = fc.double().map((time) => time + 0);
const word = fc.record({ text, startMs: ms, endMs: ms, estimated: fc.boolean() }, { requiredKeys: ['text', 'startMs', 'endMs'] });

test('whatever words go in come out, in columns or as they are', () => {
  fc.assert(
    fc.property(fc.array(fc.array(word, { maxLength: 40 })), (lists) => {
      expect(decode(encodeFrame({ lists }), { extensionCodec: wordsCodec })).toEqual({ lists });
    }),
  );
});

test('what is no list of words goes as it is: another field, a line break, half a character, a hole', () => {
  const words = Array.from({ length: 20 }, (_, at) => ({ text: `word${String(at)}`, startMs: at, endMs: at + 0.5 }));
  expect(packWords(words)).not.toBeNull();
  const spoilt = [
    { ...words[0], note: 1 },
    { ...words[0], text: 'two\nlines' },
    { ...words[0], text: '\ud800' },
    { text: 'x', startMs: 0 },
    null,
    [],
    'word',
  ];
  for (const one of spoilt) expect(packWords([...words, one])).toBeNull();
});

test('a list in columns is little more than half of what it was', () => {
  const words = Array.from({ length: 1000 }, (_, at) => ({ text: `word${String(at)}`, startMs: at * 350.5, endMs: at * 350.5 + 300 }));
  const plain = words.map((one) => ({ ...one, more: 0 }));
  expect(encodeFrame(words).byteLength).toBeLessThan(encodeFrame(plain).byteLength / 1.8);
});

test('bytes that are no such list are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      let read: unknown[] = [];
      try {
        read = unpackWords(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
      expect(read.length).toBeLessThan(300);
    }),
  );
});
