import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lanesOf } from '#shared/dubbing/lanes.ts';
import { isTooLong, leastPause, remediesFor, speechLength, withRemedy } from '#shared/dubbing/remedies.ts';
import {
  dubLimits,
  inOrder,
  newSegment,
  paceRange,
  segmentSchema,
  type Dub,
  type DubTake,
  type Segment,
} from '#shared/dubbing/timeline.ts';

const second = 48_000;
const frameRate = 25;
const film = 120 * second;
const idOf = (index: number): string => `segment${String(index).padStart(4, '0')}`;
const segment = (index: number, change: Partial<Segment> = {}): Segment => ({
  ...newSegment([], idOf(index), index * 4 * second),
  text: `Line ${index} is spoken here.`,
  voiceId: 'anna',
  ...change,
});
const takeOf = ({ text, speed }: Segment, samples: number): DubTake => ({
  id: `${'a'.repeat(64)}.wav`,
  text: text.trim(),
  voiceId: 'anna',
  modelId: null,
  speed,
  contentType: 'audio/wav',
  bytes: samples * 2,
  samples,
});
const dubOf = (segments: readonly Segment[], takes: readonly DubTake[] = []): Pick<Dub, 'segments' | 'takes' | 'video'> => ({
  segments: [...segments],
  takes: [...takes],
  video: { samples: film, frameRate } as Dub['video'],
});

const aDub = fc
  .uniqueArray(
    fc.record({
      index: fc.integer({ min: 0, max: 50 }),
      start: fc.integer({ min: 0, max: 110 * second }),
      length: fc.integer({ min: dubLimits.shortestSamples, max: 9 * second }),
      fit: fc.constantFrom('tighten' as const, 'natural' as const, 'stretch' as const, 'cut' as const),
      speed: fc.constantFrom(0.5, 0.85, 1, 1.4, 2),
      words: fc.array(fc.stringMatching(/^[a-z]{1,9}$/u), { minLength: 1, maxLength: 14 }),
      speech: fc.option(fc.integer({ min: second / 10, max: 20 * second })),
    }),
    { selector: ({ index }) => index, minLength: 1, maxLength: 10 },
  )
  .map((all) => {
    const segments = inOrder(
      all.map(({ index, start, length, fit, speed, words }) =>
        segment(index, { start, end: Math.min(film, start + length), fit, speed, text: words.join(' ') }),
      ),
    ).filter(({ start, end }) => end - start >= dubLimits.shortestSamples);
    const takes = all.flatMap(({ index, speech }) => {
      const of = segments.find(({ id }) => id === idOf(index));
      return speech === null || !of ? [] : [takeOf(of, speech)];
    });
    return dubOf(segments, takes);
  });

/** How much of the time two segments share, for every pair of them. */
const overlaps = (segments: readonly Segment[]): Map<string, number> =>
  new Map(
    segments.flatMap((one, place) =>
      segments
        .slice(place + 1)
        .map((other) => [
          [one.id, other.id].toSorted().join(' '),
          Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start)),
        ]),
    ),
  );

/** Runs `law` for every remedy of every segment. */
function forEveryRemedy(law: (dub: ReturnType<typeof dubOf>, id: string, remedy: ReturnType<typeof remediesFor>[number]) => void): void {
  let met = 0;
  fc.assert(
    fc.property(aDub, (dub) => {
      for (const { id } of dub.segments)
        for (const remedy of remediesFor(dub, id)) {
          met += 1;
          law(dub, id, remedy);
        }
    }),
    { numRuns: 300 },
  );
  expect(met).toBeGreaterThan(100);
}

