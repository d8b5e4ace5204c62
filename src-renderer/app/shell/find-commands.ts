import { stemOf, wordsOf, wordsToFind, type QueryWords } from '../../lib/word-forms.ts';

interface Named {
  title: string;
  group: string;
  keywords?: readonly string[] | undefined;
  /** The panel that has it, where that is not the one that is shown. */
  panel?: { name: string } | undefined;
  /** It is a command of the panel that is shown, not of the window. */
  isOfShown?: boolean;
  /** Why it cannot be done now. */
  reason?: string | undefined;
}

/** What the search needs to know of the language. */
interface CommandLanguage extends QueryWords {
  /** Words that people use for one another, a group in each text. */
  alike: readonly string[];
}

interface Match {
  score: number;
  /** Every word is one of the title, in some form, or the title says the same in other words. */
  isTitled: boolean;
  /** Every word is one of the title or of the keywords, or begins one. */
  isStrong: boolean;
  /** Some word is there by the beginnings of other words alone: `gb` for Generate book. */
  isGuess: boolean;
}

/** The title is exactly the words that were typed. */
const exactScore = 10;
/** From this on, the title begins with exactly the words that were typed. */
const namedScore = 9;
/** Several words stand in the keywords as they were typed: `speech to text`. */
const phraseScore = 8;
/** What a command of the shown panel has before one of the window that fits alike. */
const shownBonus = 0.3;
/** From this on, a word is one of the title or of the keywords, or begins one. */
const strongScore = 4.5;
/** A shorter word is not looked for in other groups while it is typed. */
const leastBegun = 4;

