import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heardOf, wanting, withTake } from '#shared/dubbing/fit.ts';
import { splitAt } from '#shared/dubbing/split.ts';
import { dubLimits, fits, segmentSchema, type DubTake, type Segment } from '#shared/dubbing/timeline.ts';
import { lineAt, second, spoken, takeFor } from './spoken-line.ts';

const line = (change: Partial<Segment> = {}): Segment => lineAt('line000001', 1, change);
/** Split, at a place of the video. */
const split = (segment: Segment, takes: readonly DubTake[], at: number): [Segment, Segment] =>
  splitAt([segment], takes, segment.id, at, 'second0001') as [Segment, Segment];

describe('a segment with a take that is split', () => {
  it('sounds in both halves as it did in one, whatever its fit and its trim, and nothing has to be bought', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2 * second, max: 12 * second }),
        fc.integer({ min: 1.2 * second, max: 4.8 * second }),
        fc.constantFrom(...fits),
        fc.record({ head: fc.integer({ min: 0, max: second / 2 }), tail: fc.integer({ min: 0, max: second / 2 }) }),
        (samples, at, fit, trim) => {
          const take = takeFor(line(), samples);
          const whole = line({ fit, trim: { takeId: take.id, ...trim }, heard: take.id });
          const before = heardOf(whole, [take])!;
          const [first, last] = split(whole, [take], at);
          const [one, other] = [heardOf(first, [take])!, heardOf(last, [take])!];
          expect([one.state, other.state, wanting({ segments: [first, last], takes: [take] })]).toEqual(['done', 'done', []]);
          expect([one.from, other.from, other.to]).toEqual([before.from, one.to, before.to]);
          expect(segmentSchema.parse(JSON.parse(JSON.stringify(first)))).toEqual(first);
          const isSpeechOver = (at - second) * before.pace > before.to - before.from - dubLimits.shortestSamples;
          if (isSpeechOver) return;
          // The second half goes on to the sample where the first one ends.
          expect(one.to).toBe(before.from + Math.round((at - second) * before.pace));
          for (const half of [one, other]) expect(half.pace).toBeCloseTo(before.pace, 3);
          expect(Math.abs(one.samples + other.samples - before.samples)).toBeLessThanOrEqual(2);
        },
      ),
    );
  });

  it('parts its words where its speech is, not where its time is', () => {
    const take = takeFor(line(), 2 * second);
    const [first, last] = split(line(), [take], 2 * second);
    expect([first.text, last.text]).toEqual(['The lamp is lit at seven and', 'it burns until the morning.']);
  });

  it('leaves the second half its words where the speech was over before the place', () => {
    const take = takeFor(line(), 2 * second);
    const [first, last] = split(line(), [take], 4 * second);
    expect([first.text, last.text]).toEqual(['The lamp is lit at seven and it burns until', 'the morning.']);
    const [one, other] = [heardOf(first, [take])!, heardOf(last, [take])!];
    expect([one.from, other.from, other.to]).toEqual([0, one.to, take.samples]);
    expect(other.to - other.from).toBeGreaterThan(second / 3);
  });

  it('can be split again, and has the whole take back where one half says all of it', () => {
    const take = takeFor(line(), 4 * second);
    const [first, last] = split(line(), [take], 3 * second);
    const [middle, end] = split({ ...last, id: 'line000002' }, [take], 4 * second);
    expect([first, middle, end].map((one) => heardOf(one, [take])).map((heard) => [heard?.from, heard?.to])).toEqual([
      [0, 2 * second],
      [2 * second, 3 * second],
      [3 * second, 4 * second],
    ]);
    expect([first, middle, end].map(({ text }) => text).join(' ')).toBe(spoken);
    expect(heardOf({ ...first, text: spoken }, [take])).toMatchObject({ state: 'done', from: 0, to: take.samples });
  });

  it('sounds on, marked, while a half says or is spoken by something else, and is found again when it is put back', () => {
    const take = takeFor(line(), 4 * second);
    const [first, last] = split(line(), [take], 3 * second);
    for (const change of [{ text: 'Other words.' }, { voiceId: 'ben' }, { speed: 1.5 }]) {
      const changed = { ...last, ...change };
      expect(heardOf(changed, [take])).toMatchObject({ state: 'stale', from: 2 * second, to: 4 * second });
      expect(wanting({ segments: [first, changed], takes: [take] })).toEqual([changed]);
    }
    const other = takeFor({ ...last, text: 'Other words.' }, second, 'b');
    const dub = withTake({ segments: [first, { ...last, text: 'Other words.' }], takes: [take] }, other);
    expect(heardOf(dub.segments[1]!, dub.takes)).toMatchObject({ state: 'done', take: other, from: 0, to: second });
    expect(heardOf({ ...dub.segments[1]!, text: last.text }, dub.takes)).toMatchObject({ state: 'done', take, from: 2 * second });
  });

  it('keeps its take when another one of the whole line comes', () => {
    const take = takeFor(line(), 4 * second);
    const segments = split(line(), [take], 3 * second);
    const dub = withTake({ segments, takes: [take] }, takeFor(line(), 5 * second, 'b'));
    expect(dub.segments.map((one) => heardOf(one, dub.takes)?.take.id)).toEqual([take.id, take.id]);
    expect(withTake(dub, take).takes.map(({ id }) => id)).toEqual([take.id]);
  });
});
