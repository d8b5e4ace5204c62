import { foldText } from './fold-text.ts';
import { matchWords, toSearchText, toSearchWords } from './search-words.ts';

export interface Option {
  value: string;
  label: string;
  /** Words that find the option too, though they do not stand in its label. */
  alsoFoundBy?: string;
  disabled?: boolean;
}
export interface OptionGroup {
  group: string;
  items: Option[];
}
export type OptionData = readonly (Option | OptionGroup)[];

/**
 * How well an option matches: its name alone, the beginning of its label, the beginnings of words there, also of those of the words that find it too, or
 * the end of a long compound. Smaller is better; `undefined` for no match.
 */
function rankOption({ label, alsoFoundBy = '' }: Option, search: string, words: readonly string[]): number | undefined {
  const text = toSearchText(label);
  if (matchWords(text, words) !== 'begins') {
    const match = matchWords(text + toSearchText(alsoFoundBy), words);
    return match === undefined ? undefined : match === 'begins' ? 3 : 4;
  }
  const folded = foldText(label);
  const name = folded.split(' · ')[0] ?? folded;
  if (folded === search || name === search) return 0;
  return folded.startsWith(search) ? 1 : 2;
}

/**
 * The options of which every word of the search begins a word, without case and accents, the best first; groups stand in the order of their best option. Options that match
 * equally well keep their order.
 *
 * @param limit how many options to return at most, over all groups
 */
export function findOptions(data: OptionData, search: string, limit = Infinity): (Option | OptionGroup)[] {
  const query = foldText(search.trim());
  const words = toSearchWords(search);
  const ranked = data.flatMap((entry) => {
    const items = ('group' in entry ? entry.items : [entry])
      .flatMap((option) => {
        const rank = words.length === 0 ? 0 : rankOption(option, query, words);
        return rank === undefined ? [] : [{ option, rank: rank + (option.disabled === true ? 0.5 : 0) }];
      })
      .sort((one, other) => one.rank - other.rank);
    const [best] = items;
    return best ? [{ group: 'group' in entry ? entry.group : undefined, items: items.map(({ option }) => option), rank: best.rank }] : [];
  });
  ranked.sort((one, other) => one.rank - other.rank);
  const found: (Option | OptionGroup)[] = [];
  let room = limit;
  for (const { group, items } of ranked) {
    const some = items.slice(0, room);
    if (some.length === 0) break;
    room -= some.length;
    if (group === undefined) found.push(...some);
    else found.push({ group, items: some });
  }
  return found;
}

/** The option that Enter takes for a search: the first that may be chosen. */
export function findBestOption(data: OptionData, search: string): Option | undefined {
  return findOptions(data, search)
    .flatMap((entry) => ('group' in entry ? entry.items : [entry]))
    .find((option) => option.disabled !== true);
}
