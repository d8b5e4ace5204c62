import { averageFrames, cutFrames, joinFrames, FrameMeter, measureFrames, type Frames } from './frames.ts';
import { frameRate } from './windows.ts';
import type { Report } from './progress.ts';
import type { ReferenceSpeech } from './reference-voice.ts';
import { canCompare, findCosts } from './stretch-costs.ts';

/**
 * Whether a recording says a text. The difference of recording and reference says little by itself, as voices differ more than words do. So the
 * same reference is compared again with its words in other orders and its sound backwards: only the right text fits clearly better.
 */

/** Tokens of a stretch that is judged by itself; the last one may have up to twice as many. */
const stretchTokens = 10;
/** Throats shorter and longer than the reference voice's. */
const throats = [0.8, 0.89, 1, 1.11];
/** Seconds that are enough to tell how long a throat is. */
const throatSeconds = 20;
/** Neighbouring frames that are taken together where throats are compared. */
const throatShrinking = 2;
/**
 * Cost of the right order by that of the others, without what every order costs: from the first number down everything fits, from the second up
 * nothing does. Many words are compared with the other orders that fit best; those of a few words may be nearly right by chance, so that they are
 * compared with the mean of all.
 */
const limits = { many: { fits: 0.67, differs: 1, others: 3 }, few: { fits: 0.56, differs: 1, others: Infinity } } as const;
const fewWords = 8;
/** Fewer words than this have no other order: their sound is cut instead. */
const leastWords = 4;

/** Tokens `from` up to but without `to`, and how surely the recording says them, from 0 to 1; a half is as good as open. */
interface MatchedStretch {
  from: number;
  to: number;
  confidence: number;
}

/** A recording of the reference's text. */
interface Comparison {
  reference: ReferenceSpeech;
  /** Of the recording. */
  frames: Frames;
  /** Where each token of the reference begins in the recording, in milliseconds. */
  starts: readonly number[];
}

/** Judges a recording by stretches of about ten tokens. */
export function matchStretches(comparison: Comparison, report: Report = () => undefined): MatchedStretch[] {
  const { starts } = comparison;
  const stretches = cutStretches(starts.length);
  const spoken = speakAlike(comparison, stretches);
  return stretches.map((stretch, index) => {
    report(index / stretches.length);
    const { fits, differs, others } = stretch.to - stretch.from < fewWords ? limits.few : limits.many;
    const ratio = compareOrders(cutStretch(comparison, spoken, stretch), others);
    return { ...stretch, confidence: Math.min(1, Math.max(0, (differs - ratio) / (differs - fits))) };
  });
}

interface Range {
  from: number;
  to: number;
}

function cutStretches(tokens: number): Range[] {
  const count = Math.max(1, Math.floor(tokens / stretchTokens));
  return Array.from({ length: count }, (_, index) => ({
    from: Math.round((index * tokens) / count),
    to: Math.round(((index + 1) * tokens) / count),
  }));
}

/** The reference's frames with the throat that is most like the recording's. */
function speakAlike(comparison: Comparison, stretches: readonly Range[]): Frames {
  const { reference } = comparison;
  const reached = stretches.findIndex(({ to }) => (reference.starts[to] ?? Infinity) >= throatSeconds * 1000);
  const first = stretches.slice(0, reached < 0 ? stretches.length : reached + 1);
  const untilMs = reference.starts[first.at(-1)?.to ?? 0];
  const { sampleRate } = reference;
  const meter = new FrameMeter(sampleRate, throats);
  for (const piece of untilMs === undefined ? reference.sound() : takeFirst(reference.sound(), Math.round((untilMs / 1000) * sampleRate)))
    meter.push(piece);
  const voices = meter.finish();
  const costs = voices.map((spoken) => first.reduce((sum, stretch) => sum + compareVoices(cutStretch(comparison, spoken, stretch)), 0));
  const best = costs.indexOf(Math.min(...costs));
  const alike = untilMs === undefined ? voices[best] : undefined;
  return alike ?? (throats[best] === 1 ? reference.frames : measureFrames(reference.sound(), sampleRate, throats[best]));
}

/** The first `count` samples. */
export function* takeFirst(pieces: Iterable<Int16Array>, count: number): Generator<Int16Array> {
  let left = count;
  for (const piece of pieces) {
    if (left <= 0) return;
    yield piece.subarray(0, left);
    left -= piece.length;
  }
}

