import { sampleRate } from '#shared/narration/take.ts';
import { samplesOf } from './pcm.ts';
import type { Program } from './program.ts';
import { blockOf, pcmUrlOf, type Point, type Sound } from './sound.ts';

/** What a block is to the player besides its place in the sound. */
export interface Script {
  /** Every block of the chapter, in order. */
  order: readonly string[];
  /** Blocks whose sound is still to come. */
  pending: ReadonlySet<string>;
  /** Silence after a block, in seconds. */
  pauseAfter(blockId: string): number;
}

/** What plays over and over; without an end, to the end of the chapter. */
export interface Loop {
  from: Point;
  to: Point | undefined;
}

/** Everything that the way through the chapter depends on; asked again at every block, for it changes while it plays. */
export interface Way {
  sound(): Sound | undefined;
  script(): Script;
  /** Live address of a block that is arriving. */
  live(blockId: string): string | undefined;
  /** The live stream could not be read on. */
  liveFailed(blockId: string): void;
  loop(): Loop | undefined;
  /** The block after which playing ends. */
  until: string | undefined;
  /** Called when a block is waited for, and when no more. */
  waits(blockId: string | undefined): void;
  /** Settles when any of these may have changed. */
  changed(signal: AbortSignal): Promise<void>;
}

/** Samples of silence, or of sound played backwards, that are made at once. */
const pieceSamples = sampleRate / 2;

type Source = { kind: 'live'; url: string } | { kind: 'sound'; sound: Sound } | { kind: 'pending' } | undefined;

/**
 * Pushes the chapter into a program from a point on: block after block, each from its live stream or from the newest sound,
 * with its pause. Settles at the end. With `asItIs` the first block is not waited for where it has a sound already.
 */
export async function feedForward(program: Program, way: Way, start: Point, signal: AbortSignal, asItIs: boolean): Promise<void> {
  let at: Point | undefined = start;
  let first = asItIs;
  /** Since the start, or the last turn of the loop. A loop without sound is not repeated forever. */
  let sounded = false;
  const over = (): boolean => signal.aborted;
  while (at && !over()) {
    const { blockId }: Point = at;
    const source = sourceOf(way, blockId, first);
    first = false;
    if (source?.kind === 'pending') {
      way.waits(blockId);
      await way.changed(signal);
      way.waits(undefined);
      continue;
    }
    let reached: Reached = { offset: at.offset, looped: false };
    if (source?.kind === 'live') {
      reached = await feedLive(program, way, at, source.url, signal);
      if (reached.broken) {
        way.liveFailed(blockId);
        at = { blockId, offset: reached.offset };
        continue;
      }
    } else if (source) reached = await feedSound(program, way, at, source.sound, signal);
    if (over() || (blockId === way.until && source)) return;
    const loop = way.loop();
    const next = nextOf(way, blockId);
    sounded ||= reached.offset > at.offset;
    if (next !== undefined && !reached.looped) at = { blockId: next, offset: 0 };
    else {
      if (!sounded) return;
      at = loop?.from;
      sounded = false;
    }
  }
}

interface Reached {
  offset: number;
  /** The end of what is looped was in this block. */
  looped: boolean;
  broken?: boolean;
}

function sourceOf(way: Way, blockId: string, asItIs: boolean): Source {
  const sound = way.sound();
  const held = blockOf(sound, blockId) && sound;
  if (asItIs && held) return { kind: 'sound', sound: held };
  const url = way.live(blockId);
  if (url !== undefined) return { kind: 'live', url };
  if (way.script().pending.has(blockId)) return { kind: 'pending' };
  return held && { kind: 'sound', sound: held };
}

function nextOf(way: Way, blockId: string): string | undefined {
  const { order } = way.script();
  const at = order.indexOf(blockId);
  return at < 0 ? undefined : order[at + 1];
}

/** Samples of silence after a block. The last of a chapter has what its sound says; any other what the script says. */
function pauseOf(way: Way, blockId: string, sound: Sound | undefined): number {
  for (let next = nextOf(way, blockId); next !== undefined; next = nextOf(way, next))
    if (sourceOf(way, next, false)) return Math.round(way.script().pauseAfter(blockId) * sampleRate);
  return blockOf(sound, blockId)?.pauseSamples ?? 0;
}

