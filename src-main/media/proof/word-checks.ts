import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { frameRate } from '../alignment/windows.ts';
import type { Report } from '../alignment/progress.ts';
import type { ReferenceSpeech } from '../alignment/reference-voice.ts';
import { isVowel, measureCosts, partsOfPhone, type PhoneModel } from './phone-model.ts';
import { comparePace, costLengths, expectFrames, measurePace } from './phone-lengths.ts';
import type { SpokenForm } from './spoken-forms.ts';
import {
  alignPieces,
  cutPieces,
  findPhones,
  findStates,
  groupPhones,
  measurePieces,
  type Piece,
  type PieceWord,
  type Reading,
} from './voice.ts';
import { decodeWords, type Costs, type Departure } from './word-decoder.ts';

/** What beginning another phoneme costs, where any may follow any. */
const phoneCost = 3;
/** Frames that the cost of any speech is averaged over, on either side. */
const smoothing = 2;
/** A vowel may be another one at this cost a frame: voices differ in vowels more than in anything else. */
const vowelCost = 2;
/** No frame counts for more than this. */
const greatestCost = 6;
/** Frames of other words that are no longer than what is left between two words. */
const leastOther = 8;
/** What takes less than this share of the time of the words that it stands for is what is left of them. */
const leastOtherShare = 0.6;
/** Frames between a slip and the one back. */
const longestSlip = 120;
/** Frames of words besides the text's, at least: a breath and a click are shorter. */
const leastAdded = 20;
/** The sound of a word such as “a” where nothing stresses it. Voices swallow it beside other sounds, so that its absence says nothing. */
const reducedVowel = /^[əɐ]$/u;
/** Part of the words of a text at its end, and of what is said for them, that is a cut and not a slip. */
const edgeMs = 250;

/** Ways to say figures that are tried in one piece, at most. */
const mostForms = 60;
/** A departure may be of figures so many tokens away. */
const nearTokens = 1;

/** What the words of a reading show. */
interface CheckedWords {
  findings: Finding[];
  /** Decibels of each frame by what the voice says its phoneme with; `NaN` where no phoneme of the text is said. */
  relativeLevels: Float32Array;
  pace: number;
}

/** Other ways to say what is written in figures and abbreviations. */
export interface OtherForms {
  find: (tokens: readonly string[], index: number) => SpokenForm[];
  /** The reference's speech of some words. */
  speak: (words: readonly string[]) => ReferenceSpeech;
}

interface CheckOptions {
  report?: Report;
  /** A reading may say its text in any of them; where they are not given, it says it as the reference does. */
  forms?: OtherForms;
  /** As in `decodeWords`. */
  doubt?: number;
}

/** Words of a reading that are missing, said twice, or other than the text. `model`: of its voice. */
export function checkWords(
  reading: Reading,
  model: PhoneModel,
  { report = () => undefined, forms, doubt = 0 }: CheckOptions = {},
): CheckedWords {
  const pieces = cutPieces(reading);
  const relative = new Float32Array(reading.frames.count).fill(NaN);
  const usual = alignPieces(pieces, model);
  const said = measurePieces(pieces, usual, model.phones);
  const pace = measurePace(said, model.lengths);
  const findings = pieces.flatMap((piece, index) => {
    report(index / pieces.length);
    const features = usual[index]?.features ?? piece.features;
    const costs = compareWithAny(model, measureCosts(model, features), features.count);
    const isLast = index === pieces.length - 1;
    const check = (words: readonly PieceWord[]): CheckedPiece => checkPiece({ ...piece, words: [...words] }, { costs, model, pace, doubt }, reading.tokens, isLast); // prettier-ignore
    const { states, findings: found } = forms ? checkForms(check, piece, reading.tokens, forms) : check(piece.words);
    states.forEach((state, frame) => {
      if (state < model.stateCount - 1) relative[piece.start + frame] = (piece.levels[frame] ?? 0) - (model.levels[state] ?? 0);
    });
    return found;
  });
  return { findings, relativeLevels: relative, pace: Math.exp(comparePace(said, model.lengths)) };
}

/** A piece as one way to say its words fits it. */
interface CheckedPiece {
  words: readonly PieceWord[];
  departures: readonly Departure[];
  states: Int32Array;
  findings: Finding[];
}

