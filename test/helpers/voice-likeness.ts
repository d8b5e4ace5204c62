import FFT from 'fft.js';
import { findMedian, PitchMeter } from '#shared/sound/pitch-meter.ts';

/** What a clone is to follow, measured by other means than the service uses. */
interface VoiceFigures {
  /** Median pitch, in semitones over 100 Hz. */
  pitch: number;
  /** Semitones between the lowest and the highest tenth of the pitch. */
  range: number;
  /** Octaves (of 1 second) that the text takes, its pauses left out. */
  pace: number;
  /** Decibels an octave that the long-term spectrum falls, 250 to 5,000 Hz. */
  tilt: number;
  /** Octaves over 100 Hz of the first three formants: medians. */
  formants: readonly number[];
}

export const measuresOfLikeness = ['pitch', 'range', 'pace', 'tilt', 'formants'] as const;

const rate = 16_000;

/** `samples` are mono. */
export function figuresOf(samples: Float32Array, sampleRate: number): VoiceFigures {
  const sound = sampleRate === rate ? samples : resample(samples, sampleRate, rate);
  const meter = new PitchMeter();
  meter.push(resample(sound, rate, 48_000));
  meter.finish();
  const tones = Float64Array.from(meter.figures, (hertz) => 12 * Math.log2(hertz / 100)).sort();
  if (tones.length < 20) throw new Error('No voice is heard.');
  const at = (share: number): number => tones[Math.floor(tones.length * share)]!;
  return {
    pitch: at(0.5),
    range: at(0.9) - at(0.1),
    pace: Math.log2(spokenSeconds(sound)),
    tilt: tiltOf(sound),
    formants: formantsOf(resample(sound, rate, 10_000)),
  };
}

/** How far two voices are apart, by each measure: semitones, octaves of range, of pace, decibels an octave, octaves between formants (root of the mean square). */
export function figuresApart(one: VoiceFigures, other: VoiceFigures): Record<(typeof measuresOfLikeness)[number], number> {
  return {
    pitch: Math.abs(one.pitch - other.pitch),
    range: Math.abs(Math.log2(one.range / other.range)),
    pace: Math.abs(one.pace - other.pace),
    tilt: Math.abs(one.tilt - other.tilt),
    formants: Math.sqrt(one.formants.reduce((sum, value, at) => sum + (value - other.formants[at]!) ** 2, 0) / one.formants.length),
  };
}

/** By a windowed sinc, cut off below both rates' halves. */
function resample(samples: Float32Array, from: number, to: number): Float32Array {
  const cut = Math.min(1, to / from) * 0.95;
  const reach = Math.ceil(12 / cut);
  return Float32Array.from({ length: Math.floor((samples.length * to) / from) }, (_, index) => {
    const place = (index * from) / to;
    let sum = 0;
    for (let at = Math.max(0, Math.ceil(place - reach)); at <= Math.min(samples.length - 1, place + reach); at += 1) {
      const away = at - place;
      const turn = Math.PI * away * cut;
      sum += samples[at]! * (turn === 0 ? 1 : Math.sin(turn) / turn) * (0.5 + 0.5 * Math.cos((Math.PI * away) / (reach + 1)));
    }
    return sum * cut;
  });
}

/** Frames of a hundredth of a second that sound, and gaps shorter than a fifth of a second between them. */
function spokenSeconds(samples: Float32Array): number {
  const hop = rate / 100;
  const powers = Array.from({ length: Math.floor(samples.length / hop) }, (_, frame) =>
    samples.subarray(frame * hop, (frame + 1) * hop).reduce((sum, value) => sum + value * value, 0),
  );
  const loudest = powers.toSorted((one, other) => other - one)[Math.floor(powers.length * 0.05)]!;
  let [seconds, last] = [0, -Infinity];
  powers.forEach((power, frame) => {
    if (power < loudest * 10 ** -3) return;
    seconds += (frame - last <= 20 ? frame - last : 1) / 100;
    last = frame;
  });
  return seconds;
}

