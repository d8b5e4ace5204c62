import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { peaksPerSecond, sampleRate } from '#shared/narration/take.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import { createDecoder, type Decoder } from './decoders.ts';
import { Resampler } from './resampler.ts';

/** Samples that one pair of peaks stands for. */
export const samplesPerPeak = sampleRate / peaksPerSecond;

/** Constant, so that every player reads the length right. 192 kbit/s mono is what audiobook shops ask for. */
export const mp3KilobitsPerSecond = 192;

/** Peaks as they grow: the least and the greatest sample of each hundredth of a second, as signed bytes. */
export class PeaksBuilder {
  #pairs = new Int8Array(2 * 1024);
  #count = 0;
  #filled = 0;
  #least = 0;
  #greatest = 0;

  push(samples: Int16Array): void {
    for (let at = 0; at < samples.length;) {
      const end = Math.min(samples.length, at + samplesPerPeak - this.#filled);
      const first = samples[at] ?? 0;
      let least = this.#filled === 0 ? first : this.#least;
      let greatest = this.#filled === 0 ? first : this.#greatest;
      this.#filled += end - at;
      for (; at < end; at += 1) {
        const sample = samples[at] ?? 0;
        if (sample < least) least = sample;
        if (sample > greatest) greatest = sample;
      }
      this.#least = least;
      this.#greatest = greatest;
      if (this.#filled === samplesPerPeak) this.#close();
    }
  }

  finish(): Int8Array {
    if (this.#filled > 0) this.#close();
    return this.#pairs.slice(0, this.#count);
  }

  #close(): void {
    if (this.#count + 2 > this.#pairs.length) {
      const larger = new Int8Array(this.#pairs.length * 2);
      larger.set(this.#pairs);
      this.#pairs = larger;
    }
    this.#pairs[this.#count] = toByte(this.#least);
    this.#pairs[this.#count + 1] = toByte(this.#greatest);
    this.#count += 2;
    this.#filled = 0;
  }
}

function toByte(sample: number): number {
  return Math.max(-127, Math.min(127, Math.round((sample * 127) / 32_767)));
}

/** Floats to signed 16 bit, rounded, and limited where they go over. What was 16 bit before comes back as it was. */
export function toPcm(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) {
    const value = Math.floor((samples[index] ?? 0) * 32_768 + 0.5);
    pcm[index] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
  }
  return pcm;
}

export interface WrittenSound {
  samples: number;
  /** False when the files could not be written (a full disk): the sound is counted, and can be made again from its bytes. */
  kept: boolean;
  /** Why decoding ended early, for the log; what came before it counts. */
  problem: string | null;
}

/**
 * Encoded bytes in; a file of s16le mono PCM at 48 kHz that grows with each push, and at the end its peaks beside it. The
 * files are a cache: trouble with them never fails the sound.
 */
export class SoundWriter {
  readonly #paths: { pcm: string; peaks: string };
  readonly #decoder: Decoder;
  readonly #peaks = new PeaksBuilder();
  #resampler: Resampler | undefined;
  #file: number | undefined;
  #samples = 0;
  #lost = false;
  #problem: string | null = null;

  constructor(format: AudioFormat, paths: { pcm: string; peaks: string }) {
    this.#paths = paths;
    this.#decoder = createDecoder(format);
    try {
      this.#file = openSync(paths.pcm, 'w');
    } catch {
      this.#file = undefined;
    }
  }

  /** Answers with the samples that can be read from the file so far. */
  async push(bytes: Uint8Array): Promise<number> {
    await this.#decoding(() => this.#decoder.push(bytes));
    return this.#file === undefined ? 0 : this.#samples;
  }

  async finish(): Promise<WrittenSound> {
    await this.#decoding(() => this.#decoder.finish());
    if (this.#resampler) this.#write(this.#resampler.finish());
    this.#closeFile();
    const kept = this.#writePeaks();
    this.#free();
    return { samples: this.#samples, kept, problem: this.#problem };
  }

  /** Leaves no file. */
  abort(): void {
    this.#dropFile();
    this.#free();
  }

  async #decoding(step: () => ReturnType<Decoder['push']>): Promise<void> {
    if (this.#problem !== null) return;
    try {
      for (const { samples, rate } of await step()) {
        if (this.#resampler?.rate !== rate) await this.#changeRate(rate);
        if (this.#resampler) this.#write(this.#resampler.push(samples));
      }
    } catch (thrown) {
      this.#problem = thrown instanceof Error ? thrown.message : 'the decoder gave up';
    }
  }

  async #changeRate(rate: number): Promise<void> {
    if (this.#resampler) {
      this.#write(this.#resampler.finish());
      this.#resampler.free();
      this.#resampler = undefined;
    }
    this.#resampler = await Resampler.create(rate);
  }

  #write(samples: Float32Array): void {
    if (samples.length === 0) return;
    const pcm = toPcm(samples);
    this.#peaks.push(pcm);
    this.#samples += pcm.length;
    if (this.#file === undefined) return;
    const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(this.#file, bytes, written, bytes.length - written);
    } catch {
      this.#dropFile();
    }
  }

  #writePeaks(): boolean {
    if (this.#lost) return false;
    try {
      writeFileSync(this.#paths.peaks, this.#peaks.finish());
      return true;
    } catch {
      rmSync(this.#paths.peaks, { force: true });
      rmSync(this.#paths.pcm, { force: true });
      return false;
    }
  }

  #closeFile(): void {
    if (this.#file === undefined) this.#lost = true;
    else closeSync(this.#file);
    this.#file = undefined;
  }

  #dropFile(): void {
    this.#lost = true;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#paths.pcm, { force: true });
  }

  #free(): void {
    this.#decoder.free();
    this.#resampler?.free();
    this.#resampler = undefined;
  }
}
