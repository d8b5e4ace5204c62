import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSphinx } from '#main/local-service/recognition/sphinx-output.ts';

const printed = readFileSync(new URL('../../fixtures/reading/three-sentences.sphinx.txt', import.meta.url), 'utf8');
const line = (text: string, start: number, end: number, probability = 0.9) =>
  `${text} ${start.toFixed(3)} ${end.toFixed(3)} ${probability.toFixed(6)}`;

test('what PocketSphinx prints of a reading becomes segments in seconds, whose words are theirs and have no marks of its own', () => {
  const { text, segments } = readSphinx(printed);
  expect(segments.length).toBeGreaterThanOrEqual(3);
  expect(segments.map((segment) => segment.text).join(' ')).toBe(text);
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
  expect(text).toContain('rather selfish');
});

test('a long stretch is cut at pauses, and never gets longer than thirty words', () => {
  const words = Array.from({ length: 70 }, (_, index) =>
    line(`word`, index * 0.3 + (index >= 8 ? 0.4 : 0), index * 0.3 + 0.29 + (index >= 8 ? 0.4 : 0)),
  );
  const { segments } = readSphinx(['<s> 0.000 0.100 1.000000', ...words].join('\n'));
  expect(segments.map(({ words: own }) => own?.length)).toEqual([8, 30, 30, 2]);
});

test('noises, and words of which none is sure, are no speech', () => {
  expect(readSphinx('')).toEqual({ text: '', segments: [] });
  const music = [
    line('<s>', 0.3, 0.4),
    line("i'm(2)", 0.5, 0.9, 0.1),
    line('[SPEECH]', 2, 2.4),
    line('++BREATH++', 3, 3.1),
    line('<sil>', 3, 4),
  ];
  expect(readSphinx(music.join('\n'))).toEqual({ text: '', segments: [] });
  expect(readSphinx([...music, line('<s>', 5, 5.1), line("i'm(2)", 5.1, 5.4), line('here', 5.5, 6)].join('\n')).text).toBe("I'm here");
});
