import { describe, expect, it } from 'vitest';
import { messages, setLanguage } from '#shared/messages/index.ts';
import type { Model } from '../../../src-shared/catalogue/models.ts';
import type { Voice } from '../../../src-shared/catalogue/voices.ts';
import { firstVoice, firstVoiceOf } from '#shared/catalogue/first-voice.ts';
import { offers, whyNot } from '../../../src-renderer/features/narration/voicing/voice-rules.ts';

const model = (id: string, change: Partial<Model> = {}): Model => ({
  id,
  available: true,
  maxTextLength: 1000,
  outputFormats: ['mp3'],
  controls: { speed: true, volume: true, stability: false, similarity: false },
  supportedOperations: { synchronous: true, alignedStreaming: false },
  ...change,
});
const voice = (voiceId: string, primaryLanguage: string, ...modelIds: string[]): Voice => ({
  voiceId,
  name: voiceId,
  isPersonal: false,
  primaryLanguage,
  languages: [primaryLanguage],
  modelIds,
});
const streaming = { supportedOperations: { alignedStreaming: true } };

describe('the first voice of a project', () => {
  it('speaks English and sounds while it arrives', () => {
    const voices = [
      voice('german', 'de', 'alpha-s21pro-flash'),
      voice('slow', 'en', 'beta-2.8-turbo'),
      voice('fit', 'en-US', 'alpha-s21pro-flash'),
    ];
    expect(firstVoice(voices, [model('alpha-s21pro-flash', streaming), model('beta-2.8-turbo')])?.voiceId).toBe('fit');
  });
  it('speaks the language of the window where no text says another, and English in a pseudo-language', async () => {
    const voices = [voice('english', 'en', 'alpha-s21pro-flash'), voice('german', 'de-AT', 'alpha-s21pro-flash')];
    const models = [model('alpha-s21pro-flash', streaming)];
    const first = (): unknown[] => [firstVoice(voices, models), firstVoiceOf(voices, models, 'fr')].map((one) => one?.voiceId);
    try {
      await setLanguage('de');
      expect(first()).toEqual(['german', 'german']);
      expect(firstVoice(voices, models, 'en')?.voiceId).toBe('english');
      await setLanguage('ar-XB');
      expect(first()).toEqual(['english', 'english']);
    } finally {
      await setLanguage('en');
    }
  });
  it('is not one whose default model is unavailable, whatever its other models do', () => {
    const voices = [voice('broken', 'en', 'alpha-s21pro-flash', 'alpha-s1'), voice('whole', 'en', 'beta-2.8-turbo')];
    const models = [model('alpha-s21pro-flash', { ...streaming, available: false }), model('alpha-s1', streaming), model('beta-2.8-turbo')];
    expect(firstVoice(voices, models)?.voiceId).toBe('whole');
  });
  it('is any before none, and none where there are none', () => {
    expect(firstVoice([voice('only', 'fr', 'delta-v3-flash')], [])?.voiceId).toBe('only');
    expect(firstVoice([], [])).toBeUndefined();
  });
  it('of a text speaks its language where a voice does that can be used, and is the usual one where none does', () => {
    const voices = [
      voice('english', 'en', 'alpha-s21pro-flash'),
      voice('shut', 'de', 'beta-2.8-turbo'),
      { ...voice('both', 'en', 'alpha-s21pro-flash'), languages: ['en', 'de-DE'] },
      voice('german', 'de-AT', 'alpha-s21pro-flash'),
    ];
    const models = [model('alpha-s21pro-flash', streaming), model('beta-2.8-turbo', { available: false })];
    const first = (language: string | undefined, among = voices) => firstVoiceOf(among, models, language)?.voiceId;
    expect(['de', 'en', 'fr', undefined].map((language) => first(language))).toEqual(['german', 'english', 'english', 'english']);
    expect(first('de', voices.slice(0, 3))).toBe('both');
    expect(first('de', voices.slice(0, 2))).toBe('english');
  });
  it('does not take a language that merely begins alike for English', () => {
    expect(
      firstVoice(
        [voice('x', 'enm', 'alpha-s21pro-flash'), voice('y', 'en', 'alpha-s21pro-flash')],
        [model('alpha-s21pro-flash', streaming)],
      )?.voiceId,
    ).toBe('y');
  });
});

describe('controls', () => {
  it('are offered as the capabilities say, for the four that they name', () => {
    const known = model('beta-2.8-turbo');
    expect(['speed', 'volume', 'stability', 'similarity'].map((name) => offers(known, 'beta', name))).toEqual([true, true, false, false]);
  });
  it('are offered by the family notes where the capabilities are silent, and not where they say no', () => {
    expect(['alpha', 'beta', 'gamma'].map((family) => offers(model('m'), family as 'beta', 'pitch'))).toEqual([false, true, true]);
    expect(offers(model('m'), 'beta', 'emotion')).toBe(true);
    expect(offers(model('gamma-audio-3.0-tts-plus'), 'gamma', 'instruction')).toBe(true);
    expect(offers(model('gamma3-tts-flash'), 'gamma', 'instruction')).toBe(false);
    expect(offers(model('m', { controls: { pitch: false } }), 'beta', 'pitch')).toBe(false);
  });
});

it('says why a model cannot be chosen', () => {
  const models = [model('here'), model('shut', { available: false })];
  expect(whyNot('here', models)).toBeUndefined();
  expect(whyNot('shut', models)).toMatch(/not available/iu);
  expect(whyNot('gone', models)).toBe(messages.voices.modelNotForSpeech);
});
