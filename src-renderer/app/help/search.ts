import { foldText } from '../../lib/fold-text.ts';
import { stemOf, wordsOf, wordsToFind, type QueryWords, type WordForms } from '../../lib/word-forms.ts';
import type { messages } from '#shared/messages/index.ts';
import type { Row, Section, Sentence, Topic } from './content.ts';

const word = /[\p{L}\p{N}\p{M}]+/gu;

const plain = (sentence: Sentence): string => sentence.map(({ text }) => text).join('');

type Synonyms = typeof messages.help.synonyms;

/** What a search needs to know of the language. */
type SearchWords = QueryWords & Pick<typeof messages.help, 'synonyms'>;

/** A word with what it has in common with its other forms. */
interface Word {
  text: string;
  stem: string;
}

const toWord = (text: string, forms: WordForms): Word => ({ text, stem: stemOf(text, forms) });

/** What satisfies a word of the query: the word itself, or all words of what Help says for it. */
type Wanted = readonly (readonly Word[])[];

/** The name of the product stands everywhere: what begins it by chance, such as `voice`, does not mean it. */
const product = 'voicewright';

/** A word of the query begins the word of a text. */
const begins = (word: string, wanted: string): boolean =>
  word.startsWith(wanted) && (word !== product || wanted.length * 2 > product.length);

const meets = (word: Word, wanted: Word): boolean => begins(word.text, wanted.text) || word.stem === wanted.stem;

/** A word is met on the way to it and in its longer forms: `subt` and `subtitles` for `subtitle`. */
const isTyped = (word: string, typed: string): boolean =>
  (word.startsWith(typed) && word.length <= typed.length + 3) || (word.length >= 4 && typed.startsWith(word));

const meansOf = (word: string, synonyms: Synonyms): readonly (readonly string[])[] =>
  synonyms
    .filter(({ typed }) => typed.some((one) => isTyped(word, foldText(one))))
    .flatMap(({ means }) => means.map((one) => wordsOf(one)));

/** What is found by itself: a topic, or a row of its table. */
interface Place {
  section: Section;
  topic: Topic;
  row?: Row;
  /** The words of the title of its section, of both titles, of these with its search words, and all of its words. */
  sectionTitle: readonly Word[];
  titles: readonly Word[];
  names: readonly Word[];
  words: readonly Word[];
}

function placesOf(section: Section, forms: WordForms): Place[] {
  const toWords = (text: string): Word[] => wordsOf(text).map((one) => toWord(one, forms));
  const sectionTitle = toWords(section.title);
  return section.topics.flatMap((topic): Place[] => {
    const titles = [...sectionTitle, ...toWords(topic.title)];
    const names = [...titles, ...toWords(topic.searchWords ?? '')];
    const place = { section, topic, sectionTitle, titles, names };
    if (topic.table) return topic.table.rows.map((row) => ({ ...place, row, words: [...names, ...toWords(`${row.term} ${row.meaning}`)] }));
    const prose = [...topic.text, ...topic.steps].map(plain).join(' ');
    return [{ ...place, words: [...names, ...toWords(prose)] }];
  });
}

/** True where the word of the query, or what Help says for it, begins words of the text or is another form of them. */
const has = (text: readonly Word[], wanted: Wanted): boolean => wanted.some((all) => all.every((one) => text.some((of) => meets(of, one))));

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
  /** What is to be marked: the words that were looked for, and single words that Help has in their place. Empty where nothing is searched. */
  marks: readonly string[];
}

/** So many places, where none has all the words. */
const mostClosest = 8;

/** So many places that have fewer words may stand before those that have more of them, and only where they weigh so much more. */
const mostBefore = 3;
const clearly = 1.25;

/** How well a place fits the words: rare words count more than common ones, those of its names and titles twice and three times. */
function weighPlaces(places: readonly Place[], words: readonly Wanted[]): (place: Place) => number {
  const weights = words.map((wanted) =>
    Math.log(1 + places.length / Math.max(1, places.filter((place) => has(place.words, wanted)).length)),
  );
  const weigh = (text: readonly Word[]): number => words.reduce((sum, wanted, at) => sum + (has(text, wanted) ? (weights[at] ?? 0) : 0), 0);
  return ({ words: all, names, titles }) => weigh(all) + weigh(names) + weigh(titles);
}

