import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPieces } from '#main/features/recorded-takes/pieces.ts';

const word = (startMs: number, endMs: number, confidence = 1) => ({ text: 'word', startMs, endMs, confidence });
/** Levels of a recording that speaks in these seconds, and is silent else. */
const levelsOf = (seconds: number, ...spoken: [number, number][]): Float32Array =>
  Float32Array.from({ length: seconds * 100 }, (_, frame) =>
    spoken.some(([from, to]) => frame >= from * 100 && frame < to * 100) ? 0.3 : 0,
  );

describe('cutting a recording', () => {
  it('cuts in the silence between blocks, and leaves little of it', () => {
    const levels = levelsOf(10, [1, 3], [6, 8]);
    // The last word of the first block seems to last until the next block.
    const pieces = cutPieces([word(1000, 2000), word(2000, 6000), word(6050, 8000)], [2, 1], levels);
    expect(pieces.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [850, 3150],
      [5850, 8150],
    ]);
  });

  it('cuts where it is quietest where nobody pauses', () => {
    const levels = levelsOf(4, [0, 4]);
    levels.fill(0.2, 205, 206);
    const pieces = cutPieces([word(0, 2000), word(2000, 4000)], [1, 1], levels);
    expect(pieces.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 2050],
      [2050, 4000],
    ]);
  });

  it('tells a block that is not said by the confidence of its words', () => {
    const pieces = cutPieces([word(1000, 2000), word(2000, 3000, 0.1)], [1, 1], levelsOf(4, [1, 3]));
    expect(pieces.map(({ isSaid }) => isSaid)).toEqual([true, false]);
  });

  it('makes pieces in order that do not overlap, and lie within the recording', () => {
    const recording = fc.record({
      counts: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
      steps: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 24, maxLength: 24 }),
      levels: fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: 100, maxLength: 3000 }),
    });
    fc.assert(
      fc.property(recording, ({ counts, steps, levels }) => {
        const wholeMs = levels.length * 10;
        let at = 0;
        const words = steps
          .slice(
            0,
            counts.reduce((sum, count) => sum + count, 0),
          )
          .map((step) => {
            const startMs = Math.min(wholeMs, at);
            at += step;
            return word(startMs, Math.min(wholeMs, at));
          });
        const pieces = cutPieces(words, counts, Float32Array.from(levels));
        for (const [index, { startMs, endMs }] of pieces.entries()) {
          expect(startMs).toBeGreaterThanOrEqual(pieces[index - 1]?.endMs ?? 0);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          expect(endMs).toBeLessThanOrEqual(wholeMs);
        }
      }),
    );
  });
});