function checkPiece(
  piece: Piece,
  { costs, model, pace, doubt }: { costs: Costs; model: PhoneModel; pace: number; doubt: number },
  tokens: readonly string[],
  isLast: boolean,
): CheckedPiece {
  const { words } = piece;
  const lists = words.map(({ phones }) => findStates(phones, model.phones));
  const lengths = words.map((word) => findPhones(word, model.phones).map((phone) => costLengths(phone, model.lengths, pace)));
  const { departures, states } = decodeWords(costs, lists, true, lengths, doubt);
  const framesOf = (from: number, to: number): number =>
    words
      .slice(from, to)
      .flatMap((word) => findPhones(word, model.phones))
      .reduce((sum, phone) => sum + expectFrames(phone, model.lengths, pace), 0);
  const findings = judgeDepartures(departures, framesOf).flatMap((departure) => describe(departure, piece, tokens, isLast));
  return { words, departures, states, findings };
}

/** Checks a piece as the reference says it, and where it departs from that beside figures, as they may be said otherwise; the best counts. */
function checkForms(
  check: (words: readonly PieceWord[]) => CheckedPiece,
  piece: Piece,
  tokens: readonly string[],
  { find, speak }: OtherForms,
): CheckedPiece {
  let best = check(piece.words);
  let left = mostForms;
  for (let token = piece.words[0]?.token ?? piece.end; token < piece.end && best.findings.length > 0; token++) {
    if (!isNearDeparture(best, token, piece.end)) continue;
    const before = best;
    for (const { length, words } of find(tokens, token)) {
      if (left-- <= 0) return best;
      const said = groupPhones(speak(words), 0, words.length);
      const last = before.words.findLast((word) => word.token >= token && word.token < token + length);
      const form = said.map((word, index) => ({ ...word, token, isLast: index === said.length - 1 ? last?.isLast === true : word.isLast }));
      const at = before.words.findIndex((word) => word.token >= token);
      const count = before.words.filter((word) => word.token >= token && word.token < token + length).length;
      const other = check(before.words.toSpliced(Math.max(0, at), count, ...form));
      if (countDeparted(other) < countDeparted(best)) best = other;
    }
  }
  return best;
}

function isNearDeparture({ words, departures }: CheckedPiece, token: number, end: number): boolean {
  const tokenOf = (word: number): number => words[word]?.token ?? end;
  return departures.some(
    ({ from, to }) => tokenOf(Math.min(from, to)) - nearTokens <= token && token <= tokenOf(Math.max(from, to)) + nearTokens,
  );
}

/** One finding less counts for more than any frames. */
const countDeparted = ({ findings, departures }: CheckedPiece): number =>
  findings.length * 1e6 + departures.reduce((sum, { start, end, from, to }) => sum + end - start + Math.abs(to - from), 0);

/** What departures are that make more sense together, or by the time that they take. `framesOf`: what words usually take. */
function judgeDepartures(departures: readonly Departure[], framesOf: (from: number, to: number) => number): Departure[] {
  const joined: Departure[] = [];
  for (const departure of departures) {
    const last = joined.at(-1);
    const one = last && joinSlips(last, departure);
    if (one !== undefined) joined.pop();
    joined.push(one ?? departure);
  }
  return joined.map((departure) => {
    const { kind, from, to, start, end } = departure;
    const isTooShort = kind === 'other' && to > from && end - start < leastOtherShare * framesOf(from, to);
    return isTooShort ? { ...departure, kind: 'missing' } : departure;
  });
}

/** A slip forwards and one back, or the other way round, with a few words in between: something else is said there. */
function joinSlips(one: Departure, other: Departure): Departure | undefined {
  const isPair = (one.kind === 'missing' && other.kind === 'repeated') || (one.kind === 'repeated' && other.kind === 'missing');
  if (!isPair || other.start - one.end > longestSlip) return undefined;
  const [from, to] = one.kind === 'missing' ? [one.from, other.from] : [one.to, other.to];
  return to < from ? undefined : { kind: 'other', from, to, start: one.start, end: other.end };
}

