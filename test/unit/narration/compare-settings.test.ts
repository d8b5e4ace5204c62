import { expect, it } from 'vitest';
import { compareSettings } from '#shared/narration/compare-settings.ts';

const ida = { id: 'character1', name: 'Ida', voiceId: 'anna', modelId: null, controls: {}, colour: 1 };
const ben = { ...ida, id: 'character2', name: 'Ben' };
const lamp = { written: 'lamp', spoken: 'lump', language: null, voice: null };
const fog = { ...lamp, written: 'fog', spoken: 'fawg' };
const state = { voiceId: 'anna', modelId: null, cast: [ida], pronunciations: [lamp], chapters: [{ id: 'chapter01', title: 'One' }] };
const change = (kind: string, of: string | undefined, before: string | null, after: string | null) => ({ kind, of, before, after });

it('nothing differs between a state and a copy of it', () => {
  expect(compareSettings(state, structuredClone(state))).toEqual([]);
});

it('the voice and the model of the narrator and the title of a chapter are named where they differ', () => {
  const now = { ...state, voiceId: 'ben', modelId: 'fast', chapters: [{ id: 'chapter01', title: 'Two' }] };
  expect(compareSettings(state, now)).toEqual([
    change('chapterTitle', undefined, 'One', 'Two'),
    change('voice', undefined, 'anna', 'ben'),
    change('model', undefined, null, 'fast'),
  ]);
});

it('characters that came, went, or have another name, voice, model or other settings are named', () => {
  const now = { ...ida, name: 'Ada', voiceId: null, modelId: 'fast', controls: { speed: 1.2 } };
  expect(compareSettings({ ...state, cast: [ida, ben] }, { ...state, cast: [now] })).toEqual([
    change('character', undefined, 'Ida', 'Ada'),
    change('characterVoice', 'Ada', 'anna', null),
    change('characterModel', 'Ada', null, 'fast'),
    change('characterSettings', 'Ada', null, null),
    change('character', undefined, 'Ben', null),
  ]);
  expect(compareSettings(state, { ...state, cast: [ida, ben] })).toEqual([change('character', undefined, null, 'Ben')]);
});

it('pronunciations that came, went, or say a word otherwise are named', () => {
  const now = { ...state, pronunciations: [{ ...lamp, spoken: 'limp' }, fog] };
  expect(compareSettings(state, now)).toEqual([
    change('pronunciation', 'lamp', 'lump', 'limp'),
    change('pronunciation', 'fog', null, 'fawg'),
  ]);
  expect(compareSettings(now, { ...now, pronunciations: [fog] })).toEqual([change('pronunciation', 'lamp', 'limp', null)]);
});

it('a version from before there were casts and pronunciations differs in none of them, as restoring it leaves them', () => {
  expect(compareSettings({ ...state, cast: undefined, pronunciations: undefined }, state)).toEqual([]);
});
