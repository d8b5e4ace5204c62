import { featureWidth, type Features } from './phone-features.ts';
import type { PhoneModel } from './phone-model.ts';

/** A take counts as having so many frames besides that lie as its voice's usually do. */
const priorFrames = 60;
const staticWidth = featureWidth / 2;

/** How the features of one take lie by those of its voice: a pause, a hum or a loud word moves the means that a take's own were normalised by. */
export interface TakeChannel {
  scales: Float64Array;
  offsets: Float64Array;
}

/** `speech`: all of a take, with the states that it is taken to say. */
export function measureChannel(
  { stateCount, triangle, means }: Pick<PhoneModel, 'stateCount' | 'triangle' | 'means'>,
  speech: readonly { features: Features; states: Int32Array }[],
): TakeChannel {
  const raw = unwhiten(triangle, means, stateCount);
  const [scales, offsets] = [new Float64Array(staticWidth), new Float64Array(staticWidth)];
  for (let term = 0; term < staticWidth; term++) {
    let [count, sum, squares, wanted, wantedSquares] = [0, 0, 0, 0, 0];
    for (const { features, states } of speech)
      states.forEach((state, frame) => {
        if (state >= stateCount - 1) return;
        const [value, mean] = [features.values[frame * featureWidth + term] ?? 0, raw[state * featureWidth + term] ?? 0];
        count += 1;
        sum += value;
        squares += value * value;
        wanted += mean;
        wantedSquares += mean * mean;
      });
    const trust = count / (count + priorFrames);
    const divisor = Math.max(1, count);
    const within = variance(triangle, term);
    const own = Math.max(1e-3, squares / divisor - (sum / divisor) ** 2);
    const usual = Math.max(1e-3, wantedSquares / divisor - (wanted / divisor) ** 2 + within);
    const scale = Math.sqrt(own / usual) ** trust;
    scales[term] = scale;
    offsets[term] = trust * (sum / divisor - (scale * wanted) / divisor);
  }
  return { scales, offsets };
}

/** The features as they would be in a take that lies as its voice's usually do. */
export function removeChannel({ count, values, isSpeech }: Features, { scales, offsets }: TakeChannel): Features {
  const moved = new Float32Array(values.length);
  for (let frame = 0; frame < count; frame++)
    for (let term = 0, at = frame * featureWidth; term < staticWidth; term++, at++) {
      moved[at] = ((values[at] ?? 0) - (offsets[term] ?? 0)) / (scales[term] ?? 1);
      moved[at + staticWidth] = (values[at + staticWidth] ?? 0) / (scales[term] ?? 1);
    }
  return { count, values: moved, isSpeech };
}

function variance(triangle: Float64Array, row: number): number {
  let sum = 0;
  for (let column = 0; column <= row; column++) sum += (triangle[row * featureWidth + column] ?? 0) ** 2;
  return sum;
}

function unwhiten(triangle: Float64Array, means: Float32Array, stateCount: number): Float32Array {
  const raw = new Float32Array(stateCount * featureWidth);
  for (let state = 0; state < stateCount; state++)
    for (let row = 0; row < featureWidth; row++) {
      let sum = 0;
      for (let column = 0; column <= row; column++)
        sum += (triangle[row * featureWidth + column] ?? 0) * (means[state * featureWidth + column] ?? 0);
      raw[state * featureWidth + row] = sum;
    }
  return raw;
}
