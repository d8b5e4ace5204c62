import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '#shared/messages/index.ts';
import type { Language } from '#shared/messages/languages.ts';
import type { VoiceMark } from '#shared/operations/voices.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { findOptions } from '../../../src-renderer/lib/option-search.ts';
import { groupChoices } from '../../../src-renderer/core/voices/voice-choices.ts';
import { choicesOf, countFilters, findVoices, noFilter, type VoiceFilter } from '../../../src-renderer/core/voices/voice-search.ts';

const voice = (voiceId: string, fields: Partial<CatalogueVoice> = {}): CatalogueVoice => ({
  voiceId,
  name: voiceId,
  isPersonal: false,
  primaryLanguage: 'en-US',
  languages: ['en-US'],
  modelIds: ['alpha-s1'],
  ...fields,
});
const mark = (fields: Partial<VoiceMark>): VoiceMark => ({ favourite: false, alias: null, tags: [], usedAt: null, name: null, ...fields });
const idsOf = (voices: readonly CatalogueVoice[], filter: Partial<VoiceFilter>, marks: Record<string, VoiceMark> = {}): string[] =>
  findVoices(voices, marks, { ...noFilter, ...filter }).map(({ voiceId }) => voiceId);

const elise = voice('1', {
  name: 'Élise',
  primaryLanguage: 'fr-FR',
  languages: ['fr-FR', 'de-DE'],
  description: 'Voix douce',
  isPersonal: true,
});
const arthur = voice('2', { name: 'Arthur', modelIds: ['beta-2.8-hd'] });
const both = [elise, arthur];

describe('a search', () => {
  it.each([
    ['elise', ['1']],
    ['ELISE douce', ['1']],
    ['elise arthur', []],
    ['german', ['1']],
    ['beta', ['2']],
    ['  ', ['1', '2']],
  ])('for "%s" finds by name, description, language and model, without accents and case', (search, found) => {
    expect(idsOf(both, { search })).toEqual(found);
  });

  it('finds a description by the beginnings of its words, so that "male" finds no female voice', () => {
    const cast = [voice('1', { description: 'Female, warm' }), voice('2', { description: 'Calm (male) reader' })];
    expect(idsOf(cast, { search: 'male' })).toEqual(['2']);
    expect(idsOf(cast, { search: 'fem wa' })).toEqual(['1']);
  });

  it('begins words of names and languages too: “old man” finds no German', () => {
    const cast = [
      voice('1', { primaryLanguage: 'de-DE', languages: ['de-DE'], description: 'Old, warm storyteller' }),
      voice('2', { name: 'Goldie', description: 'Old man' }),
      voice('3', { name: 'Roman', description: 'Elderly' }),
    ];
    expect(idsOf(cast, { search: 'old man' })).toEqual(['2']);
    expect(idsOf(cast, { search: 'german' })).toEqual(['1']);
  });

  it('finds the head of a long compound too, after the voices that have the word by itself', () => {
    const cast = [
      voice('1', { description: 'Nachrichtensprecherin' }),
      voice('2', { description: 'Ruhiger Sprecher' }),
      voice('3', { description: 'Gesprächig' }),
    ];
    expect(idsOf(cast, { search: 'sprecher' })).toEqual(['2', '1']);
    expect(idsOf(cast, { search: 'spre' })).toEqual(['2']);
  });

  it('finds by tags and by a name of one’s own, which the service does not know', () => {
    const marks = { '2': mark({ alias: 'Großvater', tags: ['warm'] }) };
    expect(idsOf(both, { search: 'grossvater' }, marks)).toEqual(['2']);
    expect(idsOf(both, { search: 'großv' }, marks)).toEqual(['2']);
    expect(idsOf(both, { search: 'warm' }, marks)).toEqual(['2']);
  });

  it('law: finds a voice by words of any of its texts together, in any order, and not with one word more that none of them has', () => {
    const texts = ['aria', 'balmy', 'alpha-s1', 'french', 'cosy', 'dune', 'ember'];
    const [name, description, model, , alias, ...tags] = texts as [string, string, string, string, string, string, string];
    const voices = [voice('1', { name, description, modelIds: [model], languages: ['fr-FR'] }), voice('2')];
    const marks = { '1': mark({ alias, tags }), '2': mark({ tags: ['other'] }) };
    fc.assert(
      fc.property(fc.shuffledSubarray(texts, { minLength: 1 }), fc.nat(texts.length), (words, at) => {
        expect(idsOf(voices, { search: words.join(' ') }, marks)).toContain('1');
        expect(idsOf(voices, { search: words.toSpliced(at, 0, 'nowhere').join(' ') }, marks)).toEqual([]);
      }),
    );
  });
});

