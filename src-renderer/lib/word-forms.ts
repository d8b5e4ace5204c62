import type { messages } from '#shared/messages/index.ts';
import { foldText } from './fold-text.ts';

export type WordForms = typeof messages.help.wordForms;

/** What a search needs to know of the language. */
export type QueryWords = Pick<typeof messages.help, 'stopWords' | 'wordForms'>;

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a text, without case and accents. */
export const wordsOf = (text: string): string[] => foldText(text).match(word) ?? [];

/** Fewer letters are no stem. */
const leastStem = 3;

/** The part that all forms of a word share: `dub` of `dubbing`, `hinzufug` of `hinzugefügt`. The word is folded (`fold-text.ts`). */
export function stemOf(word: string, { endings, doubled, prefixes, infixes, stems }: WordForms): string {
  const prefix = prefixes.find((one) => word.startsWith(one) && word.length > one.length + leastStem) ?? '';
  const rest = word.slice(prefix.length);
  const infix = infixes.find((one) => rest.startsWith(one) && rest.length > one.length + leastStem) ?? '';
  const bare = rest.slice(infix.length);
  const ending = endings.find((one) => bare.endsWith(one) && bare.length >= one.length + leastStem) ?? '';
  const cut = bare.slice(0, bare.length - ending.length);
  const last = cut.at(-1) ?? '';
  const stem = ending.length > 1 && doubled.includes(last) && cut.at(-2) === last ? cut.slice(0, -1) : cut;
  return prefix + (stems[stem] ?? stem);
}

/**
 * The words of a question with its separated verb as one word, where `isKnown` knows its stem: `wie spreche ich das aus` asks for `aussprechen`. What is
 * separated stands at the end; the verb is the first word that makes one with it.
 */
export function joinVerb(words: readonly string[], forms: WordForms, isKnown: (stem: string) => boolean): readonly string[] {
  const at = words.findLastIndex((one) => !forms.prefixes.includes(one)) + 1;
  const prefix = words.slice(at).join('');
  const before = words.slice(0, at);
  const verb = prefix === '' ? -1 : before.findIndex((one) => isKnown(stemOf(prefix + one, forms)));
  return verb < 0 ? words : before.with(verb, `${prefix}${before[verb] ?? ''}`);
}

/** The words of a query without those that only make it a question. A query that has no others keeps them. */
export function wordsToFind(query: string, { stopWords, wordForms }: QueryWords, isKnown: (stem: string) => boolean): string[] {
  const words = joinVerb(wordsOf(query), wordForms, isKnown);
  const left = new Set(stopWords.map(foldText));
  const content = words.filter((one) => !left.has(one));
  return [...new Set(content.length > 0 ? content : words)];
}
