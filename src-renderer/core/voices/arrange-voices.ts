import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import { answeringModelId } from './voice-facts.ts';
import { shownName, type Marks } from './voice-search.ts';
import { language } from '../../lib/format.ts';
import { languageFamily } from '#shared/language-family.ts';

export const groupings = ['language', 'model', 'none', 'name', 'newest'] as const;
export type Grouping = (typeof groupings)[number];

/** Voices that stand together under a heading. */
export interface VoiceGroup {
  id: string;
  /** Null where the voices are in one list without headings. */
  title: string | null;
  voices: readonly CatalogueVoice[];
}

/** Fewer voices have no heading of their own beside others like them. */
const leastOfGroup = 3;

const favourites = 'favourites';
const personal = 'personal';
const unknown = '';

/**
 * The voices as they are shown: favourites first, the person's own voices, then by language (those of the project first) or model, each group in the order
 * given. Groups of a few voices share one at the end, by language or model. Without groups, favourites first, own voices, then voices of the project's
 * languages; or by name, or the newest first. Without an order of their own it passes over the voices once.
 */
export function arrangeVoices(
  voices: readonly CatalogueVoice[],
  marks: Marks,
  grouping: Grouping,
  projectLanguages: readonly string[],
): VoiceGroup[] {
  const isFavourite = (voice: CatalogueVoice): boolean => marks[voice.voiceId]?.favourite === true;
  if (grouping === 'name' || grouping === 'newest') {
    const compare = grouping === 'name' ? byShownName(marks) : byAge;
    const loved = Map.groupBy(voices, isFavourite);
    return [{ id: 'all', title: null, voices: [true, false].flatMap((each) => (loved.get(each) ?? []).toSorted(compare)) }];
  }
  if (grouping === 'none') {
    const rank = (voice: CatalogueVoice): number =>
      isFavourite(voice) ? 0 : voice.isPersonal ? 1 : projectLanguages.includes(languageFamily(voice.primaryLanguage)) ? 2 : 3;
    const ranked = Map.groupBy(voices, rank);
    return [{ id: 'all', title: null, voices: [0, 1, 2, 3].flatMap((place) => ranked.get(place) ?? []) }];
  }
  const keyOf =
    grouping === 'language'
      ? (voice: CatalogueVoice): string => languageFamily(voice.primaryLanguage)
      : (voice: CatalogueVoice): string => answeringModelId(voice) ?? unknown;
  const keyed = Map.groupBy(voices, (voice) => (isFavourite(voice) ? favourites : voice.isPersonal ? personal : keyOf(voice)));
  const first = [favourites, personal].flatMap((id): VoiceGroup[] => {
    const members = keyed.get(id);
    keyed.delete(id);
    return members ? [{ id, title: id === personal ? messages.voices.yourVoices : messages.voices.favourites, voices: members }] : [];
  });
  const titled = [...keyed].map(([key, members]) => ({ id: `${grouping}-${key}`, key, title: titleOf(key, grouping), voices: members }));
  const placeOf = (key: string): number => {
    if (key === unknown) return projectLanguages.length + 1;
    const place = grouping === 'language' ? projectLanguages.indexOf(key) : -1;
    return place < 0 ? projectLanguages.length : place;
  };
  titled.sort((one, other) => placeOf(one.key) - placeOf(other.key) || collator.compare(one.title, other.title));
  const isSmall = ({ key, voices: members }: (typeof titled)[number]): boolean =>
    members.length < leastOfGroup && !(grouping === 'language' && projectLanguages.includes(key));
  const small = titled.filter(isSmall);
  // Where all are small, one group of them would say nothing.
  const isFolded = small.length > 1 && small.length < titled.length;
  const kept = isFolded ? titled.filter((group) => !isSmall(group)) : titled;
  const groups = kept.map(({ id, title, voices: members }): VoiceGroup => ({ id, title, voices: members }));
  if (isFolded)
    groups.push({
      id: `${grouping}-others`,
      title: grouping === 'language' ? messages.voices.otherLanguages : messages.voices.otherModels,
      voices: small.flatMap(({ voices: members }) => members),
    });
  return [...first, ...groups];
}

const collator = new Intl.Collator('en');

const byShownName =
  (marks: Marks) =>
  (one: CatalogueVoice, other: CatalogueVoice): number =>
    collator.compare(shownName(one, marks), shownName(other, marks));

/** The newest first; what has no date, or one that cannot be read, last. */
function byAge(one: CatalogueVoice, other: CatalogueVoice): number {
  const timeOf = ({ createdAt = '' }: CatalogueVoice): number => Date.parse(createdAt) || 0;
  return timeOf(other) - timeOf(one);
}

function titleOf(key: string, grouping: Grouping): string {
  if (key === unknown) return grouping === 'language' ? messages.voices.unknownLanguage : messages.voices.unknownModel;
  return grouping === 'language' ? language(key) : key;
}
