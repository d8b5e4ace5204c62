import { frameRate, type Samples } from '../alignment/windows.ts';

/** Decibels that a frame of silence has. */
const lowestDb = -100;
/** Frames this far below the loud ones are no speech. */
const speechRangeDb = 20;

/** The loudness of a recording over time. */
export interface SpeechLevels {
  /** Of each frame of 10 ms, in decibels of full scale. */
  frames: Float32Array;
  /** Of the speech alone, without its pauses. */
  speechDb: number;
}

/** Measures the levels of a sound as it comes. */
export class LevelMeter {
  readonly #hop: number;
  readonly #frames: number[] = [];
  /** Samples up to the end of the frame that is measured, those that are in it, and those of all. */
  #until: number;
  #inFrame = 0;
  #length = 0;
  #sum = 0;

  constructor(sampleRate: number) {
    this.#hop = sampleRate / frameRate;
    this.#until = Math.round(this.#hop);
  }

  /** Mono, from -1 to 1. */
  push(samples: Samples): void {
    const scale = samples instanceof Int16Array ? 1 / 32_768 : 1;
    for (let index = 0; index < samples.length; index++) {
      this.#sum += ((samples[index] ?? 0) * scale) ** 2;
      this.#inFrame += 1;
      if (++this.#length === this.#until) this.#endFrame();
    }
  }

  finish(): SpeechLevels {
    while (this.#frames.length < Math.ceil(this.#length / this.#hop)) this.#endFrame();
    const frames = Float32Array.from(this.#frames);
    return { frames, speechDb: averageSpeech(frames) };
  }

  #endFrame(): void {
    this.#frames.push(Math.max(lowestDb, 10 * Math.log10(this.#sum / Math.max(1, this.#inFrame) + 1e-12)));
    [this.#sum, this.#inFrame] = [0, 0];
    this.#until = Math.round((this.#frames.length + 1) * this.#hop);
  }
}

/** `samples`: mono, from -1 to 1. */
export function measureLevels(samples: Float32Array, sampleRate: number): SpeechLevels {
  const meter = new LevelMeter(sampleRate);
  meter.push(samples);
  return meter.finish();
}

/** The level of the speech in some frames, in decibels. */
export function averageSpeech(frames: Float32Array): number {
  const loud = quantile(frames, 0.95);
  let [sum, count] = [0, 0];
  for (const level of frames)
    if (level >= loud - speechRangeDb) {
      sum += 10 ** (level / 10);
      count += 1;
    }
  return count === 0 ? lowestDb : 10 * Math.log10(sum / count);
}

/** The value below which this share of the values lies. */
export function quantile(values: Float32Array | readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? lowestDb;
}

/** Runs of frames that hold, `[from, to)`; gaps of up to `gap` frames do not end a run. */
export function findRuns(count: number, holds: (frame: number) => boolean, gap = 0): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let frame = 0; frame < count; frame++) {
    if (!holds(frame)) continue;
    const last = runs.at(-1);
    if (last !== undefined && frame - last.to <= gap) last.to = frame + 1;
    else runs.push({ from: frame, to: frame + 1 });
  }
  return runs;
}
