import fc from 'fast-check';
import type { FailureKind } from '#shared/failure.ts';
import { expect, it } from 'vitest';
import { Decimation } from '#main/media/alignment/decimation.ts';
import { SpeechSamples } from '#main/media/alignment/speech-samples.ts';

const tone = (length: number, hertz: number, rate: number): Float32Array =>
  Float32Array.from({ length }, (_, index) => 0.5 * Math.sin((2 * Math.PI * hertz * index) / rate));

it('a sound keeps its length and its low tones with fewer samples, and what they cannot carry is gone', () => {
  for (const [hertz, level] of [
    [1000, 0.3535],
    [5000, 0.3535],
    [13_000, 0],
  ] as const) {
    const fewer = new Decimation(3).push(tone(48_000, hertz, 48_000));
    expect(Math.abs(fewer.length - 16_000)).toBeLessThan(32);
    const middle = fewer.subarray(1000, 15_000);
    expect(Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length)).toBeCloseTo(level, 1);
  }
});

it('the pieces that a sound comes in make no difference', () => {
  const sound = tone(9000, 700, 44_100);
  const whole = new SpeechSamples();
  whole.push(sound, 44_100);
  const expected = whole.finish();
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 6 }), (lengths) => {
      const parts = new SpeechSamples();
      let at = 0;
      for (const length of [...lengths, sound.length]) {
        parts.push(sound.subarray(at, at + length), 44_100);
        at = Math.min(sound.length, at + length);
      }
      expect(parts.finish()).toEqual(expected);
    }),
  );
});

const failureOf = (kind: FailureKind): object =>
  expect.objectContaining({ failure: expect.objectContaining({ kind }) as object }) as object;

it('silence, nothing at all, and more than two hours are refused', () => {
  const silent = new SpeechSamples();
  silent.push(new Float32Array(48_000).fill(0.0001), 48_000);
  expect(() => silent.finish()).toThrow(failureOf('unprocessable'));
  expect(() => new SpeechSamples().finish()).toThrow(failureOf('damaged'));
  expect(() => new SpeechSamples().push(new Float32Array(2 * 3600 * 4000 + 1), 4000)).toThrow(failureOf('too-large'));
});
