import { expect, it } from 'vitest';
import { forecast, marksOf, overrunOf, unfitSegments } from '#shared/dubbing/fit.ts';
import type { Dub, DubTake, Segment } from '#shared/dubbing/timeline.ts';

const take = (voiceId: string, characters: number, samples: number, speed = 1): DubTake => ({
  id: `${voiceId}${characters}${speed}`,
  text: 'x'.repeat(characters),
  voiceId,
  modelId: null,
  speed,
  contentType: 'audio/wav',
  bytes: 1,
  samples,
});
const segment = (change: Partial<Segment>): Segment => ({
  id: 'segment1',
  start: 0,
  end: 48_000,
  text: 'x'.repeat(30),
  speaker: null,
  voiceId: 'anna',
  modelId: null,
  speed: 1,
  fit: 'tighten',
  gainDb: 0,
  trim: null,
  heard: null,
  ...change,
});

it('the length of a line is learned from the takes of its voice at the usual speed, whatever theirs was', () => {
  const takes = [take('anna', 20, 10_000, 2), take('anna', 20, 40_000, 0.5), take('bert', 100, 500_000)];
  expect(forecast(segment({}), takes)).toEqual({ samples: 30_000, pace: 30_000 / 48_000, learned: true });
  expect(forecast(segment({ speed: 2 }), takes)?.samples).toBe(15_000);
});

it('without a voice’s own takes it is learned of all, and else as most languages are read; an empty line has none', () => {
  expect(forecast(segment({}), [take('bert', 100, 500_000)])).toMatchObject({ samples: 150_000, learned: false });
  expect(forecast(segment({}), [take('anna', 19, 1)])).toMatchObject({ samples: 96_000, learned: false });
  expect(forecast(segment({ text: '  ' }), [])).toBeUndefined();
});

it('a line that is too long even at double pace is marked before it is bought, unless its fit lets it run over or cuts it', () => {
  const marked = (change: Partial<Segment>, takes: DubTake[] = []) =>
    marksOf({ segments: [segment(change)], takes, video: { samples: 480_000 } as Dub['video'] }).get('segment1');
  expect(marked({ text: 'x'.repeat(31) })).toEqual(['will-not-fit']);
  expect(marked({ text: 'x'.repeat(30) })).toBeUndefined();
  expect(marked({ text: 'x'.repeat(31), fit: 'natural' })).toBeUndefined();
  expect(marked({ text: 'x'.repeat(31), fit: 'cut' })).toBeUndefined();
  // Once it is there, its own length counts.
  expect(marked({}, [take('anna', 30, 90_000)])).toBeUndefined();
  expect(marked({}, [take('anna', 30, 97_000)])).toEqual(['too-long']);
});

it('a segment that does not fit is named before its line is bought and after, until it fits or its text is changed to one that should', () => {
  const line = segment({ end: 10_000 });
  const made = take('anna', 30, 30_000);
  const unfit = (change: Partial<Segment>, takes: DubTake[]) => unfitSegments({ segments: [{ ...line, ...change }], takes }).length;
  expect([overrunOf(line, []), unfit({}, [])]).toEqual([{ samples: 38_000, of: 'expected' }, 1]);
  expect([overrunOf(line, [made]), unfit({}, [made])]).toEqual([{ samples: 5000, of: 'done' }, 1]);
  expect([overrunOf({ ...line, end: 15_000 }, [made]), unfit({ end: 15_000 }, [made])]).toEqual([undefined, 0]);
  for (const fit of ['natural', 'cut'] as const) expect(unfit({ fit }, [made])).toBe(0);
  // Its audio is of the text before, and still runs over.
  const shorter = { text: 'x'.repeat(10), heard: made.id };
  expect([overrunOf({ ...line, ...shorter }, [made]), unfit(shorter, [made])]).toEqual([{ samples: 5000, of: 'stale' }, 0]);
});
