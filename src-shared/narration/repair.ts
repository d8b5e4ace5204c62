import { diffArrays } from 'diff';
import { plainTypography } from '../manuscript/typography.ts';
import { wordsOf } from './document.ts';
import { sentencesOf } from './sentences.ts';
import { fingerprintOf, workOf, type Shape, type Take } from './take.ts';

/** Which sentences of a block to generate again, and which words of its take they replace. Pure. Works on spoken texts: what is sent. */

/** A stretch of a text in UTF-16 units, `from` up to but without `to`. */
export interface TextRange {
  from: number;
  to: number;
}

/** Whole sentences, one after another, that replace words of a take. Places count whitespace tokens. */
export interface RepairRun {
  /** Tokens of the text now: `from` up to but without `to`. None where words were only removed. */
  from: number;
  to: number;
  /** Words of the take that go: `oldFrom` up to but without `oldTo`. None where words were only added. */
  oldFrom: number;
  oldTo: number;
  /** What to generate; empty where words were only removed. */
  text: string;
  /** The selection touches it: another reading is wanted even where the words are the same. */
  isSelected: boolean;
}

export interface RepairPlan {
  runs: readonly RepairRun[];
  /** Of each token of the text now, its word in the take; -1 for one that the take does not say, or that is generated again. */
  retained: readonly number[];
  /** Nothing of the take stays. */
  isWhole: boolean;
}

/** Whether a take was made with all that a block has now but its words: sentences of another voice, model or setting do not fit into it. */
export const isMadeLike = (take: Take, shape: Shape): boolean => workOf(take) === fingerprintOf({ ...shape, text: take.text });

/** Past this many changes two texts have nothing in common that is worth keeping. */
const maximumChanges = 2000;

/**
 * The sentences of `now` that the selection touches, or that say something else than the take, which says `spoken`. Sentences that follow one
 * another are one run, so that they are one request. No runs: the take says `now`, and nothing is selected.
 */
export function planRepair(now: string, spoken: string, selection?: TextRange, language?: string): RepairPlan {
  const tokens = wordsOf(now);
  const old = wordsOf(spoken);
  const match = matchTokens(tokens, old);
  const sentences = sentencesOf(now, tokens, language).map(({ from, to }) => {
    const isSelected = selection !== undefined && touches(tokens.slice(from, to), selection);
    return { from, to, isSelected, isBought: isSelected || isChanged(match, from, to) };
  });
  const runs: RepairRun[] = [];
  const add = (from: number, to: number, isSelected: boolean): void => {
    const oldFrom = from === 0 ? 0 : (match[from - 1] ?? 0) + 1;
    const oldTo = to === tokens.length ? old.length : (match[to] ?? old.length);
    const text = from === to ? '' : now.slice(tokens[from]?.start, tokens[to - 1]?.end);
    if (from < to || oldFrom < oldTo) runs.push({ from, to, oldFrom, oldTo, text, isSelected });
  };
  for (let index = 0; index <= sentences.length; index += 1) {
    const before = sentences[index - 1];
    const next = sentences[index];
    if (next?.isBought === true) {
      const first = next.from;
      let { isSelected } = next;
      while (sentences[index + 1]?.isBought === true) isSelected = (sentences[++index]?.isSelected ?? false) || isSelected;
      add(first, sentences[index]?.to ?? first, isSelected);
    } else if (before?.isBought !== true) {
      // Between two sentences that stay, and at both ends, words may have been removed.
      const place = next?.from ?? tokens.length;
      add(place, place, false);
    }
  }
  const retained = match.map((word, token) => (runs.some(({ from, to }) => token >= from && token < to) ? -1 : word));
  return { runs, retained, isWhole: retained.every((word) => word === -1) };
}

/** Of each token, the word of the take that is said the same, whatever its typography; -1 where there is none. Ascending. */
function matchTokens(tokens: readonly { text: string }[], old: readonly { text: string }[]): number[] {
  const match = tokens.map(() => -1);
  const texts = (list: typeof tokens): string[] => list.map(({ text }) => (text === '-' ? '—' : plainTypography(text)));
  const changes = diffArrays(texts(old), texts(tokens), { maxEditLength: maximumChanges });
  if (!changes) return match;
  let token = 0;
  let word = 0;
  for (const { added, removed, value } of changes) {
    if (removed) word += value.length;
    else if (added) token += value.length;
    else for (let step = 0; step < value.length; step += 1) match[token++] = word++;
  }
  return match;
}

/** Whether something in these tokens, or between them, is not as the take says it. */
function isChanged(match: readonly number[], from: number, to: number): boolean {
  for (let token = from; token < to; token += 1)
    if (match[token] === -1 || (token > from && match[token] !== (match[token - 1] ?? 0) + 1)) return true;
  return false;
}

function touches(tokens: readonly { start: number; end: number }[], { from, to }: TextRange): boolean {
  return tokens.some(({ start, end }) => (from === to ? start <= from && from <= end : start < to && from < end));
}
