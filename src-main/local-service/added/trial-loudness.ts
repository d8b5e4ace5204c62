/** The loudness that the built-in voices have, as root mean square of what sounds. */
const usualLoudness = 0.139;
/** Softer samples are pauses. */
const quiet = 0.01;

/** Decibels, in halves, by which a voice is made as loud as the built-in ones; `undefined` where there is no sound. */
export function gainFor(samples: Float32Array): number | undefined {
  let sum = 0;
  let count = 0;
  for (const value of samples) {
    if (!(Math.abs(value) >= quiet)) continue;
    sum += value * value;
    count += 1;
  }
  if (count === 0 || !Number.isFinite(sum)) return undefined;
  const gain = Math.min(12, Math.max(-12, 20 * Math.log10(usualLoudness / Math.sqrt(sum / count))));
  return Math.round(gain * 2) / 2;
}
