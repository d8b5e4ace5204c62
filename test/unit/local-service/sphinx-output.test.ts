import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSphinx } from '#main/local-service/recognition/sphinx-output.ts';

const printed = readFileSync(new URL('../../fixtures/reading/three-sentences.sphinx.txt', import.meta.url), 'utf8');
const line = (text: string, start: number, end: number, probability = 0.9) =>
  `${text} ${start.toFixed(3)} ${end.toFixed(3)} ${probability.toFixed(6)}`;

const whole = { from: 0, to: 6_000 };
const textOf = (lines: readonly string[]) => readSphinx(lines.join('\n'), whole).map(({ text }) => text);

test('what PocketSphinx prints of a reading becomes segments in seconds, whose words are theirs and have no marks of its own', () => {
  const segments = readSphinx(printed, whole);
  expect(segments.length).toBeGreaterThanOrEqual(3);
  for (const { start, end, text: said, words = [] } of segments) {
    expect(words.map((word) => word.text).join(' ')).toBe(said);
    expect(start).toBe(words[0]?.start);
    expect(end).toBe(words.at(-1)?.end);
    expect(said).not.toMatch(/[<>[\]()]/u);
  }
  const begins = segments.map(({ start }) => start);
  expect(begins.toSorted((one, other) => one - other)).toEqual(begins);
  expect(begins.some((start) => start > 8.4 && start < 9.2)).toBe(true);
  expect(begins.some((start) => start > 13 && start < 13.8)).toBe(true);
  expect(segments.map(({ text }) => text).join(' ')).toContain('rather selfish');
});

test('a long stretch is cut at pauses, and never gets longer than thirty words', () => {
  const words = Array.from({ length: 70 }, (_, index) =>
    line(`word`, index * 0.3 + (index >= 8 ? 0.4 : 0), index * 0.3 + 0.29 + (index >= 8 ? 0.4 : 0)),
  );
  const segments = readSphinx(['<s> 0.000 0.100 1.000000', ...words].join('\n'), whole);
  expect(segments.map(({ words: own }) => own?.length)).toEqual([8, 30, 30, 2]);
});

test('noises, and words of which none is sure, are no speech', () => {
  expect(textOf([])).toEqual([]);
  const music = [
    line('<s>', 0.3, 0.4),
    line("i'm(2)", 0.5, 0.9, 0.1),
    line('[SPEECH]', 2, 2.4),
    line('++BREATH++', 3, 3.1),
    line('<sil>', 3, 4),
  ];
  expect(textOf(music)).toEqual([]);
  expect(textOf([...music, line('<s>', 5, 5.1), line("i'm(2)", 5.1, 5.4), line('here', 5.5, 6)])).toEqual(["I'm here"]);
});

test('times of a piece are those of the recording, and none lies after the piece', () => {
  const said = [line('hello', 0.5, 0.9), line('there', 15.4, 16)].join('\n');
  const [first] = readSphinx(said, { from: 1_000, to: 1_200 });
  expect(first?.words).toEqual([
    { text: 'hello', start: 10.5, end: 10.9 },
    { text: 'there', start: 12, end: 12 },
  ]);
});
