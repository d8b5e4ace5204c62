import { maximumVariants, sampleRate } from '../narration/take.ts';
import { clamp, dubLimits, paceRange, type Dub, type DubTake, type Segment } from './timeline.ts';

/** What is heard of a segment, and how well that fits: pure. */

/** What is bought of it: equal lines are the same paid work. */
export type Line = Pick<Segment, 'voiceId' | 'modelId' | 'speed'> & { text: string };
export const toLine = ({ text, voiceId, modelId, speed }: Segment): Line => ({ text: text.trim(), voiceId, modelId, speed });
export const sameLine = (one: Line, other: Line): boolean =>
  one.text === other.text && one.voiceId === other.voiceId && one.modelId === other.modelId && one.speed === other.speed;

/**
 * The take of what a segment says now; found again by undo, and by another segment that says the same. Of several, the one that was chosen for it,
 * else the part that it has of a split take, else the first.
 */
export const currentTake = (segment: Segment, takes: readonly DubTake[]): DubTake | undefined => {
  const line = toLine(segment);
  const chosen = takes.find((take) => take.id === segment.heard && sameLine(take, line));
  return chosen ?? splitTake(segment, line, takes) ?? takesOfLine(line, takes)[0];
};

function splitTake({ part }: Segment, line: Line, takes: readonly DubTake[]): DubTake | undefined {
  if (!part || part.text === '' || part.text !== line.text) return undefined;
  return takes.find((take) => take.id === part.takeId && sameLine({ ...take, text: part.text }, line));
}

/** In the order in which they were bought; of one that was replaced by a new sound, the new one first. */
const takesOfLine = (line: Line, takes: readonly DubTake[]): DubTake[] =>
  takes
    .filter((take) => sameLine(take, line))
    .toReversed()
    .toSorted((one, other) => (one.variant ?? 0) - (other.variant ?? 0));

/** The takes that a segment may sound with as it says now, each sound once. */
export function takesOf(segment: Segment, takes: readonly DubTake[]): DubTake[] {
  const line = toLine(segment);
  const split = splitTake(segment, line, takes);
  const all = [...(split ? [split] : []), ...takesOfLine(line, takes)];
  return all.filter((take, index) => all.findIndex(({ id }) => id === take.id) === index);
}

/** Which take of its line a segment gets next: `0` is the first; `undefined` where it has all that can be bought. */
export function nextVariant(segment: Segment, takes: readonly DubTake[]): number | undefined {
  const have = new Set(takesOfLine(toLine(segment), takes).map(({ variant = 0 }) => variant));
  return Array.from({ length: maximumVariants + 1 }, (_, number) => number).find((number) => !have.has(number));
}

/** A segment after an edit: the take of what it said before is what it sounds with until it has another, also where undo had forgotten which one that was. */
export function keepingTake(before: Segment, after: Segment, takes: readonly DubTake[]): Segment {
  if (after === before || after.heard !== before.heard || sameLine(toLine(before), toLine(after))) return after;
  const had = currentTake(before, takes);
  return had === undefined || had.id === after.heard ? after : { ...after, heard: had.id };
}

/** `stale`: it sounds with what it said before. */
type SegmentState = 'empty' | 'stale' | 'done';

/** A take as it is heard: `from` up to but without `to` of its samples, at `pace` times its own, in `samples` samples. */
export interface Heard {
  take: DubTake;
  state: Exclude<SegmentState, 'empty'>;
  /** The samples of the take that are the segment's, before its trim: all of them, unless it was split. */
  own: { from: number; to: number };
  from: number;
  to: number;
  pace: number;
  samples: number;
  /** The pace that would fit, where that is out of the range. */
  beyond: number | undefined;
}

export function heardOf(segment: Segment, takes: readonly DubTake[]): Heard | undefined {
  const current = currentTake(segment, takes);
  const take = current ?? takes.find(({ id }) => id === segment.heard) ?? takes.find(({ id }) => id === segment.part?.takeId);
  if (!take || take.samples === 0) return undefined;
  const own = ownSamples(segment, take);
  const trim = segment.trim?.takeId === take.id ? segment.trim : { head: 0, tail: 0 };
  const from = clamp(own.from + trim.head, own.from, own.to - 1);
  const to = clamp(own.to - trim.tail, from + 1, own.to);
  return { take, state: current ? 'done' : 'stale', own, from, to, ...fitted(to - from, segment) };
}

/** A segment that says all of the take again has all of it. */
function ownSamples(segment: Segment, take: DubTake): Heard['own'] {
  const { part } = segment;
  if (part?.takeId !== take.id || sameLine(take, toLine(segment))) return { from: 0, to: take.samples };
  const from = clamp(part.from, 0, take.samples - 1);
  return { from, to: clamp(part.to, from + 1, take.samples) };
}

