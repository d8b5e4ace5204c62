import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AlignedWord } from '#shared/wire/responses/speech.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { alignedSpeech, allVoices, decoded, loudness, tokensOf, voiceFor } from './support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
beforeAll(async () => (service = await startLocalService()));
afterAll(() => service.stop());

/** What must hold of the words of any speech; the last one of a speech that is not `whole` may be missing. */
function checkWords(text: string, words: readonly AlignedWord[], durationMs: number, whole = true): void {
  expect(words.map((word) => word.text)).toEqual(tokensOf(text));
  let floor = 0;
  for (const word of words) {
    expect(word.startMs).toBeGreaterThanOrEqual(floor);
    expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
    floor = word.startMs;
  }
  const end = words.at(-1)?.endMs ?? 0;
  if (whole) expect(durationMs - end).toBeLessThanOrEqual(250);
  expect(end).toBeLessThanOrEqual(durationMs);
}

const texts: Record<string, string> = {
  en: 'Dr. Smith paid $3.50 to AT&T, e.g. on 12/03/2024. "Really?" she said — 😀 wow (^_^) & <b>bold</b> x < y > z. It cost 1,234,567.89! \'Quoted,\' he added; (yes) [no] {maybe}... #tag @home 50% ½ A.B.C. etc.\n\nA new paragraph: 3rd, 21st and 007.',
  de: 'Am 3. Oktober 2024 zahlte Frau Dr. Müller z. B. 3,50 € an „Groß & Söhne“ 🎉. „Wirklich?“, fragte er – ja! Straße Nr. 12, usw.',
  es: '¿Qué hora es? ¡Son las 15:30! El Sr. López pagó 1.234,56 € a «Pérez & Hijos» el 12/03/2024 😀. Año nuevo, p.ej. mañana…',
  fr: "Aujourd'hui, M. Dupont a payé 3,50 € à « L'Œuvre & Cie » : c'est l'été ! Qu'est-ce que c'est ? 🎈 Le 1er mars 2024, etc.",
  hi: 'नमस्ते दुनिया। आप कैसे हैं? डॉ. शर्मा ने 3.50 रुपये 12/03/2024 को दिए॥ "सच?" उसने कहा 😀 — AT&T और १२३ किताबें।',
};

test.each(Object.entries(texts))('every token has its word, in order, to the end: %s', async (language, text) => {
  const voice = await voiceFor(service, language, 'alpha');
  const aligned = await alignedSpeech(service, { text, voiceId: voice.voiceId, format: 'wav' });
  checkWords(text, aligned.words, (await decoded('wav', aligned.audio)).durationMs);
  expect(aligned.completed).toMatchObject({ alignmentStatus: 'complete' });
});

const natural = async () => (await allVoices(service)).find(({ name }) => name === 'Abigail')!;

test('a voice made of recordings has a word for every token too, and is streamed clause by clause', async () => {
  const aligned = await alignedSpeech(service, { text: texts['en']!, voiceId: (await natural()).voiceId, format: 'wav' });
  checkWords(texts['en']!, aligned.words, (await decoded('wav', aligned.audio)).durationMs);
  expect(aligned.completed).toMatchObject({ alignmentStatus: 'complete' });
  expect(aligned.snapshots).toBeGreaterThan(5);
});

test.each([
  ['mp3', 'Ada'],
  ['wav', 'Ada'],
  ['ogg', 'Ada'],
  ['wav', 'Abigail'],
] as const)('words lie where %s is heard, after its encoder’s delay, in the voice of %s', async (format, name) => {
  const voice = (await allVoices(service)).find((one) => one.name === name)!;
  const text = 'Pop. Pop. Pop.';
  const aligned = await alignedSpeech(service, { text, voiceId: voice.voiceId, format });
  const { samples, durationMs } = await decoded(format, aligned.audio);
  checkWords(text, aligned.words, durationMs);
  const heard = (fromMs: number, toMs: number) => loudness(samples.subarray(Math.round(fromMs * 22.05), Math.round(toMs * 22.05)));
  aligned.words.forEach((word, index) => {
    const next = aligned.words[index + 1]?.startMs ?? durationMs;
    expect(heard(word.startMs, word.endMs)).toBeGreaterThan(0.03);
    // The pause behind the word is silent: were all words late or early by a tenth of a second, it would not be.
    expect(heard(word.endMs + 60, next - 20)).toBeLessThan(0.01);
  });
});

test('words that are spoken have a length, also where the engine says two as one', async () => {
  const voice = await voiceFor(service, 'en', 'alpha');
  const text = 'On the edge of the sea, at the end of the day, it was one of the last in the world.';
  const aligned = await alignedSpeech(service, { text, voiceId: voice.voiceId, format: 'wav' });
  expect(aligned.words.filter((word) => word.endMs <= word.startMs)).toEqual([]);
});

test('tokens without a sound, of any length, and a text of nothing but such', async () => {
  const voice = await voiceFor(service, 'en', 'alpha');
  for (const text of ['...', '" — "', `${'x'.repeat(400)} end`, '👩‍👩‍👧‍👦'.repeat(30), '!!! ??? ... hello ... !!!', '\u0007 a \u200b b']) {
    const aligned = await alignedSpeech(service, { text, voiceId: voice.voiceId, format: 'wav' });
    checkWords(text, aligned.words, (await decoded('wav', aligned.audio)).durationMs);
  }
});

test('snapshots of a long sentence come while it is made, and the last one replaces them', async () => {
  const voice = await voiceFor(service, 'en', 'alpha');
  const text = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen';
  const aligned = await alignedSpeech(service, { text, voiceId: voice.voiceId, format: 'wav' });
  expect(aligned.snapshots).toBeGreaterThan(1);
  checkWords(text, aligned.words, (await decoded('wav', aligned.audio)).durationMs);
});

test('any text keeps its tokens, or says that some have no place', { tags: ['beside'] }, async () => {
  const voices = await Promise.all(['en', 'de', 'es', 'fr', 'hi'].map((language) => voiceFor(service, language, 'alpha')));
  voices.push(await natural());
  const token = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...Object.values(texts).flatMap(tokensOf)) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '<speak>',
        '</speak>',
        '<mark',
        'name="0"/>',
        '&amp;',
        ']]>',
        '[[h@]]',
        '<!--',
        '&#0;',
        '\\',
        '%s',
        '।',
        "''",
        '...',
      ),
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...voices),
      fc.array(token, { minLength: 1, maxLength: 14 }),
      fc.constantFrom(0.5, 1, 2),
      async (voice, tokens, speed) => {
        const text = tokens.join(' ');
        fc.pre(text.trim() !== '');
        const aligned = await alignedSpeech(service, { text, voiceId: voice.voiceId, format: 'wav', speed });
        const kept = aligned.words.map((word) => word.text);
        // What the engine gave no place for, such as a rare sign, is left out and said so.
        let found = 0;
        for (const one of tokensOf(text)) if (one === kept[found]) found += 1;
        expect(found).toBe(kept.length);
        const whole = kept.length === tokensOf(text).length;
        expect(aligned.completed?.['alignmentStatus']).toBe(whole ? 'complete' : 'partial');
        checkWords(kept.join(' '), aligned.words, (await decoded('wav', aligned.audio)).durationMs, whole);
      },
    ),
    { numRuns: 30 },
  );
});
