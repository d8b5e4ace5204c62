import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phrasesOf } from '#main/hosts/cli/phrases.ts';

const phrases = async (bytes: Uint8Array, sizes: readonly number[], longest: number): Promise<string[]> => {
  const pieces: Uint8Array[] = [];
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const size = sizes[piece % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  const found: string[] = [];
  for await (const phrase of phrasesOf(Readable.from(pieces), longest, new AbortController().signal)) found.push(phrase);
  return found;
};

const text = fc.string({ unit: fc.constantFrom('a', 'é', '🙂', ' ', '\n', '\r\n', 'Wort '), maxLength: 80 });
const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 });

test('however a text arrives, its phrases are the same, hold every character but spaces in order, and none is too long', () =>
  fc.assert(
    fc.asyncProperty(text, sizes, fc.integer({ min: 2, max: 30 }), async (whole, cuts, longest) => {
      const bytes = Buffer.from(whole);
      const found = await phrases(bytes, cuts, longest);
      expect(found.join('').replaceAll(/\s/gu, '')).toBe(whole.replaceAll(/\s/gu, ''));
      expect(found.every((one) => one.length <= longest && one === one.trim() && one !== '' && one.isWellFormed())).toBe(true);
      if (!whole.includes('\r')) expect(await phrases(bytes, [1_000_000], longest)).toEqual(found);
    }),
  ));

test('a line that has its end is one phrase', async () => {
  expect(await phrases(Buffer.from('One.\n\n  \nTwo, and more.\r\nThree'), [3], 100)).toEqual(['One.', 'Two, and more.', 'Three']);
});

test('a line that is as long as a phrase may be is one phrase, and a longer one goes on behind its last space', async () => {
  const of = (text: string) => phrases(Buffer.from(text), [4], 10);
  expect(await of('ab cd efgh\nnext')).toEqual(['ab cd efgh', 'next']);
  expect(await of('ab cd efgh')).toEqual(['ab cd efgh']);
  expect(await of('ab cd efghi\nnext')).toEqual(['ab cd', 'efghi', 'next']);
});

test('what is not UTF-8 is bad usage', async () => {
  await expect(phrases(Uint8Array.of(0x61, 0xff, 0x0a), [9], 100)).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
});

test('a word that is longer than a phrase may be is cut, and a character of two halves stays whole', async () => {
  const of = (text: string, longest: number) => phrases(Buffer.from(text), [1_000], longest);
  expect(await of('abcdefghijk', 5)).toEqual(['abcde', 'fghij', 'k']);
  expect(await of(' abcdefg', 5)).toEqual(['abcd', 'efg']);
  expect(await of('ab🙂cd', 3)).toEqual(['ab', '🙂c', 'd']);
  expect(await of('a🙂cd', 3)).toEqual(['a🙂', 'cd']);
  // Around the first halves: the last character below them, and a second half.
  expect(await of('ab\ud7ffcd', 3)).toEqual(['ab\ud7ff', 'cd']);
  expect(await of('ab\ue000cd', 3)).toEqual(['ab\ue000', 'cd']);
});

test('a text that ends within a character is bad usage', async () => {
  await expect(phrases(Uint8Array.of(0x61, 0xe2, 0x82), [9], 100)).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
});

test('a source that is not waited for any more is closed, and what is left of its line is no phrase', async () => {
  const controller = new AbortController();
  const source = new Readable({ read: () => undefined });
  source.push(Buffer.from('One.\nTwo'));
  const found: string[] = [];
  for await (const phrase of phrasesOf(source, 100, controller.signal)) {
    found.push(phrase);
    controller.abort();
  }
  expect([found, source.destroyed]).toEqual([['One.'], true]);
});

test('a source that breaks is a failure, and one that was read is left alone', async () => {
  const broken = Readable.from(
    (async function* () {
      yield await Promise.resolve(Buffer.from('One.'));
      throw new Error('broken pipe');
    })(),
  );
  await expect(phrasesOf(broken, 100, new AbortController().signal).next()).rejects.toThrow('broken pipe');
});
