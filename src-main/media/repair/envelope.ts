/** How loud a sound is from moment to moment, in steps of 5 ms at 48 kHz. */

export const hopSamples = 240;

export interface Envelope {
  /** Root mean square of each step, in units of a 16-bit sample. */
  levels: Float64Array;
  /** The level of the room: what three steps of a hundred do not reach. */
  floor: number;
  /** At or above it a step counts as speech. */
  threshold: number;
}

/** Speech is heard from this far below its loudest step on, as a factor: 44 dB. */
const speechRange = 0.006;
/** Speech rises above the room by this factor: 9.5 dB. */
const aboveFloor = 3;

export function measureEnvelope(samples: Int16Array): Envelope {
  const levels = new Float64Array(Math.ceil(samples.length / hopSamples));
  for (let hop = 0; hop < levels.length; hop += 1) levels[hop] = rms(samples, hop * hopSamples, (hop + 1) * hopSamples);
  const ordered = levels.toSorted();
  const floor = ordered[Math.floor(ordered.length * 0.03)] ?? 0;
  const loudest = ordered.at(-1) ?? 0;
  // A sound without a pause has no room to be measured: its quiet speech is no noise.
  const threshold = Math.max(1, loudest * speechRange, Math.min(floor * aboveFloor, loudest / 4));
  return { levels, floor, threshold };
}

/** Root mean square of the samples `from` up to but without `to`. */
export function rms(samples: Int16Array | Float64Array, from = 0, to = samples.length): number {
  const end = Math.min(to, samples.length);
  let sum = 0;
  for (let at = from; at < end; at += 1) sum += (samples[at] ?? 0) ** 2;
  return end <= from ? 0 : Math.sqrt(sum / (end - from));
}

/** A stretch of samples, `from` up to but without `to`. */
export interface Stretch {
  from: number;
  to: number;
}

/** Where speech begins and ends; all of the sound where none stands out. */
export function findSpeech({ levels, threshold }: Envelope, samples: number): Stretch {
  const first = levels.findIndex((level) => level >= threshold);
  const last = levels.findLastIndex((level) => level >= threshold);
  return first < 0 ? { from: 0, to: samples } : { from: first * hopSamples, to: Math.min(samples, (last + 1) * hopSamples) };
}

/** How far around a gap between two words its silence is looked for, as word times are not exact: 60 ms. */
const reach = 2_880;

/**
 * The silence of a gap between two words: the longest one about there, up to where speech is heard. It may lie a little outside the gap, and is
 * the quietest step where the words run into each other.
 */
export function findGap({ levels, threshold }: Envelope, { from, to }: Stretch, samples: number): Stretch {
  const first = Math.max(0, Math.floor((from - reach) / hopSamples));
  const last = Math.min(levels.length - 1, Math.ceil((Math.max(from, to) + reach) / hopSamples));
  let best = { first, last: first, length: 0 };
  let run = first;
  for (let hop = first; hop <= last + 1; hop += 1) {
    if (hop <= last && (levels[hop] ?? 0) < threshold) continue;
    if (hop - run > best.length) best = { first: run, last: hop - 1, length: hop - run };
    run = hop + 1;
  }
  if (best.length === 0) {
    let quietest = first;
    for (let hop = first; hop <= last; hop += 1) if ((levels[hop] ?? 0) < (levels[quietest] ?? 0)) quietest = hop;
    best = { first: quietest, last: quietest, length: 1 };
  }
  const isQuiet = (hop: number): boolean => (levels[hop] ?? Infinity) < threshold;
  while (isQuiet(best.first - 1)) best.first -= 1;
  while (isQuiet(best.last + 1)) best.last += 1;
  return { from: best.first * hopSamples, to: Math.min(samples, (best.last + 1) * hopSamples) };
}