async function feedLive(program: Program, way: Way, { blockId, offset: skip }: Point, url: string, signal: AbortSignal): Promise<Reached> {
  let offset = 0;
  try {
    const response = await fetch(url, { signal });
    if (!response.ok || !response.body) throw new Error(`The live sound answered ${String(response.status)}.`);
    for await (const samples of samplesOf(response.body)) {
      if (signal.aborted) break;
      const wanted = samples.slice(Math.max(0, Math.min(samples.length, skip - offset)));
      offset += samples.length;
      await program.push(wanted, { blockId, offset: offset - wanted.length, step: 1, live: true });
    }
  } catch {
    return { offset: Math.max(skip, offset), looped: false, broken: true };
  }
  return feedPause(program, way, { blockId, offset }, { samples: offset, live: true, sound: way.sound() }, signal);
}

async function feedSound(program: Program, way: Way, at: Point, sound: Sound, signal: AbortSignal): Promise<Reached> {
  const { blockId } = at;
  const block = blockOf(sound, blockId);
  if (!block) return { offset: at.offset, looped: false };
  let { offset } = at;
  const limit = Math.min(block.samples, loopEnd(way, blockId, offset) ?? Infinity);
  if (offset < limit) {
    for await (const samples of readSound(sound, block.start + offset, block.start + limit, signal)) {
      if (signal.aborted) break;
      const count = samples.length;
      await program.push(samples, { blockId, offset, step: 1, live: false });
      offset += count;
    }
  }
  if (limit < block.samples) return { offset, looped: true };
  return feedPause(program, way, { blockId, offset: Math.max(at.offset, offset) }, { samples: block.samples, live: false, sound }, signal);
}

/** The end of the loop, where it lies ahead in this block. */
function loopEnd(way: Way, blockId: string, offset: number): number | undefined {
  const to = way.loop()?.to;
  return to?.blockId === blockId && to.offset > offset ? to.offset : undefined;
}

async function feedPause(
  program: Program,
  way: Way,
  at: Point,
  { samples, live, sound }: { samples: number; live: boolean; sound: Sound | undefined },
  signal: AbortSignal,
): Promise<Reached> {
  let { offset } = at;
  if (at.blockId === way.until) return { offset, looped: false };
  const whole = samples + pauseOf(way, at.blockId, sound);
  const loop = loopEnd(way, at.blockId, offset - 1);
  const limit = Math.min(whole, loop ?? Infinity);
  while (offset < limit && !signal.aborted) {
    const count = Math.min(pieceSamples, limit - offset);
    await program.push(new Int16Array(count), { blockId: at.blockId, offset, step: 1, live });
    offset += count;
  }
  return { offset, looped: loop !== undefined && loop <= whole };
}

/** Pushes the chapter backwards from a point to its start, each sample after the one that follows it. */
export async function feedBackward(program: Program, way: Way, start: Point, signal: AbortSignal): Promise<void> {
  const sound = way.sound();
  if (!sound) return;
  const { blocks } = sound.timeline;
  let index = blocks.findIndex((block) => block.blockId === start.blockId);
  let from: number | undefined = start.offset;
  for (; index >= 0; index -= 1, from = undefined) {
    const block = blocks[index];
    if (!block) return;
    let end = Math.min(from ?? Infinity, block.samples + block.pauseSamples);
    while (end > 0 && !signal.aborted) {
      const begin = Math.max(0, end - pieceSamples);
      const piece = new Int16Array(end - begin);
      let at = 0;
      for await (const samples of readSound(sound, block.start + begin, block.start + end, signal)) {
        piece.set(samples, at);
        at += samples.length;
      }
      await program.push(piece.reverse(), { blockId: block.blockId, offset: end, step: -1, live: false });
      end = begin;
    }
  }
}

export async function* readSound(
  sound: Sound,
  from: number,
  to: number,
  signal: AbortSignal,
): AsyncGenerator<Int16Array<ArrayBuffer>, void> {
  const headers = { Range: `bytes=${String(from * 2)}-${String(to * 2 - 1)}` };
  const response = await fetch(pcmUrlOf(sound), { headers, signal, cache: 'no-store' });
  if (response.status !== 206 || !response.body) throw new Error(`The chapter’s sound answered ${String(response.status)}.`);
  yield* samplesOf(response.body);
}