function describe({ kind, from, to, start, end }: Departure, piece: Piece, tokens: readonly string[], isLast: boolean): Finding[] {
  const toMs = (frame: number): number => Math.round(((piece.start + frame) * 1000) / frameRate);
  const tokenOf = (word: number): number => piece.words[word]?.token ?? piece.end;
  const named = { from: tokenOf(from), to: Math.max(tokenOf(from), tokenOf(to)) };
  const text = tokens.slice(named.from, named.to).join(' ');
  const count = Math.max(1, to - from);
  const score = Math.min(1, 0.6 + count * 0.08);
  const wholeMs = toMs(piece.features.count);
  const isEnd = isLast && to === piece.words.length;
  const about = { text, score, ...(text !== '' && { tokens: named }) };
  if (kind === 'repeated') {
    const perWord = 350;
    return [{ kind: 'repeated-words', startMs: toMs(start), endMs: Math.min(wholeMs, toMs(start) + perWord * count), ...about }];
  }
  const isShort = end - start < leastOther;
  if (kind === 'missing' || isShort) {
    if (text === '' || (kind === 'missing' && isSwallowed(piece.words.slice(from, to)))) return [];
    if (isEnd) return [{ kind: 'truncated', startMs: Math.max(0, wholeMs - edgeMs), endMs: wholeMs, ...about, score: 0.95 }];
    return [{ kind: 'missing-words', startMs: Math.max(0, toMs(start) - edgeMs / 2), endMs: toMs(end) + edgeMs / 2, ...about }];
  }
  if (text === '' && end - start < leastAdded) return [];
  return [{ kind: 'other-words', startMs: toMs(start), endMs: toMs(end), ...about }];
}

const isSwallowed = (words: readonly PieceWord[]): boolean =>
  words.length === 1 && words[0]?.phones.length === 1 && reducedVowel.test(words[0].phones[0] ?? '');

/** What each state costs by what any speech of the voice would cost there: from about 0 for what is said to `greatestCost`. */
function compareWithAny(model: PhoneModel, costs: Float32Array, count: number): Costs {
  const { stateCount, phones } = model;
  const any = average(findAnySpeech(model, costs, count));
  const vowels = Array.from(phones.keys(), (name) => isVowel(name));
  const values = new Float32Array(costs.length);
  for (let frame = 0; frame < count; frame++) {
    const row = frame * stateCount;
    const base = any[frame] ?? 0;
    let leastVowel = Infinity;
    vowels.forEach((is, phone) => {
      for (let part = 0; is && part < partsOfPhone; part++)
        leastVowel = Math.min(leastVowel, costs[row + phone * partsOfPhone + part] ?? Infinity);
    });
    for (let state = 0; state < stateCount; state++) {
      const own = costs[row + state] ?? 0;
      const asVowel = vowels[Math.floor(state / partsOfPhone)] === true ? leastVowel + vowelCost : Infinity;
      values[row + state] = state === stateCount - 1 ? own - base : Math.min(own - base, asVowel - base, greatestCost);
    }
  }
  return { count, stateCount, values };
}

/** By frame, what the least cost of any phonemes in any order grows by. */
function findAnySpeech({ stateCount, phones }: PhoneModel, costs: Float32Array, count: number): Float32Array {
  const grown = new Float32Array(count);
  let before = new Float64Array(stateCount).fill(Infinity);
  let now = new Float64Array(stateCount);
  let last = 0;
  for (let frame = 0; frame < count; frame++) {
    let ended = frame === 0 ? 0 : (before[stateCount - 1] ?? Infinity);
    for (let phone = 0; phone < phones.size; phone++) ended = Math.min(ended, before[phone * partsOfPhone + partsOfPhone - 1] ?? Infinity);
    let least = Infinity;
    for (let state = 0; state < stateCount; state++) {
      const isFirst = state % partsOfPhone === 0;
      const from = state === stateCount - 1 ? ended : isFirst ? ended + phoneCost : (before[state - 1] ?? Infinity);
      now[state] = Math.min(before[state] ?? Infinity, from) + (costs[frame * stateCount + state] ?? 0);
      least = Math.min(least, now[state] ?? Infinity);
    }
    grown[frame] = least - last;
    last = least;
    [before, now] = [now, before];
  }
  return grown;
}

const average = (values: Float32Array): Float32Array =>
  values.map((_, index) => {
    const some = values.subarray(Math.max(0, index - smoothing), index + smoothing + 1);
    return some.reduce((sum, value) => sum + value, 0) / some.length;
  });
