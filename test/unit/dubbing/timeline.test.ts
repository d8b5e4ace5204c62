import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duckingGains, duckedStretches } from '#shared/dubbing/ducking.ts';
import { noHistory, recorded, redone, undone } from '#shared/dubbing/edits.ts';
import { currentTake, faultySegments, fitted, forecast, heardOf, marksOf, wanting, withTake } from '#shared/dubbing/fit.ts';
import { splitAt } from '#shared/dubbing/split.ts';
import {
  byFrames,
  dubLimits,
  toFrame,
  inOrder,
  moved,
  findRoom,
  newSegment,
  placeOfFrame,
  segmentSchema,
  timecodeAt,
  trimmed,
  usualDucking,
  type DubTake,
  type Segment,
} from '#shared/dubbing/timeline.ts';

const second = 48_000;
const idOf = (index: number): string => `segment${String(index).padStart(4, '0')}`;
const segment = (index: number, change: Partial<Segment> = {}): Segment => ({
  ...newSegment([], idOf(index), index * 4 * second),
  text: `Line ${index} is spoken here.`,
  voiceId: 'anna',
  ...change,
});
const take = (text: string, samples: number, change: Partial<DubTake> = {}): DubTake => ({
  id: `${'a'.repeat(64)}.wav`,
  text,
  voiceId: 'anna',
  modelId: null,
  speed: 1,
  contentType: 'audio/wav',
  bytes: samples * 2,
  samples,
  ...change,
});

const aSegment = fc
  .record({
    index: fc.integer({ min: 0, max: 50 }),
    start: fc.integer({ min: 0, max: 600 * second }),
    length: fc.integer({ min: dubLimits.shortestSamples, max: 20 * second }),
    fit: fc.constantFrom('tighten' as const, 'natural' as const, 'stretch' as const, 'cut' as const),
    words: fc.array(fc.stringMatching(/^[a-z]{1,9}$/u), { minLength: 1, maxLength: 12 }),
  })
  .map(({ index, start, length, fit, words }) => segment(index, { start, end: start + length, fit, text: words.join(' ') }));
const someSegments = fc.uniqueArray(aSegment, { selector: ({ id }) => id, minLength: 1, maxLength: 12 });

describe('what an export says of its speech', () => {
  it('names segments that are too long, cut, over another or past the end of the video, and none that fits or is silent', () => {
    const [fits, long, cut, over, past, silent] = [
      segment(0, { text: 'Fits.' }),
      segment(1, { text: 'Long.', fit: 'natural' }),
      segment(2, { text: 'Cut.', fit: 'cut' }),
      segment(3, { text: 'Over.' }),
      segment(5, { text: 'Past.', end: 30 * second }),
      segment(6, { text: 'Silent.', start: 29 * second, end: 40 * second }),
    ];
    const next = segment(4, { text: 'Next.', start: over.start + second / 2, end: over.end });
    const takes = [fits, over, past, next]
      .map(({ text }) => take(text, second))
      .concat([take('Long.', 9 * second), take('Cut.', 9 * second)])
      .map((one, index) => ({ ...one, id: `${String(index).repeat(64)}.wav` }));
    const segments = [fits, long, cut, over, next, past, silent];
    const dub = { segments, takes, video: { samples: 25 * second } as never };
    expect(faultySegments(dub).map(({ text }) => text)).toEqual(['Long.', 'Cut.', 'Over.', 'Next.', 'Past.']);
  });
});

