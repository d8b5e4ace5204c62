import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Segment } from '#shared/transcripts/read.ts';
import { withinSound } from '#shared/transcripts/within-sound.ts';

const segment = (
  index: number,
  startMs: number | null,
  endMs: number | null,
  words: readonly (readonly [number, number])[] = [],
): Segment => ({
  index,
  text: `Segment ${index}.`,
  startMs,
  endMs,
  speaker: null,
  words: words.map(([start, end]) => ({ text: 'word', startMs: start, endMs: end })),
  rest: {},
});

it('a segment that is said to begin after the end of the sound has no times, and says so', () => {
  const sent = [segment(0, 0, 4000, [[0, 4000]]), segment(1, 20_600, 22_000, [[20_600, 22_000]])];
  expect(withinSound(sent, 20)).toEqual([sent[0], { ...sent[1], startMs: null, endMs: null, words: [], isOutside: true }]);
});

it('a segment that ends after the end of the sound ends with it; words that are said to begin there have no times', () => {
  const rounded = segment(0, 19_000, 20_200, [[19_000, 19_500], [19_500, 20_200]]); // prettier-ignore
  const late = segment(1, 19_000, 26_000, [[19_000, 19_500], [25_000, 26_000]]); // prettier-ignore
  expect(withinSound([rounded, late], 20)).toMatchObject([
    { startMs: 19_000, endMs: 20_000, words: [{}, { startMs: 19_500, endMs: 20_000 }] },
    { startMs: 19_000, endMs: 20_000, words: [] },
  ]);
});

it('of a sound whose length is not known, everything stays as the service sent it', () => {
  const sent = [segment(0, 0, 4000), segment(1, 90_000, 99_000)];
  expect(withinSound(sent, undefined)).toEqual(sent);
  expect(withinSound(sent, 0)).toEqual(sent);
});

it('no time is after the end, times within stay as they are, and no text is lost', () => {
  const time = fc.integer({ min: 0, max: 30_000 });
  const pair = fc.tuple(time, time).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
  const sent = fc.array(fc.tuple(pair, fc.array(pair, { maxLength: 4 })), { maxLength: 8 });
  fc.assert(
    fc.property(sent, fc.integer({ min: 1, max: 30 }), (pairs, seconds) => {
      const segments = pairs.map(([[startMs, endMs], words], index) => segment(index, startMs, endMs, words));
      const found = withinSound(segments, seconds);
      expect(found.map(({ index, text }) => [index, text])).toEqual(segments.map(({ index, text }) => [index, text]));
      for (const [index, { startMs, endMs, words }] of found.entries()) {
        const times = [startMs ?? 0, endMs ?? 0, ...words.flatMap((word) => [word.startMs, word.endMs])];
        expect(Math.max(...times)).toBeLessThanOrEqual(seconds * 1000);
        const before = segments[index]!;
        if (before.endMs! <= seconds * 1000 && before.words.every((word) => word.endMs <= seconds * 1000))
          expect(found[index]).toEqual(before);
      }
    }),
  );
});