/** Finds commands by what was typed: one for each query. */
class CommandSearch {
  readonly words: readonly string[];
  /** How many words were typed, with those that say nothing. */
  readonly #typed: number;
  readonly #language: CommandLanguage;
  readonly #stopWords: ReadonlySet<string>;
  readonly #stems = new Map<string, string>();
  /** The stems of the words that stand for a word that was typed. */
  readonly #alike: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(query: string, commands: readonly Named[], language: CommandLanguage) {
    this.#typed = wordsOf(query).length;
    this.#language = language;
    this.#stopWords = new Set(language.stopWords.flatMap(wordsOf));
    const groups = language.alike.map(wordsOf);
    const known = new Set([
      ...groups.flat().map(this.#stem),
      ...commands.flatMap(({ title, keywords = [] }) => [title, ...keywords].flatMap(wordsOf)).map(this.#stem),
    ]);
    this.words = wordsToFind(query, language, (stem) => known.has(stem));
    this.#alike = new Map(
      this.words.map((word) => [
        word,
        new Set(
          groups
            .filter((group) => this.#isIn(word, group))
            .flat()
            .map(this.#stem),
        ),
      ]),
    );
  }

  /**
   * How well the words name a command; `undefined` where `least` of them do not. Of a word the title counts most: as its beginning, at the start of a
   * word, by another form of it, by a word that people use for it. Then come the keywords, the inside of a word of the title, the group's name, and
   * letters that begin words of the title one after another.
   */
  match({ title, group, keywords = [], panel }: Named, least: number): Match | undefined {
    const starts = wordsOf(title);
    const more = keywords.flatMap(wordsOf);
    const groups = [group, panel?.name ?? group].flatMap(wordsOf);
    const all = this.words.map((word) => this.#score(word, { starts, more, groups }));
    const scores = all.filter((score) => score > 0);
    if (scores.length < least) return undefined;
    const isGuess = all.includes(guessScore);
    const isStrong = all.every((score) => score >= strongScore);
    const isPhrase = this.words.length > 1 && ` ${this.#content(more).join(' ')} `.includes(` ${this.words.join(' ')} `);
    const named = this.#named(starts);
    const score = named ?? (isPhrase ? phraseScore : average(scores));
    return { score: score < 7 ? score + 1 / (title.length + 1) : score, isTitled: named !== undefined, isStrong, isGuess };
  }

  /** Titles with exactly these words keep the order in which a panel has them: Play, then Play slower; Generate chapter, then the book. */
  #named(starts: readonly string[]): number | undefined {
    const { words } = this;
    if (words.length === 0) return undefined;
    const content = this.#content(starts);
    if (words.every((word, index) => this.#isForm(word, content[index] ?? '')))
      return starts.length === this.#typed ? exactScore : namedScore;
    if (words.every((word) => starts.some((start) => this.#isForm(word, start)))) return 7;
    const isAlike = words.length === content.length && words.every((word, index) => this.#isAlike(word, content[index] ?? ''));
    return isAlike ? 7.5 : undefined;
  }

  /** Words without those that the query has lost too. */
  #content(words: readonly string[]): readonly string[] {
    return words.filter((word) => !this.#stopWords.has(word) || this.words.includes(word));
  }

  #score(
    word: string,
    { starts, more, groups }: { starts: readonly string[]; more: readonly string[]; groups: readonly string[] },
  ): number {
    if (starts[0]?.startsWith(word) === true) return 8;
    if (starts.some((start) => start.startsWith(word))) return 6;
    if (starts.some((start) => this.#isForm(word, start))) return 5.75;
    if (more.some((one) => this.#isForm(word, one))) return 5.5;
    if (starts.some((start) => this.#isAlike(word, start))) return 5;
    if (word.length > 1 && more.some((one) => one.startsWith(word))) return strongScore;
    if (starts.some((start) => start.includes(word))) return 4;
    if (groups.some((one) => one.startsWith(word) || this.#isForm(word, one))) return 3;
    return word.length > 1 && beginWords(word, starts) ? guessScore : 0;
  }

  readonly #stem = (word: string): string => {
    const known = this.#stems.get(word);
    if (known !== undefined) return known;
    const stem = stemOf(word, this.#language.wordForms);
    this.#stems.set(word, stem);
    return stem;
  };

  #isForm(word: string, other: string): boolean {
    return word === other || this.#stem(word) === this.#stem(other);
  }

  #isAlike(word: string, other: string): boolean {
    return this.#alike.get(word)?.has(this.#stem(other)) ?? false;
  }

  #isIn(word: string, group: readonly string[]): boolean {
    return group.some((one) => this.#isForm(word, one) || (word.length >= leastBegun && one.startsWith(word)));
  }
}

const guessScore = 1;

const average = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 1 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Whether letters are those that begin words, in the order of these, some or more of each word: `gb` or `genb` of Generate book. */
function beginWords(letters: string, words: readonly string[]): boolean {
  if (letters === '') return true;
  return words.some((word, index) => {
    let shared = 0;
    while (shared < letters.length && letters[shared] === word[shared]) shared += 1;
    const rest = words.slice(index + 1);
    for (let taken = shared; taken > 0; taken -= 1) if (beginWords(letters.slice(taken), rest)) return true;
    return false;
  });
}

/**
 * Where a command stands among those that fit: first what is here by that name, then what has the words in its title here, then what people call
 * so, then another panel's command of exactly that name, then what is meant by all of the words and is here, then what another panel has by that
 * name, then the rest. What cannot be done now comes after that, unless it is here by that name, as its reason is then the answer; a guess comes last.
 */
function placeOf({ panel, reason }: Named, { score, isTitled, isStrong, isGuess }: Match): number {
  const isNamed = score >= namedScore;
  const isHere = !panel;
  const places = [
    isHere && isNamed,
    isHere && isTitled,
    score === phraseScore,
    score >= exactScore,
    isHere && isStrong,
    isNamed,
    isHere,
    true,
  ];
  const place = places.indexOf(true);
  return place + (isGuess ? 20 : 0) + (reason !== undefined && place > 0 ? 10 : 0);
}

interface Found<T> {
  commands: T[];
  /** None has all the words: these have most of them. */
  isClosest: boolean;
}

/** The commands that fit, best first; without a query all of them, each group's together and then each other panel's. */
export function findCommands<T extends Named>(query: string, commands: readonly T[], language: CommandLanguage): Found<T> {
  if (query.trim() === '') {
    const [here, elsewhere] = [commands.filter(({ panel }) => !panel), commands.filter(({ panel }) => panel)];
    const all = [
      ...Map.groupBy(here, (command) => command.group).values(),
      ...Map.groupBy(elsewhere, ({ panel }) => panel?.name).values(),
    ].flat();
    return { commands: all, isClosest: false };
  }
  const search = new CommandSearch(query, commands, language);
  const count = search.words.length;
  for (let least = count; least > 0 && least * 2 >= count; least -= 1) {
    const found = commands.flatMap((command) => {
      const match = search.match(command, least);
      // What has only some of the words is no guess by letters too.
      if (!match || (least < count && match.isGuess)) return [];
      // Those that are named keep the order in which they stand.
      const bonus = command.isOfShown === true && match.score < namedScore ? shownBonus : 0;
      return [{ command, score: match.score + bonus, place: placeOf(command, match) }];
    });
    if (found.length === 0) continue;
    const sorted = found.sort((one, other) => one.place - other.place || other.score - one.score);
    return { commands: sorted.map(({ command }) => command), isClosest: least < count };
  }
  return { commands: [], isClosest: false };
}
