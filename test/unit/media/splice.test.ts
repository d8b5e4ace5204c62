import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LoudnessMeter } from '#shared/sound/loudness.ts';
import { splice, type Replacement } from '#main/media/repair/splice.ts';
import { measureSeams, speak, type SpokenSound } from '../../helpers/spoken-sound.ts';

const milliseconds = (ms: number): number => ms * 48;

/** Words `first` up to but without `last` of a sound are replaced. */
function replacing(sound: SpokenSound, first: number, last: number, part?: Int16Array): Replacement {
  const { words, samples } = sound;
  return {
    before: { from: words[first - 1]?.to ?? 0, to: words[first]?.from ?? samples.length },
    after: { from: words[last - 1]?.to ?? 0, to: words[last]?.from ?? samples.length },
    isFirst: first === 0,
    isLast: last === words.length,
    ...(part ? { part } : {}),
  };
}

const same = (one: Int16Array, other: Int16Array): boolean =>
  Buffer.compare(Buffer.from(one.buffer, one.byteOffset, one.byteLength), Buffer.from(other.buffer, other.byteOffset, other.byteLength)) ===
  0;

const loudness = (samples: Int16Array): number => {
  const meter = new LoudnessMeter();
  meter.push(samples, 1 / 32_768);
  return meter.finish() ?? -Infinity;
};

const sounds = fc
  .record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    words: fc.integer({ min: 3, max: 7 }),
    level: fc.integer({ min: 1500, max: 9000 }),
    noise: fc.integer({ min: 0, max: 30 }),
  })
  .map((wanted) => speak({ gapMs: 120, wordMs: 260, ...wanted }));

describe('a splice', () => {
  it('leaves every sample outside its seams as it was, and moves what follows by the difference in length', () => {
    fc.assert(
      fc.property(sounds, sounds, fc.nat(), (base, part, pick) => {
        const first = pick % base.words.length;
        const { samples, parts, shifts } = splice(base.samples, [replacing(base, first, first + 1, part.samples)]);
        const seam = parts[0]!;
        const shift = shifts[1]!;
        expect(samples.length).toBe(base.samples.length + shift);
        expect(same(samples.subarray(0, seam.from), base.samples.subarray(0, seam.from))).toBe(true);
        expect(same(samples.subarray(seam.to), base.samples.subarray(seam.to - shift))).toBe(true);
        // All other words are there, whole.
        expect(seam.from).toBeGreaterThanOrEqual(base.words[first - 1]?.to ?? 0);
        expect(seam.to - shift).toBeLessThanOrEqual(base.words[first + 1]?.from ?? base.samples.length);
      }),
      { numRuns: 15 },
    );
  });

  it('makes no click, and no step of more than 1 dB between the new words and those that they replace', () => {
    fc.assert(
      fc.property(sounds, sounds, fc.nat(), (base, part, pick) => {
        const first = pick % base.words.length;
        const result = splice(base.samples, [replacing(base, first, first + 1, part.samples)]);
        const { click, step } = measureSeams(base.samples, result.samples, result.parts[0]!);
        expect(click).toBeLessThanOrEqual(step);
      }),
      { numRuns: 15 },
    );
    const base = speak({ seed: 5, words: 6, level: 6000, noise: 4, gapMs: 150, wordMs: 700 });
    const part = speak({ seed: 6, words: 2, level: 3600, noise: 2, gapMs: 150, wordMs: 700 });
    const { samples, parts } = splice(base.samples, [replacing(base, 2, 4, part.samples)]);
    const old = base.samples.subarray(base.words[2]!.from, base.words[3]!.to);
    const seam = parts[0]!;
    expect(Math.abs(loudness(samples.subarray(seam.from, seam.to)) - loudness(old))).toBeLessThan(1);
    expect(seam.gain).toBeGreaterThan(3);
  });

  it('keeps the pauses around the new words as long as they were', () => {
    const base = speak({ seed: 9, words: 5, level: 6000, noise: 0, gapMs: 300, wordMs: 300 });
    const part = speak({ seed: 8, words: 1, level: 6000, noise: 0, gapMs: 20, wordMs: 500 });
    const { samples, shifts } = splice(base.samples, [replacing(base, 2, 3, part.samples)]);
    expect(Math.abs(shifts[1]! - milliseconds(200))).toBeLessThan(milliseconds(10));
    expect(samples.length - base.samples.length).toBe(shifts[1]);
  });

  it('lets words go without a click, and joins what is around them with a pause like theirs', () => {
    fc.assert(
      fc.property(sounds, fc.nat(), (base, pick) => {
        const first = pick % base.words.length;
        const result = splice(base.samples, [replacing(base, first, first + 1)]);
        const { click, step } = measureSeams(base.samples, result.samples, result.parts[0]!);
        expect(click).toBeLessThanOrEqual(step);
        expect(result.samples.length).toBeLessThan(base.samples.length - milliseconds(200));
      }),
      { numRuns: 10 },
    );
  });

  it('gives a part that was made in silence the room of the take', () => {
    const base = speak({ seed: 3, words: 6, level: 6000, noise: 25, gapMs: 250, wordMs: 400 });
    const part = speak({ seed: 4, words: 2, level: 6000, noise: 0, gapMs: 250, wordMs: 400 });
    const { samples, parts } = splice(base.samples, [replacing(base, 2, 3, part.samples)]);
    const pause = parts[0]!.offset + part.words[0]!.to + milliseconds(60);
    const level = (from: number, sound: Int16Array): number =>
      Math.sqrt(sound.subarray(from, from + 4800).reduce((sum, one) => sum + one * one, 0) / 4800);
    const room = level(base.words[0]!.to + milliseconds(60), base.samples);
    expect(Math.abs(20 * Math.log10(level(pause, samples) / room))).toBeLessThan(1);
  });

  it('puts several parts into one take, each in its place', () => {
    const base = speak({ seed: 1, words: 8, level: 5000, noise: 3, gapMs: 150, wordMs: 250 });
    const part = speak({ seed: 2, words: 2, level: 5000, noise: 3, gapMs: 150, wordMs: 250 });
    const { samples, parts, shifts } = splice(base.samples, [
      replacing(base, 1, 2, part.samples),
      replacing(base, 5, 6),
      replacing(base, 7, 8, part.samples),
    ]);
    expect(parts).toHaveLength(3);
    const middle = base.words[3]!;
    expect(same(samples.subarray(middle.from + shifts[1]!, middle.to + shifts[1]!), base.samples.subarray(middle.from, middle.to))).toBe(
      true,
    );
    const later = base.words[6]!;
    expect(same(samples.subarray(later.from + shifts[2]!, later.to + shifts[2]!), base.samples.subarray(later.from, later.to))).toBe(true);
  });
});
