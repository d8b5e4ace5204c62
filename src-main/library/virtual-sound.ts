import { createHash } from 'node:crypto';
import { chunkBytes, type Resource } from '../infra/byte-response.ts';
import type { TakeEdit } from '#shared/narration/take-edit.ts';
import { editPeaks, openEdited, toSoundEdit, type PcmFile, type SoundEdit } from './edited-sound.ts';
import { peakBytes, type Sound } from './pcm-cache.ts';
import type { StoredTake } from './project-rows.ts';
import { samplesPerPeak } from '../media/sound-writer.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';

/** A take's sound and the silence after it, in samples at 48 kHz. `samples`: what is played, which `edit` says where there is one. */
export interface SoundSegment extends Sound {
  pauseSamples: number;
  edit?: SoundEdit;
}

/** `find`: the takes of the same project. */
export function toSegment(
  found: StoredTake,
  pauseSamples: number,
  edit: TakeEdit | undefined,
  find: (takeId: string) => StoredTake | undefined,
): SoundSegment {
  const { contentHash, take } = found;
  if (edit === undefined || Object.keys(edit).length === 0) return { contentHash, samples: take.samples, pauseSamples };
  const applied = toSoundEdit(found, edit, find);
  return { contentHash, samples: applied.to - applied.from, pauseSamples, edit: applied };
}

/** Gives the decoded sound of a segment; `undefined` where it is damaged beyond repair, and silence stands for it. */
export interface SoundReader {
  pcm(sound: Sound): Promise<PcmFile | undefined>;
  peaks(sound: Sound): Promise<Int8Array | undefined>;
}

/**
 * A sequence of takes and pauses as if it were one file. Nothing is written: the length follows from the takes, and a range copies
 * bytes from the decoded takes and makes the silence between them. Ten hours cost what one second costs.
 */
export class VirtualSound {
  readonly samples: number;
  /** Names exactly this sequence of sounds and pauses, in hex. */
  readonly hash: string;
  readonly #segments: readonly SoundSegment[];
  /** First sample of each segment. */
  readonly #starts: Float64Array;
  readonly #reader: SoundReader;

  constructor(segments: readonly SoundSegment[], reader: SoundReader) {
    this.#segments = segments;
    this.#reader = reader;
    this.#starts = new Float64Array(segments.length);
    const hash = createHash('sha256').update('voicewright timeline 1\n');
    let at = 0;
    segments.forEach((segment, index) => {
      this.#starts[index] = at;
      at += segment.samples + segment.pauseSamples;
      const edit = segment.edit ? ` ${JSON.stringify(segment.edit)}` : '';
      hash.update(`${segment.contentHash} ${segment.samples} ${segment.pauseSamples}${edit}\n`);
    });
    this.samples = at;
    this.hash = hash.digest('hex');
  }

  wav(): Resource {
    const header = wavHeader(this.samples);
    const size = header.byteLength;
    return {
      type: 'audio/wav',
      bytes: size + this.samples * 2,
      tag: this.hash,
      read: (start, end) => this.#wavBytes(header, start, end),
    };
  }

  /** The samples without a header: signed 16 bit little endian, mono, 48 kHz. */
  samplesAlone(): Resource {
    return {
      type: 'audio/x-voicewright-pcm',
      bytes: this.samples * 2,
      tag: `${this.hash}-pcm`,
      read: (start, end) => this.pcm(start, end),
    };
  }

  peaks(): Resource {
    return {
      type: 'application/octet-stream',
      bytes: peakBytes(this.samples),
      tag: `${this.hash}-peaks`,
      read: (start, end) => this.#peakBytes(start, end),
    };
  }

  /**
   * `width` pairs over the samples `from` up to but without `to`: what a screen can show of them, however long they are. Each
   * pair holds the extremes of every pair of the takes that it touches.
   */
  async peaksBetween(from: number, to: number, width: number): Promise<Int8Array<ArrayBuffer>> {
    const pairs = new Int8Array(width * 2);
    const scale = width / (to - from);
    for (let index = this.#segmentAt(Math.max(0, from)); index < this.#segments.length; index += 1) {
      const segment = this.#segments[index];
      const begin = this.#starts[index] ?? 0;
      if (!segment || begin >= to) break;
      const end = Math.min(begin + segment.samples, to);
      if (end <= from) continue;
      const own = await this.#peaksOf(segment);
      if (!own) continue;
      const last = Math.ceil((end - begin) / samplesPerPeak);
      for (let local = Math.floor(Math.max(0, from - begin) / samplesPerPeak); local < last; local += 1) {
        const here = begin + local * samplesPerPeak;
        const there = Math.min(here + samplesPerPeak, end) - 1;
        const lowest = own[local * 2] ?? 0;
        const highest = own[local * 2 + 1] ?? 0;
        for (let pair = Math.max(0, Math.floor((here - from) * scale)); pair < width && pair <= (there - from) * scale; pair += 1) {
          pairs[pair * 2] = Math.min(pairs[pair * 2] ?? 0, lowest);
          pairs[pair * 2 + 1] = Math.max(pairs[pair * 2 + 1] ?? 0, highest);
        }
      }
    }
    return pairs;
  }

