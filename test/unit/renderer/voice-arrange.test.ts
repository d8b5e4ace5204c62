import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { create } from 'zustand';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import type { Marks } from '../../../src-renderer/core/voices/voice-search.ts';
import { arrangeVoices, groupings } from '../../../src-renderer/core/voices/arrange-voices.ts';
import { findBestOption } from '../../../src-renderer/lib/option-search.ts';
import { groupChoices } from '../../../src-renderer/core/voices/voice-choices.ts';
import { layOut, placeBeside } from '../../../src-renderer/features/voices/arrange.ts';
import { ViewStore } from '../../../src-renderer/features/voices/view-store.ts';

const voice = (voiceId: string, primaryLanguage: string, modelId = 'alpha-s21pro-flash'): CatalogueVoice => ({
  voiceId,
  name: voiceId,
  isPersonal: false,
  primaryLanguage,
  languages: [primaryLanguage],
  modelIds: [modelId],
});
const favourite = (...ids: string[]): Marks =>
  Object.fromEntries(ids.map((id) => [id, { favourite: true, alias: null, tags: [], usedAt: null, name: null }]));
const several = (language: string, count: number): CatalogueVoice[] =>
  Array.from({ length: count }, (_, index) => voice(`${language}-${index}`, language));
const idsOf = (voices: readonly CatalogueVoice[]): string[] => voices.map(({ voiceId }) => voiceId);

const someVoices = fc
  .array(fc.record({ code: fc.constantFrom('en-US', 'en-GB', 'de-DE', 'fr-FR', 'cs-CZ', ''), loved: fc.boolean() }), { maxLength: 60 })
  .map((list) => ({
    voices: list.map(({ code }, index) => voice(`v${index}`, code)),
    marks: favourite(...list.flatMap(({ loved }, index) => (loved ? [`v${index}`] : []))),
  }));

it('every voice is in one group, whatever the groups are, and favourites come before all others', () => {
  fc.assert(
    fc.property(
      someVoices,
      fc.constantFrom(...groupings),
      fc.constantFrom<string[]>([], ['de'], ['fr', 'en']),
      (given, grouping, languages) => {
        const shown = arrangeVoices(given.voices, given.marks, grouping, languages).flatMap(({ voices }) => [...voices]);
        expect(idsOf(shown).toSorted()).toEqual(idsOf(given.voices).toSorted());
        const loved = shown.map(({ voiceId }) => given.marks[voiceId] !== undefined);
        expect(loved).toEqual(loved.toSorted((one, other) => Number(other) - Number(one)));
      },
    ),
  );
});

it('a voice that becomes a favourite stays where it is while a person is in the list, and is first once the list is left', () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  const voices = several('en-GB', 3);
  const store = create(() => ({ marks: {} as Marks, filter: { recent: false } }));
  const view = new ViewStore({ voices: { store, foundVoices: () => voices } as never });
  const noLanguages: string[] = [];
  const shown = (): string[] => idsOf(view.arranged(noLanguages).flatMap((group) => [...group.voices]));
  view.keepOrder();
  store.setState({ marks: favourite('en-GB-2') });
  expect(shown()).toEqual(['en-GB-0', 'en-GB-1', 'en-GB-2']);
  view.keepOrder();
  expect(shown()).toEqual(['en-GB-0', 'en-GB-1', 'en-GB-2']);
  view.renewOrder();
  expect(shown()).toEqual(['en-GB-2', 'en-GB-0', 'en-GB-1']);
  vi.unstubAllGlobals();
});

it('the languages of the project come first, in its order, and few voices of other languages share a group at the end', () => {
  const voices = [...several('cs-CZ', 1), ...several('en-GB', 4), ...several('da-DK', 2), ...several('de-DE', 1), ...several('fr-FR', 3)];
  const groups = arrangeVoices(voices, {}, 'language', ['de', 'fr']);
  expect(groups.map(({ id }) => id)).toEqual(['language-de', 'language-fr', 'language-en', 'language-others']);
  expect(groups.at(-1)).toMatchObject({ title: messages.voices.otherLanguages });
  expect(idsOf(groups.at(-1)?.voices ?? [])).toEqual(['cs-CZ-0', 'da-DK-0', 'da-DK-1']);
});

it('groups that are all small keep their names', () => {
  const voices = ['alpha', 'beta', 'gamma'].map((model) => voice(`of-${model}`, 'de-DE', model));
  expect(arrangeVoices(voices, {}, 'model', ['de']).map(({ title }) => title)).toEqual(['alpha', 'beta', 'gamma']);
});

it('voices of one’s own come right after the favourites, whatever their language is', () => {
  const own = { ...voice('mine', 'cs-CZ'), isPersonal: true };
  const loved = { ...voice('loved', 'en'), isPersonal: true };
  const voices = [...several('en', 3), own, loved];
  expect(arrangeVoices(voices, favourite('loved'), 'language', ['en']).map(({ id }) => id)).toEqual([
    'favourites',
    'personal',
    'language-en',
  ]);
  expect(idsOf(arrangeVoices(voices, {}, 'none', ['en'])[0]?.voices ?? []).slice(0, 2)).toEqual(['mine', 'loved']);
});

it('by model, each group is of the model that answers; without groups, voices of the project’s languages follow the favourites', () => {
  const voices = [voice('a', 'en', 'beta-2.8-turbo'), voice('b', 'de'), voice('c', 'en'), voice('d', 'fr'), voice('e', 'en')];
  expect(arrangeVoices(voices, favourite('d'), 'none', ['en']).map(({ title, voices: all }) => [title, ...idsOf(all)])).toEqual([
    [null, 'd', 'a', 'c', 'e', 'b'],
  ]);
  const byModel = arrangeVoices(voices, {}, 'model', ['en']);
  expect(byModel.map(({ title }) => title)).toEqual(['alpha-s21pro-flash', 'beta-2.8-turbo']);
});