/** How long a take of `length` samples is heard, and at which pace. */
export function fitted(
  length: number,
  { start, end, fit }: Pick<Segment, 'start' | 'end' | 'fit'>,
): Pick<Heard, 'pace' | 'samples' | 'beyond'> {
  const room = end - start;
  const wanted = length / room;
  if (fit === 'natural') return { pace: 1, samples: length, beyond: undefined };
  if (fit === 'cut') return { pace: 1, samples: Math.min(length, room), beyond: undefined };
  const least = fit === 'stretch' ? paceRange.slowest : 1;
  const pace = clamp(wanted, least, paceRange.fastest);
  const within = pace === wanted;
  const beyond = within || (fit === 'tighten' && wanted < 1) ? undefined : wanted;
  return { pace, samples: within ? room : Math.round(length / pace), beyond };
}

/** Samples that a character takes, learned from the takes of the same voice and model, else of any, else as most languages are read. */
const usualSamplesPerCharacter = sampleRate / 15;
const fewestCharacters = 20;

function samplesPerCharacter(line: Pick<Line, 'voiceId' | 'modelId'>, takes: readonly DubTake[]): { value: number; learned: boolean } {
  const of = (those: readonly DubTake[]): number | undefined => {
    const characters = those.reduce((sum, { text }) => sum + text.length, 0);
    if (characters < fewestCharacters) return undefined;
    return those.reduce((sum, { samples, speed }) => sum + samples * speed, 0) / characters;
  };
  const own = of(takes.filter(({ voiceId, modelId }) => voiceId === line.voiceId && modelId === line.modelId));
  return { value: own ?? of(takes) ?? usualSamplesPerCharacter, learned: own !== undefined };
}

/** How a segment is expected to fit before it is made: the pace that its text needs in its time. */
export function forecast(segment: Segment, takes: readonly DubTake[]): { samples: number; pace: number; learned: boolean } | undefined {
  const text = segment.text.trim();
  if (text === '') return undefined;
  const { value, learned } = samplesPerCharacter(segment, takes);
  const samples = Math.round((text.length * value) / segment.speed);
  return { samples, pace: samples / (segment.end - segment.start), learned };
}

/** What a pace asks of a voice. `far`: nothing in the range makes it fit. */
export type Strain = 'easy' | 'audible' | 'far';
export const judgeStrain = (pace: number): Strain =>
  pace > paceRange.fastest || pace < paceRange.slowest ? 'far' : pace > 1.25 || pace < 0.8 ? 'audible' : 'easy';

/** Whether the take that is to be generated is expected to be too long even at the fastest pace. Not where the segment's fit lets it run over, or cuts it. */
export function willNotFit(segment: Segment, takes: readonly DubTake[]): boolean {
  if (segment.fit === 'natural' || segment.fit === 'cut' || currentTake(segment, takes)) return false;
  return (forecast(segment, takes)?.pace ?? 0) > paceRange.fastest;
}

/** By how many samples a line runs over its time even at the fastest pace. `expected`: of a take that is not there yet. `stale`: as it still sounds. */
export interface Overrun {
  samples: number;
  of: 'expected' | Heard['state'];
}

/** Undefined where a line fits at some pace, or where the segment's fit lets it run over, or cuts it. */
export function overrunOf(segment: Segment, takes: readonly DubTake[]): Overrun | undefined {
  const room = segment.end - segment.start;
  if (willNotFit(segment, takes))
    return { samples: Math.round((forecast(segment, takes)?.samples ?? 0) / paceRange.fastest) - room, of: 'expected' };
  const heard = heardOf(segment, takes);
  return heard?.beyond !== undefined && heard.beyond > 1 ? { samples: heard.samples - room, of: heard.state } : undefined;
}

/** The segments that do not fit as they are: their take does not, or the one that is to be generated is expected not to. */
export const unfitSegments = ({ segments, takes }: Pick<Dub, 'segments' | 'takes'>): Segment[] =>
  segments.filter((segment) => {
    const overrun = overrunOf(segment, takes);
    return overrun !== undefined && overrun.of !== 'stale';
  });

/** What a person should know of a segment, the weightiest first: what keeps it from being generated, then words that are lost, then what sounds wrong. */
const byWeight = ['no-text', 'no-voice', 'voice-gone', 'cut', 'too-long', 'beyond-end', 'will-not-fit', 'overlap', 'too-short'] as const;
export type Mark = (typeof byWeight)[number];

/** Tells whether the service lists a voice no more. */
export type IsVoiceGone = (voiceId: string | null) => boolean;
const noneIsGone: IsVoiceGone = () => false;