  async *#wavBytes(header: Uint8Array, start: number, end: number): AsyncGenerator<Uint8Array, void> {
    if (start < header.byteLength) yield header.slice(start, Math.min(end, header.byteLength));
    const from = Math.max(0, start - header.byteLength);
    const to = end - header.byteLength;
    if (to > from) yield* this.pcm(from, to);
  }

  /** Bytes `start` up to but without `end` of the PCM. */
  async *pcm(start: number, end: number): AsyncGenerator<Uint8Array, void> {
    let position = start;
    for (let index = this.#segmentAt(Math.floor(start / 2)); position < end && index < this.#segments.length; index += 1) {
      const segment = this.#segments[index];
      if (!segment) return;
      const first = (this.#starts[index] ?? 0) * 2;
      const soundEnd = first + segment.samples * 2;
      if (position < Math.min(end, soundEnd)) {
        yield* this.#soundBytes(segment, position - first, Math.min(end, soundEnd) - first);
        position = Math.min(end, soundEnd);
      }
      const segmentEnd = Math.min(end, soundEnd + segment.pauseSamples * 2);
      if (position < segmentEnd) {
        yield* silence(segmentEnd - position);
        position = segmentEnd;
      }
    }
  }

  async #peaksOf({ contentHash, samples, edit }: SoundSegment): Promise<Int8Array | undefined> {
    const peaks = await this.#reader.peaks({ contentHash, samples: edit?.wholeSamples ?? samples });
    return peaks && edit ? editPeaks(peaks, edit) : peaks;
  }

  async *#soundBytes(segment: SoundSegment, start: number, end: number): AsyncGenerator<Uint8Array, void> {
    const { contentHash, edit } = segment;
    const file = edit ? await openEdited(contentHash, edit, (sound) => this.#reader.pcm(sound)) : await this.#reader.pcm(segment);
    if (!file) {
      yield* silence(end - start);
      return;
    }
    try {
      for (let position = start; position < end;) {
        const buffer = new Uint8Array(Math.min(chunkBytes, end - position));
        const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, position);
        if (bytesRead === 0) throw new Error('decoded sound became shorter while it was read');
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }

  async *#peakBytes(start: number, end: number): AsyncGenerator<Uint8Array, void> {
    const evenStart = start - (start % 2);
    for (let from = evenStart; from < end; from += chunkBytes) {
      const to = Math.min(from + chunkBytes, end + (end % 2));
      const pairs = await this.#peakPairs(from / 2, to / 2);
      const bytes = new Uint8Array(pairs.buffer);
      yield bytes.subarray(Math.max(0, start - from), Math.min(bytes.byteLength, end - from));
    }
  }

  /** Pairs `first` up to but without `last`. A take's own pairs lie on its own grid: those that touch a pair here count for it. */
  async #peakPairs(first: number, last: number): Promise<Int8Array<ArrayBuffer>> {
    const pairs = new Int8Array((last - first) * 2);
    const fromSample = first * samplesPerPeak;
    const toSample = last * samplesPerPeak;
    for (let index = this.#segmentAt(fromSample); index < this.#segments.length; index += 1) {
      const segment = this.#segments[index];
      const begin = this.#starts[index] ?? 0;
      if (!segment || begin >= toSample) break;
      const soundStart = Math.max(begin, fromSample);
      const soundEnd = Math.min(begin + segment.samples, toSample);
      if (soundStart >= soundEnd) continue;
      const own = await this.#peaksOf(segment);
      if (!own) continue;
      for (let pair = Math.floor(soundStart / samplesPerPeak); pair * samplesPerPeak < soundEnd; pair += 1) {
        const here = Math.max(pair * samplesPerPeak, soundStart) - begin;
        const there = Math.min((pair + 1) * samplesPerPeak, soundEnd) - begin - 1;
        const at = (pair - first) * 2;
        for (let local = Math.floor(here / samplesPerPeak); local <= Math.floor(there / samplesPerPeak); local += 1) {
          pairs[at] = Math.min(pairs[at] ?? 0, own[local * 2] ?? 0);
          pairs[at + 1] = Math.max(pairs[at + 1] ?? 0, own[local * 2 + 1] ?? 0);
        }
      }
    }
    return pairs;
  }

  /** The segment whose sound or pause holds a sample. */
  #segmentAt(sample: number): number {
    let low = 0;
    let high = this.#segments.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= sample) low = middle;
      else high = middle;
    }
    return low;
  }
}

function* silence(bytes: number): Generator<Uint8Array, void> {
  for (let left = bytes; left > 0; left -= chunkBytes) yield new Uint8Array(Math.min(chunkBytes, left));
}
