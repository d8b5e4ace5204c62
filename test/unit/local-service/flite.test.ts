import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { sampleText } from '#shared/narration/sample.ts';
import { sampleRate, type EngineEvent, type EngineVoice } from '#main/local-service/sound/engine.ts';
import { Flite } from '#main/local-service/sound/flite/flite.ts';
import { pause, readPhones, wordOfPhones, type Phone } from '#main/local-service/sound/flite/word-phones.ts';
import { measure } from '#main/local-service/voices/measure.ts';
import { timbreDistance, timbreOf } from '../../helpers/voice-distance.ts';

let flite: Flite;
beforeAll(async () => (flite = await Flite.start()));

const plain: EngineVoice = { name: 'en-us+flite-slt', rate: 165, pitch: 50, range: 50 };
const sentence = 'It keeps better time, they say, than anybody else in this whole town has ever known.';

function speak(text: string, voice: Partial<EngineVoice> = {}, engine = flite): { samples: Int16Array; events: EngineEvent[] } {
  const parts: Int16Array[] = [];
  const events: EngineEvent[] = [];
  engine.speak({ ...plain, ...voice }, text.split(' '), (samples, further) => {
    parts.push(samples);
    events.push(...further);
  });
  return { samples: Int16Array.from(parts.flatMap((part) => [...part])), events };
}
const digest = ({ samples }: { samples: Int16Array }) => createHash('sha256').update(samples).digest('hex');
const measured = ({ samples }: { samples: Int16Array }) => measure(Float32Array.from(samples, (sample) => sample / 32_768), sampleRate); // prettier-ignore
const marks = (events: readonly EngineEvent[]) => events.filter(({ type }) => type === 'mark');

test('what was spoken before leaves no trace: an order gives the samples that a new engine gives', async () => {
  const first = digest(speak(sentence));
  speak('Something else, and much louder!', { name: 'en-gb-scotland+flite-awb', pitch: 80 });
  expect(digest(speak(sentence))).toBe(first);
  expect(digest(speak(sentence, {}, await Flite.start()))).toBe(first);
});

test('each voice speaks, with a sound of its own', () => {
  const voices = ['slt', 'rms', 'awb', 'kal16'].map((id) => speak(sentence, { name: `en-us+flite-${id}` }));
  expect(new Set(voices.map(digest)).size).toBe(4);
  for (const voice of voices) expect(voice.samples.length / sampleRate).toBeGreaterThan(3);
});

test('pitch is in semitones, the range moves the melody, the rate is a pace', () => {
  const own = measured(speak(sentence));
  for (const semitones of [-7, 5]) {
    expect(12 * Math.log2((measured(speak(sentence, { semitones })).hertz ?? NaN) / (own.hertz ?? NaN))).toBeCloseTo(semitones, -0.3);
  }
  expect(measured(speak(sentence, { range: 95 })).spreadSemitones).toBeGreaterThan(own.spreadSemitones * 1.2);
  expect(measured(speak(sentence, { range: 10 })).spreadSemitones).toBeLessThan(own.spreadSemitones * 0.8);
  expect(speak(sentence, { rate: 110 }).samples.length / speak(sentence).samples.length).toBeCloseTo(1.5, 1);
});

test('a smaller throat moves the timbre and neither pitch nor pace; brightness raises what is high', () => {
  const floats = ({ samples }: { samples: Int16Array }) => Float32Array.from(samples, (sample) => sample / 32_768);
  const high = (samples: Float32Array) =>
    timbreOf(samples, sampleRate)
      .slice(-3)
      .reduce((sum, value) => sum + value, 0);
  const own = speak(sentence);
  const small = speak(sentence, { formants: 1.15 });
  expect(12 * Math.log2((measured(small).hertz ?? NaN) / (measured(own).hertz ?? NaN))).toBeCloseTo(0, -0.3);
  expect(small.samples.length / own.samples.length).toBeCloseTo(1, 1);
  expect(marks(small.events).map(({ id }) => id)).toEqual(marks(own.events).map(({ id }) => id));
  // Of a third of a decibel at the most is what equal throats at another pitch lie apart.
  expect(timbreDistance(timbreOf(floats(small), sampleRate), timbreOf(floats(own), sampleRate))).toBeGreaterThan(0.4);
  expect(high(floats(speak(sentence, { brightness: 6 })))).toBeGreaterThan(high(floats(own)) + 5);
  expect(high(floats(speak(sentence, { brightness: -6 })))).toBeLessThan(high(floats(own)) - 5);
});

test('each word of the sample has one mark, in order, where a phone of its own begins', () => {
  for (const paragraph of sampleText().paragraphs) {
    const words = paragraph.replaceAll(/[“”]/gu, '').split(' ');
    const { events } = speak(words.join(' '));
    expect(marks(events).map(({ id }) => Number(id))).toEqual(words.map((_, index) => index));
    const sounding = events.filter(({ type, id }) => type === 'phoneme' && id !== '').map((event) => event.audio_position);
    for (const mark of marks(events)) expect(sounding).toContain(mark.audio_position);
  }
});

test('the sound of a breath is given before its words are known, in pieces of a tenth of a second', () => {
  const given: { samples: number; marks: number }[] = [];
  flite.speak(plain, sentence.split(' '), ({ length }, events) => given.push({ samples: length, marks: marks(events).length }));
  expect(given.slice(0, -2)).toEqual(given.slice(0, -2).map(() => ({ samples: sampleRate / 10, marks: 0 })));
  expect(given.at(-1)).toEqual({ samples: 0, marks: sentence.split(' ').length });
});

test('what has no sound gets no mark, and a breath of nothing but such gives nothing', () => {
  expect(marks(speak('One — two').events).map(({ id }) => id)).toEqual(['0', '2']);
  expect(speak('— … 😀').samples).toHaveLength(0);
});

test('phones of several utterances follow each other', () => {
  expect(readPhones(['pau:0.1 hh:0.25 ', 'pau:0.2 b:0.3'])).toEqual([
    { name: 'pau', startMs: 0, endMs: 100 },
    { name: 'hh', startMs: 100, endMs: 250 },
    { name: 'pau', startMs: 250, endMs: 450 },
    { name: 'b', startMs: 450, endMs: 550 },
  ]);
});

const names = fc.constantFrom('aa', 'ax', 'iy', 'd', 't', 's', 'k', 'm');
const words = fc.array(fc.array(names, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });
const phonesOf = (all: readonly string[]): Phone[] => all.map((name, index) => ({ name, startMs: index * 50, endMs: index * 50 + 50 }));

test('phones that are said as the words alone are, with pauses between, belong to their words', () => {
  fc.assert(
    fc.property(words, (spoken) => {
      const all = spoken.flatMap((word) => [...word, pause]);
      const expected = spoken.flatMap((word, index) => [...word.map(() => index), -1]);
      expect(wordOfPhones(phonesOf(all), spoken)).toEqual(expected);
    }),
  );
});

test('phones never go back to an earlier word, however they differ from the words alone', () => {
  fc.assert(
    fc.property(words, fc.array(names, { maxLength: 30 }), (spoken, all) => {
      const found = wordOfPhones(phonesOf(all), spoken);
      expect(found).toHaveLength(all.length);
      expect(found).toEqual(found.toSorted((one, other) => one - other));
      for (const word of found) expect(word).toBeGreaterThanOrEqual(0);
    }),
  );
});
