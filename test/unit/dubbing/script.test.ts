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
