/** How many of something, in figures and in the form that the language has for that number. */
export type Plural = (count: number, one: string, other: string) => string;

/**
 * Counts of a language with a form for exactly one and another for all else, such as English and German: `1 block`, `1,200 blocks`, `0.4 credits`.
 * `Intl.PluralRules` says the same, but takes 50 ms to load before the first window is drawn.
 */
export function createPlural(locale: string): Plural {
  const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  // What is rounded for the eye is what the form goes by: 1.001 reads as `1 credit`.
  return (count, one, other) => `${figures.format(count)} ${figures.format(Math.abs(count)) === '1' ? one : other}`;
}

/** An estimate that no line breaks, neither behind its sign nor between figure and unit: `≈ 48 credits`. */
export const approximate = (figure: string | number): string => `≈\u00A0${String(figure).replaceAll(' ', '\u00A0')}`;