/** A stretch of a recording, and the words of the reference for it. */
interface StretchPair {
  words: Frames[];
  recorded: Frames;
}

function cutStretch({ reference, frames, starts }: Comparison, spoken: Frames, { from, to }: Range): StretchPair {
  const isLast = to === starts.length;
  const bounds = reference.starts.slice(from, isLast ? undefined : to + 1).map(toFrame);
  if (isLast) bounds.push(spoken.count);
  if (from === 0) bounds[0] = 0;
  return {
    words: bounds.slice(1).map((end, index) => cutFrames(spoken, bounds[index] ?? 0, end)),
    recorded: cutFrames(frames, from === 0 ? 0 : toFrame(starts[from] ?? 0), isLast ? frames.count : toFrame(starts[to] ?? 0)),
  };
}

const toFrame = (milliseconds: number): number => Math.round((milliseconds * frameRate) / 1000);

/** How unlike two voices are in what they may say: in the right order and backwards. */
function compareVoices({ words, recorded }: StretchPair): number {
  const spoken = averageFrames(joinFrames(words), throatShrinking);
  const order = Int32Array.from({ length: spoken.count }, (_, index) => index);
  return findCosts(spoken, averageFrames(recorded, throatShrinking), [order, order.toReversed()]).costs.reduce(
    (sum, cost) => sum + cost,
    0,
  );
}

/** Cost of the right order by the mean of so many others that cost least, from 0; 1 where no order differs from another. */
function compareOrders(stretch: StretchPair, count: number): number {
  const { words, recorded } = shorten(stretch);
  const spoken = joinFrames(words);
  const lengths = words.map((word) => word.count);
  const { costs, least } = findCosts(spoken, recorded, reorder(lengths, spoken.isSpeech));
  const [right = 0, ...others] = costs;
  const compared = others.sort((one, other) => one - other).slice(0, count);
  const mean = compared.reduce((sum, cost) => sum + cost, 0) / compared.length;
  return mean > least ? Math.max(0, (right - least) / (mean - least)) : 1;
}

/** Takes frames together until there are few enough to compare all. */
function shorten({ words, recorded }: StretchPair): StretchPair {
  let short: StretchPair = { words, recorded };
  for (let shrinking = 2; !canCompare(joinFrames(short.words), short.recorded); shrinking *= 2)
    short = { words: words.map((word) => averageFrames(word, shrinking)), recorded: averageFrames(recorded, shrinking) };
  return short;
}

/**
 * The right order of all frames; the sound backwards; and the parts backwards, turned around and mixed. Silence at both ends stays where it is:
 * every text has it there.
 */
function reorder(lengths: readonly number[], isSpeech: Uint8Array): Int32Array[] {
  const right = Int32Array.from(isSpeech, (_, index) => index);
  const first = Math.max(0, isSpeech.indexOf(1));
  const end = Math.max(first, isSpeech.lastIndexOf(1) + 1);
  const spoken = right.subarray(first, end);
  const parts = cutParts(spoken, first, lengths);
  const turned = (share: number): Int32Array[] => {
    const begin = Math.round(parts.length * share);
    return [...parts.slice(begin), ...parts.slice(0, begin)];
  };
  const [even, odd] = [parts.filter((_, index) => index % 2 === 0), parts.filter((_, index) => index % 2 === 1)];
  const others = [
    [spoken.toReversed()],
    parts.toReversed(),
    turned(0.5),
    turned(0.25),
    turned(0.75),
    [...odd, ...even],
    [...even.toReversed(), ...odd],
  ];
  return [right, ...others.map((some) => join([right.subarray(0, first), ...some, right.subarray(end)]))];
}

/** The words of what is spoken, which begins with frame `first`; of a few words, equal parts. */
function cutParts(spoken: Int32Array, first: number, lengths: readonly number[]): Int32Array[] {
  let at = -first;
  const ends = lengths.map((length) => Math.min(spoken.length, Math.max(0, (at += length))));
  const words = ends.map((end, index) => spoken.subarray(ends[index - 1] ?? 0, end)).filter(({ length }) => length > 0);
  if (words.length >= leastWords) return words;
  const place = (index: number): number => Math.round((index * spoken.length) / leastWords);
  return Array.from({ length: leastWords }, (_, index) => spoken.subarray(place(index), place(index + 1)));
}

function join(parts: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
