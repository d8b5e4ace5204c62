import { open, type FileHandle } from 'node:fs/promises';
import { countKept, listKept, type Kept } from '#shared/clone/clean-up.ts';
import { sampleRate } from '#shared/narration/take.ts';

/** Samples in which one stretch goes over into the next. */
const crossfade = sampleRate / 100;
const pieceSamples = 10 * sampleRate;

/**
 * What is kept of a PCM file (s16le mono), as one sound: where something is cut out, the end of the one stretch goes over into what lies before the
 * next, so that nothing clicks and the length is that of all stretches.
 */
export class KeptSound {
  readonly #file: FileHandle;
  readonly #kept: Kept;
  readonly samples: number;

  private constructor(file: FileHandle, kept: Kept) {
    this.#file = file;
    this.#kept = kept;
    this.samples = countKept(kept);
  }

  static async open(path: string, kept: Kept): Promise<KeptSound> {
    return new KeptSound(await open(path, 'r'), kept);
  }

  /** From sample to sample of the result. Shorter where the file is. */
  async read(from: number, to: number): Promise<Int16Array> {
    const out = new Int16Array(Math.max(0, Math.min(to, this.samples) - from));
    let filled = 0;
    const stretches = [...listKept(this.#kept)];
    for (const [index, stretch] of stretches.entries()) {
      const [first, last] = [Math.max(from, stretch.at), Math.min(to, stretch.at + stretch.to - stretch.from)];
      if (first >= last) continue;
      const offset = stretch.from - stretch.at;
      const samples = await this.#read(first + offset, last + offset);
      const next = stretches[index + 1];
      if (next) await this.#fade(samples, first + offset, stretch, next.from);
      out.set(samples, first - from);
      filled = first - from + samples.length;
    }
    return out.subarray(0, filled);
  }

  /** All of it, in pieces of ten seconds. */
  async *pieces(): AsyncGenerator<Int16Array, void> {
    for (let at = 0; at < this.samples; at += pieceSamples) {
      const piece = await this.read(at, at + pieceSamples);
      if (piece.length === 0) return;
      yield piece;
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** `samples` begin at sample `at` of the file, in a stretch that `nextFrom` follows. */
  async #fade(samples: Int16Array, at: number, { from, to }: { from: number; to: number }, nextFrom: number): Promise<void> {
    const length = Math.min(crossfade, to - from, nextFrom - to);
    const begin = to - length;
    const first = Math.max(begin, at);
    const last = at + samples.length;
    if (first >= last) return;
    const coming = await this.#read(first - to + nextFrom, last - to + nextFrom);
    for (let sample = first; sample < last; sample += 1) {
      const share = (sample - begin + 1) / (length + 1);
      samples[sample - at] = Math.round((samples[sample - at] ?? 0) * (1 - share) + (coming[sample - first] ?? 0) * share);
    }
  }

  async #read(from: number, to: number): Promise<Int16Array> {
    const samples = new Int16Array(to - from);
    const bytes = new Uint8Array(samples.buffer);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await this.#file.read(bytes, filled, bytes.length - filled, from * 2 + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return samples.subarray(0, filled >> 1);
  }
}

/** Mono floats of what is kept of a PCM file, in pieces of ten seconds. */
export async function eachKeptPiece(path: string, kept: Kept, take: (samples: Float32Array) => void): Promise<void> {
  const sound = await KeptSound.open(path, kept);
  try {
    for await (const piece of sound.pieces()) take(Float32Array.from(piece, (sample) => sample / 32_768));
  } finally {
    await sound.close();
  }
}