/** The heaviest first. */
const heaviest = (places: readonly Place[], weigh: (place: Place) => number): Place[] =>
  places
    .map((place) => ({ place, weight: weigh(place) }))
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ place }) => place);

/**
 * What the query finds: every word, one of its forms or one of its synonyms, must begin a word of a topic, of its title or of the title of its section; of
 * tables, the rows that fit. First comes a section that is called so, then what has all words in its titles and search words, then what has more of them in
 * a title; else the order stays. Where nothing has all words, the closest. A place that has fewer
 * of the words but fits clearly better, by {@link weighPlaces}, comes before these: a long topic has every word somewhere. Without a word, everything.
 */
export function searchHelp(query: string, sections: readonly Section[], language: SearchWords): Found {
  const forms = language.wordForms;
  const places = sections.flatMap((section) => placesOf(section, forms));
  const known = new Set([
    ...places.flatMap(({ words }) => words.map(({ stem }) => stem)),
    ...language.synonyms.flatMap((synonym) => synonym.typed.map((one) => stemOf(foldText(one), forms))),
  ]);
  const typed = wordsToFind(query, language, (stem) => known.has(stem));
  if (typed.length === 0) return { sections: [...sections], isClosest: false, marks: [] };
  const others = typed.map((one) => meansOf(one, language.synonyms));
  const words = typed.map((one, index): Wanted => [[one], ...(others[index] ?? [])].map((all) => all.map((each) => toWord(each, forms))));
  const marks = [
    ...typed,
    ...others
      .flat()
      .filter(({ length }) => length === 1)
      .flat(),
  ];
  const found = places.filter((place) => words.every((wanted) => has(place.words, wanted)));
  const weigh = weighPlaces(places, words);
  const isClosest = found.length === 0;
  const best = isClosest ? withMost(places, words) : found;
  if (best.length === 0) return { sections: [], isClosest, marks };
  const clearlyBetter = Math.max(...best.map(weigh)) * clearly;
  const before = heaviest(
    places.filter((place) => !best.includes(place)),
    weigh,
  ).filter((place) => weigh(place) > clearlyBetter);
  const ranked = isClosest ? heaviest(best, weigh).slice(0, mostClosest) : rank(found, words);
  return { sections: toSections([...before.slice(0, mostBefore), ...ranked]), isClosest, marks };
}

/** What has most of the words; nothing where no place has any. */
function withMost(places: readonly Place[], words: readonly Wanted[]): Place[] {
  const counted = places.map((place) => ({ place, count: words.filter((wanted) => has(place.words, wanted)).length }));
  const most = Math.max(1, ...counted.map(({ count }) => count));
  return counted.filter(({ count }) => count === most).map(({ place }) => place);
}

/** Places that have all words: a section that is called so, what has all in its titles and search words, what has more of them in a title. */
function rank(found: readonly Place[], words: readonly Wanted[]): Place[] {
  const count = (text: readonly Word[]): number => words.filter((wanted) => has(text, wanted)).length;
  const ranks = new Map(
    found.map((place) => {
      const isNamed = count(place.sectionTitle) === words.length;
      return [place, [isNamed ? 1 : 0, count(place.names) === words.length ? 1 : 0, count(place.titles)]] as const;
    }),
  );
  return found.toSorted((one, other) => compareRanks(ranks.get(other) ?? [], ranks.get(one) ?? []));
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((rank, index) => rank !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}

/** A text in pieces, those that the query found apart. A word is found from its beginning; another form of it as a whole. */
export function splitMatches(text: string, words: readonly string[], forms: WordForms): { text: string; found: boolean }[] {
  const stems = new Set(words.map((one) => stemOf(one, forms)));
  const pieces: { text: string; found: boolean }[] = [];
  let from = 0;
  for (const { 0: whole, index } of text.matchAll(word)) {
    const folded = foldText(whole);
    const begun = Math.max(0, ...words.filter((wanted) => begins(folded, wanted)).map(({ length }) => length));
    const longest = begun === 0 && stems.has(stemOf(folded, forms)) ? folded.length : begun;
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
