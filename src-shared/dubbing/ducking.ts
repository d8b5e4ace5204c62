import { sampleRate } from '../narration/take.ts';
import { heardOf } from './fit.ts';
import type { Dub, Ducking } from './timeline.ts';

/** How far the original sound gives way, from place to place: pure. */

/** Samples `start` up to but without `end`. */
export interface Stretch {
  start: number;
  end: number;
}

/**
 * Where the original gives way, in order, what touches joined: from the start of each segment that is heard to its end, or to the end of its take
 * where that is later. A take that ends early must not bare the last words of the original.
 */
export function duckedStretches(dub: Pick<Dub, 'segments' | 'takes'>): Stretch[] {
  const joined: Stretch[] = [];
  for (const segment of dub.segments) {
    const heard = heardOf(segment, dub.takes);
    if (!heard) continue;
    const end = Math.max(segment.end, segment.start + heard.samples);
    const last = joined.at(-1);
    if (last && segment.start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start: segment.start, end });
  }
  return joined;
}

/**
 * Writes the gain of the original for the samples from `from` on into `gains`. Within a stretch it is the whole amount; before it, it falls in the
 * attack, so that no first syllable stands against the original; after it, it comes back in the release. Both are straight lines in decibels.
 */
export function duckingGains(stretches: readonly Stretch[], ducking: Ducking, from: number, gains: Float32Array): void {
  const attack = Math.round((ducking.attackMs * sampleRate) / 1_000);
  const release = Math.round((ducking.releaseMs * sampleRate) / 1_000);
  gains.fill(1);
  const to = from + gains.length;
  for (const { start, end } of stretches.slice(firstThatEnds(stretches, from - release))) {
    if (start - attack >= to) break;
    const first = Math.max(from, start - attack);
    const last = Math.min(to, end + release);
    for (let at = first; at < last; at += 1) {
      const depth = at < start ? (at - (start - attack)) / attack : at < end ? 1 : 1 - (at - end + 1) / (release + 1);
      const gain = gainOf(ducking.amountDb, depth);
      if (gain < (gains[at - from] ?? 1)) gains[at - from] = gain;
    }
  }
}

/** The silence at the bottom of the range is silence. */
function gainOf(amountDb: number, depth: number): number {
  if (amountDb <= -60 && depth >= 1) return 0;
  return 10 ** ((amountDb * depth) / 20);
}

function firstThatEnds(stretches: readonly Stretch[], after: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.end ?? 0) < after) low = middle + 1;
    else high = middle;
  }
  return low;
}
