import { closeSync, fsyncSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { asStereo } from '#shared/dubbing/stereo.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { Resampler } from '../resampler.ts';
import { PeaksBuilder, toPcm } from '../sound-writer.ts';
import type { Decoded } from './original-sound.ts';

export interface SoundPaths {
  /** Signed 16 bit little endian at 48 kHz, the channels interleaved. */
  pcm: string;
  peaks: string;
}

/** Writes decoded sound in its place on a video's time line, at 48 kHz, mono or stereo, with its peaks beside it. */
export class SoundFile {
  readonly #paths: SoundPaths;
  readonly #channels: number;
  readonly #peaks = new PeaksBuilder();
  readonly #file: number;
  #resamplers: Resampler[] = [];
  /** Samples of the decoded sound, at 48 kHz, that lie before the video begins. */
  #skip: number;
  #samples = 0;

  /** `start`: where the sound begins, in seconds from the beginning of the video; may lie before it. */
  constructor(paths: SoundPaths, channels: number, start: number) {
    this.#paths = paths;
    this.#channels = channels;
    this.#file = openSync(paths.pcm, 'w', 0o600);
    const lead = Math.round(start * sampleRate);
    this.#skip = Math.max(0, -lead);
    for (let left = Math.max(0, lead); left > 0;) {
      const silent = Math.min(left, sampleRate);
      this.#write(Array.from({ length: channels }, () => new Float32Array(silent)));
      left -= silent;
    }
  }

  get samples(): number {
    return this.#samples;
  }

  async push({ channels, rate }: Decoded): Promise<void> {
    const planes = asStereo(channels);
    if (this.#resamplers[0]?.rate !== rate) {
      this.#drain();
      this.#resamplers = await Promise.all(Array.from({ length: this.#channels }, () => Resampler.create(rate)));
    }
    this.#write(
      this.#resamplers.map((resampler, channel) => resampler.push(planes[Math.min(channel, planes.length - 1)] ?? new Float32Array(0))),
    );
  }

  /** Answers the samples of one channel. */
  finish(): number {
    this.#drain();
    fsyncSync(this.#file);
    writeFileSync(this.#paths.peaks, this.#peaks.finish());
    this.close();
    return this.#samples;
  }

  close(): void {
    for (const resampler of this.#resamplers) resampler.free();
    this.#resamplers = [];
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
  }
  #closed = false;

  #drain(): void {
    if (this.#resamplers.length === 0) return;
    this.#write(this.#resamplers.map((resampler) => resampler.finish()));
    for (const resampler of this.#resamplers) resampler.free();
    this.#resamplers = [];
  }

  #write(planes: readonly Float32Array[]): void {
    const cut = Math.min(this.#skip, planes[0]?.length ?? 0);
    this.#skip -= cut;
    const pcm = planes.map((plane) => toPcm(cut > 0 ? plane.subarray(cut) : plane));
    const length = Math.min(...pcm.map((plane) => plane.length));
    if (length <= 0 || !Number.isFinite(length)) return;
    const [first] = pcm;
    const interleaved = pcm.length === 1 && first ? first : new Int16Array(length * pcm.length);
    const peaks = new Int16Array(length);
    for (let at = 0; at < length; at += 1) {
      let loudest = 0;
      for (let channel = 0; channel < pcm.length; channel += 1) {
        const value = pcm[channel]?.[at] ?? 0;
        if (pcm.length > 1) interleaved[at * pcm.length + channel] = value;
        if (Math.abs(value) > Math.abs(loudest)) loudest = value;
      }
      peaks[at] = loudest;
    }
    this.#peaks.push(peaks);
    const bytes = new Uint8Array(interleaved.buffer, interleaved.byteOffset, interleaved.byteLength);
    for (let written = 0; written < bytes.length;) written += writeSync(this.#file, bytes, written);
    this.#samples += length;
  }
}
