import { foldText } from '../../lib/fold-text.ts';
import type { messages } from '#shared/messages/index.ts';
import type { Row, Section, Sentence, Topic } from './content.ts';

const word = /[\p{L}\p{N}\p{M}]+/gu;

/** The words that are looked for, without case and accents. */
const wordsOfQuery = (query: string): string[] => foldText(query).match(word) ?? [];

const plain = (sentence: Sentence): string => sentence.map(({ text }) => text).join('');

type Synonyms = typeof messages.help.synonyms;

/** What a search needs to know of the language. */
type SearchWords = Pick<typeof messages.help, 'synonyms' | 'stopWords'>;

/** What satisfies a word of the query: the word itself, or all words of what Help says for it. */
type Wanted = readonly (readonly string[])[];

/** A word is met on the way to it and in its longer forms: `subt` and `subtitles` for `subtitle`. */
const isTyped = (word: string, typed: string): boolean =>
  (word.startsWith(typed) && word.length <= typed.length + 3) || (word.length >= 4 && typed.startsWith(word));

const meansOf = (word: string, synonyms: Synonyms): Wanted =>
  synonyms
    .filter(({ typed }) => typed.some((one) => isTyped(word, foldText(one))))
    .flatMap(({ means }) => means.map((one) => wordsOfQuery(one)));

/** The words of the query without those that only make it a question. A query that has no others keeps them. */
function wordsToFind(query: string, stopWords: readonly string[]): string[] {
  const words = wordsOfQuery(query);
  const left = new Set(stopWords.map(foldText));
  const content = words.filter((one) => !left.has(one));
  return [...new Set(content.length > 0 ? content : words)];
}

/** The words to be marked in what was found: those that were looked for, and single words that Help has in their place. */
export function wordsToMark(query: string, { synonyms, stopWords }: SearchWords): string[] {
  const words = wordsToFind(query, stopWords);
  const others = words.flatMap((one) => meansOf(one, synonyms)).filter(({ length }) => length === 1);
  return [...words, ...others.flat()];
}

/** What is found by itself: a topic, or a row of its table. */
interface Place {
  section: Section;
  topic: Topic;
  row?: Row;
  /** The words of its titles with its search words, and all of its words. */
  names: readonly string[];
  words: readonly string[];
}

function placesOf(section: Section): Place[] {
  return section.topics.flatMap((topic): Place[] => {
    const title = `${section.title} ${topic.title} ${topic.searchWords ?? ''}`;
    const names = wordsOfQuery(title);
    if (topic.table)
      return topic.table.rows.map((row) => ({
        section,
        topic,
        row,
        names,
        words: wordsOfQuery(`${title} ${row.term} ${row.meaning}`),
      }));
    const prose = [...topic.text, ...topic.steps].map(plain).join(' ');
    return [{ section, topic, names, words: wordsOfQuery(`${title} ${prose}`) }];
  });
}

/** True where the word of the query, or what Help says for it, begins words of the text. */
const has = (text: readonly string[], wanted: Wanted): boolean =>
  wanted.some((all) => all.every((one) => text.some((of) => of.startsWith(one))));

/** The sections of the places, in the order of these: of a topic with a table the rows that are there. */
function toSections(places: readonly Place[]): Section[] {
  return [...Map.groupBy(places, ({ section }) => section)].map(([section, those]) => ({
    ...section,
    topics: [...Map.groupBy(those, ({ topic }) => topic)].map(([topic, found]) =>
      topic.table ? { ...topic, table: { ...topic.table, rows: found.flatMap(({ row }) => row ?? []) } } : topic,
    ),
  }));
}

interface Found {
  sections: Section[];
  /** No place has all the words: these have most of them. */
  isClosest: boolean;
}

/** So many places, where none has all the words. */
const mostClosest = 8;

/** The places that have most of the words, the best first: rare words count more than common ones, and those of a title twice. */
function findClosest(places: readonly Place[], words: readonly Wanted[]): Section[] {
  const weights = words.map((wanted) =>
    Math.log(1 + places.length / Math.max(1, places.filter((place) => has(place.words, wanted)).length)),
  );
  const weigh = (text: readonly string[]): number =>
    words.reduce((sum, wanted, at) => sum + (has(text, wanted) ? (weights[at] ?? 0) : 0), 0);
  const counted = places.map((place) => ({ place, count: words.filter((wanted) => has(place.words, wanted)).length }));
  const most = Math.max(...counted.map(({ count }) => count));
  if (most === 0) return [];
  const best = counted
    .filter(({ count }) => count === most)
    .map(({ place }) => ({ place, weight: weigh(place.words) + weigh(place.names) }))
    .toSorted((one, other) => other.weight - one.weight);
  return toSections(best.slice(0, mostClosest).map(({ place }) => place));
}

/**
 * What the query finds: every word, or one of its synonyms, must begin a word of a topic, of its title or of the title of its section; of tables, the
 * rows that fit. Those with all words in a title come first, then the rest of their sections; else the order stays. Where nothing has all words, the
 * closest. Without a word, everything.
 */
export function searchHelp(query: string, sections: readonly Section[], { synonyms, stopWords }: SearchWords): Found {
  const words = wordsToFind(query, stopWords).map((one): Wanted => [[one], ...meansOf(one, synonyms)]);
  if (words.length === 0) return { sections: [...sections], isClosest: false };
  const places = sections.flatMap(placesOf);
  const found = places.filter((place) => words.every((wanted) => has(place.words, wanted)));
  if (found.length === 0) return { sections: findClosest(places, words), isClosest: true };
  const first = found.filter(({ names }) => words.every((wanted) => has(names, wanted)));
  return { sections: toSections([...new Set([...first, ...found])]), isClosest: false };
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
