import { languageFamily } from '../language-family.ts';
import { english } from './en/index.ts';
import { localesOf, translations, type Language } from './languages.ts';
import type { Messages } from './shape.ts';

/** Every text in the language in use. English until {@link setLanguage} was called. */
export let messages: Messages = english;
let current: Language = 'en';

/** The language in use. */
export const language = (): Language => current;
/** The language that people read and speak who use the language in use: English for a pseudo-language. */
export const readersLanguage = (): (typeof translations)[number] => translations.find((one) => one === current) ?? 'en';
/**
 * The language of the person, as a BCP 47 tag: that of the computer where the studio has no texts in it, else the language that the window was
 * set to. `system`: the computer's (`navigator.language`).
 */
export function ownLanguage(system: string): string {
  const isTranslated = translations.some((one) => one === languageFamily(system));
  return isTranslated || system === '' ? readersLanguage() : system;
}
/** The locale of numbers, lists and names in the language in use, for `Intl`. */
export const locale = (): string => localesOf[current].numbers;
/** The locale of its dates. */
export const dateLocale = (): string => localesOf[current].dates;

/**
 * Changes the language of {@link messages}, which is loaded first. Texts that were read before keep theirs: a window sets its language before
 * anything else is loaded, and main reads a text when it shows it.
 */
export async function setLanguage(wanted: Language): Promise<void> {
  messages = await loadLanguage(wanted);
  current = wanted;
}

/** All texts of a language. Others than English are loaded when they are first wanted. */
async function loadLanguage(wanted: Language): Promise<Messages> {
  switch (wanted) {
    case 'en':
      return english;
    case 'de':
      return (await import('./de/index.ts')).german;
    case 'en-XA':
      return (await import('./pseudo.ts')).accented(english);
    case 'ar-XB':
      return (await import('./pseudo.ts')).rightToLeft(english);
  }
}