describe('what can be done about a line that is too long', () => {
  it('makes no segment overlap another more than before, leaves all others as they are, and stays in the video', () => {
    forEveryRemedy((dub, id, remedy) => {
      const after = withRemedy(dub.segments, id, remedy);
      const [before, now] = [overlaps(dub.segments), overlaps(after)];
      for (const [pair, samples] of now) expect(samples).toBeLessThanOrEqual(before.get(pair)!);
      for (const other of dub.segments) if (other.id !== id) expect(after.find((one) => one.id === other.id)).toEqual(other);
      const changed = after.find((one) => one.id === id)!;
      expect(segmentSchema.safeParse(changed).success).toBe(true);
      expect(changed.start).toBeGreaterThanOrEqual(0);
      expect(changed.end).toBeLessThanOrEqual(film);
    });
  });

  it('takes from one pause alone what the line gains: the rest of the time is where it was, and a breath stays', () => {
    forEveryRemedy((dub, id, remedy) => {
      if (remedy.kind !== 'earlier' && remedy.kind !== 'later') return;
      const [was, is] = [dub.segments, withRemedy(dub.segments, id, remedy)].map((all) => all.find((one) => one.id === id)!);
      expect(is!.end - is!.start).toBe(was!.end - was!.start + remedy.by);
      if (remedy.kind === 'earlier') {
        expect(is!.end).toBe(was!.end);
        for (const other of dub.segments)
          if (other.id !== id && other.end <= was!.start)
            expect(is!.start - other.end).toBeGreaterThanOrEqual(Math.min(leastPause, was!.start - other.end));
      } else {
        expect(is!.start).toBe(was!.start);
        for (const other of dub.segments)
          if (other.id !== id && other.start >= was!.end)
            expect(other.start - is!.end).toBeGreaterThanOrEqual(Math.min(leastPause, other.start - was!.end));
      }
    });
  });

  it('is never longer than the line needs, and says the pace that comes of it', () => {
    forEveryRemedy((dub, id, remedy) => {
      const was = dub.segments.find((one) => one.id === id)!;
      const length = speechLength(was, dub.takes)!;
      const room = was.end - was.start;
      if (remedy.kind === 'earlier' || remedy.kind === 'later') {
        expect(room + remedy.by).toBeLessThanOrEqual(Math.ceil(length));
        expect(remedy.pace).toBeCloseTo(Math.max(1, length / (room + remedy.by)), 6);
      }
      if (remedy.kind === 'speed') {
        expect(remedy.speed).toBeGreaterThan(was.speed);
        expect(remedy.speed).toBeLessThanOrEqual(paceRange.fastest);
      }
    });
  });

  it('is offered for lines that are too long, and for no others', () => {
    fc.assert(
      fc.property(aDub, (dub) => {
        for (const one of dub.segments) if (!isTooLong(one, dub.takes)) expect(remediesFor(dub, one.id)).toEqual([]);
      }),
    );
  });

  it('one second too long between two lines: half a second before it, a second behind it, or faster, or the last clause cut', () => {
    const first = segment(0, { start: 0, end: 2 * second });
    const line = segment(1, { start: 124_800, end: 220_800, text: 'Nobody has heard of them, and they are late' });
    const next = segment(2, { start: 7 * second, end: 9 * second });
    const dub = dubOf([first, line, next], [takeOf(line, 3 * second)]);
    const remedies = remediesFor(dub, line.id);
    expect(remedies.map(({ kind }) => kind)).toEqual(['earlier', 'later', 'speed', 'shorter']);
    // On a frame: 12 of 25 frames are 0.48 seconds, and 0.1 stay.
    expect(remedies[0]).toMatchObject({ kind: 'earlier', by: 23_040 });
    expect(remedies[1]).toMatchObject({ by: second, pace: 1 });
    expect(remedies[2]).toMatchObject({ speed: 1.2 });
    expect(remedies[3]).toMatchObject({ kept: 'Nobody has heard of them', cut: 'and they are late' });
    const cut = dubOf([first, { ...line, fit: 'cut' }, next], dub.takes);
    expect(remediesFor(cut, line.id).map(({ kind }) => kind)).toEqual(['earlier', 'later', 'tighten', 'shorter']);
  });

  it('as many clauses are cut as do not fit, and no more; none where not even the first fits', () => {
    const text = 'He was there, and he saw it, and he left.';
    const keptIn = (seconds: number) => {
      const line = segment(0, { start: 0, end: 2 * second, text });
      const cut = remediesFor(dubOf([line], [takeOf(line, seconds * second)]), line.id).find(({ kind }) => kind === 'shorter');
      return cut?.kind === 'shorter' ? [cut.kept, cut.cut] : undefined;
    };
    expect(keptIn(3)).toEqual(['He was there, and he saw it.', 'and he left']);
    expect(keptIn(6)).toEqual(['He was there.', 'and he saw it, and he left']);
    expect(keptIn(12)).toBeUndefined();
  });

  it('speaking faster is not offered where the line would still not fit: it would be charged for nothing', () => {
    const line = segment(0, { start: 0, end: second, text: 'Nobody has heard anything of them since then' });
    const kinds = (seconds: number) => remediesFor(dubOf([line], [takeOf(line, seconds * second)]), line.id).map(({ kind }) => kind);
    expect([kinds(3).includes('speed'), kinds(5).includes('speed')]).toEqual([true, false]);
  });

  it('a line under one that goes on, or before one that begins at once, takes no time of either', () => {
    const line = segment(1, { start: 2 * second, end: 3 * second, text: 'Nobody has heard anything of them since then' });
    const around = dubOf([segment(0, { start: 0, end: 6 * second }), line], [takeOf(line, 3 * second)]);
    expect(remediesFor(around, line.id).map(({ kind }) => kind)).toEqual(['speed']);
    const between = dubOf(
      [segment(0, { start: 0, end: 2 * second }), line, segment(2, { start: 3 * second, end: 5 * second })],
      around.takes,
    );
    expect(remediesFor(between, line.id).map(({ kind }) => kind)).toEqual(['speed']);
  });
});

describe('lanes of the time line', () => {
  it('there is one for each speaker, as they begin to speak, and one for those without a name at the end; every segment stands in one', () => {
    const aSpeaker = fc.constantFrom('ANNA', 'BEN', 'CLEO', null);
    fc.assert(
      fc.property(fc.array(fc.tuple(aSpeaker, fc.integer({ min: 0, max: 100 })), { maxLength: 20 }), (all) => {
        const segments = inOrder(
          all.map(([speaker, start], index) => segment(index, { speaker, start: start * second, end: (start + 3) * second })),
        );
        const lanes = lanesOf(segments);
        expect(lanes.flatMap((lane) => lane.segments.map(({ id }) => id)).toSorted()).toEqual(segments.map(({ id }) => id).toSorted());
        for (const { speaker, segments: those, rows } of lanes) {
          expect(those.every((one) => one.speaker === speaker)).toBe(true);
          expect([...rows.keys()]).toEqual(those.map(({ id }) => id));
        }
        const named = lanes.map(({ speaker }) => speaker).filter((speaker) => speaker !== null);
        expect(named).toEqual([...new Set(segments.map(({ speaker }) => speaker))].filter((speaker) => speaker !== null));
        if (lanes.some(({ speaker }) => speaker === null)) expect(lanes.at(-1)!.speaker).toBeNull();
      }),
    );
  });
});
