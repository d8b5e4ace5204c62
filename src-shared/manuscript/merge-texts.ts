import { diffArrays } from 'diff';

/** Edits that two versions of a text may be apart; past it, what they share is not looked for. */
const maximumEdits = 1000;

/** Words of the text before that a version has others for; nothing is taken out where `from` is `to`. */
interface Change {
  from: number;
  to: number;
  put: readonly string[];
}

/**
 * Both versions of a text in one, where each changed other words of it and a word that neither changed stands between. `undefined` where they
 * changed the same place in two ways.
 */
export function mergeTexts(base: string, ours: string, theirs: string): string | undefined {
  const words = wordsOf(base);
  const sides = [ours, theirs].map((text) => changesOf(words, wordsOf(text)));
  const [own, others] = sides;
  if (!own || !others) return undefined;
  const equal = (one: Change, other: Change): boolean =>
    one.from === other.from && one.to === other.to && one.put.join('') === other.put.join('');
  // What both changed alike is no conflict with what one of them changed beside it.
  const ownAlone = own.filter((change) => !others.some((one) => equal(one, change)));
  const added = others.filter((change) => !own.some((one) => equal(one, change)));
  const hasWord = (from: number, to: number): boolean => words.slice(from, to).some((word) => word.trim() !== '');
  const touches = (one: Change, other: Change): boolean =>
    one.from <= other.from ? !hasWord(one.to, other.from) : !hasWord(other.to, one.from);
  if (added.some((change) => ownAlone.some((one) => touches(one, change)))) return undefined;
  const merged = [...words];
  for (const { from, to, put } of [...own, ...added].toSorted((one, other) => other.from - one.from))
    merged.splice(from, to - from, ...put);
  return merged.join('');
}

/** Words and the spaces between them. */
const wordsOf = (text: string): string[] => text.match(/\s+|\S+/gu) ?? [];

function changesOf(base: readonly string[], other: readonly string[]): Change[] | undefined {
  const parts = diffArrays([...base], [...other], { maxEditLength: maximumEdits });
  if (!parts) return undefined;
  const changes: Change[] = [];
  let at = 0;
  let open: { from: number; to: number; put: string[] } | undefined;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      open = undefined;
      at += value.length;
      continue;
    }
    if (!open) changes.push((open = { from: at, to: at, put: [] }));
    if (added) open.put.push(...value);
    else open.to = at += value.length;
  }
  return changes;
}