function tiltOf(samples: Float32Array): number {
  const size = 512;
  const fft = new FFT(size);
  const spectrum = fft.createComplexArray();
  const thirds = Array.from({ length: 14 }, (_, step) => 250 * 2 ** (step / 3));
  const power = thirds.map(() => 0);
  for (let from = 0; from + size <= samples.length; from += size / 2) {
    fft.realTransform(spectrum, Array.from(samples.subarray(from, from + size), (value, at) => value * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size)))); // prettier-ignore
    for (let bin = 1; bin < size / 2; bin += 1) {
      const octaves = Math.log2((bin * rate) / size / thirds[0]!);
      const third = Math.round(octaves * 3);
      if (third >= 0 && third < thirds.length) power[third]! += (spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2) / 2 ** (third / 3);
    }
  }
  const points = power.map((value, third) => [third / 3, 10 * Math.log10(value + 1e-9)] as const);
  const [meanX, meanY] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis as 0 | 1], 0) / points.length);
  return points.reduce((sum, [x, y]) => sum + (x - meanX!) * (y - meanY!), 0) / points.reduce((sum, [x]) => sum + (x - meanX!) ** 2, 0);
}

const order = 12;
/** Hertz in which the first three formants of men, women and children lie. */
const ranges = [
  [220, 1_100],
  [800, 2_900],
  [1_700, 4_200],
] as const;

/** Burg's linear prediction of the loud frames at 10 kHz, the roots of its polynomial, and the medians of the first three narrow ones where formants can be. */
function formantsOf(samples: Float32Array): number[] {
  const size = 250;
  const emphasised = samples.map((value, at) => value - 0.97 * (samples[at - 1] ?? 0));
  const starts = Array.from({ length: Math.floor((samples.length - size) / 100) }, (_, frame) => frame * 100);
  const powers = starts.map((from) => samples.subarray(from, from + size).reduce((sum, value) => sum + value * value, 0));
  const loudest = powers.toSorted((one, other) => other - one)[Math.floor(powers.length * 0.05)]!;
  const found: [number[], number[], number[]] = [[], [], []];
  starts.forEach((from, frame) => {
    if (powers[frame]! < loudest * 0.02) return;
    const hertz = resonances(burg(emphasised.subarray(from, from + size)));
    let above = 0;
    for (const [formant, [lowest, highest]] of ranges.entries()) {
      const next = hertz.find((value) => value > above && value >= lowest && value <= highest);
      if (next === undefined) return;
      found[formant]!.push(next);
      above = next;
    }
  });
  return found.map((values) => Math.log2(findMedian(values) / 100));
}

function burg(frame: Float32Array): number[] {
  let forward = Array.from(frame, (value, at) => value * (0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (frame.length - 1))));
  let backward = [...forward];
  let coefficients = [1];
  for (let step = 1; step <= order; step += 1) {
    let [both, own] = [0, 1e-12];
    for (let at = step; at < forward.length; at += 1) {
      both += forward[at]! * backward[at - 1]!;
      own += forward[at]! ** 2 + backward[at - 1]! ** 2;
    }
    const reflection = (-2 * both) / own;
    const [f, b] = [forward, backward];
    forward = f.map((value, at) => (at < step ? 0 : value + reflection * b[at - 1]!));
    backward = b.map((_, at) => (at < step ? 0 : b[at - 1]! + reflection * f[at]!));
    const longer = [...coefficients, 0];
    coefficients = longer.map((value, at) => value + reflection * longer[longer.length - 1 - at]!);
  }
  return coefficients;
}

/** Hertz of the roots in the upper half of the plane that ring: bandwidth under 500 Hz, by Durand and Kerner. */
function resonances(coefficients: readonly number[]): number[] {
  const roots = coefficients.slice(1).map((_, at) => ({ re: 0.9 * Math.cos(2.1 * at + 0.4), im: 0.9 * Math.sin(2.1 * at + 0.4) }));
  for (let round = 0; round < 60; round += 1) {
    let moved = 0;
    roots.forEach((root, at) => {
      let [re, im] = [1, 0];
      for (const coefficient of coefficients.slice(1)) [re, im] = [re * root.re - im * root.im + coefficient, re * root.im + im * root.re];
      roots.forEach((other, place) => {
        if (place === at) return;
        const [dr, di] = [root.re - other.re, root.im - other.im];
        const size = dr * dr + di * di + 1e-18;
        [re, im] = [(re * dr + im * di) / size, (im * dr - re * di) / size];
      });
      root.re -= re;
      root.im -= im;
      moved = Math.max(moved, Math.abs(re) + Math.abs(im));
    });
    if (moved < 1e-6) break;
  }
  return roots
    .filter(({ im }) => im > 0)
    .map(({ re, im }) => ({
      hertz: (Math.atan2(im, re) * 10_000) / (2 * Math.PI),
      width: (-Math.log(Math.hypot(re, im)) * 10_000) / Math.PI,
    }))
    .filter(({ hertz, width }) => hertz > 200 && hertz < 4_500 && width < 500)
    .map(({ hertz }) => hertz)
    .sort((one, other) => one - other);
}
