import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limiterMargin, PeakLimiter, findReductions, toDecibels, TruePeakMeter, turnedDown } from '#shared/sound/true-peak.ts';

const sine = (samples: number, amplitude: number, cycles: number, phase = 0): Int16Array =>
  Int16Array.from({ length: samples }, (_, at) => Math.round(32_767 * amplitude * Math.sin(2 * Math.PI * cycles * at + phase)));

function peakDb(pcm: Int16Array, channels = 1, pieces: readonly number[] = [pcm.length]): number | null {
  const meter = new TruePeakMeter(channels);
  eachPiece(pcm, channels, pieces, (piece) => meter.push(piece));
  return toDecibels(meter.finish());
}

/** Cuts a sound into pieces of these lengths, again and again. */
function eachPiece(pcm: Int16Array, channels: number, pieces: readonly number[], take: (piece: Int16Array) => void): void {
  for (let at = 0, index = 0; at < pcm.length; index += 1) {
    const length = Math.max(1, pieces[index % pieces.length] ?? 1) * channels;
    take(pcm.subarray(at, at + length));
    at += length;
  }
}

function limited(pcm: Int16Array, pieces: readonly number[], channels = 1, ceilingDb = -1): Int16Array {
  const limiter = new PeakLimiter({ channels, ceilingDb });
  const out: Int16Array[] = [];
  eachPiece(pcm, channels, pieces, (piece) => out.push(limiter.push(piece)));
  out.push(limiter.finish() ?? new Int16Array(0));
  return Int16Array.from(out.flatMap((piece) => [...piece]));
}

const anyPieces = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 5 });
/** Noise with bursts up to full scale. */
const anySound = fc
  .tuple(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.double({ min: 0.05, max: 1, noNaN: true }))
  .map(([length, seed, share]) => {
    let state = seed;
    return Int16Array.from({ length }, (_, at) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      const scale = Math.sin(at / 400) ** 2 < share ? 1 : 0.2;
      return Math.round((state / 2 ** 31) * 32_767 * scale);
    });
  });

describe('the true peak', () => {
  test('of a tone at a quarter of the rate, whose samples all miss its crests, is 3.01 dB above them', () => {
    const pcm = sine(48_000, 1, 1 / 4, Math.PI / 4);
    expect(Math.max(...pcm)).toBe(Math.round(32_767 * Math.SQRT1_2));
    // The tone begins and ends at once, which adds a little overshoot: its middle is asked.
    const meter = new TruePeakMeter();
    const faded = pcm.map((sample, at) => Math.round(sample * Math.min(1, at / 4_800, (48_000 - at) / 4_800)));
    meter.push(faded);
    expect(toDecibels(meter.finish())).toBeCloseTo(0, 1);
  });

  test('of silence is none, and of any sound never below its greatest sample', () => {
    expect(peakDb(new Int16Array(9_000))).toBeNull();
    fc.assert(
      fc.property(anySound, (pcm) => {
        const greatest = pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        expect(peakDb(pcm) ?? -Infinity).toBeGreaterThanOrEqual(20 * Math.log10(greatest / 32_768) - 1e-6);
      }),
      { numRuns: 30 },
    );
  });

  test('is the same however a sound is cut into pieces, of one channel and of two', () => {
    fc.assert(
      fc.property(anySound, anyPieces, fc.constantFrom(1, 2), (sound, pieces, channels) => {
        const pcm = sound.subarray(0, sound.length - (sound.length % channels));
        expect(peakDb(pcm, channels, pieces)).toBe(peakDb(pcm, channels));
      }),
      { numRuns: 30 },
    );
  });
});

describe('the limiter', () => {
  test('keeps every true peak under the ceiling', () => {
    fc.assert(
      fc.property(anySound, anyPieces, (pcm, pieces) => {
        expect(peakDb(limited(pcm, pieces)) ?? -Infinity).toBeLessThanOrEqual(-1);
      }),
      { numRuns: 30 },
    );
  });

  test('leaves a sound below the ceiling as it is, to the sample', () => {
    fc.assert(
      fc.property(anySound, anyPieces, (pcm, pieces) => {
        const soft = pcm.map((sample) => Math.round(sample / 3));
        expect(limited(soft, pieces)).toEqual(soft);
      }),
      { numRuns: 20 },
    );
  });

  test('changes nothing that is further than 20 ms from a peak, and the same however the sound is cut', () => {
    const pcm = sine(48_000, 0.4, 0.003);
    for (let at = 24_000; at < 24_020; at += 1) pcm[at] = 32_767;
    const whole = limited(pcm, [pcm.length]);
    const changed = [...pcm.keys()].filter((at) => pcm[at] !== whole[at]);
    expect(changed[0]).toBeGreaterThan(24_000 - limiterMargin);
    expect(changed.at(-1)).toBeLessThan(24_020 + limiterMargin);
    fc.assert(
      fc.property(anyPieces, (pieces) => {
        expect(limited(pcm, pieces)).toEqual(whole);
      }),
      { numRuns: 4 },
    );
  });

  test('turns both channels down together', () => {
    const pcm = new Int16Array(9_600);
    for (let at = 0; at < 4_800; at += 1) {
      pcm[at * 2] = Math.round(32_767 * Math.sin(at / 20));
      pcm[at * 2 + 1] = Math.round(8_000 * Math.sin(at / 20));
    }
    const reductions = findReductions(pcm, 2, -1);
    const out = turnedDown(pcm, 2, reductions!, 0, 4_800);
    const gain = (channel: number): number => (out[2_000 * 2 + channel] ?? 0) / (pcm[2_000 * 2 + channel] ?? 1);
    expect(gain(0)).toBeLessThan(0.95);
    expect(gain(1)).toBeCloseTo(gain(0), 2);
  });
});
