import { expect, test } from 'vitest';
import { families } from '#shared/wire/models.ts';
import { models } from '#main/local-service/speech/models.ts';
import { publicVoices as voices } from '#main/local-service/voices/catalogue.ts';

test('every voice has an id, a name and a sound of its own, and its models are of its family', () => {
  for (const key of ['voiceId', 'name'] as const) expect(new Set(voices.map((voice) => voice[key])).size).toBe(voices.length);
  expect(new Set(voices.map((voice) => JSON.stringify(voice.engine))).size).toBe(voices.length);
  for (const voice of voices) {
    expect(voice.voiceId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/u);
    expect(voice.modelIds).toEqual(models.filter((model) => model.family === voice.family).map((model) => model.id));
    expect(voice.languages[0]).toBe(voice.primaryLanguage);
  }
});

test('ids do not change: projects of users name them', () => {
  expect(voices.find((voice) => voice.name === 'Ada')?.voiceId).toBe('aabad177-aa26-8eab-a29d-c3e461745747');
});

test('each family has voices, and the five languages of the promise are spoken in most of them', () => {
  for (const family of families)
    expect(
      voices.some((voice) => voice.family === family),
      family,
    ).toBe(true);
  for (const language of ['en', 'de', 'es', 'fr', 'hi']) {
    expect(
      new Set(voices.filter((voice) => voice.languages.some((tag) => tag.startsWith(language))).map((voice) => voice.family)).size,
    ).toBeGreaterThan(3);
  }
});
