import { frameRate, measureFrames, type Frames } from './frames.ts';
import type { ReferenceSpeech } from './reference-voice.ts';

/**
 * Whether a recording says a text. The difference of recording and reference says little by itself, as voices differ more than words do. So the
 * same reference is compared a second time with its words in another order and its sound backwards: only the right text fits clearly better.
 */

/** Tokens of a stretch that is judged by itself; the last one may have up to twice as many. */
const stretchTokens = 10;
/** Throats shorter and longer than the reference voice's. */
const throats = [0.8, 0.89, 1, 1.11];
/** Seconds that are enough to tell how long a throat is. */
const throatSeconds = 20;
/** What a step that goes on in one recording alone costs besides, where somebody speaks: wrong words fit by many such steps. */
const stepCost = 2;
/** Share of a recording that a path may lie off the diagonal; never fewer than `leastReach` frames. */
const reach = 0.2;
const leastReach = 100;
/** Cost of the right order by that of the others: from here down everything fits, from there up nothing does. */
const [fits, differs] = [0.81, 0.99];

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
export function matchStretches(comparison: Comparison): MatchedStretch[] {
  const { reference, frames, starts } = comparison;
  const stretches = cutStretches(starts.length);
  const reached = stretches.findIndex(({ to }) => (reference.starts[to] ?? Infinity) >= throatSeconds * 1000);
  const first = stretches.slice(0, reached < 0 ? stretches.length : reached + 1);
  const untilMs = reference.starts[first.at(-1)?.to ?? 0];
  const some = { ...reference, samples: cutSamples(reference, untilMs) };
  let best = { cost: Infinity, stretch: 1 };
  for (const stretch of throats) {
    const spoken = measureFrames(some.samples, some.sampleRate, stretch);
    const cost = first.reduce((sum, each) => sum + compareOrders({ spoken, reference: some, frames, starts }, each).cost, 0);
    if (cost < best.cost) best = { cost, stretch };
  }
  const spoken = measureFrames(reference.samples, reference.sampleRate, best.stretch);
  return stretches.map((stretch) => {
    const { ratio } = compareOrders({ spoken, reference, frames, starts }, stretch);
    return { ...stretch, confidence: Math.min(1, Math.max(0, (differs - ratio) / (differs - fits))) };
  });
}

function cutStretches(tokens: number): { from: number; to: number }[] {
  const count = Math.max(1, Math.floor(tokens / stretchTokens));
  return Array.from({ length: count }, (_, index) => ({
    from: Math.round((index * tokens) / count),
    to: Math.round(((index + 1) * tokens) / count),
  }));
}

const cutSamples = ({ samples, sampleRate }: ReferenceSpeech, untilMs: number | undefined): Float32Array =>
  untilMs === undefined ? samples : samples.subarray(0, Math.round((untilMs / 1000) * sampleRate));

/** `cost`: of all orders together. `ratio`: of the right order, by the mean of the others. */
function compareOrders(
  { spoken, reference, frames, starts }: Comparison & { spoken: Frames },
  { from, to }: { from: number; to: number },
): { cost: number; ratio: number } {
  const isLast = to === starts.length;
  const bounds = reference.starts.slice(from, isLast ? undefined : to + 1).map(toFrame);
  if (isLast) bounds.push(spoken.count);
  if (from === 0) bounds[0] = 0;
  const recorded = cutFrames(frames, from === 0 ? 0 : toFrame(starts[from] ?? 0), isLast ? frames.count : toFrame(starts[to] ?? 0));
  const words = bounds.slice(1).map((end, index) => cutFrames(spoken, bounds[index] ?? 0, end));
  const right = findCost(joinFrames(words), recorded);
  const others = reorder(words).map((order) => findCost(order, recorded));
  const mean = others.reduce((sum, cost) => sum + cost, 0) / others.length;
  return { cost: right + mean, ratio: mean === 0 ? 1 : right / mean };
}

const toFrame = (milliseconds: number): number => Math.round((milliseconds * frameRate) / 1000);

/** The sound backwards; where there are enough words, their order backwards, and the second half before the first. */
function reorder(words: readonly Frames[]): Frames[] {
  const orders = [reverseFrames(joinFrames(words))];
  if (words.length > 1) orders.push(joinFrames(words.toReversed()));
  const half = words.length >> 1;
  if (words.length > 2) orders.push(joinFrames([...words.slice(half), ...words.slice(0, half)]));
  return orders;
}

function cutFrames({ count, width, values, isSpeech }: Frames, from: number, to: number): Frames {
  const first = Math.min(count, Math.max(0, from));
  const last = Math.min(count, Math.max(first, to));
  return { count: last - first, width, values: values.subarray(first * width, last * width), isSpeech: isSpeech.subarray(first, last) };
}

function joinFrames(parts: readonly Frames[]): Frames {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const width = parts[0]?.width ?? 0;
  const [values, isSpeech] = [new Float32Array(count * width), new Uint8Array(count)];
  let at = 0;
  for (const part of parts) {
    values.set(part.values, at * width);
    isSpeech.set(part.isSpeech, at);
    at += part.count;
  }
  return { count, width, values, isSpeech };
}

function reverseFrames({ count, width, values, isSpeech }: Frames): Frames {
  const reversed = new Float32Array(values.length);
  for (let frame = 0; frame < count; frame++) {
    const from = (count - 1 - frame) * width;
    reversed.set(values.subarray(from, from + width), frame * width);
  }
  return { count, width, values: reversed, isSpeech: isSpeech.toReversed() };
}

/** The least cost of a path through both, by frame of both. */
function findCost(first: Frames, second: Frames): number {
  if (first.count === 0 || second.count === 0) return 0;
  const { width, values: left } = first;
  const { values: right } = second;
  const most = Math.max(leastReach, Math.round(reach * second.count));
  let before = new Float64Array(second.count + 1).fill(Infinity);
  let now = new Float64Array(second.count + 1);
  before[0] = 0;
  for (let row = 1; row <= first.count; row++) {
    const middle = Math.round(((row - 0.5) * second.count) / first.count) + 1;
    const low = row === 1 ? 1 : Math.max(1, middle - most);
    const high = row === first.count ? second.count : Math.min(second.count, middle + most);
    const alongFirst = first.isSpeech[row - 1] === 0 ? 0 : stepCost;
    now.fill(Infinity);
    let last = Infinity;
    for (let column = low; column <= high; column++) {
      let [sum, one, other] = [0, (row - 1) * width, (column - 1) * width];
      for (const end = one + width; one < end; one++, other++) {
        const difference = (left[one] ?? 0) - (right[other] ?? 0);
        sum += difference * difference;
      }
      const difference = Math.sqrt(sum);
      const both = (before[column - 1] ?? Infinity) + 2 * difference;
      const down = (before[column] ?? Infinity) + difference + alongFirst;
      const along = last + difference + (second.isSpeech[column - 1] === 0 ? 0 : stepCost);
      last = Math.min(both, down, along);
      now[column] = last;
    }
    [before, now] = [now, before];
  }
  return (before[second.count] ?? 0) / (first.count + second.count);
}