/** The marks of each segment that has any, the weightiest first. A voice that is gone is one where the take is not there: only then it is missed. */
export function marksOf(dub: Pick<Dub, 'segments' | 'takes' | 'video'>, isGone: IsVoiceGone = noneIsGone): Map<string, Mark[]> {
  const marks = new Map<string, Mark[]>();
  const add = (segmentId: string, mark: Mark): void => {
    const known = marks.get(segmentId);
    if (known) known.push(mark);
    else marks.set(segmentId, [mark]);
  };
  let before: { id: string; end: number } | undefined;
  for (const segment of dub.segments) {
    const heard = heardOf(segment, dub.takes);
    const end = segment.start + (heard?.samples ?? segment.end - segment.start);
    if (segment.text.trim() === '') add(segment.id, 'no-text');
    else if (segment.voiceId === null) add(segment.id, 'no-voice');
    else if (isGone(segment.voiceId) && heard?.state !== 'done') add(segment.id, 'voice-gone');
    if (before && before.end > segment.start) {
      add(before.id, 'overlap');
      add(segment.id, 'overlap');
    }
    if (Math.max(end, segment.end) > dub.video.samples) add(segment.id, 'beyond-end');
    if (willNotFit(segment, dub.takes)) add(segment.id, 'will-not-fit');
    else if (heard?.beyond !== undefined) add(segment.id, heard.beyond > 1 ? 'too-long' : 'too-short');
    if (heard && segment.fit === 'cut' && heard.to - heard.from > heard.samples) add(segment.id, 'cut');
    if (!before || end > before.end) before = { id: segment.id, end };
  }
  for (const [segmentId, list] of marks)
    marks.set(
      segmentId,
      byWeight.filter((mark) => list.includes(mark)),
    );
  return marks;
}

const audibleMarks: ReadonlySet<Mark> = new Set(['overlap', 'beyond-end', 'too-long', 'cut']);

/** The segments whose speech is heard over another's, runs past the end of the video or of its time, or is cut off. */
export const faultySegments = (dub: Pick<Dub, 'segments' | 'takes' | 'video'>): Segment[] => {
  const marks = marksOf(dub);
  return dub.segments.filter(
    (segment) => heardOf(segment, dub.takes) !== undefined && marks.get(segment.id)?.some((mark) => audibleMarks.has(mark)) === true,
  );
};

/** The segments that a **Generate all** would make: those with words and a voice whose take is not there. */
export const wanting = (dub: Pick<Dub, 'segments' | 'takes'>, isGone: IsVoiceGone = noneIsGone): Segment[] =>
  lackingTake(dub).filter(({ voiceId }) => voiceId !== null && !isGone(voiceId));

/** The segments with words that cannot be made before a voice is chosen: they have none, or one that is gone. */
export const voiceless = (dub: Pick<Dub, 'segments' | 'takes'>, isGone: IsVoiceGone = noneIsGone): Segment[] =>
  lackingTake(dub).filter(({ voiceId }) => voiceId === null || isGone(voiceId));

const lackingTake = ({ segments, takes }: Pick<Dub, 'segments' | 'takes'>): Segment[] =>
  segments.filter((segment) => segment.text.trim() !== '' && currentTake(segment, takes) === undefined);

/** The segments with words of which nothing would be heard. */
export const silentSegments = ({ segments, takes }: Pick<Dub, 'segments' | 'takes'>): Segment[] =>
  segments.filter((segment) => segment.text.trim() !== '' && heardOf(segment, takes) === undefined);

/** The segments whose audio has the words, the voice or the speed that they had before a change. */
export const staleSegments = ({ segments, takes }: Pick<Dub, 'segments' | 'takes'>): Segment[] =>
  segments.filter((segment) => heardOf(segment, takes)?.state === 'stale');

/**
 * A take is put into the dub, and the segments that say its line sound with it, but for those that have another take of it. The oldest that none
 * sounds with go where there are too many.
 */
export function withTake<T extends Pick<Dub, 'segments' | 'takes'>>(dub: T, take: DubTake): T {
  const isReplaced = (other: DubTake): boolean => sameLine(other, take) && other.variant === take.variant;
  const segments = dub.segments.map((segment) => {
    if (!sameLine(toLine(segment), take)) return segment;
    const current = currentTake(segment, dub.takes);
    return current === undefined || isReplaced(current) ? { ...segment, heard: take.id } : segment;
  });
  const split = new Set(segments.map(({ part }) => part?.takeId));
  const isKept = (other: DubTake): boolean =>
    isReplaced(other) ? other.id !== take.id && split.has(other.id) : other.id !== take.id || sameLine(other, take);
  const takes = [...dub.takes.filter((other) => isKept(other)), take];
  const used = new Set([...split, ...segments.map(({ heard }) => heard ?? undefined)]);
  while (takes.length > dubLimits.takes) {
    const idle = takes.findIndex(({ id }) => !used.has(id));
    takes.splice(Math.max(0, idle), 1);
  }
  return { ...dub, segments, takes };
}
