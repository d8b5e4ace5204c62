import { frameRate } from '../alignment/frames.ts';

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

/** `samples`: mono, from -1 to 1. */
export function measureLevels(samples: Float32Array, sampleRate: number): SpeechLevels {
  const hop = sampleRate / frameRate;
  const frames = Float32Array.from({ length: Math.ceil(samples.length / hop) }, (_, index) => {
    const [from, to] = [Math.round(index * hop), Math.min(samples.length, Math.round((index + 1) * hop))];
    let sum = 0;
    for (let at = from; at < to; at++) sum += (samples[at] ?? 0) ** 2;
    return Math.max(lowestDb, 10 * Math.log10(sum / Math.max(1, to - from) + 1e-12));
  });
  return { frames, speechDb: averageSpeech(frames) };
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
