import type { VoiceMark } from '#shared/operations/voices.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { foldText, foldWords } from '../../lib/fold-text.ts';
import { language } from '../../lib/format.ts';
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
  if (name === undefined) spokenNames.set(code, (name = foldText(`${code}\n${language(code)}`)));
  return name;
}

/** What is searched of a voice beside its description, worked out once for each voice of a list. */
const searched = new WeakMap<CatalogueVoice, string>();
function textOf(voice: CatalogueVoice): string {
  let text = searched.get(voice);
  if (text === undefined) {
    const languages = [voice.primaryLanguage, ...voice.languages].map(spoken);
    text = [foldText(`${voice.name}\n${voice.modelIds.join('\n')}`), ...languages].join('\n');
    searched.set(voice, text);
  }
  return text;
}

/** The words of a voice's description and those that mean the same, of which a search has the beginnings. */
const described = new WeakMap<CatalogueVoice, string>();
function descriptionOf(voice: CatalogueVoice): string {
  let text = described.get(voice);
  if (text === undefined) described.set(voice, (text = foldWords(`${voice.description ?? ''} ${traitWords(voice.description)}`)));
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

/** Each word of the search must be somewhere in the name, at the beginning of a word of the description, in the languages, the models, the tags or the alias. */
export function findVoices(voices: readonly CatalogueVoice[], marks: Marks, filter: VoiceFilter): CatalogueVoice[] {
  const words = foldText(filter.search)
    .split(/\s+/u)
    .filter((word) => word !== '');
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
    const text = textOf(voice);
    const description = descriptionOf(voice);
    const own = mark === undefined ? '' : foldText([mark.alias ?? '', ...mark.tags].join('\n'));
    return words.every((word) => text.includes(word) || description.includes(` ${word}`) || own.includes(word));
  });
  if (filter.recent) found.sort((one, other) => (marks[other.voiceId]?.usedAt ?? 0) - (marks[one.voiceId]?.usedAt ?? 0));
  return found;
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
