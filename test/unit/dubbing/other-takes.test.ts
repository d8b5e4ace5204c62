import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currentTake, heardOf, nextVariant, takesOf, wanting, withTake } from '#shared/dubbing/fit.ts';
import { splitAt } from '#shared/dubbing/split.ts';
import { newSegment, type DubTake, type Segment } from '#shared/dubbing/timeline.ts';
import { maximumVariants } from '#shared/narration/take.ts';

const second = 48_000;
const segment = (id: string, change: Partial<Segment> = {}): Segment => ({
  ...newSegment([], id, 0),
  end: 2 * second,
  text: 'Good evening to all.',
  voiceId: 'anna',
  ...change,
});
const takeOf = (letter: string, change: Partial<DubTake> = {}): DubTake => ({
  id: `${letter.repeat(64)}.wav`,
  text: 'Good evening to all.',
  voiceId: 'anna',
  modelId: null,
  speed: 1,
  contentType: 'audio/wav',
  bytes: 2 * second,
  samples: second,
  ...change,
});
const [first, second2, third] = [takeOf('a'), takeOf('b', { variant: 1 }), takeOf('c', { variant: 2 })];

describe('another take of a line', () => {
  it('stands beside the first, and only the segment that asks for it is to sound with it', () => {
    const before = withTake({ segments: [segment('one'), segment('two')], takes: [] as DubTake[] }, first);
    const { segments, takes } = withTake(before, second2);
    expect(takes).toEqual([first, second2]);
    expect(segments.map(({ heard }) => heard)).toEqual([first.id, first.id]);
    expect(currentTake({ ...segments[0]!, heard: second2.id }, takes)).toEqual(second2);
    expect(currentTake(segments[1]!, takes)).toEqual(first);
  });

  it('leaves nothing to be generated, and a segment of before it came, or one that is new, has the first', () => {
    const takes = [third, second2, first];
    expect(wanting({ segments: [segment('one'), segment('two', { heard: third.id })], takes })).toEqual([]);
    expect(currentTake(segment('one'), takes)).toEqual(first);
    expect(takesOf(segment('one'), takes)).toEqual([first, second2, third]);
  });

  it('is heard no more once the line says something else, and is heard again when it says the same and was chosen', () => {
    const chosen = segment('one', { heard: second2.id });
    const changed = { ...chosen, text: 'Good night.' };
    expect(heardOf(changed, [first, second2])).toMatchObject({ state: 'stale', take: second2 });
    expect(heardOf({ ...changed, text: chosen.text }, [first, second2])).toMatchObject({ state: 'done', take: second2 });
  });

  it('that comes again with a new sound takes the place of that take alone', () => {
    const renewed = takeOf('d', { variant: 1 });
    const dub = { segments: [segment('one', { heard: second2.id }), segment('two', { heard: first.id })], takes: [first, second2] };
    const { segments, takes } = withTake(dub, renewed);
    expect(takes).toEqual([first, renewed]);
    expect(segments.map((one) => currentTake(one, takes))).toEqual([renewed, first]);
  });

  it('with the very sound of the first is kept as one, is offered once, and is not asked for a second time', () => {
    const same = takeOf('a', { variant: 1 });
    const { segments, takes } = withTake(withTake({ segments: [segment('one')], takes: [] as DubTake[] }, first), same);
    expect(takesOf(segments[0]!, takes)).toEqual([first]);
    expect(nextVariant(segments[0]!, takes)).toBe(2);
  });

  it('is one of the words alone, where the segment is a part of a take that was split; the part can be chosen again', () => {
    const whole = withTake({ segments: [segment('one')], takes: [] as DubTake[] }, first);
    const halves = splitAt(whole.segments, whole.takes, 'one', second, 'two')!;
    const [half] = halves;
    expect(nextVariant(half!, whole.takes)).toBe(0);
    const own = takeOf('e', { text: half!.text });
    const { segments, takes } = withTake({ ...whole, segments: halves }, own);
    expect(currentTake(segments[0]!, takes)).toEqual(first);
    const chosen = { ...segments[0]!, heard: own.id };
    expect(heardOf(chosen, takes)).toMatchObject({ take: own, from: 0, to: own.samples });
    expect(takesOf(chosen, takes)).toEqual([first, own]);
    expect(currentTake({ ...chosen, heard: first.id }, takes)).toEqual(first);
  });

  it('has the lowest number that the line lacks, until it has all that there can be', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: maximumVariants })), (numbers) => {
        const takes = numbers.map((variant) =>
          takeOf('f', { id: `${String(variant).padStart(64, '0')}.wav`, ...(variant > 0 && { variant }) }),
        );
        const next = nextVariant(segment('one'), takes);
        if (numbers.length > maximumVariants) expect(next).toBeUndefined();
        else expect([numbers.includes(next!), numbers.filter((number) => number < next!).length]).toEqual([false, next]);
      }),
    );
  });
});
