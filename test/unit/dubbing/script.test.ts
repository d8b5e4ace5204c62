import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptLines, wordAtTime } from '#shared/dubbing/script.ts';

test('a script is in lines of sentences, and long sentences in several; its words fill the speech', () => {
  const long = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen';
  const lines = scriptLines(`Good morning. ${long}. Bye!`, 12);
  expect(lines.map(({ words }) => words.map(({ text }) => text).join(' '))).toEqual([
    'Good morning.',
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen',
    'fifteen sixteen seventeen.',
    'Bye!',
  ]);
  expect(lines.map(({ from }) => from)).toEqual([0, 2, 16, 19]);
  expect([lines[0]?.startMs, lines.at(-1)?.endMs]).toEqual([0, 12_000]);
  expect(scriptLines('  ', 5)).toEqual([]);
});

test('every word is found at the middle of its time, and none outside of the speech', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,9}[.,]?$/u), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 600 }), (texts, seconds) => {
      const lines = scriptLines(texts.join(' '), seconds);
      expect(lines.flatMap((line) => line.words.map(({ text }) => text))).toEqual(texts);
      for (const { from, words: some } of lines)
        for (const [index, { startMs, endMs }] of some.entries()) expect(wordAtTime(lines, (startMs + endMs) / 2)).toBe(from + index);
      expect([wordAtTime(lines, -1), wordAtTime(lines, seconds * 1000 + 1)]).toEqual([-1, -1]);
    }),
  );
});

test('a line of a long sentence has up to 84 characters, and a longer word has a line for itself', () => {
  const texts = (text: string): string[] => scriptLines(text, 10).map(({ words }) => words.map((word) => word.text).join(' '));
  const half = 'a'.repeat(41);
  expect(texts(`${half} ${half}b and`)).toEqual([`${half} ${half}b`, 'and']);
  expect(texts(`${half} ${half}bc`)).toEqual([half, `${half}bc`]);
  expect(texts(`one ${'b'.repeat(90)} two`)).toEqual(['one', 'b'.repeat(90), 'two']);
  expect(texts('b'.repeat(90))).toEqual(['b'.repeat(90)]);
});

test('a word is said from its start up to but without its end, and between two words none is', () => {
  const word = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs });
  const lines = [
    { startMs: 0, endMs: 300, from: 0, words: [word('one', 0, 100), word('two', 200, 300)] },
    { startMs: 500, endMs: 600, from: 2, words: [word('three', 500, 600)] },
  ];
  const found = [0, 99, 100, 150, 199, 200, 299, 300, 499, 500, 599, 600].map((ms) => wordAtTime(lines, ms));
  expect(found).toEqual([0, 0, -1, -1, -1, 1, 1, -1, -1, 2, 2, -1]);
});
