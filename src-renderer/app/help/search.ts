import { foldText } from '../../lib/fold-text.ts';
import type { messages } from '#shared/messages/index.ts';
import type { Row, Section, Sentence, Topic } from './content.ts';

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** The words that are looked for, without case and accents. */
const wordsOfQuery = (query: string): string[] => foldText(query).match(word) ?? [];

const plain = (sentence: Sentence): string => sentence.map(({ text }) => text).join('');

type Synonyms = typeof messages.help.synonyms;

/** What satisfies a word of the query: the word itself, or all words of what Help says for it. */
type Wanted = readonly (readonly string[])[];

/** A word is met on the way to it and in its longer forms: `subt` and `subtitles` for `subtitle`. */
const isTyped = (word: string, typed: string): boolean =>
  (word.startsWith(typed) && word.length <= typed.length + 3) || (word.length >= 4 && typed.startsWith(word));

const meansOf = (word: string, synonyms: Synonyms): Wanted =>
  synonyms
    .filter(({ typed }) => typed.some((one) => isTyped(word, foldText(one))))
    .flatMap(({ means }) => means.map((one) => wordsOfQuery(one)));

/** The words to be marked in what was found: those that were typed, and single words that Help has in their place. */
export function wordsToMark(query: string, synonyms: Synonyms): string[] {
  const words = wordsOfQuery(query);
  const others = words.flatMap((one) => meansOf(one, synonyms)).filter(({ length }) => length === 1);
  return [...words, ...others.flat()];
}

/** True where each word of the query, or what Help says for it, begins a word of the text. */
function hasAll(text: string, words: readonly Wanted[]): boolean {
  const found = wordsOfQuery(text);
  return words.every((wanted) => wanted.some((all) => all.every((one) => found.some((of) => of.startsWith(one)))));
}

function narrowTable(table: NonNullable<Topic['table']>, names: string, words: readonly Wanted[]): Topic['table'] {
  const rows = table.rows.filter(({ term, meaning }: Row) => hasAll(`${names} ${term} ${meaning}`, words));
  return rows.length === 0 ? undefined : { ...table, rows };
}

/** The topic with what fits of it; `undefined` where nothing does. */
function narrowTopic(topic: Topic, section: Section, words: readonly Wanted[]): Topic | undefined {
  const names = `${section.title} ${topic.title}`;
  const prose = [...topic.text, ...topic.steps].map(plain).join(' ');
  if (topic.table) {
    const table = narrowTable(topic.table, names, words);
    return table && { ...topic, table };
  }
  return hasAll(`${names} ${prose}`, words) ? topic : undefined;
}

/**
 * What the query finds: every word, or one of its synonyms, must begin a word of a topic, of its title or of the title of its section; of tables, the
 * rows that fit. Sections with all words in a title come first, else the order stays. Without a word, everything.
 */
export function searchHelp(query: string, sections: readonly Section[], synonyms: Synonyms): Section[] {
  const words = wordsOfQuery(query).map((one): Wanted => [[one], ...meansOf(one, synonyms)]);
  if (words.length === 0) return [...sections];
  const found = sections.flatMap((section) => {
    const topics = section.topics.flatMap((topic) => narrowTopic(topic, section, words) ?? []);
    return topics.length === 0 ? [] : [{ ...section, topics }];
  });
  const inTitle = ({ title, topics }: Section): boolean => topics.some((topic) => hasAll(`${title} ${topic.title}`, words));
  return [...found.filter(inTitle), ...found.filter((section) => !inTitle(section))];
}

/** A text in pieces, those that the query found apart. A word is found from its beginning. */
export function splitMatches(text: string, words: readonly string[]): { text: string; found: boolean }[] {
  const pieces: { text: string; found: boolean }[] = [];
  let from = 0;
  for (const { 0: whole, index } of text.matchAll(word)) {
    const folded = foldText(whole);
    const longest = Math.max(0, ...words.filter((wanted) => folded.startsWith(wanted)).map(({ length }) => length));
    if (longest === 0) continue;
    // Where folding changed the length, the place of the match is not known: the whole word stands for it.
    const end = index + (folded.length === whole.length ? longest : whole.length);
    if (index > from) pieces.push({ text: text.slice(from, index), found: false });
    pieces.push({ text: text.slice(index, end), found: true });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), found: false });
  return pieces;
}
