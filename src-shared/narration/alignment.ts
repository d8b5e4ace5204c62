import { diffArrays } from 'diff';
import type { Take, Word } from './take.ts';

/** A word as the service times it: milliseconds from the start of the whole audio. */
export interface TimedWord {
  text: string;
  startMs: number;
  endMs: number;
}

/**
 * The timing that an aligned stream has told so far (interface, "v3 aligned streaming"): a newer snapshot of a chunk
 * replaces the older one, an invalidated chunk has no timing until its next snapshot.
 */
export interface Alignment {
  snapshot(chunkSeq: number, words: readonly TimedWord[]): void;
  invalidate(chunkSeq: number): void;
  /** Every word known now, in time order; words that start together keep their chunks' order. */
  words(): TimedWord[];
}

export function createAlignment(): Alignment {
  const chunks = new Map<number, readonly TimedWord[]>();
  return {
    snapshot: (chunkSeq, words) => void chunks.set(chunkSeq, words),
    invalidate: (chunkSeq) => void chunks.delete(chunkSeq),
    words: () =>
      [...chunks]
        .sort(([a], [b]) => a - b)
        .flatMap(([, words]) => words.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })))
        .sort((a, b) => a.startMs - b.startMs),
  };
}

/** Edits, at most, that the difference of script and speech is searched for; texts further apart are spread by length alone. */
const maximumEdits = 600;

/**
 * Gives every whitespace token of the script its word. `words` are the service's, in time order; they need not be the same
 * tokens: numbers read out, punctuation cut off, a token in several pieces, several tokens as one, the words of a script without
 * spaces. Matches are found by a monotone difference, first of whole tokens, then of their letters; a token that was timed in
 * pieces is as long as its pieces together. What is not matched shares what its neighbours leave, by what there is to speak of
 * it, and is marked `estimated`. Starts and ends never go back, and `startMs <= endMs`. Nothing is made of nothing: without
 * words there are none.
 */
export function mapWords(tokens: readonly string[], words: readonly TimedWord[]): Word[] {
  return align(tokens, words).map(({ word }) => word);
}

/** As `mapWords`, of a script whose sound is still arriving: up to the last token that has been heard, or begun to be. */
export function mapWordsSoFar(tokens: readonly string[], words: readonly TimedWord[]): Word[] {
  // What is not heard yet must not be searched through, nor be given times.
  const aligned = align(tokens.slice(0, words.length + 32), words);
  const last = aligned.findLastIndex(({ heard }) => heard);
  return aligned.slice(0, last + 1).map(({ word }) => word);
}

/**
 * Of each whitespace token of what a script sends now, its word in a take; `undefined` for one that the take does not say. `estimated` where the
 * time of the word, or its match, is not the service's; the match is that of `mapWords`.
 */
export function wordsInTake(
  tokens: readonly string[],
  text: string,
  take: Pick<Take, 'text' | 'words' | 'alignment'>,
): (Word | undefined)[] {
  const { words } = take;
  if (saysText(text, tokens.length, take))
    return words.map((word) => (take.alignment === 'estimated' ? { ...word, estimated: true } : word));
  const guessed = new Set(words.flatMap(({ estimated, startMs }) => (estimated === true ? [startMs] : [])));
  return align(tokens, words).map(({ word, heard }) => {
    if (!heard) return undefined;
    return take.alignment === 'estimated' || guessed.has(word.startMs) ? { ...word, estimated: true } : word;
  });
}

/** Whether a take has one word for each token of this very text, whatever the service calls them. */
function saysText(text: string, tokens: number, take: Pick<Take, 'text' | 'words'>): boolean {
  return take.words.length === tokens && text.trim() === take.text;
}

/** Words of a sound of this length: none outside it. The same array where nothing had to be cut. */
export function withinSound(words: readonly Word[], durationMs: number): readonly Word[] {
  if (words.every((word) => word.startMs >= 0 && word.endMs <= durationMs)) return words;
  const within = (ms: number): number => Math.min(durationMs, Math.max(0, ms));
  return words.map((word) => ({ ...word, startMs: within(word.startMs), endMs: within(word.endMs) }));
}

interface Aligned {
  word: Word;
  /** Something of it was recognised among the service's words. */
  heard: boolean;
}

