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

/** The words of a take that a token of the text now says: one, several where a dash stands without spaces now, or a share of one where it stands with. */
interface RetainedPart {
  /** The first word and the last. */
  first: number;
  last: number;
  /** Where it begins in the first word and ends in the last, from 0 to 1 of their length. */
  begin: number;
  end: number;
}

export interface RepairPlan {
  runs: readonly RepairRun[];
  /** Of each token of the text now, its words in the take; `undefined` for one that the take does not say, or that is generated again. */
  retained: readonly (RetainedPart | undefined)[];
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
  const stretches = sentencesOf(now, tokens, language);
  const match = matchTokens(tokens, old, stretches);
  const sentences = stretches.map(({ from, to }) => {
    const isSelected = selection !== undefined && touches(tokens.slice(from, to), selection);
    return { from, to, isSelected, isBought: isSelected || isChanged(match, from, to) };
  });
  const runs: RepairRun[] = [];
  const add = (from: number, to: number, isSelected: boolean): void => {
    const oldFrom = from === 0 ? 0 : (match[from - 1]?.last ?? -1) + 1;
    const oldTo = to === tokens.length ? old.length : (match[to]?.first ?? old.length);
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
  const retained = match.map((part, token) => (runs.some(({ from, to }) => token >= from && token < to) ? undefined : part));
  return { runs, retained, isWhole: retained.every((part) => part === undefined) };
}

/**
 * What is removed from a take that says `spoken` to leave a part of it that says `now`, wherever its sentences end; `undefined` where no words in a row
 * say it. Of several such places, the last where `prefersEnd`, else the first: words that are repeated, as in “and … and”, are not mixed up.
 */
export function planCut(now: string, spoken: string, prefersEnd: boolean): RepairPlan | undefined {
  const [tokens, old] = [wordsOf(now), wordsOf(spoken)].map((words) => words.map(({ text }) => text)) as [string[], string[]];
  const isAt = (place: number): boolean => tokens.every((token, index) => token === old[place + index]);
  const places = old.flatMap((_, place) => (isAt(place) ? [place] : []));
  const at = prefersEnd ? places.at(-1) : places[0];
  if (at === undefined || tokens.length === 0) return undefined;
  const cutAway = (place: number, oldFrom: number, oldTo: number): RepairRun[] =>
    oldFrom < oldTo ? [{ from: place, to: place, oldFrom, oldTo, text: '', isSelected: false }] : [];
  return {
    runs: [...cutAway(0, 0, at), ...cutAway(tokens.length, at + tokens.length, old.length)],
    retained: tokens.map((_, index) => ({ first: at + index, last: at + index, begin: 0, end: 1 })),
    isWhole: false,
  };
}

type Match = readonly (RetainedPart | undefined)[];

/** A dash, or what stands between two, as it is read. */
interface Piece {
  text: string;
  token: number;
}

/** Dashes are pieces of their own: “word - word” and “word—word” are read the same. */
const piecesOf = (tokens: readonly { text: string }[]): Piece[] =>
  tokens.flatMap(({ text }, token) =>
    (text === '-' ? '—' : plainTypography(text))
      .split(/(—)/u)
      .filter((piece) => piece !== '')
      .map((piece) => ({ text: piece, token })),
  );

/**
 * Of each token, the words of the take that are said the same, whatever their typography. Ascending. A word that tokens share is matched as a whole and
 * within one of the `sentences`, or not at all: it is cut nowhere.
 */
function matchTokens(
  tokens: readonly { text: string }[],
  old: readonly { text: string }[],
  sentences: readonly { from: number; to: number }[],
): Match {
  const [now, said] = [piecesOf(tokens), piecesOf(old)];
  const texts = (pieces: readonly Piece[]): string[] => pieces.map(({ text }) => text);
  const changes = diffArrays(texts(said), texts(now), { maxEditLength: maximumChanges });
  if (!changes) return tokens.map(() => undefined);
  const places = now.map(() => -1);
  let [at, place] = [0, 0];
  for (const { added, removed, value } of changes) {
    if (removed) place += value.length;
    else if (added) at += value.length;
    else for (let step = 0; step < value.length; step += 1) places[at++] = place++;
  }
  const mine = groupByToken(now, tokens.length);
  const theirs = groupByToken(said, old.length);
  const isFollowing = (pieces: readonly number[]): boolean =>
    pieces.length > 0 && pieces.every((piece, index) => places[piece] !== -1 && places[piece] === (places[pieces[0] ?? 0] ?? 0) + index);
  const matched = mine.map(isFollowing);
  const sentenceOf = tokens.map((_, token) => sentences.findIndex(({ from, to }) => token >= from && token < to));
  const tokenOf = new Map(places.flatMap((piece, index) => (piece === -1 ? [] : [[piece, now[index]?.token ?? -1] as const])));
  // A token that goes may leave another word in part.
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (const pieces of theirs) {
      const sharing = pieces.map((piece) => tokenOf.get(piece) ?? -1);
      const isWhole = sharing.every((token) => matched[token] === true && sentenceOf[token] === sentenceOf[sharing[0] ?? -1]);
      if (isWhole) continue;
      for (const token of sharing) {
        if (matched[token] !== true) continue;
        matched[token] = false;
        isSettled = false;
      }
    }
  }
  return mine.map((pieces, token) => {
    const [first, last] = [said[places[pieces[0] ?? -1] ?? -1], said[places[pieces.at(-1) ?? -1] ?? -1]];
    if (matched[token] !== true || !first || !last) return undefined;
    const share = (upTo: number, word: number): number => {
      const lengths = (theirs[word] ?? []).map((piece) => ({ piece, length: said[piece]?.text.length ?? 0 }));
      const all = lengths.reduce((sum, { length }) => sum + length, 0);
      return lengths.reduce((sum, { piece, length }) => sum + (piece < upTo ? length : 0), 0) / all;
    };
    return {
      first: first.token,
      last: last.token,
      begin: share(places[pieces[0] ?? -1] ?? 0, first.token),
      end: share((places[pieces.at(-1) ?? -1] ?? 0) + 1, last.token),
    };
  });
}

/** The indexes of the pieces of each token. */
function groupByToken(pieces: readonly Piece[], tokens: number): number[][] {
  const groups = Array.from({ length: tokens }, (): number[] => []);
  pieces.forEach(({ token }, index) => groups[token]?.push(index));
  return groups;
}

/** Whether something in these tokens, or between them, is not as the take says it. */
function isChanged(match: Match, from: number, to: number): boolean {
  for (let token = from; token < to; token += 1) {
    const [before, part] = [token > from ? match[token - 1] : undefined, match[token]];
    if (!part) return true;
    // Of a word that several tokens share, all of it is matched.
    if (before && part.first !== before.last + 1 && !(part.first === before.last && part.begin > 0)) return true;
  }
  return false;
}

function touches(tokens: readonly { start: number; end: number }[], { from, to }: TextRange): boolean {
  return tokens.some(({ start, end }) => (from === to ? start <= from && from <= end : start < to && from < end));
}
