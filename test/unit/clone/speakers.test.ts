import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SignalMeter } from '#main/features/clone/signal.ts';
import type { Recording, SoundFacts } from '#shared/clone/recordings.ts';
import { findOtherSpeakers, findUnconfirmedSpeakers, formatOtherSpeaker, voiceDistance } from '#shared/clone/speakers.ts';

const rate = 48_000;

/** A buzz at a pitch through three resonances that move between vowels, as a throat of a length makes them; `seed` chooses the text. */
function speechOf({
  hertz,
  throat,
  seed = 1,
  level = 0.2,
  noiseDb = -70,
}: {
  hertz: number;
  throat: number;
  seed?: number;
  level?: number;
  noiseDb?: number;
}): Float32Array {
  let state = seed;
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const vowels = [
    [730, 1_090, 2_440],
    [270, 2_290, 3_010],
    [300, 870, 2_240],
    [530, 1_840, 2_480],
    [570, 840, 2_410],
  ]; // Peterson and Barney, 1952
  const samples = new Float32Array(7 * rate);
  const memory = [0, 0, 0, 0, 0, 0];
  let vowel = vowels[0] ?? [];
  let phase = 0;
  for (let at = 0; at < samples.length; at += 1) {
    if (at % 7_200 === 0) vowel = vowels[Math.floor(random() * vowels.length)] ?? [];
    phase += (hertz * (1 + 0.1 * Math.sin(at / 20_000 + seed))) / rate;
    const pulse = phase >= 1 ? 1 : 0;
    phase -= pulse;
    let sum = pulse;
    vowel.forEach((formant, index) => {
      const radius = Math.exp((-Math.PI * (80 + 40 * index)) / rate);
      const turn = 2 * radius * Math.cos((2 * Math.PI * formant * throat) / rate);
      const out = sum * (1 - radius) + turn * (memory[index * 2] ?? 0) - radius ** 2 * (memory[index * 2 + 1] ?? 0);
      memory[index * 2 + 1] = memory[index * 2] ?? 0;
      memory[index * 2] = out;
      sum = out;
    });
    samples[at] = sum;
  }
  const greatest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const noise = 10 ** (noiseDb / 20);
  return samples.map((sample) => (sample * level) / greatest + (random() * 2 - 1) * noise);
}

function factsOf(samples: Float32Array): SoundFacts {
  const meter = new SignalMeter();
  for (let at = 0; at < samples.length; at += 7_919) meter.push(samples.subarray(at, at + 7_919));
  return meter.finish(0);
}

const recording = (id: string, facts: SoundFacts | null, state: Recording['state'] = 'ready'): Recording => ({
  id,
  name: `${id}.wav`,
  kind: 'file',
  state,
  bytes: 1_000_000,
  original: true,
  codec: 'WAV',
  seconds: 10,
  samples: 480_000,
  aacBytes: 0,
  cutShort: false,
  truncated: false,
  failure: null,
  trim: null,
  sendAs: 'auto',
  cleanUp: { reduceNoise: false, trimSilence: false },
  cleaned: null,
  facts,
});
const man = { hertz: 110, throat: 1 };
const woman = { hertz: 205, throat: 1.17 };
const facts = factsOf(speechOf(man));
const named = (found: ReturnType<typeof findOtherSpeakers>): string[] => found.map(({ recording: { id }, than }) => `${id} ${than.id}`);

describe('two recordings', () => {
  test('of one speaker with other words, softer, and in more noise, are of one speaker', () => {
    const same = [
      factsOf(speechOf({ ...man, seed: 7 })),
      factsOf(speechOf({ ...man, seed: 8, level: 0.05 })),
      factsOf(speechOf({ ...man, seed: 9, noiseDb: -55 })),
    ];
    expect(findOtherSpeakers([facts, ...same].map((one, index) => recording(`take${index}`, one)))).toEqual([]);
  });

  test('of a man and a woman are named, and no other ones are', () => {
    const list = [
      recording('anna', factsOf(speechOf({ ...man, seed: 3 }))),
      recording('berta', factsOf(speechOf(woman))),
      recording('carl', facts),
    ];
    const found = findOtherSpeakers(list);
    expect(named(found)).toEqual(['berta anna']);
    expect(formatOtherSpeaker(found[0]!)).toBe('“berta.wav” sounds like another speaker than “anna.wav”');
  });
});

describe('the comparison', () => {
  const print = fc
    .tuple(
      fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 4, maxLength: 4 }),
      fc.double({ min: 60, max: 400, noNaN: true }),
    )
    .map(([mean, hertz]): SoundFacts => ({ ...facts, hertz, voice: { mean, spread: mean.map(() => 1) } }));

  test('has no direction, and finds a voice like itself', () => {
    fc.assert(
      fc.property(print, print, (one, other) => {
        expect(voiceDistance(one, other)).toBeCloseTo(voiceDistance(other, one) ?? NaN, 9);
        expect(voiceDistance(one, one)).toBe(0);
      }),
    );
  });

  test('passes over what has too little speech, is not decoded, or is not there yet', () => {
    const other = factsOf(speechOf(woman));
    expect(findOtherSpeakers([recording('a', facts), recording('b', { ...other, voice: null })])).toEqual([]);
    expect(findOtherSpeakers([recording('a', facts), recording('b', null)])).toEqual([]);
    expect(findOtherSpeakers([recording('a', facts), recording('b', other, 'arriving')])).toEqual([]);
    expect(factsOf(new Float32Array(5 * rate)).voice).toBeNull();
  });

  test('compares with the speaker that most have in common, wherever those stand in the list', () => {
    const other = factsOf(speechOf(woman));
    expect(named(findOtherSpeakers([recording('a', other), recording('b', facts), recording('c', facts)]))).toEqual(['a b']);
    expect(named(findOtherSpeakers([recording('a', other), recording('b', facts)]))).toEqual(['b a']);
  });

  test('is confirmed recording by recording: one that is added later is asked for again', () => {
    const other = factsOf(speechOf(woman));
    const list = [recording('a', facts), recording('b', other), recording('c', facts)];
    expect(findUnconfirmedSpeakers(list, ['b'])).toEqual([]);
    expect(named(findUnconfirmedSpeakers([...list, recording('d', facts), recording('e', other)], ['b']))).toEqual(['e a']);
  });
});
