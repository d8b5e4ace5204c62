import { duckingGains, type Stretch } from '#shared/dubbing/ducking.ts';
import type { Ducking } from '#shared/dubbing/timeline.ts';
import { ceilings, exportedPeak, type ExportedPeak } from '#shared/sound/exported-peak.ts';
import { limiterMargin, findReductions, TruePeakMeter } from '#shared/sound/true-peak.ts';
import { OpenFiles } from './open-files.ts';

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

/** Files that stay open. */
const maximumOpen = 16;

/**
 * The sound of a dub, of which any stretch can be read: the same samples for who listens and for what is exported. Nothing of it is written before
 * it is asked for. To be closed.
 */
export class Mix {
  readonly plan: MixPlan;
  readonly #files = new OpenFiles(maximumOpen);
  readonly #longest: number;
  readonly #ceilingDb: number;
  #peak: ExportedPeak | null = null;

  constructor(plan: MixPlan, ceilingDb: number = ceilings.exact) {
    this.plan = plan;
    this.#ceilingDb = ceilingDb;
    this.#longest = Math.max(0, ...plan.pieces.map(({ samples }) => samples));
  }

  /** Interleaved samples, from the `from`th of each channel on, with their true peaks under the ceiling. */
  async read(from: number, count: number): Promise<Int16Array<ArrayBuffer>> {
    return (await this.#read(from, count)).limited;
  }

  /** The whole of it, second by second. */
  async *pieces(step = 48_000): AsyncGenerator<Int16Array<ArrayBuffer>> {
    const { samples, channels } = this.plan;
    const [before, after] = [new TruePeakMeter(channels), new TruePeakMeter(channels)];
    for (let at = 0; at < samples; at += step) {
      const { sum, limited } = await this.#read(at, Math.min(step, samples - at));
      before.push(sum);
      after.push(limited);
      yield limited;
    }
    this.#peak = exportedPeak({ before: before.finish(), after: after.finish() });
  }

  /** Of what {@link pieces} gave, once all of it was read. */
  get peak(): ExportedPeak | null {
    return this.#peak;
  }

  /** What decides about the first and the last sample's gain is around them: it is summed, too. */
  async #read(from: number, count: number): Promise<{ sum: Float32Array; limited: Int16Array<ArrayBuffer> }> {
    const { channels, samples } = this.plan;
    const first = Math.max(0, from - limiterMargin);
    const all = await this.#sum(first, Math.min(Math.max(samples, from + count), from + count + limiterMargin) - first);
    const reductions = findReductions(all, channels, this.#ceilingDb);
    const sum = all.subarray((from - first) * channels, (from - first + count) * channels);
    const limited = new Int16Array(sum.length);
    for (let at = 0; at < sum.length; at += 1) {
      const gain = 1 - (reductions?.[from - first + Math.floor(at / channels)] ?? 0);
      const value = Math.round((sum[at] ?? 0) * gain);
      limited[at] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
    }
    return { sum, limited };
  }

  async #sum(from: number, count: number): Promise<Float32Array> {
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
    return sum;
  }

  close(): Promise<void> {
    return this.#files.close();
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
    return this.#files.use(path, async (file) => {
      const bytes = new Uint8Array(count * 2);
      let read = 0;
      while (read < bytes.byteLength) {
        const { bytesRead } = await file.read(bytes, read, bytes.byteLength - read, from * 2 + read);
        if (bytesRead === 0) break;
        read += bytesRead;
      }
      return new Int16Array(bytes.buffer, 0, read >> 1);
    });
  }
}
