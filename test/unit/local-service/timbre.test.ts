import { beforeAll, expect, test } from 'vitest';
import { Engine, sampleRate, type EngineVoice } from '#main/local-service/sound/engine.ts';
import { measure } from '#main/local-service/voices/measure.ts';
import { nearest, withMelody, withTimbre, type Likeness } from '#main/local-service/voices/likeness.ts';
import { bandHertz, timbreOf } from '#main/local-service/voices/timbre.ts';

const sentence = 'It keeps better time, they say, than anybody else in this whole town has ever known.';
let engine: Engine;
beforeAll(async () => (engine = await Engine.start()));

function speak(voice: Partial<EngineVoice>): Float32Array {
  const parts: number[] = [];
  engine.use({ name: 'en-us+m3', rate: 165, pitch: 50, range: 50, ...voice });
  engine.speak(sentence, (samples) => {
    for (const sample of samples) parts.push(sample / 32_768);
  });
  return Float32Array.from(parts);
}
function likenessOf(voice: Partial<EngineVoice>): Likeness {
  const samples = speak(voice);
  const measured = measure(samples, sampleRate);
  return { measured: { ...measured, hertz: measured.hertz ?? NaN }, timbre: timbreOf(samples, sampleRate) };
}
const bandAt = (bands: readonly number[], hertz: number) => bands[bandHertz.findIndex((middle) => middle >= hertz)] ?? NaN;

test('the other engine moves formants by what is asked, and neither pitch nor pace', () => {
  const own = likenessOf({});
  for (const formants of [0.85, 1.15]) {
    const moved = likenessOf({ formants });
    moved.timbre.formants.forEach((hertz, formant) => {
      expect(hertz / (own.timbre.formants[formant] ?? NaN) / formants).toBeGreaterThan(0.9);
      expect(hertz / (own.timbre.formants[formant] ?? NaN) / formants).toBeLessThan(1.1);
    });
    expect(Math.abs(12 * Math.log2(moved.measured.hertz / own.measured.hertz))).toBeLessThan(0.3);
    expect(moved.measured.spokenMs / own.measured.spokenMs).toBeCloseTo(1, 1);
  }
});

test('brightness raises what is high against what is low, by as many decibels', () => {
  const [dark, own, bright] = [-8, 0, 8].map((brightness) => {
    const { bands } = timbreOf(speak({ brightness }), sampleRate);
    return bandAt(bands, 4_500) - bandAt(bands, 500);
  });
  expect(bright! - own!).toBeGreaterThan(6);
  expect(own! - dark!).toBeGreaterThan(6);
});

test('timbre is the same at any level and rate, and without speech there are no formants', () => {
  const samples = speak({});
  const own = timbreOf(samples, sampleRate);
  const soft = timbreOf(
    samples.map((value) => value / 10),
    sampleRate,
  );
  soft.bands.forEach((value, band) => expect(value).toBeCloseTo(own.bands[band]!, 3));
  const doubled = timbreOf(
    Float32Array.from({ length: samples.length * 2 - 2 }, (_, at) => ((samples[at >> 1] ?? 0) + (samples[(at + 1) >> 1] ?? 0)) / 2),
    sampleRate * 2,
  );
  for (const hertz of [500, 1_000, 2_000]) expect(Math.abs(bandAt(doubled.bands, hertz) - bandAt(own.bands, hertz))).toBeLessThan(1.5);
  expect(timbreOf(new Float32Array(sampleRate), sampleRate).formants).toEqual([]);
});

test('of several bases the one that a voice was made of is the nearest, with its throat and brightness', () => {
  const bases = ['m3', 'm8', 'f2', 'linda'].map((variant) => ({ variant, likeness: likenessOf({ name: `en-us+${variant}` }) }));
  for (const [variant, formants, brightness] of [
    ['m3', 1.12, -5],
    ['f2', 0.9, 4],
  ] as const) {
    // prettier-ignore
    const [first] = nearest(likenessOf({ name: `en-us+${variant}`, formants, brightness }), bases, { rate: 165, range: 50 });
    expect(first).toMatchObject({ variant });
    expect(Math.abs(Math.log2((first?.formants ?? NaN) / formants))).toBeLessThan(0.08);
    expect(Math.abs((first?.brightness ?? NaN) - brightness)).toBeLessThan(2.5);
  }
});

test('a correction goes towards what is wanted in each measure, and stays within what the engine can do', () => {
  const wanted = likenessOf({ semitones: 3, range: 80, formants: 1.1, brightness: 4 });
  const begun = { variant: 'm3', pitch: 50, rate: 165, range: 50 };
  const heard = likenessOf({});
  expect(withTimbre(begun, heard, wanted).formants).toBeGreaterThan(1.03);
  const melody = withMelody(begun, heard, wanted, 1.2);
  expect(melody.semitones).toBeGreaterThan(1.5);
  expect(melody.semitones).toBeLessThan(5);
  expect(melody.brightness).toBeGreaterThan(2);
  expect(melody.range).toBeGreaterThan(55);
  expect(melody.rate).toBe(198);
  const far = { ...wanted, measured: { ...wanted.measured, hertz: 2_000 } };
  expect(withMelody({ ...begun, rate: 290, range: 95 }, heard, far, 5)).toMatchObject({ rate: 300, range: 99, semitones: 14 });
});