function align(tokens: readonly string[], words: readonly TimedWord[]): Aligned[] {
  if (words.length === 0) return [];
  const timed = orderly(words);
  const aligned: Aligned[] = [];
  for (const run of runsOf(
    tokens.map(comparable),
    timed.map((word) => comparable(word.text)),
  )) {
    const heard = timed.slice(run.wordStart, run.wordEnd);
    const wanted = tokens.slice(run.tokenStart, run.tokenEnd);
    if (run.same)
      heard.forEach(({ text, startMs, endMs }, index) =>
        aligned.push({ word: { text: wanted[index] ?? text, startMs, endMs }, heard: true }),
      );
    else {
      const before = aligned.at(-1)?.word.endMs ?? heard[0]?.startMs ?? 0;
      aligned.push(...alignLetters(wanted, heard, before, timed[run.wordEnd]?.startMs ?? heard.at(-1)?.endMs ?? before));
    }
  }
  return forward(aligned);
}

/** A token whose letters were found: between which letters of which words, counted over all words of the run. */
interface Anchor {
  token: number;
  firstWord: number;
  lastWord: number;
  startMs: number;
  endMs: number;
  /** All of it, and nothing but it, was said by whole words. */
  whole: boolean;
}

/** Part of a token's letters that must be found for it to be the same word, spelt in another way. */
const enoughLetters = 0.6;

/** Tokens that are not the same as the words said in their place. `before` and `after`: where what is known around them ends and begins. */
function alignLetters(tokens: readonly string[], words: readonly TimedWord[], before: number, after: number): Aligned[] {
  const aligned: Aligned[] = [];
  let token = 0;
  let word = 0;
  const fill = (anchor: Anchor | undefined): void => {
    const between = tokens.slice(token, anchor?.token);
    const said = words.slice(word, anchor?.firstWord);
    if (between.length === 0) return;
    const from = said[0]?.startMs ?? aligned.at(-1)?.word.endMs ?? before;
    const to = said.at(-1)?.endMs ?? anchor?.startMs ?? after;
    const guesses =
      said.length === between.length && between.every((each) => weightOf(each) > 0)
        ? between.map((text, index) => ({ text, startMs: said[index]?.startMs ?? from, endMs: said[index]?.endMs ?? to, estimated: true }))
        : spread(between, from, Math.max(from, to));
    aligned.push(...guesses.map((guess) => ({ word: guess, heard: false })));
  };
  for (const anchor of anchorsOf(tokens, words)) {
    fill(anchor);
    const { startMs, endMs, whole } = anchor;
    aligned.push({ word: { text: tokens[anchor.token] ?? '', startMs, endMs, ...(whole ? {} : { estimated: true }) }, heard: true });
    token = anchor.token + 1;
    word = anchor.lastWord + 1;
  }
  fill(undefined);
  return aligned;
}

function anchorsOf(tokens: readonly string[], words: readonly TimedWord[]): Anchor[] {
  const wanted = tokens.map((token) => Array.from(bare(token)));
  const said = words.map((word) => Array.from(bare(word.text)));
  const changes = diffArrays(wanted.flat(), said.flat(), { maxEditLength: maximumEdits });
  if (!changes) return [];
  const tokenOf = wanted.flatMap((letters, token) => letters.map(() => token));
  const placeOf = said.flatMap((letters, word) => letters.map((_, place) => ({ word, place, of: letters.length })));
  /** Of each token: how many of its letters were found, and the first and last of them among all letters that were said. */
  const found = new Map<number, { count: number; first: number; last: number }>();
  let mine = 0;
  let theirs = 0;
  for (const change of changes) {
    const count = change.value.length;
    if (change.removed) mine += count;
    else if (change.added) theirs += count;
    else
      for (let step = 0; step < count; step++, mine++, theirs++) {
        const known = found.get(tokenOf[mine] ?? -1);
        if (known) {
          known.count += 1;
          known.last = theirs;
        } else found.set(tokenOf[mine] ?? -1, { count: 1, first: theirs, last: theirs });
      }
  }
  const anchors: Anchor[] = [];
  for (const [token, { count, first, last }] of found) {
    const length = wanted[token]?.length ?? 0;
    const [begin, end] = [placeOf[first], placeOf[last]];
    const [firstWord, lastWord] = [words[begin?.word ?? -1], words[end?.word ?? -1]];
    // Letters that lie far apart were found by chance.
    if (!begin || !end || !firstWord || !lastWord || count < enoughLetters * length || last - first >= 2 * length) continue;
    const at = (word: TimedWord, part: number): number => word.startMs + (word.endMs - word.startMs) * part;
    anchors.push({
      token,
      firstWord: begin.word,
      lastWord: end.word,
      startMs: at(firstWord, begin.place / begin.of),
      endMs: at(lastWord, (end.place + 1) / end.of),
      whole: count === length && last - first + 1 === length && begin.place === 0 && end.place + 1 === end.of,
    });
  }
  return anchors;
}

