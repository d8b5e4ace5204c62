import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { lacksLanguage, speaksLanguage } from '#shared/dubbing/voice-languages.ts';
import { limits } from '#shared/wire/common.ts';
import { languageFamily } from '#shared/language-family.ts';
import { language } from '../../../lib/format.ts';
import { locale, messages } from '#shared/messages/index.ts';

type SpeakingVoice = Pick<CatalogueVoice, 'name' | 'languages' | 'primaryLanguage'>;

/** A language's name; words that are no code stay as they were written. */
const nameOf = (chosen: string): string => {
  const name = language(chosen);
  return name.toLowerCase() === chosen.toLowerCase() ? chosen : name;
};

/** The languages of the voice, where it has several, then those of other voices, by name; what was written otherwise is last. */
export function languageChoices(
  voices: readonly SpeakingVoice[],
  voice: SpeakingVoice | undefined,
  chosen: string,
): (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[] {
  const seen = new Set<string>();
  const take = (codes: readonly string[]): ComboboxItem[] =>
    codes
      .filter((code) => {
        const key = code.toLowerCase();
        if (key === '' || seen.has(key)) return false;
        seen.add(key);
        return true;
      })
      .map((code) => ({ value: code, label: nameOf(code) }))
      .sort((one, other) => one.label.localeCompare(other.label, locale()));
  const codesOf = (one: SpeakingVoice): string[] => [one.primaryLanguage, ...one.languages];
  const own = voice ? take(codesOf(voice)) : [];
  const others = take(voices.flatMap(codesOf));
  const written = take([chosen]);
  const usual = voice ? messages.dubbing.voiceDefaultOf(nameOf(voice.primaryLanguage)) : messages.dubbing.voiceDefault;
  return [
    { value: '', label: usual },
    ...(voice && own.length > 1 ? [{ group: voice.name, items: own }] : []),
    ...(others.length > 0 ? [{ group: messages.dubbing.otherLanguages, items: others }] : []),
    ...written,
  ];
}

/** What is written and is in no list can be sent too, as far as the interface takes it. */
export const writtenLanguage = (typed: string): ComboboxItem | undefined =>
  typed.length > limits.languageCharacters ? undefined : { value: typed, label: messages.dubbing.useWritten(typed) };

export interface LanguageProblem {
  words: string;
  /** Where it is put right. */
  field: 'voice' | 'language';
}

/**
 * That the text, the language that is chosen and the voice do not go together; undefined where they do, and where nobody can tell. `found`: the language of
 * the text where that is plain (`de`).
 */
export function findLanguageProblem(
  { found, chosen, voice }: { found: string | undefined; chosen: string; voice: SpeakingVoice | undefined },
  voices: readonly SpeakingVoice[],
): LanguageProblem | undefined {
  if (found !== undefined && voice && lacksLanguage(voice, found))
    return { words: messages.dubbing.otherLanguage(language(found), voice.name, 1), field: 'voice' };
  if (chosen === '') return undefined;
  const family = languageFamily(chosen);
  if (found !== undefined && family !== found)
    return { words: messages.dubbing.languageOfTextDiffers(language(found), nameOf(chosen)), field: 'language' };
  if (voices.length > 0 && !voices.some((one) => speaksLanguage(one, family)))
    return { words: messages.dubbing.noVoiceSpeaks(nameOf(chosen)), field: 'language' };
  if (voice && lacksLanguage(voice, family)) return { words: messages.dubbing.voiceLacks(voice.name, nameOf(chosen)), field: 'voice' };
  return undefined;
}
