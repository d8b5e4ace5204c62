import { sampleRate } from '../narration/take.ts';
import { cutsOf } from './cut-words.ts';
import { forecast, heardOf } from './fit.ts';
import { clamp, inOrder, paceRange, placeOfFrame, toFrame, type Dub, type DubTake, type Segment } from './timeline.ts';

/**
 * What can be done about a line that is too long for its time. Each is one change of the segment that it is about: no other segment
 * moves, none is overlapped that was not, and together with what is left of a pause it takes the time that both took.
 */
export type Remedy =
  /** Starts so many samples earlier: the pause before gets shorter. */
  | { kind: 'earlier'; by: number; pace: number }
  /** Ends so many samples later, in the gap behind. */
  | { kind: 'later'; by: number; pace: number }
  /** The take that is there is heard faster, where that was not allowed. */
  | { kind: 'tighten'; pace: number }
  /** The service is asked to speak faster: a new take. */
  | { kind: 'speed'; speed: number; pace: number }
  /** The words `cut` do not fit: a new take of `kept`, which is a whole sentence. */
  | { kind: 'shorter'; kept: string; cut: string };

/** Between two lines this much silence stays, in samples: they would run together. */
export const leastPause = sampleRate / 10;
/** Less than this is no help, in samples. */
const leastGain = sampleRate / 20;
/** A pace that nobody notices. */
const easyPace = 1.25;

/** How long the words of a segment are at their own pace, in samples: of its take, else as expected. Undefined without words. */
export function speechLength(segment: Segment, takes: readonly DubTake[]): number | undefined {
  const heard = heardOf(segment, takes);
  return heard?.state === 'done' ? heard.to - heard.from : forecast(segment, takes)?.samples;
}

/** True where a segment is heard noticeably faster than it was spoken, runs over its end, or is cut. */
export function isTooLong(segment: Segment, takes: readonly DubTake[]): boolean {
  const length = speechLength(segment, takes);
  if (length === undefined) return false;
  const room = segment.end - segment.start;
  return length > room * (segment.fit === 'natural' || segment.fit === 'cut' ? 1 : easyPace);
}

/** Every remedy that changes something, in the order in which they are the least heard. Empty where the line is not too long. */
export function remediesFor(dub: Pick<Dub, 'segments' | 'takes' | 'video'>, segmentId: string): Remedy[] {
  const segment = dub.segments.find(({ id }) => id === segmentId);
  if (!segment || !isTooLong(segment, dub.takes)) return [];
  const length = speechLength(segment, dub.takes);
  if (length === undefined) return [];
  const room = segment.end - segment.start;
  const free = freeAround(dub, segment);
  const grown = (by: number): number => Math.max(1, length / (room + by));
  const remedies: Remedy[] = [];
  const earlier = wholeFrames(Math.min(free.before, length - room), segment.start, -1, dub.video.frameRate);
  if (earlier >= leastGain) remedies.push({ kind: 'earlier', by: earlier, pace: grown(earlier) });
  const later = wholeFrames(Math.min(free.after, length - room), segment.end, 1, dub.video.frameRate);
  if (later >= leastGain) remedies.push({ kind: 'later', by: later, pace: grown(later) });
  if (segment.fit === 'natural' || segment.fit === 'cut') remedies.push({ kind: 'tighten', pace: length / room });
  else {
    const speed = faster(segment.speed, length / room);
    const pace = Math.max(1, (length * segment.speed) / speed / room);
    // Too long even so: it would be charged, and not fit.
    if (speed > segment.speed && pace <= paceRange.fastest) remedies.push({ kind: 'speed', speed, pace });
  }
  const shorter = shortened(segment, length, room);
  if (shorter) remedies.push(shorter);
  return remedies;
}

/** The segments after a remedy, in order. */
export function withRemedy(segments: readonly Segment[], segmentId: string, remedy: Remedy): Segment[] {
  return inOrder(segments.map((segment) => (segment.id === segmentId ? { ...segment, ...changeOf(segment, remedy) } : segment)));
}

function changeOf(segment: Segment, remedy: Remedy): Partial<Segment> {
  if (remedy.kind === 'earlier') return { start: segment.start - remedy.by };
  if (remedy.kind === 'later') return { end: segment.end + remedy.by };
  if (remedy.kind === 'tighten') return { fit: 'tighten' };
  return remedy.kind === 'speed' ? { speed: remedy.speed } : { text: remedy.kept };
}

/** Samples before and behind a segment in which nothing is spoken, less the pause that stays. What overlaps it leaves none. */
function freeAround(
  { segments, takes, video }: Pick<Dub, 'segments' | 'takes' | 'video'>,
  segment: Segment,
): { before: number; after: number } {
  let least = 0;
  let most = Math.max(video.samples, segment.end);
  for (const other of segments) {
    if (other.id === segment.id) continue;
    const end = Math.max(other.end, other.start + (heardOf(other, takes)?.samples ?? 0));
    if (other.start < segment.end && end > segment.start) {
      if (other.start <= segment.start) least = segment.start;
      if (end >= segment.end) most = segment.end;
    } else if (other.start >= segment.end) most = Math.min(most, other.start - leastPause);
    else least = Math.max(least, end + leastPause);
  }
  return { before: Math.max(0, segment.start - least), after: Math.max(0, most - segment.end) };
}

/** As much of `by` as leads from a place to one on the grid of frames; towards the start (-1) or the end (1). */
function wholeFrames(by: number, from: number, way: -1 | 1, frameRate: number): number {
  const wanted = from + way * by;
  const nearest = toFrame(wanted, frameRate);
  const frame = way * (placeOfFrame(nearest, frameRate) - wanted) > 0 ? nearest - way : nearest;
  return clamp(way * (placeOfFrame(frame, frameRate) - from), 0, by);
}

/** The speed in steps of 0.05 at which the words would be easily fast. */
const faster = (speed: number, pace: number): number => Math.min(paceRange.fastest, Math.ceil((speed * pace * 20) / easyPace) / 20);

/** As much of the text as is spoken in the time that is there, of what can be cut. `undefined` where nothing can be, or all of it fits. */
function shortened({ text, fit }: Segment, length: number, room: number): Remedy | undefined {
  const whole = text.trim();
  const most = (whole.length * room * (fit === 'natural' || fit === 'cut' ? 1 : easyPace)) / length;
  const cut = cutsOf(whole).findLast(({ kept }) => kept.length <= most);
  return cut && { kind: 'shorter', ...cut };
}
