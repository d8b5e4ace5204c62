import { languageFamily } from '#shared/language-family.ts';

/** What a prompt calls a region, beside its English name in `Intl` ("British English"). */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  'en-gb': ['britisch'],
  'en-gb-scotland': ['scottish', 'schottisch'],
  'en-us': ['amerikanisch'],
  'en-ie': ['irish', 'irisch'],
  'en-au': ['australisch'],
  'de-at': ['österreichisch'],
  'de-ch': ['swiss', 'schweizer'],
  'es-mx': ['mexikanisch'],
  'pt-br': ['brasilianisch'],
  'fr-ca': ['kanadisch'],
};

const englishNames = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'dialect' });

function regionWords(tag: string): readonly string[] {
  const word = /^(\p{L}+) \p{L}+$/u.exec(englishNameOf(tag))?.[1];
  return [...(word === undefined ? [] : [word]), ...(otherNames[plain(tag)] ?? [])];
}

/** A service may call a language by something that is no tag. */
function englishNameOf(tag: string): string {
  try {
    return englishNames.of(plain(tag)) ?? '';
  } catch {
    return '';
  }
}

const plain = (tag: string): string => tag.toLowerCase().replaceAll('_', '-');

const holdsWord = (prompt: string, word: string): boolean => new RegExp(`(?<!\\p{L})${word}(?:e[mnrs]?)?(?!\\p{L})`, 'iu').test(prompt);

/**
 * The tag to save a voice with that speaks `family` (`de`), of those that the service's voices have: of the region that the prompt names, else that of the
 * person (`own`), else the one where most speak it. Empty where no voice speaks the language: then the service chooses.
 */
export function tagToSave(family: string, prompt: string, tags: readonly string[], own: string): string {
  const spoken = tags.filter((tag) => languageFamily(tag) === family);
  const { language, region = '' } = new Intl.Locale(family).maximize();
  const usual = `${language}-${region}`.toLowerCase();
  return (
    spoken.find((tag) => regionWords(tag).some((word) => holdsWord(prompt, word))) ??
    spoken.find((tag) => plain(tag) === plain(own)) ??
    spoken.find((tag) => plain(tag) === usual) ??
    spoken[0] ??
    ''
  );
}
