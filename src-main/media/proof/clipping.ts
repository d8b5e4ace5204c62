import type { Finding } from '#shared/narration/pickup-kinds.ts';

/** Seconds that are judged together, and between their starts. */
const windowSeconds = 2;
const stepSeconds = 0.5;
/** Heights are counted in steps of this ratio. */
const stepRatio = 1.04;
const heights = 180;
/** Where `leastLevel` stands among them. */
const leastHeight = 60;
/** What is quieter than this is not clipped; of full scale. */
const leastLevel = 0.03;
/**
 * Samples at the height where a wave is cut, by those in as many steps below it. A wave that is whole has fewer, but for vowels whose waves all reach one
 * height: 1.67 by the evenest of the local voices, 1.98 in a pure tone.
 */
const leastRatio = 1.85;
/** Share of a window's samples that lie at that height, at least. */
const leastShare = 0.004;
/** Seconds of sound that is not silent, at least, in what is judged together. */
const leastSeconds = 0.3;

/** Finds the flat tops of a cut wave while it is read: far more samples lie at its greatest height than just below it. */
export class ClipFinder {
  readonly #windows: Uint32Array[] = [];
  #rate = 0;
  #at = 0;

  /** Mono, from -1 to 1; always of the same rate. */
  push(samples: Float32Array, sampleRate: number): void {
    this.#rate = sampleRate;
    const step = Math.round(sampleRate * stepSeconds);
    for (const sample of samples) {
      const counts = (this.#windows[Math.floor(this.#at / step)] ??= new Uint32Array(heights));
      this.#at += 1;
      const level = Math.abs(sample);
      if (level < leastLevel / 4) continue;
      const height = Math.max(0, Math.round(Math.log(level / leastLevel) / Math.log(stepRatio)) + leastHeight);
      const to = Math.min(heights - 1, height);
      counts[to] = (counts[to] ?? 0) + 1;
    }
  }

  finish(): Finding[] {
    const findings: Finding[] = [];
    const together = Math.max(1, Math.round(windowSeconds / stepSeconds));
    const wholeMs = (this.#at * 1000) / Math.max(1, this.#rate);
    for (let first = 0; first < Math.max(1, this.#windows.length - together + 1); first++) {
      const windows = this.#windows.slice(first, first + together);
      const ratio = judge(windows, leastSeconds * this.#rate);
      if (ratio < leastRatio) continue;
      const startMs = first * stepSeconds * 1000;
      const endMs = Math.round(Math.min(wholeMs, (first + together) * stepSeconds * 1000));
      const score = Math.min(1, 0.4 + (ratio - leastRatio) / 10);
      const last = findings.at(-1);
      if (last !== undefined && startMs <= last.endMs) Object.assign(last, { endMs, score: Math.max(last.score, score) });
      else findings.push({ kind: 'clipped', startMs, endMs, text: '', score });
    }
    return findings;
  }
}

/** The greatest count of samples at a height, by the count below it; 0 where little is loud. */
function judge(windows: readonly Uint32Array[], leastSamples: number): number {
  const below = new Float64Array(heights + 1);
  for (let height = 0; height < heights; height++)
    below[height + 1] = (below[height] ?? 0) + windows.reduce((sum, each) => sum + (each[height] ?? 0), 0);
  const sum = (from: number, to: number): number => (below[Math.min(heights, to)] ?? 0) - (below[from] ?? 0);
  const all = sum(0, heights);
  if (all < leastSamples) return 0;
  let best = 0;
  for (let height = leastHeight; height < heights; height++) {
    const top = sum(height - 1, height + 2);
    // What lies above is no more than the ripple of a resampler or of an encoder.
    if (top < leastShare * all || sum(height + 4, heights) > 0.25 * top) continue;
    best = Math.max(best, top / Math.max(1, sum(height - 5, height - 2)));
  }
  return best;
}
