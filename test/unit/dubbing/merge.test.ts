import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heardOf, wanting, withTake } from '#shared/dubbing/fit.ts';
import { merged } from '#shared/dubbing/merge.ts';
import { splitAt } from '#shared/dubbing/split.ts';
import { dubLimits, segmentSchema, type Segment } from '#shared/dubbing/timeline.ts';
import { lineAt, second, takeFor } from './spoken-line.ts';

const line = (id: string, start: number, change: Partial<Segment> = {}): Segment => lineAt(id, start, { speaker: 'Anna', ...change });

describe('segments that are merged', () => {
  it('sound as before where they are parts of one take, and nothing has to be bought, wherever and however often it was split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0.5 * second, max: 3.5 * second }), { minLength: 1, maxLength: 3 }),
        fc.record({ head: fc.integer({ min: 0, max: second / 4 }), tail: fc.integer({ min: 0, max: second / 4 }) }),
        (places, trim) => {
          const take = takeFor(line('first00001', 0), 4 * second);
          const whole = line('first00001', 0, { trim: { takeId: take.id, ...trim }, heard: take.id });
          let segments: Segment[] = [whole];
          for (const [index, at] of places.entries()) {
            const here = segments.find(({ start, end }) => start < at && end > at);
            segments = (here && splitAt(segments, [take], here.id, at, `part00000${String(index)}`)) ?? segments;
          }
          if (segments.length < 2) return;
          const [one, ...others] = merged(
            segments,
            [take],
            segments.map(({ id }) => id),
          ) as Segment[];
          expect(others).toEqual([]);
          expect(one).toMatchObject({ id: whole.id, start: whole.start, end: whole.end, text: whole.text });
          expect(heardOf(one!, [take])).toEqual(heardOf(whole, [take]));
          expect(wanting({ segments: [one!], takes: [take] })).toEqual([]);
          expect(segmentSchema.safeParse(one).success).toBe(true);
        },
      ),
    );
  });

  it('of two of three parts of a take have the samples of both, and take in the third later', () => {
    const take = takeFor(line('first00001', 0), 4 * second);
    const two = splitAt([line('first00001', 0)], [take], 'first00001', second, 'second0001')!;
    const three = splitAt(two, [take], 'second0001', 3 * second, 'third00001')!;
    const [one, rest] = merged(three, [take], ['first00001', 'second0001']) as Segment[];
    expect(heardOf(one!, [take])).toMatchObject({ state: 'done', from: 0, to: 3 * second });
    const [whole] = merged([one!, rest!], [take], [one!.id, rest!.id]) as Segment[];
    expect(heardOf(whole!, [take])).toMatchObject({ state: 'done', from: 0, to: 4 * second });
  });

  it('with takes of their own sound on with the first as stale, are to be generated, and no take is lost', () => {
    const [one, two] = [line('first00001', 0, { text: 'One.' }), line('second0001', 5, { text: 'Two.' })];
    const takes = [takeFor(one, second), takeFor(two, second, 'b')];
    const [whole] = merged([one, two], takes, [two.id, one.id]) as Segment[];
    expect(whole).toMatchObject({ text: 'One. Two.', start: 0, end: 9 * second });
    expect(heardOf(whole!, takes)).toMatchObject({ state: 'stale', take: takes[0] });
    expect(wanting({ segments: [whole!], takes })).toEqual([whole]);
    const made = withTake({ segments: [whole!], takes }, takeFor(whole!, 2 * second, 'c'));
    expect(made.takes.slice(0, 2)).toEqual(takes);
    expect(heardOf(made.segments[0]!, made.takes)).toMatchObject({ state: 'done', from: 0, to: 2 * second });
    expect(wanting({ segments: [one, two], takes: made.takes })).toEqual([]);
  });

  it('are two or more that follow each other, of one speaker, and no longer than a line may be', () => {
    const [one, two, three] = [line('first00001', 0), line('second0001', 5), line('third00001', 10)];
    expect(merged([one, two, three], [], [one.id])).toBe('too-few');
    expect(merged([one, two, three], [], [one.id, three.id])).toBe('apart');
    expect(merged([one, { ...two, speaker: 'Ben' }], [], [one.id, two.id])).toBe('speakers');
    expect(merged([{ ...one, text: 'a'.repeat(dubLimits.characters) }, two], [], [one.id, two.id])).toBe('too-long');
    expect(merged([one, { ...two, text: ' ' }], [], [one.id, two.id])).toMatchObject([{ text: one.text, end: two.end }]);
  });
});