const traitSearches: { window: Language; searches: [search: string, names: string[]][] }[] = [
  {
    window: 'en',
    searches: [
      ['elderly', ['Sylvia', 'Ursula']],
      ['old', ['Sylvia', 'Ursula']],
      ['man', ['Bruno', 'Quirin']],
      ['masc', ['Bruno', 'Quirin']],
      ['woman', ['Sylvia', 'Hannah']],
      ['deep', ['Bruno', 'Paul']],
      ['low man', ['Bruno']],
      ['young', ['Quirin']],
      ['child', []],
    ],
  },
  {
    window: 'de',
    searches: [
      ['männlich', ['Bruno', 'Quirin']],
      ['männliche', ['Bruno', 'Quirin']],
      ['weiblich', ['Sylvia', 'Hannah']],
      ['Frau', ['Sylvia', 'Hannah']],
      ['tief', ['Bruno', 'Paul']],
      ['tiefer Mann', ['Bruno']],
      ['jung', ['Quirin']],
      ['alt', ['Sylvia', 'Ursula']],
      ['ältere', ['Sylvia', 'Ursula']],
      ['mature', ['Sylvia']],
    ],
  },
];

describe.each(traitSearches)('a search for age, sex and pitch in a window of the language $window', ({ window, searches }) => {
  afterEach(() => setLanguage('en'));
  it.each(searches)('for “%s” finds the descriptions of both languages, in Voices and in a list of voices', async (search, names) => {
    await setLanguage(window);
    const voices = Object.entries({
      Bruno: 'Male, natural, deep and slow',
      Sylvia: 'Female, natural, mature and calm',
      Hannah: 'Warme Sprecherin',
      Paul: 'Tiefe, sachliche Stimme',
      Quirin: 'Junger Sprecher',
      Ursula: 'Reife Stimme',
    }).map(([name, description]) => voice(name, { description }));
    expect(idsOf(voices, { search })).toEqual(names);
    const inList = findOptions(groupChoices(voices, {}, []), search).flatMap((entry) => ('group' in entry ? entry.items : [entry]));
    expect(inList.map(({ value }) => value).toSorted()).toEqual(names.toSorted());
  });
});

describe('filters', () => {
  it('hold together, each by its own rule', () => {
    expect(idsOf(both, { language: 'fr-FR' })).toEqual(['1']);
    expect(idsOf(both, { supports: 'de-DE' })).toEqual(['1']);
    expect(idsOf(both, { modelId: 'beta-2.8-hd' })).toEqual(['2']);
    expect(idsOf(both, { kind: 'personal' })).toEqual(['1']);
    expect(idsOf(both, { kind: 'personal', modelId: 'beta-2.8-hd' })).toEqual([]);
    expect(countFilters({ ...noFilter, search: 'x', kind: 'public', recent: true })).toBe(2);
  });

  it('take a family of languages as one, where there are several of it', () => {
    const british = voice('3', { primaryLanguage: 'en-GB', languages: ['en-GB', 'fr-CA'] });
    const estonian = voice('4', { primaryLanguage: 'et-EE', languages: ['et-EE'] });
    const all = [elise, arthur, british, estonian];
    const { languages, supported } = choicesOf(all, {});
    expect(languages.map(({ value }) => value)).toEqual(['en-US', 'en-GB', 'en-*', 'et-EE', 'fr-FR']);
    expect(languages.find(({ value }) => value === 'en-*')?.label).toBe('English, all');
    expect(supported.map(({ value }) => value)).toContain('fr-*');
    expect(idsOf(all, { language: 'en-*' })).toEqual(['2', '3']);
    expect(idsOf(all, { supports: 'fr-*' })).toEqual(['1', '3']);
    expect(idsOf(all, { language: 'en-GB' })).toEqual(['3']);
  });

  it('by recent use stands the last used first', () => {
    const marks = { '1': mark({ usedAt: 1 }), '2': mark({ usedAt: 2 }) };
    expect(idsOf([elise, arthur, voice('3')], { recent: true }, marks)).toEqual(['2', '1']);
  });

  it('law: one more filter never finds a voice that was not found without it, and the order of the list stays', () => {
    const anyVoice = fc.record({ personal: fc.boolean(), favourite: fc.boolean(), language: fc.constantFrom('en-US', 'de-DE') });
    const anyFilter = fc.record({
      kind: fc.constantFrom<VoiceFilter['kind']>('all', 'public', 'personal'),
      favourites: fc.boolean(),
      language: fc.constantFrom('en-US', 'de-DE', null),
    });
    fc.assert(
      fc.property(fc.array(anyVoice, { maxLength: 30 }), anyFilter, (given, filter) => {
        const voices = given.map(({ personal, language }, index) =>
          voice(`v${String(index)}`, { isPersonal: personal, primaryLanguage: language }),
        );
        const marks = Object.fromEntries(given.map(({ favourite }, index) => [`v${String(index)}`, mark({ favourite })]));
        const found = idsOf(voices, filter, marks);
        const wider = idsOf(voices, { ...filter, favourites: false }, marks);
        expect(found.every((id) => wider.includes(id))).toBe(true);
        expect(found).toEqual(voices.map(({ voiceId }) => voiceId).filter((id) => found.includes(id)));
      }),
    );
  });
});
