/** How many of something, in figures and in the form that the language has for that number. */
export type Plural = (count: number, one: string, other: string) => string;

/** Counts of a language with two forms, such as English and German: `1 block`, `1,200 blocks`, `0.4 credits`. */
export function createPlural(locale: string): Plural {
  // What is rounded for the eye is what the form goes by: 1.001 reads as `1 credit`.
  const digits = { maximumFractionDigits: 2 } as const;
  const [figures, rules] = [new Intl.NumberFormat(locale, digits), new Intl.PluralRules(locale, digits)];
  return (count, one, other) => `${figures.format(count)} ${rules.select(count) === 'one' ? one : other}`;
}

/** An estimate that no line breaks, neither behind its sign nor between figure and unit: `≈ 48 credits`. */
export const approximate = (figure: string | number): string => `≈\u00A0${String(figure).replaceAll(' ', '\u00A0')}`;
