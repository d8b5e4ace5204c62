import { measureRecording } from '#main/media/alignment/measured-recording.ts';
import { beforeAll, expect, it } from 'vitest';
import { alignWords } from '#main/media/alignment/align.ts';
import { canAlign, ReferenceVoice } from '#main/media/alignment/reference-voice.ts';

let voice: ReferenceVoice;
beforeAll(async () => {
  voice = await ReferenceVoice.start();
});

const texts: readonly (readonly [string, string])[] = [
  ['en', 'It was late — nobody in the village had seen them before; they paid, slept by the fire, and were gone. "Who?" she said.'],
  ['de', 'Das Studio bewahrt jedes Wort des Textes auf. Wenn du auf Wiedergabe drückst, leuchtet jedes Wort auf.'],
  ['es', 'El estudio guarda cada palabra del guion. Cuando pulsas reproducir, cada palabra se ilumina.'],
  ['fr', 'Le studio garde chaque mot du texte. Quand vous appuyez sur lecture, chaque mot brille.'],
  ['hi', 'यह स्टूडियो हर शब्द को रखता है। जब आप चलाते हैं तो हर शब्द चमकता है।'],
];
const tokensIn = (text: string): string[] => text.split(/\s+/u);

/** The same sound at another speed and pitch, between silences: what a place in it becomes is known. */
function moved(samples: Float32Array, sampleRate: number, speed: number, silenceSeconds: number) {
  const silence = Math.round(silenceSeconds * sampleRate);
  const length = Math.floor(samples.length / speed);
  const sound = new Float32Array(length + 2 * silence);
  for (let index = 0; index < length; index++) {
    const at = index * speed;
    const left = Math.floor(at);
    sound[silence + index] = samples[left]! + ((samples[left + 1] ?? 0) - samples[left]!) * (at - left);
  }
  return { sound, place: (milliseconds: number) => silenceSeconds * 1000 + milliseconds / speed };
}

it.each(texts)('words in %s are found where they are spoken, at another speed and after a silence', (language, text) => {
  const spoken = voice.speak(tokensIn(text), language);
  const { sound, place } = moved(spoken.samples, spoken.sampleRate, 0.9, 0.7);
  const words = alignWords(measureRecording({ samples: sound, sampleRate: spoken.sampleRate }), text, language, voice);
  const errors = words.map(({ startMs }, index) => Math.abs(startMs - place(spoken.starts[index]!)));
  expect(errors[0]).toBeLessThanOrEqual(60);
  expect(errors.toSorted((left, right) => left - right)[Math.floor(errors.length * 0.9)]).toBeLessThanOrEqual(40);
});

it.each(texts)('every token of a text in %s has a place, in order and within the recording', (language, text) => {
  const { samples, sampleRate } = voice.speak(tokensIn('One two three.'), 'en');
  const words = alignWords(measureRecording({ samples, sampleRate }), text, language, voice);
  expect(words.map((word) => word.text)).toEqual(tokensIn(text));
  words.forEach(({ startMs, endMs }, index) => {
    expect(startMs).toBeLessThanOrEqual(endMs);
    expect(endMs).toBeLessThanOrEqual(words[index + 1]?.startMs ?? (samples.length / sampleRate) * 1000 + 1);
  });
});

it('a word ends at the pause that follows it, and not where the next one begins', () => {
  const text = 'First.   Second.';
  const [one, other] = [voice.speak(['First.'], 'en'), voice.speak(['Second.'], 'en')];
  const pause = new Float32Array(one.sampleRate);
  const samples = Float32Array.from([...one.samples, ...pause, ...other.samples]);
  const words = alignWords(measureRecording({ samples, sampleRate: one.sampleRate }), text, 'en', voice);
  const pauseMs = (one.samples.length / one.sampleRate) * 1000;
  expect(words[0]!.endMs).toBeLessThanOrEqual(pauseMs);
  expect(words[1]!.startMs - words[0]!.endMs).toBeGreaterThan(900);
});

it('a text of no words has none, and silence and a blip are no reason to fail', () => {
  const sampleRate = 16_000;
  expect(alignWords(measureRecording({ samples: new Float32Array(sampleRate), sampleRate }), ' \n ', 'en', voice)).toEqual([]);
  for (const length of [0, 1, 200, sampleRate])
    expect(alignWords(measureRecording({ samples: new Float32Array(length), sampleRate }), 'Hello there.', 'en', voice)).toHaveLength(2);
});

it('a language without a reference voice is refused, and can be asked about before', () => {
  expect(['en', 'en-GB', 'de-AT', 'ES', 'fr-CA', 'hi-IN'].every(canAlign)).toBe(true);
  expect(['ja-JP', '', 'pt-BR', 'constructor'].some(canAlign)).toBe(false);
  expect(() => voice.speak(['はい'], 'ja-JP')).toThrow(RangeError);
});

/** The text's own sound between noise: of so many seconds, with an amplitude by sample. */
function betweenNoise(samples: Float32Array, sampleRate: number, seconds: number, amplitude: (second: number) => number) {
  let seed = 7;
  const random = (): number => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
  const beside = Math.round(seconds * sampleRate);
  return Float32Array.from({ length: samples.length + 2 * beside }, (_, index) => {
    const second = index / sampleRate;
    return (samples[index - beside] ?? 0) + random() * amplitude(Math.min(second, (samples.length + 2 * beside) / sampleRate - second));
  });
}

it.each([
  ['silence', () => 0],
  ['room noise all the time', () => 0.01],
  ['noise that ends before the speech', (second: number) => (second < 1 ? 0.01 : 0)],
  ['a loud knock and room noise', (second: number) => (second > 0.3 && second < 0.4 ? 0.5 : 0.005)],
  ['a breath before the speech', (second: number) => (second > 0.5 && second < 0.8 ? 0.02 : 0.002)],
])('the first word starts where speech starts, and the last one ends where it ends: %s', (_, amplitude) => {
  for (const text of ['Nobody in the village had seen them before.', 'Good morning, everyone.', 'Paper?']) {
    const { samples, sampleRate } = voice.speak(tokensIn(text), 'en');
    const isSound = (sample: number): boolean => Math.abs(sample) > 0.02;
    const first = 1000 + (samples.findIndex(isSound) / sampleRate) * 1000;
    const last = 1000 + (samples.findLastIndex(isSound) / sampleRate) * 1000;
    const words = alignWords(measureRecording({ samples: betweenNoise(samples, sampleRate, 1, amplitude), sampleRate }), text, 'en', voice);
    expect(Math.abs(words[0]!.startMs - first)).toBeLessThanOrEqual(60);
    expect(Math.abs(words.at(-1)!.endMs - last)).toBeLessThanOrEqual(120);
  }
});
