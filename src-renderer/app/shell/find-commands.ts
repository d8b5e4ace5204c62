import { plainText } from '#shared/plain-text.ts';

interface Named {
  title: string;
  group: string;
  keywords?: readonly string[] | undefined;
  /** The panel that has it, where that is not the one that is shown. */
  panel?: { name: string } | undefined;
}

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/**
 * How well words that were typed name a command; 0 where they do not. Every word must be found: at the start of a word of the
 * title counts most, then inside one, then in the group's name, then in its keywords, then its letters one after another in the title.
 * `isExact`: no word is there by its letters alone.
 */
function matchCommand(query: string, command: Named): { score: number; isExact: boolean } {
  const words = plainText(query).split(/\s+/u).filter(Boolean);
  const title = plainText(command.title);
  const groups = [command.group, command.panel?.name ?? command.group].map((name) => plainText(name));
  const starts = wordsOf(title);
  const keywords = (command.keywords ?? []).flatMap((keyword) => wordsOf(plainText(keyword)));
  const scores = words.map((word) => {
    if (title.startsWith(word)) return 8;
    if (starts.some((start) => start.startsWith(word))) return 6;
    if (title.includes(word)) return 4;
    if (groups.some((group) => group.startsWith(word))) return 3;
    if (word.length > 1 && keywords.some((keyword) => keyword.startsWith(word))) return 2;
    return word.length > 1 && hasLetters(title, word) ? 1 : 0;
  });
  if (scores.includes(0)) return { score: 0, isExact: false };
  // Titles with exactly these words keep the order in which a panel has them: Play, then Play slower; Generate chapter, then the book.
  if (words.length > 0 && words.every((word) => starts.includes(word))) {
    const begins = words.every((word, index) => starts[index] === word);
    return { score: !begins ? 7 : starts.length === words.length ? 10 : namedScore, isExact: true };
  }
  // Of two that fit alike, the shorter is nearer to what was typed.
  const score = words.length === 0 ? 1 : scores.reduce<number>((sum, one) => sum + one, 0) / words.length + 1 / (title.length + 1);
  return { score, isExact: !scores.includes(1) };
}

/** From this on, the title begins with exactly the words that were typed. */
const namedScore = 9;

function hasLetters(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/**
 * The commands that fit, best first; without a query all of them, each group's together and then each other panel's. Scattered letters are a guess,
 * which counts where no command has the words. Those of other panels come after those of the shown one, but not one that is named before one that only has
 * such words.
 */
export function findCommands<T extends Named>(query: string, commands: readonly T[]): T[] {
  if (query.trim() === '') {
    const [here, elsewhere] = [commands.filter(({ panel }) => !panel), commands.filter(({ panel }) => panel)];
    return [
      ...Map.groupBy(here, (command) => command.group).values(),
      ...Map.groupBy(elsewhere, ({ panel }) => panel?.name).values(),
    ].flat();
  }
  const found = commands.map((command) => ({ command, ...matchCommand(query, command) })).filter(({ score }) => score > 0);
  const exact = found.filter(({ isExact }) => isExact);
  const tier = ({ score, command: { panel } }: (typeof found)[number]): number => (score >= namedScore ? 0 : 2) + (panel ? 1 : 0);
  return (exact.length > 0 ? exact : found)
    .sort((one, other) => tier(one) - tier(other) || other.score - one.score)
    .map(({ command }) => command);
}
