import type { VoiceMark } from '#shared/operations/voices.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { language } from '../../lib/format.ts';
import { matchWords, toSearchText, toSearchWords } from '../../lib/search-words.ts';
import { traitWords } from './voice-traits.ts';
import { locale, messages } from '#shared/messages/index.ts';

/** What narrows the list of voices; everything given must hold. */
export interface VoiceFilter {
  search: string;
  /** Primary language, as the service names it, or a family of them (`en-*`). */
  language: string | null;
  /** A language, or a family of them, among those that a voice speaks. */
  supports: string | null;
  modelId: string | null;
  kind: 'all' | 'public' | 'personal';
  favourites: boolean;
  tag: string | null;
  /** Those used last, the latest first. */
  recent: boolean;
}

export const noFilter: VoiceFilter = {
  search: '',
  language: null,
  supports: null,
  modelId: null,
  kind: 'all',
  favourites: false,
  tag: null,
  recent: false,
};

export type Marks = Readonly<Record<string, VoiceMark>>;

/** A voice by its person's name for it, else by the service's. */
export const shownName = (voice: Pick<CatalogueVoice, 'voiceId' | 'name'>, marks: Marks): string =>
  marks[voice.voiceId]?.alias ?? voice.name;

/** What a language is found by: there are few, and a name of one takes long to ask for. */
const spokenNames = new Map<string, string>();
function spoken(code: string): string {
  let name = spokenNames.get(code);
  if (name === undefined) spokenNames.set(code, (name = toSearchText(`${code} ${language(code)}`)));
  return name;
}

/** What is searched of a voice, worked out once for each voice of a list. */
const searched = new WeakMap<CatalogueVoice, string>();
function textOf(voice: CatalogueVoice): string {
  let text = searched.get(voice);
  if (text === undefined) {
    const { name, description = '', modelIds, primaryLanguage, languages } = voice;
    const own = toSearchText([name, description, traitWords(description), ...modelIds].join(' '));
    text = [own, ...[primaryLanguage, ...languages].map(spoken)].join('');
    searched.set(voice, text);
  }
  return text;
}

const anyRegion = '-*';
const familyOf = (code: string): string => code.replace(/-.*/u, '') + anyRegion;
const isOf = (code: string, wanted: string | null): boolean =>
  code === wanted || (wanted?.endsWith(anyRegion) === true && familyOf(code) === wanted);

/** Languages, and each family of which there are several: all of English beside American and British. */
function withFamilies(codes: readonly string[]): string[] {
  const distinct = new Set(codes);
  const families = Map.groupBy(distinct, familyOf);
  return [...distinct, ...[...families].filter(([, members]) => members.length > 1).map(([family]) => family)];
}
const languageName = (code: string): string =>
  code.endsWith(anyRegion) ? messages.voices.allOfLanguage(language(code.slice(0, -anyRegion.length))) : language(code);

/**
 * Each word of the search must begin a word of the name, the description, the languages, the models, the tags or the alias. Voices that have one only at the
 * end of a long compound come after the others.
 */
export function findVoices(voices: readonly CatalogueVoice[], marks: Marks, filter: VoiceFilter): CatalogueVoice[] {
  const words = toSearchWords(filter.search);
  const last = new Set<CatalogueVoice>();
  const found = voices.filter((voice) => {
    const mark = marks[voice.voiceId];
    if (filter.kind !== 'all' && voice.isPersonal !== (filter.kind === 'personal')) return false;
    if (filter.language !== null && !isOf(voice.primaryLanguage, filter.language)) return false;
    if (filter.supports !== null && ![voice.primaryLanguage, ...voice.languages].some((code) => isOf(code, filter.supports))) return false;
    if (filter.modelId !== null && !voice.modelIds.includes(filter.modelId)) return false;
    if (filter.favourites && mark?.favourite !== true) return false;
    if (filter.tag !== null && mark?.tags.includes(filter.tag) !== true) return false;
    if (filter.recent && mark?.usedAt == null) return false;
    if (words.length === 0) return true;
    const own = mark === undefined ? '' : toSearchText([mark.alias ?? '', ...mark.tags].join(' '));
    const match = matchWords(textOf(voice) + own, words);
    if (match === 'ends-compound') last.add(voice);
    return match !== undefined;
  });
  if (filter.recent) found.sort((one, other) => (marks[other.voiceId]?.usedAt ?? 0) - (marks[one.voiceId]?.usedAt ?? 0));
  return last.size === 0 ? found : [false, true].flatMap((isLast) => found.filter((voice) => last.has(voice) === isLast));
}

/** How many filters narrow the list, the search not among them. */
export const countFilters = (filter: VoiceFilter): number =>
  Object.entries(filter).filter(([name, value]) => name !== 'search' && value !== noFilter[name as keyof VoiceFilter]).length;

/** What the voices can be narrowed by, in the order of names. */
export function choicesOf(voices: readonly CatalogueVoice[], marks: Marks) {
  const sorted = (values: Iterable<string>, nameOf: (value: string) => string) =>
    [...new Set(values)].map((value) => ({ value, label: nameOf(value) })).sort((one, other) => collator.compare(one.label, other.label));
  return {
    languages: sorted(withFamilies(voices.map((voice) => voice.primaryLanguage)), languageName),
    supported: sorted(withFamilies(voices.flatMap((voice) => voice.languages)), languageName),
    models: sorted(
      voices.flatMap((voice) => voice.modelIds),
      (id) => id,
    ),
    tags: sorted(
      Object.values(marks).flatMap((mark) => mark.tags),
      (tag) => tag,
    ),
  };
}
const collator = new Intl.Collator(locale());
