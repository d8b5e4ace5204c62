import { featureWidth, type Features } from './phone-features.ts';

/** Parts of a phoneme that sound different: its beginning, middle and end. */
export const partsOfPhone = 3;
const vowel = /[aeiouyæɐɑɒɔəɚɛɜɪʊʌɵøœɨʉ]/u;
/** `name`: eSpeak NG's of a phoneme. */
export const isVowel = (name: string): boolean => vowel.test(name);
/** Frames that the reference's own sound of a phoneme counts as. */
const priorFrames = 12;
/** Share of how features vary together that is believed, and what each varies besides. */
const togetherShare = 0.9;
const leastVariance = 0.02;
/** Beyond this a frame is as unlike as can be. */
const greatestCost = 60;

/** A sound whose frames are each given a state of the model. */
export interface LabelledSpeech {
  features: Features;
  /** A state for each frame. */
  states: Int32Array;
}

/** How long a voice says each phoneme, as natural logarithms of frames: `usual` + `share` times that of the reference + that of the pace. */
export interface PhoneLengths {
  /** By phoneme; together they are at the pace of the reference. */
  usual: Float32Array;
  share: number;
  /** What those before a pause have besides. */
  final: number;
  /** Of single phonemes from that. */
  deviation: number;
}

/** What the phonemes of a language sound like in one voice. Its states are the parts of each phoneme, and silence as the last one. */
export interface PhoneModel {
  phones: ReadonlyMap<string, number>;
  stateCount: number;
  /** Lower triangle that makes features vary alike, and each by 1. */
  triangle: Float64Array;
  /** Of each state, in features that vary alike. */
  means: Float32Array;
  /** Decibels of each state by those of a take's speech; 0 where they are not known. */
  levels: Float32Array;
  lengths: PhoneLengths;
}

/** `prior`: the reference's own speech, for phonemes that the voice says seldom. */
export function estimateModel(
  phones: ReadonlyMap<string, number>,
  speech: readonly LabelledSpeech[],
  prior: readonly LabelledSpeech[],
): Omit<PhoneModel, 'levels' | 'lengths'> {
  const stateCount = phones.size * partsOfPhone + 1;
  const [own, before] = [sumStates(speech, stateCount), sumStates(prior, stateCount)];
  const means = new Float64Array(stateCount * featureWidth);
  for (let state = 0; state < stateCount; state++) {
    const [count, beforeCount] = [own.counts[state] ?? 0, before.counts[state] ?? 0];
    const weight = beforeCount > 0 ? priorFrames : 0;
    for (let at = state * featureWidth; at < (state + 1) * featureWidth; at++) {
      const known = ((before.sums[at] ?? 0) / Math.max(1, beforeCount)) * weight;
      means[at] = ((own.sums[at] ?? 0) + known) / Math.max(1, count + weight);
    }
  }
  const triangle = factorise(measureVariance(speech, means, stateCount));
  const whitened = new Float32Array(means.length);
  for (let state = 0; state < stateCount; state++) whiten(triangle, means, state * featureWidth, whitened, state * featureWidth);
  return { phones, stateCount, triangle, means: whitened };
}

/** How unlike each frame is to each state, by frame; the negative logarithm of a likelihood, but for a constant. */
export function measureCosts(
  { stateCount, triangle, means }: Pick<PhoneModel, 'stateCount' | 'triangle' | 'means'>,
  { count, values }: Features,
): Float32Array {
  const costs = new Float32Array(count * stateCount);
  const frameValues = new Float32Array(featureWidth);
  for (let frame = 0; frame < count; frame++) {
    whiten(triangle, values, frame * featureWidth, frameValues, 0);
    for (let state = 0; state < stateCount; state++) {
      let sum = 0;
      for (let term = 0, at = state * featureWidth; term < featureWidth; term++, at++)
        sum += ((frameValues[term] ?? 0) - (means[at] ?? 0)) ** 2;
      costs[frame * stateCount + state] = Math.min(greatestCost, sum / 2);
    }
  }
  return costs;
}

function sumStates(speech: readonly LabelledSpeech[], stateCount: number): { sums: Float64Array; counts: Float64Array } {
  const [sums, counts] = [new Float64Array(stateCount * featureWidth), new Float64Array(stateCount)];
  for (const { features, states } of speech)
    for (let frame = 0; frame < features.count; frame++) {
      const state = states[frame] ?? stateCount - 1;
      counts[state] = (counts[state] ?? 0) + 1;
      for (let term = 0; term < featureWidth; term++) {
        const at = state * featureWidth + term;
        sums[at] = (sums[at] ?? 0) + (features.values[frame * featureWidth + term] ?? 0);
      }
    }
  return { sums, counts };
}

/** How the features of speech vary together within the states. */
function measureVariance(speech: readonly LabelledSpeech[], means: Float64Array, stateCount: number): Float64Array {
  const variance = new Float64Array(featureWidth * featureWidth);
  const difference = new Float64Array(featureWidth);
  let total = 0;
  for (const { features, states } of speech)
    for (let frame = 0; frame < features.count; frame++) {
      const state = states[frame] ?? stateCount - 1;
      if (state === stateCount - 1) continue;
      total += 1;
      for (let term = 0; term < featureWidth; term++)
        difference[term] = (features.values[frame * featureWidth + term] ?? 0) - (means[state * featureWidth + term] ?? 0);
      for (let row = 0; row < featureWidth; row++)
        for (let column = 0; column <= row; column++) {
          const at = row * featureWidth + column;
          variance[at] = (variance[at] ?? 0) + (difference[row] ?? 0) * (difference[column] ?? 0);
        }
    }
  return variance.map((sum, at) => {
    const mean = sum / Math.max(1, total);
    return Math.floor(at / featureWidth) === at % featureWidth ? mean + leastVariance : mean * togetherShare;
  });
}

/** Cholesky's factor of a symmetric matrix, of which the lower triangle is given. */
function factorise(matrix: Float64Array): Float64Array {
  const factor = new Float64Array(matrix.length);
  for (let row = 0; row < featureWidth; row++)
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * featureWidth + column] ?? 0;
      for (let at = 0; at < column; at++) sum -= (factor[row * featureWidth + at] ?? 0) * (factor[column * featureWidth + at] ?? 0);
      const onDiagonal = factor[column * featureWidth + column] ?? 1;
      factor[row * featureWidth + column] = row === column ? Math.sqrt(Math.max(1e-6, sum)) : sum / onDiagonal;
    }
  return factor;
}

function whiten(triangle: Float64Array, from: Float32Array | Float64Array, start: number, to: Float32Array, at: number): void {
  for (let row = 0; row < featureWidth; row++) {
    let sum = from[start + row] ?? 0;
    for (let column = 0; column < row; column++) sum -= (triangle[row * featureWidth + column] ?? 0) * (to[at + column] ?? 0);
    to[at + row] = sum / (triangle[row * featureWidth + row] ?? 1);
  }
}
