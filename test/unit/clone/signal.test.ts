import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { twoRanges } from '#main/features/clone/pitch.ts';
import { ClipFinder, SignalMeter } from '#main/features/clone/signal.ts';
import type { SoundFacts } from '#shared/clone/recordings.ts';

const rate = 48_000;
/** Deterministic noise of a power. */
function noiseOf(decibels: number): () => number {
  let state = 1;
  const width = 10 ** (decibels / 20) * Math.sqrt(3);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * width;
  };
}
/** A buzz of a pitch, on for 0.7 s of each second, over noise. */
function speechLike(seconds: number, hertz: (second: number) => number, noiseDb = -60): Float32Array {
  const noise = noiseOf(noiseDb);
  let phase = 0;
  return Float32Array.from({ length: seconds * rate }, (_, at) => {
    phase += hertz(Math.floor(at / rate)) / rate;
    const voice = at % rate < 0.7 * rate ? 0.2 * Math.sin(2 * Math.PI * phase) + 0.1 * Math.sin(4 * Math.PI * phase) : 0;
    return voice + noise();
  });
}
function measured(samples: Float32Array, piece = 7_919): SoundFacts {
  const meter = new SignalMeter();
  const clips = new ClipFinder();
  for (let at = 0; at < samples.length; at += piece) {
    meter.push(samples.subarray(at, at + piece));
    clips.push(samples.subarray(at, at + piece), rate);
  }
  return meter.finish(clips.places.length);
}

describe('a recording', () => {
  test('shows its pitch, its noise, its voice and its pauses', () => {
    const facts = measured(speechLike(8, () => 140));
    expect(facts.seconds).toBe(8);
    expect(facts.hertz).toBeCloseTo(140, 0);
    expect(facts.noiseDb).toBeGreaterThan(-63);
    expect(facts.noiseDb).toBeLessThan(-57);
    expect(facts.speechDb).toBeCloseTo(-16, 0);
    expect(facts.silence).toBeCloseTo(0.3, 1);
    expect(facts.clippedPlaces).toBe(0);
    expect(facts.ranges).toBeNull();
  });

  test('measures the same however it is cut into pieces', () => {
    const samples = speechLike(2, () => 200);
    const whole = measured(samples, samples.length);
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 60_000 }), (piece) => {
        expect(measured(samples, piece)).toEqual(whole);
      }),
      { numRuns: 8 },
    );
  });

  test.each([-70, -60, -50])(
    'has the noise of its room at %i dB also where only the gaps between words are left of its pauses',
    (noiseDb) => {
      const noise = noiseOf(noiseDb);
      let phase = 0;
      // Words of 0.9 s that begin softly, with a gap of 60 ms.
      const dense = Float32Array.from({ length: 12 * rate }, (_, at) => {
        const inWord = (at / rate) % 0.96;
        const loudness = inWord > 0.9 ? 0 : inWord < 0.3 ? 0.02 : 0.25;
        phase += 130 / rate;
        return loudness * Math.sin(2 * Math.PI * phase) + noise();
      });
      const pause = Float32Array.from({ length: 1.5 * rate }, noise);
      const before = new Float32Array(pause.length + dense.length);
      before.set(pause);
      before.set(dense, pause.length);
      for (const samples of [before, dense, dense.subarray(0, 4 * rate)]) {
        const found = measured(samples).noiseDb ?? 0;
        expect(found).toBeGreaterThan(noiseDb - 3);
        expect(found).toBeLessThan(noiseDb + 3);
      }
    },
  );

  test('that is silent has no level, no voice and no pitch', () => {
    expect(measured(new Float32Array(rate))).toMatchObject({ peakDb: null, loudnessLufs: null, speechDb: null, hertz: null, silence: 1 });
    expect(measured(new Float32Array(0)).seconds).toBe(0);
  });

  test('is clipped where its wave is cut off, and not where it only touches full scale', () => {
    const samples = speechLike(2, () => 150);
    samples[1_000] = 1;
    expect(measured(samples).clippedPlaces).toBe(0);
    samples.fill(1, 20_000, 20_010);
    samples.fill(-1, 60_000, 60_005);
    expect(measured(samples).clippedPlaces).toBe(2);
  });

  test('of a sine at full scale is at −3 LUFS, as the recommendation says', () => {
    const sine = Float32Array.from({ length: 3 * rate }, (_, at) => Math.sin((2 * Math.PI * 997 * at) / rate));
    expect(measured(sine).loudnessLufs).toBeCloseTo(-3.01, 1);
  });

  test('of two speakers by turns is suspected, and of a lively one is not', () => {
    expect(measured(speechLike(16, (second) => (second % 8 < 4 ? 105 : 215))).ranges).toMatchObject({
      low: expect.closeTo(105, 0) as number,
      high: expect.closeTo(215, 0) as number,
    });
    expect(measured(speechLike(16, (second) => 110 * 2 ** ((second % 8) / 12))).ranges).toBeNull();
  });
});

test('one voice that fills its range is one, whatever the range', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 70, max: 200, noNaN: true }),
      fc.double({ min: 0, max: 14, noNaN: true }),
      fc.integer({ min: 24, max: 90 }),
      (low, width, count) => {
        const even = Array.from({ length: count }, (_, index) => low * 2 ** ((width * index) / (count - 1) / 12));
        expect(twoRanges(even)).toBeNull();
      },
    ),
  );
});

describe('clipping', () => {
  const find = (samples: Float32Array, piece: number): number[] => {
    const clips = new ClipFinder();
    for (let at = 0; at < samples.length; at += piece) clips.push(samples.subarray(at, at + piece), rate);
    return clips.places;
  };
  const clippedAt = (...runs: [seconds: number, samples: number][]): Float32Array => {
    const samples = new Float32Array(2 * rate);
    for (const [seconds, count] of runs) samples.fill(1, seconds * rate, seconds * rate + count);
    return samples;
  };

  test('is a place for each wave that is cut off, however long it is and however the sound is cut into pieces', () => {
    for (const piece of [1, 2, 480, 7_919, 2 * rate]) {
      expect(find(clippedAt([0.5, 2], [0.75, 1]), piece)).toEqual([]);
      expect(find(clippedAt([0.5, 3], [1, 3]), piece).map((place) => place.toFixed(2))).toEqual(['0.50', '1.00']);
      expect(find(clippedAt([0.5, 0.1 * rate]), piece)).toHaveLength(1);
    }
  });

  test('within a hundredth of a second is one place', () => {
    expect(find(clippedAt([0.5, 3], [0.505, 3], [0.6, 3]), 480).map((place) => place.toFixed(2))).toEqual(['0.50', '0.60']);
  });
});
