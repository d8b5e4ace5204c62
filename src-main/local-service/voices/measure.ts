/**
 * What can be measured of a voice: its pitch, how far the pitch moves, and its pace. Pure; samples are mono, -1 to 1.
 */
export interface Measured {
  /** Median fundamental frequency of the voiced frames in hertz; undefined when no voice is heard. */
  hertz: number | undefined;
  /** Between the lower and the upper quartile of the pitch, in semitones. */
  spreadSemitones: number;
  /** Syllable nuclei for each second that is spoken; 0 when nothing is. */
  syllablesPerSecond: number;
  /** Time that is spoken, without pauses, in milliseconds. */
  spokenMs: number;
}

/** Below and above, it is no voice. */
const lowestHertz = 55;
const highestHertz = 520;
/** Pitch is looked for at about this rate: four periods of the highest voice a sample step apart, and little work. */
const pitchRate = 8_000;
const hopSeconds = 0.01;
/** YIN: the first dip of the normalised difference below this is the period. */
const dipThreshold = 0.15;
/** Frames softer than this part of the loudest ones are silence. */
const quietest = 0.06;
/** Voiced frames that a voice has at least. */
const voicedMinimum = 8;
/** A silence shorter than this is a stop consonant, not a pause. */
const pauseSeconds = 0.18;
/** Two nuclei are this far apart at least, and the loudness between them sinks by this factor. */
const nucleusSeconds = 0.07;
const nucleusDip = 0.82;

export function measure(samples: Float32Array, rate: number): Measured {
  const loud = loudnessOf(samples, rate);
  const reference = quantile(loud, 0.95);
  const silence = Math.max(reference * quietest, 1e-4);
  const spoken = spokenFrames(loud, silence);
  const pitches = pitchesOf(samples, rate, (frame) => (loud[frame] ?? 0) > silence);
  const spokenMs = spoken.filter(Boolean).length * hopSeconds * 1_000;
  const syllables = nuclei(loud, spoken, silence);
  return {
    hertz: pitches.length < voicedMinimum ? undefined : quantile(pitches, 0.5),
    spreadSemitones: pitches.length < voicedMinimum ? 0 : 12 * Math.log2(quantile(pitches, 0.75) / quantile(pitches, 0.25)),
    syllablesPerSecond: spokenMs === 0 ? 0 : (syllables / spokenMs) * 1_000,
    spokenMs,
  };
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Root mean square of every hop, smoothed over its neighbours. */
function loudnessOf(samples: Float32Array, rate: number): number[] {
  const hop = Math.round(rate * hopSeconds);
  const raw = Array.from({ length: Math.floor(samples.length / hop) }, (_, frame) => {
    let sum = 0;
    for (let at = frame * hop; at < (frame + 1) * hop; at += 1) sum += (samples[at] ?? 0) ** 2;
    return Math.sqrt(sum / hop);
  });
  return raw.map((_, frame) => {
    const near = raw.slice(Math.max(0, frame - 2), frame + 3);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

/** Which frames belong to speech: the sounding ones and the short gaps between them. */
function spokenFrames(loud: readonly number[], silence: number): boolean[] {
  const spoken = loud.map((value) => value > silence);
  const longest = Math.round(pauseSeconds / hopSeconds);
  let last = -1;
  spoken.forEach((sounding, frame) => {
    if (!sounding) return;
    if (last >= 0 && frame - last - 1 <= longest) spoken.fill(true, last, frame);
    last = frame;
  });
  return spoken;
}

/** Peaks of loudness that stand apart by time and by a dip between them: about one for each syllable. */
function nuclei(loud: readonly number[], spoken: readonly boolean[], silence: number): number {
  let count = 0;
  let lastAt = -Infinity;
  let lastValue = 0;
  let dip = Infinity;
  loud.forEach((value, frame) => {
    dip = Math.min(dip, value);
    const peak = value > silence * 2 && spoken[frame] === true && value >= (loud[frame - 1] ?? 0) && value > (loud[frame + 1] ?? 0);
    if (!peak) return;
    if (dip <= nucleusDip * Math.min(value, lastValue) || lastAt === -Infinity) {
      if ((frame - lastAt) * hopSeconds < nucleusSeconds) return;
      count += 1;
    } else if (value <= lastValue) return;
    lastAt = frame;
    lastValue = value;
    dip = value;
  });
  return count;
}

/** The pitch of each voiced frame in hertz, by YIN (de Cheveigné and Kawahara, 2002). */
function pitchesOf(samples: Float32Array, rate: number, sounding: (frame: number) => boolean): number[] {
  const step = Math.max(1, Math.floor(rate / pitchRate));
  const lowRate = rate / step;
  const low = new Float32Array(Math.floor(samples.length / step));
  for (let at = 0; at < low.length; at += 1) {
    let sum = 0;
    for (let of = 0; of < step; of += 1) sum += samples[at * step + of] ?? 0;
    low[at] = sum / step;
  }
  const longest = Math.ceil(lowRate / lowestHertz);
  const shortest = Math.floor(lowRate / highestHertz);
  const pitches: number[] = [];
  for (let frame = 0; ; frame += 2) {
    const from = Math.round(frame * hopSeconds * lowRate);
    if (from + longest * 2 + 1 > low.length) return pitches;
    const period = sounding(frame) ? periodAt(low, from, shortest, longest) : undefined;
    if (period !== undefined) pitches.push(lowRate / period);
  }
}

function periodAt(samples: Float32Array, from: number, shortest: number, longest: number): number | undefined {
  const normalised = new Float32Array(longest + 2).fill(1);
  let sum = 0;
  for (let lag = 1; lag <= longest; lag += 1) {
    let difference = 0;
    for (let at = from; at < from + longest; at += 1) difference += ((samples[at] ?? 0) - (samples[at + lag] ?? 0)) ** 2;
    sum += difference;
    normalised[lag] = sum === 0 ? 1 : (difference * lag) / sum;
  }
  for (let lag = shortest; lag < longest; lag += 1) {
    if ((normalised[lag] ?? 1) >= dipThreshold) continue;
    while (lag < longest && (normalised[lag + 1] ?? 1) < (normalised[lag] ?? 1)) lag += 1;
    // Between samples: the bottom of the parabola through the dip and its neighbours.
    const [before, at, after] = [normalised[lag - 1] ?? 1, normalised[lag] ?? 1, normalised[lag + 1] ?? 1];
    const bend = before + after - 2 * at;
    return lag + (bend > 0 ? (before - after) / (2 * bend) : 0);
  }
  return undefined;
}
