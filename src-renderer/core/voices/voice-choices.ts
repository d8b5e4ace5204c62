import { useMemo } from 'react';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { speaksLanguage } from '#shared/dubbing/voice-languages.ts';
import { locale, messages } from '#shared/messages/index.ts';
import { language } from '../../lib/format.ts';
import type { Option } from '../../lib/option-search.ts';
import { arrangeVoices, type VoiceGroup } from './arrange-voices.ts';
import { languageFamily } from '#shared/language-family.ts';
import { useProjectLanguages } from './project-languages.ts';
import { familyOfVoice } from './voice-facts.ts';
import { shownName, type Marks } from './voice-search.ts';
import { traitWords } from './voice-traits.ts';
import { useVoices } from './voices.ts';

interface ChoiceGroup {
  group: string;
  items: Option[];
}

/**
 * The voices of a picker: those that speak the language of the text where that is known (`de`), of these favourites and the person's own voices first;
 * then favourites, own voices, and the rest by language, those of the project first; by name in each group. Of those that speak the language of the
 * text, the ones whose main language it is come first.
 */
export function groupChoices(
  voices: readonly CatalogueVoice[],
  marks: Marks,
  projectLanguages: readonly string[],
  textLanguage?: string,
): ChoiceGroup[] {
  const { compare } = new Intl.Collator(locale());
  const speaks = (voice: CatalogueVoice): boolean => textLanguage !== undefined && speaksLanguage(voice, textLanguage);
  const speakers = voices.filter(speaks);
  const others = speakers.length === 0 ? voices : voices.filter((voice) => !speaks(voice));
  const groups = arrangeVoices(others, marks, 'language', projectLanguages);
  if (textLanguage !== undefined && speakers.length > 0) groups.unshift(...speakersFirst(speakers, marks, language(textLanguage)));
  const isMain = (voice: CatalogueVoice): boolean =>
    textLanguage !== undefined && languageFamily(voice.primaryLanguage) === languageFamily(textLanguage);
  const toItems = (members: readonly CatalogueVoice[]): Option[] =>
    members
      .map((voice) => ({ value: voice.voiceId, label: choiceLabel(voice, marks), alsoFoundBy: otherWords(voice, marks) }))
      .sort((one, other) => compare(one.label, other.label));
  return groups.map(({ id, title, voices: members }) => ({
    group: title ?? '',
    items: id.startsWith(ofText)
      ? [...toItems(members.filter(isMain)), ...toItems(members.filter((voice) => !isMain(voice)))]
      : toItems(members),
  }));
}

/** Of the groups of those who speak the language of the text. */
const ofText = 'text-';

/** Those who speak the language of the text: favourites, the person's own voices, all others. */
function speakersFirst(speakers: readonly CatalogueVoice[], marks: Marks, title: string): VoiceGroup[] {
  const titleOf = {
    favourites: `${messages.voices.favourites} · ${title}`,
    personal: `${messages.voices.yourVoices} · ${title}`,
    others: title,
  };
  const kinds = Map.groupBy(speakers, (voice) =>
    marks[voice.voiceId]?.favourite === true ? 'favourites' : voice.isPersonal ? 'personal' : 'others',
  );
  return (['favourites', 'personal', 'others'] as const).flatMap((kind) => {
    const voices = kinds.get(kind);
    return voices ? [{ id: `${ofText}${kind}`, title: titleOf[kind], voices }] : [];
  });
}

/** The same for a component. `voices` must stay the same list while nothing of it changes. */
export function useVoiceChoices(voices: readonly CatalogueVoice[], textLanguage?: string): ChoiceGroup[] {
  const marks = useVoices((state) => state.marks);
  const languages = useProjectLanguages();
  return useMemo(() => groupChoices(voices, marks, languages, textLanguage), [voices, marks, languages, textLanguage]);
}

/** What stands in the field: the name with the language. */
const choiceLabel = (voice: CatalogueVoice, marks: Marks): string => `${shownName(voice, marks)} · ${language(voice.primaryLanguage)}`;

/** What else a voice is found by: how it speaks, in other words too, its family, its other languages, and the tags that a person gave it. */
function otherWords(voice: CatalogueVoice, marks: Marks): string {
  const words = [
    voice.description,
    traitWords(voice.description),
    familyOfVoice(voice),
    ...voice.languages.map(language),
    ...(marks[voice.voiceId]?.tags ?? []),
  ];
  return words.filter((word) => word !== undefined && word !== '').join(' ');
}
