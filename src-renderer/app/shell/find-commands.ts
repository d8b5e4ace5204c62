import { plainText } from '#shared/plain-text.ts';

/**
 * How well words that were typed name a command; 0 where they do not. Every word must be found: at the start of a word of the
 * title counts most, then inside one, then in the group's name, then its letters one after another in the title.
 */
function matchCommand(query: string, command: { title: string; group: string }): number {
  const words = plainText(query).split(/\s+/u).filter(Boolean);
  const title = plainText(command.title);
  const group = plainText(command.group);
  const starts = title.split(/[^\p{L}\p{N}]+/u);
  let sum = 0;
  for (const word of words) {
    const score = title.startsWith(word)
      ? 8
      : starts.some((start) => start.startsWith(word))
        ? 6
        : title.includes(word)
          ? 4
          : group.startsWith(word)
            ? 3
            : word.length > 1 && hasLetters(title, word)
              ? 1
              : 0;
    if (score === 0) return 0;
    sum += score;
  }
  // Of two that fit alike, the shorter is nearer to what was typed.
  return words.length === 0 ? 1 : sum / words.length + 1 / (title.length + 1);
}

function hasLetters(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The commands that fit, best first; without a query all of them, each group's together. */
export function findCommands<T extends { title: string; group: string }>(query: string, commands: readonly T[]): T[] {
  if (query.trim() === '') return [...Map.groupBy(commands, (command) => command.group).values()].flat();
  return commands
    .map((command) => ({ command, score: matchCommand(query, command) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ command }) => command);
}
