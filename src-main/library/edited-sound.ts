import { sampleRate, type Take } from '#shared/narration/take.ts';
import { hasSeams, playedSamples } from '#shared/narration/edited-take.ts';
import type { TakeEdit } from '#shared/narration/take-edit.ts';
import { partsIdOf } from '#shared/narration/parts.ts';
import { peakBytes, type Sound } from './pcm-cache.ts';
import type { StoredTake } from './project-rows.ts';
import { samplesPerPeak } from '../media/sound-writer.ts';

/** The decoded sound of a take, edited while it is read: nothing is written, and the take stays as it is. Places are samples at 48 kHz. */

/** s16le, mono, 48 kHz. */
export interface PcmFile {
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

/** How a sound is played. */
export interface SoundEdit {
  /** Of the sound as it is. */
  wholeSamples: number;
  /** What is played of it: `from` up to but without `to`. */
  from: number;
  to: number;
  /** Its amplitude is multiplied by this. */
  factor: number;
  seams: readonly Seam[];
}

/** Where one sound goes over into another. Places are of the edited take before its trim. */
interface Seam {
  /** What is mixed again: all of the fade that is in the take's sound, and of the one that takes its place. */
  from: number;
  to: number;
  /** The new fade: `fadeSamples` around `middle`. */
  middle: number;
  fadeSamples: number;
  before: Side;
  after: Side;
}

/** A sound that is heard at one side of a seam. */
interface Side {
  sound: Sound;
  /** Its sample at place t is `t + shift`. */
  shift: number;
  factor: number;
  /** Where the take’s own sound is this side alone. */
  ownFrom: number;
  ownTo: number;
}

/** A cut edge fades in or out for 5 ms, so that it makes no click. */
const edgeSamples = 240;
/** Crossfades that a repair makes last 12 ms at most. */
const repairFade = 576;

export function toSoundEdit(found: StoredTake, edit: TakeEdit, find: (takeId: string) => StoredTake | undefined): SoundEdit {
  const { take } = found;
  const seams = edit.crossfadeMs === undefined ? [] : findSeams(take, Math.round((edit.crossfadeMs * sampleRate) / 1000), find);
  return { wholeSamples: take.samples, ...playedSamples(take.samples, edit), factor: 10 ** ((edit.gainDb ?? 0) / 20), seams };
}

/** A stretch of a repaired take, and where its source lies. */
interface Stretch extends Omit<Side, 'ownFrom' | 'ownTo'> {
  from: number;
  to: number;
  isPart: boolean;
}

function findSeams(take: Take, fadeSamples: number, find: (takeId: string) => StoredTake | undefined): Seam[] {
  if (!hasSeams(take)) return [];
  const stretches = layOut(take, find) ?? [];
  return stretches.flatMap((before, index) => {
    const after = stretches[index + 1];
    if (!after || (before.isPart && after.isPart)) return [];
    const least = Math.floor((before.from + before.to) / 2);
    const most = Math.floor((after.from + after.to) / 2);
    // The fade that the repair made lies in the part, or, where words only went, between both stretches.
    const baked = before.isPart
      ? { from: Math.max(least, before.to - repairFade), to: before.to }
      : after.isPart
        ? { from: after.from, to: Math.min(most, after.from + repairFade) }
        : { from: before.to, to: after.from };
    const middle = Math.floor((baked.from + baked.to) / 2);
    const half = Math.max(0, Math.min(Math.floor(fadeSamples / 2), middle - least, most - middle));
    return {
      from: Math.min(baked.from, middle - half),
      to: Math.max(baked.to, middle + half),
      middle,
      fadeSamples: half * 2,
      before: { ...before, ownFrom: before.from, ownTo: baked.from },
      after: { ...after, ownFrom: baked.to, ownTo: after.to },
    };
  });
}

/** `undefined` where a source is gone. */
function layOut({ samples, blockId, derivedFrom = [] }: Take, find: (takeId: string) => StoredTake | undefined): Stretch[] | undefined {
  const partsId = partsIdOf(blockId);
  const toSamples = (ms: number): number => Math.round((ms * sampleRate) / 1000);
  const sources: { found: StoredTake; start: number; length: number; gainDb: number }[] = [];
  for (const { takeId, startMs, endMs, gainDb } of derivedFrom) {
    const found = find(takeId);
    if (found === undefined) return undefined;
    sources.push({ found, start: toSamples(startMs), length: toSamples(endMs) - toSamples(startMs), gainDb });
  }
  const isPart = (index: number): boolean => sources[index]?.found.take.blockId === partsId;
  // Where words only went, the two stretches of the take fade into each other, and neither counts the fade.
  const cuts = sources.filter((_, index) => index > 0 && !isPart(index - 1) && !isPart(index)).length;
  const faded = samples - sources.reduce((sum, { length }) => sum + length, 0);
  const fade = cuts === 0 ? 0 : Math.max(0, Math.floor(faded / cuts));
  let at = 0;
  return sources.map(({ found: { contentHash, take }, start, length, gainDb }, index) => {
    if (index > 0 && !isPart(index - 1) && !isPart(index)) at += fade;
    const from = at;
    at += length;
    const sound = { contentHash, samples: take.samples };
    return { sound, from, to: at, shift: start - from, factor: 10 ** (gainDb / 20), isPart: isPart(index) };
  });
}

/** Opens a decoded sound; `undefined` where it is damaged. */
type Open = (sound: Sound) => Promise<PcmFile | undefined>;

/** The edited sound as a file of its own. */
export async function openEdited(contentHash: string, edit: SoundEdit, open: Open): Promise<PcmFile | undefined> {
  const file = await open({ contentHash, samples: edit.wholeSamples });
  if (!file) return undefined;
  try {
    const mixed: MixedSeam[] = [];
    for (const seam of edit.seams) mixed.push(...(await mixSeam(seam, file, open)));
    return new EditedFile(file, edit, mixed);
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

interface MixedSeam {
  from: number;
  values: Float64Array;
}

class EditedFile implements PcmFile {
  readonly #file: PcmFile;
  readonly #edit: SoundEdit;
  readonly #seams: readonly MixedSeam[];

  constructor(file: PcmFile, edit: SoundEdit, seams: readonly MixedSeam[]) {
    this.#file = file;
    this.#edit = edit;
    this.#seams = seams;
  }

  async read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    const { from, to } = this.#edit;
    // A range may begin or end within a sample.
    const first = from + Math.floor(position / 2);
    const last = Math.min(to, from + Math.ceil((position + length) / 2));
    const samples = last > first ? await readSamples(this.#file, first, last) : new Int16Array(0);
    for (let index = 0; index < samples.length; index += 1) samples[index] = this.#edited(samples[index] ?? 0, first + index);
    const skipped = position % 2;
    const bytes = new Uint8Array(samples.buffer).subarray(skipped, skipped + length);
    buffer.set(bytes, offset);
    return { bytesRead: bytes.byteLength };
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #edited(own: number, place: number): number {
    const { from, to, factor, wholeSamples } = this.#edit;
    const seam = this.#seams.find((one) => place >= one.from && place < one.from + one.values.length);
    let value = (seam?.values[place - seam.from] ?? own) * factor;
    if (from > 0 && place - from < edgeSamples) value *= edge(place - from);
    if (to < wholeSamples && to - 1 - place < edgeSamples) value *= edge(to - 1 - place);
    return toSample(value);
  }
}

const edge = (distance: number): number => Math.sin((distance / edgeSamples) * (Math.PI / 2));
const toSample = (value: number): number => Math.round(Math.min(32_767, Math.max(-32_768, value)));

/** Samples of a file; what lies outside of it is silence. */
async function readSamples(file: PcmFile, from: number, to: number): Promise<Int16Array<ArrayBuffer>> {
  const samples = new Int16Array(to - from);
  const bytes = new Uint8Array(samples.buffer);
  for (let filled = Math.max(0, -from) * 2; filled < bytes.byteLength;) {
    const { bytesRead } = await file.read(bytes, filled, bytes.byteLength - filled, from * 2 + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return samples;
}

/** Equal power: what meets at a seam is not alike. Nothing where a source is damaged: the fade of the repair is heard then. */
async function mixSeam(seam: Seam, own: PcmFile, open: Open): Promise<MixedSeam[]> {
  const { from, to, middle, fadeSamples } = seam;
  const before = await readSide(seam.before, seam, own, open);
  const after = await readSide(seam.after, seam, own, open);
  if (!before || !after) return [];
  const values = Float64Array.from({ length: to - from }, (_, index) => {
    const into = from + index + 0.5 - (middle - fadeSamples / 2);
    const share = fadeSamples === 0 ? (into > 0 ? 1 : 0) : Math.min(1, Math.max(0, into / fadeSamples));
    return (before[index] ?? 0) * Math.cos(share * (Math.PI / 2)) + (after[index] ?? 0) * Math.sin(share * (Math.PI / 2));
  });
  return [{ from, values }];
}

async function readSide(side: Side, { from, to }: Seam, own: PcmFile, open: Open): Promise<Float64Array | undefined> {
  const source = await open(side.sound);
  if (!source) return undefined;
  try {
    const [there, here] = [await readSamples(source, from + side.shift, to + side.shift), await readSamples(own, from, to)];
    const isOwn = (place: number): boolean => place >= side.ownFrom && place < side.ownTo;
    return Float64Array.from(there, (value, index) => (isOwn(from + index) ? (here[index] ?? 0) : value * side.factor));
  } finally {
    await source.close();
  }
}

/** Peak pairs of the edited sound out of those of the whole one: each pair holds the extremes of those that it touches. */
export function editPeaks(peaks: Int8Array, { from, to, factor }: SoundEdit): Int8Array {
  const pairs = new Int8Array(peakBytes(to - from));
  const limit = (value: number): number => Math.round(Math.min(127, Math.max(-128, value * factor)));
  for (let pair = 0; pair * 2 < pairs.length; pair += 1) {
    const start = from + pair * samplesPerPeak;
    const first = Math.floor(start / samplesPerPeak);
    const last = Math.floor((Math.min(to, start + samplesPerPeak) - 1) / samplesPerPeak);
    pairs[pair * 2] = limit(Math.min(peaks[first * 2] ?? 0, peaks[last * 2] ?? 0));
    pairs[pair * 2 + 1] = limit(Math.max(peaks[first * 2 + 1] ?? 0, peaks[last * 2 + 1] ?? 0));
  }
  return pairs;
}