it('by name, the name a person gave counts; the newest come first, and those without a readable date last', () => {
  const made = (voiceId: string, createdAt?: string): CatalogueVoice => ({ ...voice(voiceId, 'en'), ...(createdAt && { createdAt }) });
  const voices = [made('zoe', '2026-01-02T00:00:00Z'), made('bea'), made('ada', '2026-03-01T00:00:00Z'), made('cleo', 'yesterday')];
  const marks: Marks = { zoe: { favourite: false, alias: 'Anna', tags: [], usedAt: null, name: null } };
  const order = (grouping: 'name' | 'newest') => arrangeVoices(voices, marks, grouping, ['de']).map((group) => idsOf(group.voices));
  expect(order('name')).toEqual([['ada', 'zoe', 'bea', 'cleo']]);
  expect(order('newest')).toEqual([['ada', 'zoe', 'bea', 'cleo']]);
});

it('up and down keep the column and pass over headings; every voice has a line of its own group', () => {
  const groups = arrangeVoices([...several('en', 5), ...several('de', 4)], {}, 'language', ['en']);
  const lines = layOut(groups, 3);
  expect(lines.lines.map((line) => (line.kind === 'heading' ? line.group.id : `${line.from}-${line.to}`))).toEqual([
    'language-en',
    '0-3',
    '3-5',
    'language-de',
    '5-8',
    '8-9',
  ]);
  expect(placeBeside(lines, 2, 1)).toBe(4);
  expect(placeBeside(lines, 4, 1)).toBe(6);
  expect(placeBeside(lines, 6, -1)).toBe(4);
  expect(placeBeside(lines, 1, -1)).toBe(1);
  expect(placeBeside(lines, 0, 100)).toBe(8);
  fc.assert(
    fc.property(someVoices, fc.integer({ min: 1, max: 6 }), (given, columns) => {
      const laid = layOut(arrangeVoices(given.voices, given.marks, 'language', []), columns);
      laid.voices.forEach((_, at) => {
        const line = laid.lines[laid.lineOf[at] ?? -1];
        expect(line?.kind === 'voices' && line.from <= at && at < line.to && line.to - line.from <= columns).toBe(true);
      });
    }),
  );
});

it('a picker has favourites first, then the languages of the project, whatever the region, by name; its labels are the name with the language', () => {
  const voices = [voice('Zed', 'en-US'), voice('Anna', 'de'), voice('Bea', 'en_GB'), voice('Carl', 'de-AT'), voice('Dora', 'en-GB')];
  const groups = groupChoices(voices, favourite('Zed'), ['de']);
  expect(groups.map(({ group, items }) => [group, items.map(({ value }) => value)])).toEqual([
    [messages.voices.favourites, ['Zed']],
    ['German', ['Anna', 'Carl']],
    ['English', ['Bea', 'Dora']],
  ]);
  expect(groups[0]?.items[0]?.label).toBe('Zed · American English');
});

it('of the voices that speak the language of the text, a picker has favourites first, then the person’s own, and no voice twice', () => {
  const both = { ...voice('Bea', 'en-GB'), languages: ['en-GB', 'de-DE'] };
  const own = { ...voice('Mine', 'de'), isPersonal: true };
  const voices = [voice('Zed', 'en-US'), voice('Anna', 'de'), both, voice('Carl', 'de-AT'), own];
  const shown = (language: string) =>
    groupChoices(voices, favourite('Zed', 'Carl'), ['en'], language).map(({ group, items }) => [group, items.map(({ value }) => value)]);
  expect(shown('de')).toEqual([
    [`${messages.voices.favourites} · German`, ['Carl']],
    [`${messages.voices.yourVoices} · German`, ['Mine']],
    ['German', ['Anna', 'Bea']],
    [messages.voices.favourites, ['Zed']],
  ]);
  expect(shown('fr').flatMap(([, ids]) => ids)).toHaveLength(voices.length);
  expect(shown('fr')[0]?.[0]).toBe(messages.voices.favourites);
});

it('a picker finds a voice by how it speaks, by its family and by the tags that a person gave it', () => {
  const marks: Marks = { a: { favourite: false, alias: null, tags: ['villain'], usedAt: null, name: null } };
  const groups = groupChoices([{ ...voice('a', 'en-GB'), description: 'Calm storyteller' }, voice('b', 'en-GB')], marks, []);
  for (const search of ['storyteller', 'villain', 'alpha calm']) expect(findBestOption(groups, search)?.value).toBe('a');
});

it('a picker has the name that a person gave, and every voice once', () => {
  const marks: Marks = { a: { favourite: false, alias: 'Grandmother', tags: [], usedAt: null, name: null } };
  expect(groupChoices([voice('a', 'en-GB')], marks, []).flatMap(({ items }) => items)).toMatchObject([
    { value: 'a', label: 'Grandmother · British English' },
  ]);
  fc.assert(
    fc.property(someVoices, ({ voices, marks: some }) => {
      const values = groupChoices(voices, some, ['en']).flatMap(({ items }) => items.map(({ value }) => value));
      expect(values.toSorted()).toEqual(idsOf(voices).toSorted());
    }),
  );
});

it('of the voices that speak the language of the text, those whose main language it is come first', () => {
  const hindi = { ...voice('Aarav', 'hi-IN'), languages: ['hi-IN', 'en-US'] };
  const [first] = groupChoices([hindi, voice('Zoe', 'en-GB'), voice('Ada', 'en-US')], {}, [], 'en');
  expect(first?.items.map(({ value }) => value)).toEqual(['Ada', 'Zoe', 'Aarav']);
});