describe('segments on the time line', () => {
  it('keep their lengths and distances when they are moved, and stay within the dub', () => {
    fc.assert(
      fc.property(someSegments, fc.integer({ min: -700 * second, max: 700 * second }), (segments, by) => {
        const chosen = new Set(segments.slice(0, Math.ceil(segments.length / 2)).map(({ id }) => id));
        const next = moved(segments, chosen, by);
        const shift = (id: string): number => next.find((one) => one.id === id)!.start - segments.find((one) => one.id === id)!.start;
        const shifts = new Set([...chosen].map(shift));
        expect(shifts.size).toBe(1);
        for (const one of next) {
          expect(segmentSchema.safeParse(one).success).toBe(true);
          expect(one.end - one.start).toBe(segments.find(({ id }) => id === one.id)!.end - segments.find(({ id }) => id === one.id)!.start);
          if (!chosen.has(one.id)) expect(shift(one.id)).toBe(0);
        }
        expect(next.map(({ start }) => start)).toEqual(next.map(({ start }) => start).toSorted((one, other) => one - other));
      }),
    );
  });

  it('never get shorter than can be grabbed, wherever an edge is dragged to', () => {
    fc.assert(
      fc.property(
        aSegment,
        fc.constantFrom('start' as const, 'end' as const),
        fc.integer({ min: -second, max: 700 * second }),
        (one, edge, to) => {
          const [next] = trimmed([one], one.id, edge, to);
          expect(segmentSchema.safeParse(next).success).toBe(true);
          expect(next![edge === 'start' ? 'end' : 'start']).toBe(one[edge === 'start' ? 'end' : 'start']);
        },
      ),
    );
  });

  it('are split into two that say the same words in the same time', () => {
    fc.assert(
      fc.property(aSegment, fc.double({ min: 0, max: 1, noNaN: true }), (one, share) => {
        const at = Math.round(one.start + (one.end - one.start) * share);
        const next = splitAt([one], [], one.id, at, 'splitsegment');
        if (!next) return;
        expect(next.map(({ text }) => text).join(' ')).toBe(one.text);
        expect([next[0]!.start, next[0]!.end, next[1]!.start, next[1]!.end]).toEqual([one.start, at, at, one.end]);
        for (const half of next) expect(segmentSchema.safeParse(half).success && half.text !== '').toBe(true);
      }),
    );
  });

  it('go by frames and come back to the same sample', () => {
    for (const rate of [24_000 / 1_001, 24, 25, 30_000 / 1_001, 50, 60]) {
      let at = 0;
      for (let frame = 1; frame <= 200; frame += 1) {
        at = byFrames(at, 1, rate);
        expect(toFrame(at, rate)).toBe(frame);
        expect(byFrames(byFrames(at, 10, rate), -10, rate)).toBe(at);
        expect(at).toBe(placeOfFrame(frame, rate));
      }
    }
  });

  it('say where they are by the nearest frame', () => {
    expect(timecodeAt(placeOfFrame(24, 25) + 100, 25)).toBe('00:00:00:24');
    expect(timecodeAt(placeOfFrame(25, 25) - 100, 25)).toBe('00:00:00:24');
    expect(timecodeAt(3.5 * second, 25)).toBe('00:00:03:12');
    expect(timecodeAt(60 * second, 30_000 / 1_001)).toBe('00:00:59;28');
  });

  it('a new one takes the room that is there', () => {
    const before = segment(0, { start: 0, end: 2 * second });
    const after = segment(1, { start: 3 * second, end: 5 * second });
    expect(newSegment([before, after], idOf(2), second)).toMatchObject({ start: 2 * second, end: 3 * second });
    expect(newSegment([before, after], idOf(2), 6 * second)).toMatchObject({ start: 6 * second, end: 9 * second });
  });

  it('a new one goes to the next gap that holds words, and nowhere where there is none', () => {
    const first = segment(0, { start: 0, end: 2 * second });
    const near = segment(1, { start: 2.12 * second, end: 5 * second });
    const over = segment(2, { start: 4 * second, end: 7 * second });
    const all = [over, near, first];
    expect(findRoom(all, second, 20 * second)).toBe(7 * second);
    expect(findRoom(all, 2.05 * second, 20 * second)).toBe(7 * second);
    expect(findRoom(all, 8 * second, 20 * second)).toBe(8 * second);
    expect(findRoom([near], second, 20 * second)).toBe(second);
    expect(findRoom(all, second, 7.4 * second)).toBeUndefined();
    expect(findRoom([], 9.7 * second, 10 * second)).toBeUndefined();
  });

  it('a new one ends with the video, and is in its last moment where the place is at its end or behind it', () => {
    const added = (at: number, video = 10 * second) => newSegment([], idOf(0), at, undefined, video);
    expect(added(9.7 * second)).toMatchObject({ start: 9.7 * second, end: 10 * second });
    for (const at of [9.95 * second, 10 * second, 12 * second])
      expect(added(at)).toMatchObject({ start: 10 * second - dubLimits.shortestSamples, end: 10 * second });
    expect(segmentSchema.safeParse(added(0, 100)).success).toBe(true);
  });
});

