import { cutFrames, measureFrames, type Frames } from '../alignment/frames.ts';
import { frameRate } from '../alignment/windows.ts';
import { takeFirst } from '../alignment/match.ts';
import type { MeasuredRecording } from '../alignment/measured-recording.ts';
import { reportPart, type Report } from '../alignment/progress.ts';
import type { ReferenceSpeech } from '../alignment/reference-voice.ts';
import { warp } from '../alignment/warp.ts';
import { deriveFeatures, type Features } from './phone-features.ts';
import { estimateModel, isVowel, measureCosts, partsOfPhone, type LabelledSpeech, type PhoneModel } from './phone-model.ts';
import { measureChannel, removeChannel } from './take-channel.ts';
import { learnLevels } from './voice-habits.ts';
import { learnLengths, measureLengths, type ScriptPhone } from './phone-lengths.ts';
import { decodeWords } from './word-decoder.ts';

/** Throats shorter and longer than the reference voice's. */
const throats = [0.8, 0.89, 1, 1.11];
/** Seconds of a reading that are enough to tell how long a throat is. */
const throatSeconds = 300;
/** Seconds of a reference that are enough to tell how it says a phoneme. */
const priorSeconds = 900;
/** How often the places of phonemes and their sound are found by one another. */
const rounds = 2;
/** Tokens that are searched through at once, and from which on the end of a sentence ends a piece. */
const pieceTokens = { most: 60, least: 12 };
const sentenceEnd = /[.!?…।]["'”’»)\]]*$/u;
/** Frames around a place in which the quietest is looked for. */
const cutReach = 25;

/** A recording of a text, and the reference's speech of it. */
export interface Reading {
  tokens: readonly string[];
  reference: ReferenceSpeech;
  frames: Frames;
  /** For each frame of the reference, its place in the recording. */
  path: Float64Array;
  /** Of each frame of the recording, in decibels by its speech. */
  levels: Float32Array;
}

export function readRecording(
  { frames, levels: { frames: decibels, speechDb } }: MeasuredRecording,
  tokens: readonly string[],
  reference: ReferenceSpeech,
  report?: Report,
): Reading {
  const levels = decibels.map((level) => level - speechDb);
  return { tokens, reference, frames, path: warp(reference.frames, frames, report), levels };
}

/** A word with the phonemes that are spoken for it, and the frames that the reference takes for each. */
export interface PieceWord {
  token: number;
  phones: string[];
  lengths: number[];
  /** Whether a pause follows. */
  isLast: boolean;
}

/** Part of a reading, from one pause to another. */
export interface Piece {
  features: Features;
  /** Of each frame, in decibels by the speech of the whole recording. */
  levels: Float32Array;
  /** Its first frame in the recording. */
  start: number;
  /** Index of each word's first token, with the phonemes that are spoken for it and for tokens that have none. */
  words: PieceWord[];
  /** Index of the token after the last one. */
  end: number;
}

/** Learns what each phoneme sounds like in the voice of these readings, which are in one language. `undefined` where there is nothing to learn. */
export function learnVoice(readings: readonly Reading[], report: Report = () => undefined): PhoneModel | undefined {
  const phones = new Map<string, number>();
  for (const { reference } of readings)
    for (const { name } of reference.phones) if (name !== '' && !phones.has(name)) phones.set(name, phones.size);
  const longest = readings.toSorted((one, other) => other.tokens.length - one.tokens.length)[0];
  if (longest === undefined || phones.size === 0) return undefined;
  const stretch = findStretch(longest);
  const prior = readings.map(({ reference }) => {
    const frames =
      stretch === 1 ? cutFrames(reference.frames, 0, priorSeconds * frameRate) : measureBeginning(reference, stretch, priorSeconds);
    return { features: deriveFeatures(frames), states: labelReference(reference, reference.frames.count, phones) };
  });
  const cutReadings = readings.map((reading) => ({ reading, pieces: cutPieces(reading) }));
  let speech = cutReadings.flatMap(({ reading, pieces: own }) => labelPieces(reading, own, phones));
  let model = estimateModel(phones, speech, prior);
  for (let round = 0; round < rounds; round++) {
    const reportRound = reportPart(report, round / rounds, (round + 1) / rounds);
    speech = cutReadings.flatMap(({ pieces: own }, index) => {
      reportRound(index / cutReadings.length);
      return alignPieces(own, model);
    });
    model = estimateModel(phones, speech, prior);
  }
  const last = cutReadings.map(({ pieces: own }) => ({ own, aligned: alignPieces(own, model) }));
  const spoken = last.flatMap(({ own, aligned }) =>
    aligned.map(({ states }, index) => ({ states, levels: own[index]?.levels ?? new Float32Array() })),
  );
  const said = last.map(({ own, aligned }) => measurePieces(own, aligned, phones));
  return { ...model, levels: learnLevels(phones, spoken), lengths: learnLengths(phones.size, said) };
}

/** The pieces of a take with the state of each frame, and their features as they would be in a usual take of the voice. */
export function alignPieces(
  pieces: readonly Piece[],
  model: Pick<PhoneModel, 'phones' | 'stateCount' | 'triangle' | 'means'>,
): LabelledSpeech[] {
  const align = (some: readonly Features[]): LabelledSpeech[] =>
    some.map((features, index) => {
      const lists = pieces[index]?.words.map(({ phones }) => findStates(phones, model.phones)) ?? [];
      const costs = { count: features.count, stateCount: model.stateCount, values: measureCosts(model, features) };
      return { features, states: decodeWords(costs, lists, false).states };
    });
  const speech = align(pieces.map(({ features }) => features));
  const channel = measureChannel(model, speech);
  return speech.map(({ features, states }) => ({ features: removeChannel(features, channel), states }));
}

/** How long the phonemes of some pieces are. */
export const measurePieces = (
  pieces: readonly Piece[],
  aligned: readonly LabelledSpeech[],
  phones: ReadonlyMap<string, number>,
): ReturnType<typeof measureLengths> =>
  pieces.flatMap(({ words }, index) =>
    measureLengths(
      aligned[index]?.states ?? new Int32Array(),
      words.flatMap((word) => findPhones(word, phones)),
    ),
  );

/** The phonemes of a word; those that the voice was not learned with are left out. */
export function findPhones({ phones: names, lengths, isLast }: PieceWord, phones: ReadonlyMap<string, number>): ScriptPhone[] {
  const lastVowel = names.findLastIndex((name) => isVowel(name));
  return names.flatMap((name, index) => {
    const phone = phones.get(name);
    return phone === undefined ? [] : [{ phone, reference: lengths[index] ?? 1, isFinal: isLast && index >= lastVowel }];
  });
}

/** The states of a word's phonemes; those that the voice was not learned with are left out. */
export function findStates(names: readonly string[], phones: ReadonlyMap<string, number>): number[] {
  const states = names.flatMap((name) => {
    const phone = phones.get(name);
    return phone === undefined ? [] : Array.from({ length: partsOfPhone }, (_, part) => phone * partsOfPhone + part);
  });
  return states.length > 0 ? states : [phones.size * partsOfPhone];
}

/** Of a long recording they are large: what is learned from and what is checked are the same ones. */
const piecesOf = new WeakMap<Reading, readonly Piece[]>();

/** Cuts a reading at ends of sentences, so that each piece can be searched as a whole. */
export function cutPieces(reading: Reading): readonly Piece[] {
  const known = piecesOf.get(reading);
  if (known !== undefined) return known;
  const pieces = findPieces(reading);
  piecesOf.set(reading, pieces);
  return pieces;
}

function findPieces({ frames, tokens, reference, path, levels }: Reading): Piece[] {
  const features = deriveFeatures(frames);
  const place = (ms: number): number => Math.round(path[Math.min(path.length - 1, Math.round((ms * frameRate) / 1000))] ?? 0);
  const bounds = findBounds(tokens);
  const cuts = bounds.map((token) => (token === 0 ? 0 : findQuietest(features, place(reference.starts[token] ?? 0))));
  cuts.push(features.count);
  return bounds.flatMap((first, index) => {
    const end = bounds[index + 1] ?? tokens.length;
    const start = cuts[index] ?? 0;
    const until = Math.max(start, cuts[index + 1] ?? features.count);
    const words = groupPhones(reference, first, end);
    if (until - start < 5 || words.length === 0) return [];
    return [{ features: cut(features, start, until), levels: levels.subarray(start, until), start, words, end }];
  });
}

/** The pieces of a reading with the reference's state for each frame, as far as the phonemes are known. */
function labelPieces(
  { reference, path, frames }: Reading,
  pieces: readonly Piece[],
  phones: ReadonlyMap<string, number>,
): LabelledSpeech[] {
  const ofReference = labelReference(reference, path.length, phones);
  const states = new Int32Array(frames.count).fill(phones.size * partsOfPhone);
  for (let frame = 0; frame < path.length; frame++) {
    const from = Math.round(path[frame] ?? 0);
    const to = Math.max(from + 1, Math.round(path[frame + 1] ?? 0));
    for (let at = from; at < Math.min(frames.count, to); at++) states[at] = ofReference[frame] ?? 0;
  }
  return pieces.map(({ features, start }) => ({ features, states: states.subarray(start, start + features.count) }));
}

function findBounds(tokens: readonly string[]): number[] {
  const bounds = [0];
  tokens.forEach((token, index) => {
    const length = index + 1 - (bounds.at(-1) ?? 0);
    const isEnd = length >= pieceTokens.most || (length >= pieceTokens.least && sentenceEnd.test(token));
    // What would be left is too little to be searched alone.
    if (isEnd && tokens.length - index - 1 >= pieceTokens.least / 2) bounds.push(index + 1);
  });
  return bounds;
}

function findQuietest({ count, values, isSpeech }: Features, around: number): number {
  const width = values.length / Math.max(1, count);
  let best = { frame: Math.min(count, around), level: Infinity };
  for (let frame = Math.max(0, around - cutReach); frame < Math.min(count, around + cutReach); frame++) {
    const level = (values[frame * width] ?? 0) + (isSpeech[frame] ?? 0) * 10 + Math.abs(frame - around) / cutReach;
    if (level < best.level) best = { frame, level };
  }
  return best.frame;
}

const cut = ({ values, count, isSpeech }: Features, from: number, to: number): Features => {
  const width = values.length / Math.max(1, count);
  return { count: to - from, values: values.subarray(from * width, to * width), isSpeech: isSpeech.subarray(from, to) };
};

/** The words of a reference's speech: tokens `first` up to but without `end`. */
export function groupPhones({ phones, length, sampleRate }: ReferenceSpeech, first: number, end: number): PieceWord[] {
  const words: PieceWord[] = [];
  phones.forEach(({ name, token, startMs }, index) => {
    const before = words.at(-1);
    if (before !== undefined && name === '') before.isLast = true;
    if (name === '' || token < first || token >= end) return;
    const endMs = phones[index + 1]?.startMs ?? (length / sampleRate) * 1000;
    const frames = Math.max(1, ((endMs - startMs) * frameRate) / 1000);
    const last = words.at(-1);
    if (last?.token === token) {
      last.phones.push(name);
      last.lengths.push(frames);
    } else words.push({ token, phones: [name], lengths: [frames], isLast: false });
  });
  const last = words.at(-1);
  if (last !== undefined) last.isLast = true;
  return words;
}

function labelReference({ phones, length, sampleRate }: ReferenceSpeech, count: number, known: ReadonlyMap<string, number>): Int32Array {
  const states = new Int32Array(count).fill(known.size * partsOfPhone);
  const wholeMs = (length / sampleRate) * 1000;
  phones.forEach(({ name, startMs }, index) => {
    const phone = known.get(name);
    if (phone === undefined) return;
    const [from, to] = [startMs, phones[index + 1]?.startMs ?? wholeMs].map((ms) => Math.round((ms * frameRate) / 1000));
    for (let frame = from ?? 0; frame < Math.min(count, to ?? 0); frame++) {
      const part = Math.floor(((frame - (from ?? 0)) / Math.max(1, (to ?? 0) - (from ?? 0))) * partsOfPhone);
      states[frame] = phone * partsOfPhone + Math.min(partsOfPhone - 1, part);
    }
  });
  return states;
}

/** The throat with which the reference is most like a recording; of a long one, its first minutes tell. */
function findStretch({ frames, path: wholePath, reference }: Reading): number {
  const count = Math.min(wholePath.length, throatSeconds * frameRate);
  const end = wholePath[count];
  const recorded = end === undefined ? frames : cutFrames(frames, 0, Math.round(end) + 1);
  let best = { stretch: 1, cost: Infinity };
  for (const stretch of throats) {
    const spoken = stretch === 1 ? cutFrames(reference.frames, 0, count) : measureBeginning(reference, stretch, throatSeconds);
    const path = stretch === 1 ? wholePath.subarray(0, count) : warp(spoken, recorded);
    let cost = 0;
    path.forEach((place, frame) => {
      let sum = 0;
      for (let term = 0; term < recorded.width; term++)
        sum += ((spoken.values[frame * spoken.width + term] ?? 0) - (recorded.values[Math.round(place) * recorded.width + term] ?? 0)) ** 2;
      cost += Math.sqrt(sum);
    });
    if (cost < best.cost) best = { stretch, cost };
  }
  return best.stretch;
}

const measureBeginning = ({ sound, sampleRate }: ReferenceSpeech, stretch: number, seconds: number): Frames =>
  measureFrames(takeFirst(sound(), seconds * sampleRate), sampleRate, stretch);
