import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAtPauses, longestPiece } from '#main/local-service/recognition/pieces.ts';

/** Frames of a voice and of silence, in turn. */
const sound = (...lengths: number[]): Uint8Array =>
  Uint8Array.from(lengths.flatMap((length, index) => new Array<number>(length).fill(index % 2 === 0 ? 250 : 5)));

test('speech with short pauses is one piece, with a little air around it', () => {
  expect(cutAtPauses(sound(0, 100, 300, 50, 400, 200))).toEqual([{ from: 80, to: 890 }]);
});

test('a recording without speech, or with clicks alone, has no piece', () => {
  expect(cutAtPauses(new Uint8Array(0))).toEqual([]);
  expect(cutAtPauses(sound(0, 3_000))).toEqual([]);
  expect(cutAtPauses(sound(3, 500, 3, 500, 3, 500, 3, 500, 3, 500))).toEqual([]);
});

test('a long silence is left out, as a recogniser would invent words in it', () => {
  expect(cutAtPauses(sound(500, 400, 500))).toEqual([
    { from: 0, to: 540 },
    { from: 880, to: 1_400 },
  ]);
});

test('what is longer than the recogniser takes is cut at a pause', () => {
  expect(cutAtPauses(sound(1_500, 50, 1_000, 60, 1_200))).toEqual([
    { from: 0, to: 2_580 },
    { from: 2_590, to: 3_810 },
  ]);
});

test('speech without a pause is cut where a voice is least probable, in the second half of what fits', () => {
  const voice = sound(4_000);
  voice.fill(140, 2_000, 2_030);
  const pieces = cutAtPauses(voice);
  expect(pieces).toHaveLength(2);
  expect(pieces[0]!.to).toBeGreaterThan(2_000);
  expect(pieces[0]!.to).toBeLessThan(2_030);
});

test('no piece is longer than the recogniser takes, none overlaps the next, and all speech is in one', () => {
  const runs = fc.array(fc.integer({ min: 1, max: 6_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(runs, (lengths) => {
      const voice = sound(...lengths);
      const pieces = cutAtPauses(voice);
      let before = 0;
      for (const { from, to } of pieces) {
        expect(from).toBeGreaterThanOrEqual(before);
        expect(to - from).toBeLessThanOrEqual(longestPiece);
        expect(to).toBeLessThanOrEqual(voice.length);
        before = to;
      }
      let at = 0;
      for (const [index, length] of lengths.entries()) {
        if (index % 2 === 0 && length >= 15)
          for (const frame of [at, at + length - 1]) expect(pieces.some(({ from, to }) => from <= frame && frame < to)).toBe(true);
        at += length;
      }
    }),
  );
});
