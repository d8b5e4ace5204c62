import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Resampler } from '#main/media/resampler.ts';

const target = 48_000;
const rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 88_200, 96_000, 176_400, 192_000];
/** A rate with no plain relation to 48 kHz, for which a library's filter is used whose band ends sooner. */
const oddRate = 22_255;

type Signal = (seconds: number) => number;

const sampled = (signal: Signal, rate: number, samples: number): Float32Array =>
  Float32Array.from({ length: samples }, (_, index) => signal(index / rate));

async function resampled(input: Float32Array, rate: number, pieces: readonly number[] = []): Promise<Float32Array> {
  const resampler = await Resampler.create(rate);
  const out: Float32Array[] = [];
  let at = 0;
  for (const length of [...pieces, Infinity]) {
    out.push(resampler.push(input.subarray(at, at + length)));
    at += length;
    if (at >= input.length) break;
  }
  out.push(resampler.finish());
  resampler.free();
  return Float32Array.from(out.flatMap((piece) => [...piece]));
}

/** Energy of the difference from the exact samples of the signal, in dB of the signal's own; its first and last hundredths are left out. */
async function errorOf(signal: Signal, rate: number): Promise<number> {
  const out = await resampled(sampled(signal, rate, rate), rate);
  expect(out.length).toBe(target);
  let [wrong, whole] = [0, 0];
  for (let index = target / 100; index < target - target / 100; index += 1) {
    const exact = signal(index / target);
    wrong += (out[index]! - exact) ** 2;
    whole += exact ** 2;
  }
  return decibels(wrong / whole);
}

const decibels = (ratio: number): number => 10 * Math.log10(ratio);
const highestOf = (rate: number): number => ((rate === oddRate ? 0.8 : 0.9) * Math.min(rate, target)) / 2;

describe('resampling to 48 kHz', () => {
  it.each([...rates, oddRate])('of %i Hz keeps a chord of 24 tones, with errors below -90 dB', async (rate) => {
    const highest = highestOf(rate);
    const chord: Signal = (seconds) => {
      let sum = 0;
      for (let tone = 1; tone <= 24; tone += 1) sum += Math.sin(((2 * Math.PI * highest * tone) / 24) * seconds + tone ** 2) / 24;
      return sum;
    };
    expect(await errorOf(chord, rate)).toBeLessThan(-90);
  });

  it.each([...rates, oddRate])('of %i Hz keeps a tone that sweeps up, with errors below -90 dB', async (rate) => {
    const highest = highestOf(rate);
    expect(await errorOf((seconds) => 0.9 * Math.sin(Math.PI * highest * seconds ** 2), rate)).toBeLessThan(-90);
  });

  it.each(rates.filter((rate) => rate > target))('of %i Hz lets nothing through that 48 kHz cannot carry', async (rate) => {
    for (const place of [1.01, 1.3, 1.7]) {
      const out = await resampled(
        sampled((seconds) => Math.sin(Math.PI * place * target * seconds), rate, rate),
        rate,
      );
      const inner = out.subarray(target / 100, -target / 100);
      expect(decibels((2 * inner.reduce((sum, sample) => sum + sample ** 2, 0)) / inner.length), `${place}`).toBeLessThan(-90);
    }
  });

  it.each([11_025, 22_050, 24_000, 192_000])('of %i Hz gives the same samples however the sound is cut', async (rate) => {
    const input = sampled((seconds) => Math.sin(2000 * seconds) * Math.cos(3 * seconds), rate, 40_000);
    const whole = await resampled(input, rate);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9_000), { maxLength: 12 }), async (pieces) => {
        expect(await resampled(input, rate, pieces)).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });

  it('of one sound is not changed by the sounds before it, whose filters are used again', async () => {
    const input = sampled((seconds) => Math.sin(500 * seconds), 24_000, 5_000);
    const first = await resampled(input, 24_000);
    await resampled(
      sampled(() => 1, 24_000, 777),
      24_000,
    );
    expect(await resampled(input, 24_000)).toEqual(first);
  });

  it('is exactly as long as the sound, to the nearest sample, also of a sound of a few samples', async () => {
    for (const rate of [...rates, oddRate])
      for (const length of [1, 2, 63, 1000])
        expect((await resampled(new Float32Array(length), rate)).length, `${length} at ${rate}`).toBe(Math.round((length * target) / rate));
  });

  it('keeps a constant what it is', async () => {
    const out = await resampled(
      sampled(() => 0.5, 22_050, 22_050),
      22_050,
    );
    for (const sample of out.subarray(1000, -1000)) expect(Math.abs(sample - 0.5)).toBeLessThan(2e-6);
  });
});
