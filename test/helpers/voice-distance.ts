import FFT from 'fft.js';

/** Middles of the bands of the long-term spectrum, in hertz; each reaches an octave to both sides, so that a voice keeps its timbre at another pitch. */
const middles = Array.from({ length: 7 }, (_, at) => 600 * 2 ** (at / 2));
const size = 1024;

/** What one hears of a voice apart from its words: its spectrum over time, level taken out, in decibels a band. */
export function timbreOf(samples: Float32Array, rate: number): number[] {
  const fft = new FFT(size);
  const spectrum = fft.createComplexArray();
  const power = middles.map(() => 0);
  for (let from = 0; from + size <= samples.length; from += size / 2) {
    const frame = Array.from(samples.subarray(from, from + size), (value, at) => value * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size)));
    fft.realTransform(spectrum, frame);
    for (let bin = 1; bin < size / 2; bin += 1) {
      const energy = spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2;
      middles.forEach((middle, band) => {
        const octaves = Math.abs(Math.log2((bin * rate) / size / middle));
        if (octaves < 1) power[band]! += energy * (1 - octaves);
      });
    }
  }
  const decibels = power.map((value) => 10 * Math.log10(value + 1e-9));
  const mean = decibels.reduce((sum, value) => sum + value, 0) / decibels.length;
  return decibels.map((value) => value - mean);
}

/** Root of the mean squared difference of two timbres, in decibels. */
export function timbreDistance(one: readonly number[], other: readonly number[]): number {
  return Math.sqrt(one.reduce((sum, value, at) => sum + (value - other[at]!) ** 2, 0) / one.length);
}