describe('how a take fits', () => {
  it('fills, keeps or is cut to its segment, and its pace stays in the range', () => {
    fc.assert(
      fc.property(aSegment, fc.integer({ min: 1, max: 60 * second }), (one, length) => {
        const { pace, samples, beyond } = fitted(length, one);
        const room = one.end - one.start;
        expect(pace).toBeGreaterThanOrEqual(0.5);
        expect(pace).toBeLessThanOrEqual(2);
        expect(Math.abs(samples * pace - (one.fit === 'cut' ? Math.min(length, room) : length))).toBeLessThanOrEqual(pace);
        if (one.fit === 'natural') expect([pace, samples, beyond]).toEqual([1, length, undefined]);
        if (one.fit === 'cut') expect(samples).toBe(Math.min(length, room));
        if (one.fit === 'stretch' && beyond === undefined) expect(samples).toBe(room);
        if (one.fit === 'tighten')
          expect(length <= room ? [pace, samples] : [beyond === undefined ? samples : room, room]).toEqual(
            length <= room ? [1, length] : [room, room],
          );
        if (beyond !== undefined) expect(beyond > 2 || beyond < 0.5).toBe(true);
      }),
    );
  });

  it('an older take sounds on, marked, until the new words are made; undoing the words finds the take of before', () => {
    const first = segment(0);
    const made = take(first.text, second);
    const dub = withTake({ segments: [first], takes: [] as DubTake[] }, made);
    expect(heardOf(dub.segments[0]!, dub.takes)).toMatchObject({ state: 'done', samples: second });
    const changed = { ...dub.segments[0]!, text: 'Other words.' };
    expect(heardOf(changed, dub.takes)).toMatchObject({ state: 'stale', samples: second });
    expect(wanting({ segments: [changed], takes: dub.takes })).toEqual([changed]);
    expect(currentTake({ ...changed, text: first.text }, dub.takes)).toEqual(made);
    expect(wanting({ segments: [{ ...changed, voiceId: null }], takes: [] })).toEqual([]);
  });

  it('a trim is of one take alone', () => {
    const one = segment(0, { heard: `${'a'.repeat(64)}.wav`, trim: { takeId: `${'a'.repeat(64)}.wav`, head: 4_800, tail: 9_600 } });
    expect(heardOf(one, [take(one.text, second)])).toMatchObject({ from: 4_800, to: second - 9_600 });
    expect(heardOf(one, [take(one.text, second, { id: `${'b'.repeat(64)}.wav` })])).toMatchObject({ from: 0, to: second });
  });

  it('is forecast from what the voice has spoken before', () => {
    const one = segment(0, { start: 0, end: 2 * second, text: 'x'.repeat(60) });
    expect(forecast(one, [])).toMatchObject({ samples: 4 * second, pace: 2, learned: false });
    expect(forecast(one, [take('y'.repeat(30), second)])).toMatchObject({ samples: 2 * second, pace: 1, learned: true });
    expect(forecast({ ...one, speed: 2 }, [take('y'.repeat(30), second)])).toMatchObject({ samples: second });
    expect(forecast({ ...one, text: ' ' }, [])).toBeUndefined();
  });

  it('every segment that sounds together with another is marked, and no other, also under an earlier one that goes on', () => {
    const video = { samples: 1000 * second } as never;
    const long = [
      segment(0, { start: 0, end: 20 * second }),
      segment(1, { start: second, end: 2 * second }),
      segment(2, { start: 10 * second, end: 11 * second }),
      segment(3, { start: 20 * second, end: 21 * second }),
    ];
    const overlapping = (segments: readonly Segment[]): string[] => {
      const marks = marksOf({ segments: [...segments], takes: [], video });
      return segments.filter(({ id }) => marks.get(id)?.includes('overlap') === true).map(({ id }) => id);
    };
    expect(overlapping(long)).toEqual([idOf(0), idOf(1), idOf(2)]);
    fc.assert(
      fc.property(someSegments, (segments) => {
        const ordered = inOrder(segments);
        const together = ordered.filter((one) =>
          ordered.some((other) => other.id !== one.id && other.start < one.end && one.start < other.end),
        );
        expect(overlapping(ordered)).toEqual(together.map(({ id }) => id));
      }),
    );
  });

  it('what a person should know is marked', () => {
    const video = { samples: 10 * second } as never;
    const segments = [
      segment(0, { start: 0, end: 2 * second, text: 'first line' }),
      segment(1, { start: second, end: 3 * second, voiceId: null }),
      segment(2, { start: 4 * second, end: 5 * second, text: ' ' }),
      segment(3, { start: 9 * second, end: 11 * second }),
    ];
    const marks = marksOf({ segments, takes: [take('first line', 6 * second)], video });
    expect(marks.get(idOf(0))).toEqual(['too-long', 'overlap']);
    expect(marks.get(idOf(1))).toEqual(['no-voice', 'overlap']);
    expect(marks.get(idOf(2))).toEqual(['no-text']);
    expect(marks.get(idOf(3))).toEqual(['beyond-end']);
  });

  it('the weightiest mark of a segment comes first: words that are cut off before a line that sounds with another', () => {
    const video = { samples: 3 * second } as never;
    const segments = [
      segment(0, { start: 0, end: 2 * second }),
      segment(1, { start: second, end: 4 * second, text: 'cut line', fit: 'cut' }),
    ];
    const marks = marksOf({ segments, takes: [take('cut line', 6 * second)], video });
    expect(marks.get(idOf(1))).toEqual(['cut', 'beyond-end', 'overlap']);
  });
});

