import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameOrder, orderLimits, type Ordered } from '#main/live/order.ts';

interface Frame {
  sequence: number;
  audio: Uint8Array;
}
const frame = (sequence: number, bytes = 4): Frame => ({ sequence, audio: new Uint8Array(bytes) });
const through = (sequences: readonly number[]): Ordered<Frame>[] => {
  const order = new FrameOrder<Frame>();
  return [...sequences.flatMap((sequence) => order.push(frame(sequence))), ...order.flush()];
};
const told = (ordered: readonly Ordered<Frame>[]): number[] => ordered.flatMap((one) => ('frame' in one ? [one.frame.sequence] : []));

describe('the order of frames', () => {
  it('tells each frame once and in order, and with the gaps everything up to the last is accounted for', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 400 }), (sequences) => {
        const ordered = through(sequences);
        const out = told(ordered);
        expect(out).toEqual([...new Set(out)].sort((a, b) => a - b));
        let at = 0;
        for (const one of ordered)
          if ('frame' in one) expect(one.frame.sequence).toBe(++at);
          else {
            expect(one.after).toBe(at);
            expect(one.missing).toBeGreaterThan(0);
            at += one.missing;
          }
      }),
    );
  });

  it('mends every order in which no frame is later than the bound, without a gap', () => {
    const shuffled = fc.array(fc.integer({ min: 0, max: orderLimits.frames - 1 }), { minLength: 1, maxLength: 300 }).map((lateness) =>
      lateness
        .map((late, index) => ({ sequence: index + 1, at: index + late }))
        .sort((a, b) => a.at - b.at || a.sequence - b.sequence)
        .map(({ sequence }) => sequence),
    );
    fc.assert(
      fc.property(shuffled, (sequences) => {
        expect(told(through(sequences))).toEqual(sequences.map((_, index) => index + 1));
        expect(through(sequences)).toHaveLength(sequences.length);
      }),
    );
  });

  it('holds no more than its bounds, in frames and in bytes', () => {
    const order = new FrameOrder<Frame>();
    for (let at = 2; at <= orderLimits.frames + 1; at++) expect(order.push(frame(at))).toEqual([]);
    expect(order.push(frame(orderLimits.frames + 2))[0]).toEqual({ missing: 1, after: 0 });
    const heavy = new FrameOrder<Frame>();
    expect(heavy.push(frame(5, orderLimits.bytes))).toEqual([]);
    expect(heavy.push(frame(9, 1)).slice(0, 1)).toEqual([{ missing: 4, after: 0 }]);
  });
});
