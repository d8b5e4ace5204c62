import { sampleRate } from '#shared/narration/take.ts';
import type { Timeline, TimelineBlock } from '#shared/narration/chapter-timeline.ts';

/** The chapter's sound as main made it: one address, and what lies where in it. */
export interface Sound {
  audioUrl: string;
  peaksUrl: string;
  seconds: number;
  timeline: Timeline;
}

/** One block's stretch of it, in seconds from the start of the chapter. */
export interface Segment {
  blockId: string;
  start: number;
  /** Where its sound ends and its pause begins. */
  end: number;
  /** Where its pause ends. */
  next: number;
}

function inSeconds({ blockId, start, samples, pauseSamples }: TimelineBlock): Segment {
  const end = start + samples;
  return { blockId, start: start / sampleRate, end: end / sampleRate, next: (end + pauseSamples) / sampleRate };
}

const placesOf = new WeakMap<Timeline, ReadonlyMap<string, TimelineBlock>>();

/** Where a block lies, in samples. */
export function blockOf(sound: Sound | undefined, blockId: string | undefined): TimelineBlock | undefined {
  if (!sound || blockId === undefined) return undefined;
  let places = placesOf.get(sound.timeline);
  if (!places) placesOf.set(sound.timeline, (places = new Map(sound.timeline.blocks.map((block) => [block.blockId, block]))));
  return places.get(blockId);
}

export function segmentOf(sound: Sound | undefined, blockId: string | undefined): Segment | undefined {
  const block = blockOf(sound, blockId);
  return block && inSeconds(block);
}

/** A place by its block, so that it stays where it is when other blocks change: samples into the block, its pause included. */
export interface Point {
  blockId: string;
  offset: number;
}

/** The block and the sample of it at a time; the end of the last block at and past the end. */
export function pointAt(sound: Sound | undefined, seconds: number): Point | undefined {
  const sample = Math.min(Math.max(0, Math.round(seconds * sampleRate)), sound?.timeline.samples ?? 0);
  const block = sound?.timeline.blockAt(Math.min(sample, sound.timeline.samples - 1));
  return block && { blockId: block.blockId, offset: sample - block.start };
}

/** The place just past a stretch that ends at a time: in the block whose last sample the stretch holds, not in the one after. */
function endPointAt(sound: Sound | undefined, seconds: number): Point | undefined {
  const last = pointAt(sound, seconds - 1 / sampleRate);
  return last && { ...last, offset: last.offset + 1 };
}

/** The ends of a stretch; `undefined` where the chapter has not one sample of it. */
export function stretchOf(sound: Sound | undefined, { from, to }: { from: number; to: number }): { from: Point; to: Point } | undefined {
  const [first, last] = [Math.max(0, Math.round(from * sampleRate)), Math.min(Math.round(to * sampleRate), sound?.timeline.samples ?? 0)];
  if (last <= first) return undefined;
  const points = [pointAt(sound, from), endPointAt(sound, last / sampleRate)];
  return points[0] && points[1] && { from: points[0], to: points[1] };
}

/** Seconds from the start of the chapter. `order` names every block of the chapter. */
export function secondsOf(sound: Sound | undefined, order: readonly string[], point: Point): number {
  const block = blockOf(sound, point.blockId);
  const start = block ? block.start : Math.round(startOf(sound, order, point.blockId) * sampleRate);
  return (start + point.offset) / sampleRate;
}

/** The chapter's samples alone, for reading stretches of them. */
export function pcmUrlOf(sound: Sound): string {
  return sound.audioUrl.replace(/\.wav$/u, '.pcm');
}

/** The block that sounds at a time, or whose pause it is; the last one at and past the end. */
export function segmentAt(sound: Sound | undefined, seconds: number): Segment | undefined {
  if (!sound) return undefined;
  const sample = Math.min(Math.max(0, Math.round(seconds * sampleRate)), sound.timeline.samples - 1);
  const block = sound.timeline.blockAt(sample);
  return block && inSeconds(block);
}

/** Where a block begins, or would begin once it has sound, in seconds. `order` names every block of the chapter. */
export function startOf(sound: Sound | undefined, order: readonly string[], blockId: string): number {
  if (!sound) return 0;
  const places = new Map(order.map((id, index) => [id, index]));
  const wanted = places.get(blockId) ?? 0;
  let start = 0;
  for (const block of sound.timeline.blocks) {
    const segment = inSeconds(block);
    if (block.blockId === blockId) return segment.start;
    if ((places.get(block.blockId) ?? -1) < wanted) start = segment.next;
  }
  return start;
}
