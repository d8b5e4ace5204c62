import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameOrder, inSequence, type Place } from '#main/features/live/order.ts';

const sumOf = (sequence: number): number => sequence * 31;
const places = (sequences: readonly number[]): Place[] => {
  const order = new FrameOrder();
  return sequences.map((sequence) => order.take(sequence, sumOf(sequence)));
};

describe('the order of the frames of a segment', () => {
  it('takes numbers that increase as they come, wherever they start and however far they jump', () => {
    const increasing = fc
      .tuple(fc.integer({ min: -1000, max: 2 ** 40 }), fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 500 }))
      .map(([first, steps]) => steps.reduce((all, step) => [...all, (all.at(-1) ?? first) + step], [first]));
    fc.assert(
      fc.property(increasing, (sequences) => {
        expect(places(sequences)).toEqual(sequences.map(() => 'next'));
      }),
    );
  });

  it('takes each number once, in any order: behind all others, or late', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 250 }), (sequences) => {
        const seen: number[] = [];
        for (const [at, place] of places(sequences).entries()) {
          const sequence = sequences[at] ?? NaN;
          expect(place).toBe(seen.includes(sequence) ? 'copy' : seen.some((one) => one > sequence) ? 'late' : 'next');
          seen.push(sequence);
        }
      }),
    );
  });

  it('remembers a bounded number of holes: what comes later than that is a copy', () => {
    const jumps = Array.from({ length: 2000 }, (_, at) => at * 2);
    expect(places([...jumps, 1]).at(-1)).toBe('copy');
    expect(places([...jumps, 3997]).at(-1)).toBe('late');
  });

  it('takes frames as they come where they are not numbered, or all have the same number', () => {
    const unnumbered = new FrameOrder();
    expect([1, 2, 3].map((sum) => [unnumbered.take(undefined, sum), unnumbered.position(undefined)])).toEqual([
      ['next', 1],
      ['next', 2],
      ['next', 3],
    ]);
    const alike = new FrameOrder();
    expect([1, 2, 2, 3].map((sum) => [alike.take(5, sum), alike.position(5)])).toEqual([
      ['next', 5],
      ['next', 6],
      ['next', 7],
      ['next', 8],
    ]);
  });

  it('takes a frame that comes twice in a row once', () => {
    expect(places([4, 4, 5, 5, 4])).toEqual(['next', 'copy', 'next', 'copy', 'copy']);
  });
});

describe('frames that were read together', () => {
  const audio = (segmentId: string, sequence: number | undefined) => ({ event: 'audio', segmentId, sequence });

  it('are put in order within a segment, and stay where they are among other events', () => {
    const events = [audio('a', 2), audio('a', 1), { event: 'usage' }, audio('a', 0), audio('b', 9), audio('b', 3)];
    expect(inSequence(events)).toEqual([audio('a', 1), audio('a', 2), { event: 'usage' }, audio('a', 0), audio('b', 3), audio('b', 9)]);
  });

  it('stay as they came where one of them has no number', () => {
    const events = [audio('a', 2), audio('a', undefined), audio('a', 1), audio('b', 2), audio('b', 1)];
    expect(inSequence(events)).toEqual([audio('a', 2), audio('a', undefined), audio('a', 1), audio('b', 1), audio('b', 2)]);
  });

  it('are handed on untouched where they are in order', () => {
    const events = [audio('a', 1), audio('a', 2), audio('b', 1)];
    expect(inSequence(events)).toBe(events);
  });
});
