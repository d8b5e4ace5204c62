/** Languages of the texts. */
export const translations = ['en', 'de'] as const;
/**
 * Languages that nobody speaks, made of the English texts, for checking the layout: `en-XA` has accents and is 40 % longer, `ar-XB` is
 * written from right to left.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const;

const languages = [...translations, ...pseudoLanguages] as const;
export type Language = (typeof languages)[number];

/** What a person can choose: `system` follows the computer. */
export const languageChoices = ['system', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

export const isLanguage = (tag: string): tag is Language => (languages as readonly string[]).includes(tag);

/** The language of a tag as systems write it: `de_AT.UTF-8`, `de-CH`. English where there is no better. */
export function languageOfTag(tag: string): Language {
  const plain = tag.replace(/[.@].*$/u, '').replaceAll('_', '-');
  if (isLanguage(plain)) return plain;
  const primary = plain.split('-')[0]?.toLowerCase();
  return translations.find((one) => one === primary) ?? 'en';
}

/** Where a line of the language starts. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar-XB' ? 'rtl' : 'ltr');

/**
 * The locale of numbers, dates, lists and names of languages. English dates are written as in Britain, so that no month is taken for a day.
 */
export const localesOf: Readonly<Record<Language, { numbers: string; dates: string }>> = {
  en: { numbers: 'en', dates: 'en-GB' },
  de: { numbers: 'de-DE', dates: 'de-DE' },
  'en-XA': { numbers: 'en', dates: 'en-GB' },
  'ar-XB': { numbers: 'en', dates: 'en-GB' },
};
