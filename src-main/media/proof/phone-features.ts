import type { Frames } from '../alignment/frames.ts';

/** Numbers of a frame: its cepstrum, and how that changes around it. */
export const featureWidth = 26;
/** Frames on either side of one that its change is measured between. */
const changeReach = 2;

/** Speech as its timbre and the change of it, `featureWidth` numbers for each frame of 10 ms. */
export interface Features {
  count: number;
  values: Float32Array;
  isSpeech: Uint8Array;
}

export function deriveFeatures({ count, width, values: cepstra, isSpeech }: Frames): Features {
  const values = new Float32Array(count * featureWidth);
  for (let frame = 0; frame < count; frame++) {
    const before = Math.max(0, frame - changeReach) * width;
    const after = Math.min(count - 1, frame + changeReach) * width;
    for (let term = 0; term < width; term++) {
      values[frame * featureWidth + term] = cepstra[frame * width + term] ?? 0;
      values[frame * featureWidth + width + term] = (cepstra[after + term] ?? 0) - (cepstra[before + term] ?? 0);
    }
  }
  return { count, values, isSpeech };
}