/** Tokens `[tokenStart, tokenEnd)` against words `[wordStart, wordEnd)`: the same one by one, or something else instead. */
interface Run {
  same: boolean;
  tokenStart: number;
  tokenEnd: number;
  wordStart: number;
  wordEnd: number;
}

function runsOf(tokens: readonly string[], words: readonly string[]): Run[] {
  const shorter = Math.min(tokens.length, words.length);
  let head = 0;
  while (head < shorter && tokens[head] === words[head]) head++;
  let tail = 0;
  while (tail < shorter - head && tokens[tokens.length - 1 - tail] === words[words.length - 1 - tail]) tail++;

  const runs: Run[] = [];
  let token = 0;
  let word = 0;
  const add = (same: boolean, tokenCount: number, wordCount: number): void => {
    if (tokenCount === 0 && wordCount === 0) return;
    const last = runs.at(-1);
    if (last?.same === false && !same) {
      last.tokenEnd += tokenCount;
      last.wordEnd += wordCount;
    } else runs.push({ same, tokenStart: token, tokenEnd: token + tokenCount, wordStart: word, wordEnd: word + wordCount });
    token += tokenCount;
    word += wordCount;
  };

  add(true, head, head);
  const oldTokens = tokens.slice(head, tokens.length - tail);
  const newWords = words.slice(head, words.length - tail);
  const changes = diffArrays(oldTokens, newWords, { maxEditLength: maximumEdits });
  if (changes === undefined) add(false, oldTokens.length, newWords.length);
  else
    for (const change of changes) {
      const count = change.value.length;
      if (change.added) add(false, 0, count);
      else if (change.removed) add(false, count, 0);
      else add(true, count, count);
    }
  add(true, tail, tail);
  return runs;
}

/** Vowel points and lengthening of Arabic and Hebrew, which one side writes and the other does not. */
const points = /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0640\u064B-\u065F\u0670]/gu;

/** The letters and figures of a text: no case, no punctuation, no invisible signs. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(points, '')
    .replaceAll(/[\p{P}\p{S}\p{Cf}\s]/gu, '');
}

/** What two spellings of a word have in common. A token of nothing but signs stays itself. */
function comparable(text: string): string {
  const letters = bare(text);
  return letters === '' ? text : letters;
}

/** A figure is read out as a word or more, a sign that has a name as one; brackets, dashes and faces are not read out. */
const figureWeight = 4;
const signWeight = 3;
function weightOf(token: string): number {
  const figures = token.match(/\p{N}/gu)?.length ?? 0;
  const signs = token.match(/[\p{Sc}%&+=@#§]/gu)?.length ?? 0;
  const letters = token.match(/\p{L}|\p{M}/gu)?.length ?? 0;
  return letters + figures * figureWeight + signs * signWeight;
}

/** Shares a time out by what there is to speak of each token; by their number where there is nothing to speak. */
function spread(tokens: readonly string[], from: number, to: number): Word[] {
  const silent = tokens.every((token) => weightOf(token) === 0);
  const weight = (token: string): number => (silent ? 1 : weightOf(token));
  const total = tokens.reduce((sum, token) => sum + weight(token), 0);
  let passed = 0;
  const at = (): number => from + ((to - from) * passed) / Math.max(1, total);
  return tokens.map((text) => {
    const startMs = at();
    passed += weight(text);
    return { text, startMs, endMs: at(), estimated: true };
  });
}

/** Words with finite times that are not negative and do not end before they start, in time order. */
function orderly(words: readonly TimedWord[]): TimedWord[] {
  return words
    .filter((word) => Number.isFinite(word.startMs) && Number.isFinite(word.endMs))
    .map(({ text, startMs, endMs }) => ({ text, startMs: Math.max(0, startMs), endMs: Math.max(0, startMs, endMs) }))
    .sort((a, b) => a.startMs - b.startMs);
}

function forward(aligned: Aligned[]): Aligned[] {
  let start = 0;
  let end = 0;
  return aligned.map(({ word, heard }) => {
    start = Math.max(start, word.startMs);
    end = Math.max(end, start, word.endMs);
    return { word: { ...word, startMs: start, endMs: end }, heard };
  });
}
