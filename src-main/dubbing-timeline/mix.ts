import { open, type FileHandle } from 'node:fs/promises';
import { duckingGains, type Stretch } from '#shared/dubbing/ducking.ts';
import type { Ducking } from '#shared/dubbing/timeline.ts';

/** A take as it is put into the sound: samples of a mono file, from `skip` on, at `start` of the video. */
export interface MixPiece {
  segmentId: string;
  path: string;
  skip: number;
  start: number;
  samples: number;
  gain: number;
  /** Samples over which it is faded in and out, where it was cut. */
  fadeIn: number;
  fadeOut: number;
}

/** Everything that the sound of a dub is made of. Plain data: it goes into the thread as it is. */
export interface MixPlan {
  samples: number;
  /** 2 where the original has two; a take then stands in the middle. */
  channels: 1 | 2;
  /** Interleaved 16 bit samples at 48 kHz. */
  original: { path: string; samples: number } | null;
  ducking: Ducking;
  stretches: Stretch[];
  /** In the order of their starts. */
  pieces: MixPiece[];
}

/** Files that are kept open at once. */
const openMost = 16;

/**
 * The sound of a dub, of which any stretch can be read: the same samples for who listens and for what is exported. Nothing of it is written before
 * it is asked for. To be closed.
 */
export class Mix {
  readonly plan: MixPlan;
  readonly #files = new Map<string, Promise<FileHandle>>();
  readonly #longest: number;

  constructor(plan: MixPlan) {
    this.plan = plan;
    this.#longest = Math.max(0, ...plan.pieces.map(({ samples }) => samples));
  }

  /** Interleaved samples, from the `from`th of each channel on. */
  async read(from: number, count: number): Promise<Int16Array<ArrayBuffer>> {
    const { channels, original, stretches, ducking, pieces } = this.plan;
    const sum = new Float32Array(count * channels);
    if (original) {
      const pcm = await this.#pcm(original.path, from * channels, Math.min(count, Math.max(0, original.samples - from)) * channels);
      const gains = new Float32Array(count);
      duckingGains(stretches, ducking, from, gains);
      for (let at = 0; at < pcm.length; at += 1) sum[at] = (pcm[at] ?? 0) * (gains[channels === 2 ? at >> 1 : at] ?? 1);
    }
    for (const piece of pieces) {
      if (piece.start >= from + count) break;
      if (piece.start + this.#longest <= from || piece.start + piece.samples <= from) continue;
      await this.#add(piece, from, count, sum);
    }
    const mixed = new Int16Array(sum.length);
    for (let at = 0; at < sum.length; at += 1) {
      const value = Math.round(sum[at] ?? 0);
      mixed[at] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
    }
    return mixed;
  }

  /** The whole of it, second by second. */
  async *pieces(step = 48_000): AsyncGenerator<Int16Array<ArrayBuffer>> {
    for (let at = 0; at < this.plan.samples; at += step) yield await this.read(at, Math.min(step, this.plan.samples - at));
  }

  async close(): Promise<void> {
    const files = [...this.#files.values()];
    this.#files.clear();
    for (const file of files) await (await file.catch(() => undefined))?.close();
  }

  async #add(piece: MixPiece, from: number, count: number, sum: Float32Array): Promise<void> {
    const { channels } = this.plan;
    const first = Math.max(0, from - piece.start);
    const last = Math.min(piece.samples, from + count - piece.start);
    const pcm = await this.#pcm(piece.path, piece.skip + first, last - first);
    for (let at = 0; at < pcm.length; at += 1) {
      const place = first + at;
      const fade = Math.min(1, (place + 1) / (piece.fadeIn + 1), (piece.samples - place) / (piece.fadeOut + 1));
      const value = (pcm[at] ?? 0) * piece.gain * fade;
      const to = (piece.start + place - from) * channels;
      for (let channel = 0; channel < channels; channel += 1) sum[to + channel] = (sum[to + channel] ?? 0) + value;
    }
  }

  async #pcm(path: string, from: number, count: number): Promise<Int16Array> {
    if (count <= 0) return new Int16Array(0);
    const file = await this.#file(path);
    const bytes = new Uint8Array(count * 2);
    let read = 0;
    while (read < bytes.byteLength) {
      const { bytesRead } = await file.read(bytes, read, bytes.byteLength - read, from * 2 + read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return new Int16Array(bytes.buffer, 0, read >> 1);
  }

  async #file(path: string): Promise<FileHandle> {
    const known = this.#files.get(path);
    if (known) {
      this.#files.delete(path);
      this.#files.set(path, known);
      return known;
    }
    const opened = open(path, 'r');
    this.#files.set(path, opened);
    for (const [oldest, file] of this.#files) {
      if (this.#files.size <= openMost) break;
      this.#files.delete(oldest);
      await (await file).close();
    }
    return opened;
  }
}