describe('ducking', () => {
  const stretches = fc
    .array(fc.record({ gap: fc.integer({ min: 0, max: 3 * second }), length: fc.integer({ min: 1, max: 2 * second }) }), { maxLength: 6 })
    .map((list) => {
      let at = 0;
      return list.map(({ gap, length }) => {
        const start = at + gap;
        at = start + length;
        return { start, end: at };
      });
    });
  const settings = fc.record({
    amountDb: fc.integer({ min: -59, max: 0 }),
    attackMs: fc.integer({ min: 0, max: 500 }),
    releaseMs: fc.integer({ min: 0, max: 500 }),
  });

  it('is the whole amount wherever the dub is heard, nothing far from it, and never a step', () => {
    fc.assert(
      fc.property(stretches, settings, fc.integer({ min: 0, max: 10 * second }), (list, ducking, from) => {
        const gains = new Float32Array(2_000);
        duckingGains(list, ducking, from, gains);
        const least = 10 ** (ducking.amountDb / 20);
        const isSmooth = ducking.attackMs >= 20 && ducking.releaseMs >= 20;
        // Collected, since an assertion for each sample takes seconds.
        const wrong = [...gains.entries()].filter(([index, gain]) => {
          const at = from + index;
          const inside = list.some(({ start, end }) => at >= start && at < end);
          const near = list.some(({ start, end }) => at >= start - ducking.attackMs * 48 && at < end + ducking.releaseMs * 48);
          if (inside && Math.abs(gain - least) > 5e-6) return true;
          if (!inside && !near && gain !== 1) return true;
          if (isSmooth && index > 0 && Math.abs(gain - (gains[index - 1] ?? 0)) >= 0.02) return true;
          return gain < least - 1e-6;
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('takes lines that sound together for one stretch, also a short one within a longer one', () => {
    fc.assert(
      fc.property(someSegments, (segments) => {
        const ordered = inOrder(segments).map((one) => ({ ...one, fit: 'natural' as const }));
        const takes = ordered.map((one, index) =>
          take(one.text, one.end - one.start, { id: `${String(index).padStart(64, '0')}.wav`, voiceId: one.voiceId ?? '' }),
        );
        // Of equal lines the last take is the one that sounds.
        const spans = ordered.map((one) => ({ start: one.start, end: Math.max(one.end, one.start + (heardOf(one, takes)?.samples ?? 0)) }));
        const stretches = duckedStretches({ segments: ordered, takes });
        for (const { start, end } of spans) expect(stretches.some((one) => one.start <= start && one.end >= end)).toBe(true);
        for (const { start, end } of stretches) {
          expect(spans.some((one) => one.start === start)).toBe(true);
          expect(spans.some((one) => one.end === end)).toBe(true);
        }
        for (const [index, next] of stretches.slice(1).entries()) expect(next.start).toBeGreaterThan(stretches[index]?.end ?? Infinity);
      }),
    );
  });

  it('asked for piece by piece it is the same as asked for at once', () => {
    const list = [
      { start: 5_000, end: 9_000 },
      { start: 12_000, end: 20_000 },
    ];
    const whole = new Float32Array(40_000);
    duckingGains(list, usualDucking, 0, whole);
    for (let at = 0; at < 40_000; at += 1_000) {
      const piece = new Float32Array(1_000);
      duckingGains(list, usualDucking, at, piece);
      expect(piece).toEqual(whole.subarray(at, at + 1_000));
    }
  });

  it('lasts to the end of a segment whose take ends early, and to the end of a take that is longer than its segment', () => {
    const one = segment(0, { start: second, end: 4 * second, fit: 'natural' });
    expect(duckedStretches({ segments: [one], takes: [take(one.text, 2 * second)] })).toEqual([{ start: second, end: 4 * second }]);
    expect(duckedStretches({ segments: [one], takes: [take(one.text, 5 * second)] })).toEqual([{ start: second, end: 6 * second }]);
  });

  it('leaves the original as it is where a segment has no take', () => {
    expect(duckedStretches({ segments: [segment(0, { start: second, end: 4 * second })], takes: [] })).toEqual([]);
  });
});

describe('undo', () => {
  it('forgets the oldest step past 200', () => {
    const edit = (title: string) => ({ title, segments: [], ducking: usualDucking });
    let history = noHistory;
    for (let step = 0; step < 205; step += 1) history = recorded(history, edit(String(step)), String(step));
    expect([history.past.length, history.past[0]?.label]).toEqual([200, '5']);
  });

  it('makes typing after a step back a step of its own, and nothing can be taken forward any more', () => {
    const edit = (title: string) => ({ title, segments: [], ducking: usualDucking });
    let history = recorded(noHistory, edit('a'), 'text 1');
    history = recorded(history, edit('ab'), 'move');
    history = undone(history, edit('abc'))!.history;
    history = recorded(history, edit('ab'), 'text 1', true);
    expect(history.past.map((step) => step.edit.title)).toEqual(['a', 'ab']);
    expect(redone(history, edit('abx'))).toBeUndefined();
  });

  it('brings back each step and takes it forward again, and typing is one step', () => {
    const edit = (title: string) => ({ title, segments: [], ducking: usualDucking });
    let history = recorded(noHistory, edit('a'), 'text 1');
    history = recorded(history, edit('ab'), 'text 1', true);
    history = recorded(history, edit('abc'), 'move');
    const back = undone(history, edit('abcd'))!;
    expect([back.edit.title, back.label]).toEqual(['abc', 'move']);
    const further = undone(back.history, back.edit)!;
    expect(further.edit.title).toBe('a');
    expect(undone(further.history, further.edit)).toBeUndefined();
    const again = redone(further.history, further.edit)!;
    expect(again.edit.title).toBe('abc');
    expect(redone(again.history, again.edit)!.edit.title).toBe('abcd');
  });
});
