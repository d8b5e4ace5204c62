import type { Node } from '@tiptap/pm/model';
import { startsOf } from './alignment.ts';
import { attributesOf, defaultPauseMs, wordsOf } from './document.ts';
import { blockFingerprint, spokenText, type ProjectDefaults } from './shape.ts';
import { chooseTake, sampleRate, workOf, type Take } from './take.ts';

/** The sound of a chapter as it follows from its document and its takes. Pure; both sides compute the same one. */

/** A block that can be heard: its take, and the silence after it. All lengths and places are samples at 48 kHz. */
export interface TimelineBlock {
  blockId: string;
  /** Place among all blocks of the chapter, from 0. */
  blockIndex: number;
  take: Take;
  /** Made of another text, voice or setting than the block has now; it plays all the same. */
  stale: boolean;
  /** There is a whole take of what the block is now, also where it is not the one that plays. */
  made: boolean;
  start: number;
  samples: number;
  pauseSamples: number;
  /** Index of the block's first word among the chapter's whitespace tokens. */
  firstWord: number;
  words: number;
}

export interface Timeline {
  blocks: readonly TimelineBlock[];
  samples: number;
  /** Whitespace tokens of the whole chapter, heard or not. */
  wordCount: number;
  /** Blocks that have words and no sound. */
  silentBlocks: number;
  /** Index of the word that is spoken at a sample; `undefined` in pauses, and where no word times are known. */
  wordAt(sample: number): number | undefined;
  /** First sample of a word; of its block, or of the timed word before it, where its own is not known; `undefined` without sound. */
  sampleOfWord(index: number): number | undefined;
  /** The block that sounds at a sample, its pause included. */
  blockAt(sample: number): TimelineBlock | undefined;
}

/** What `chapter.sound` is asked for. */
export function soundSegments(timeline: Timeline): { takeId: string; pauseSamples: number }[] {
  return timeline.blocks.map(({ take, pauseSamples }) => ({ takeId: take.id, pauseSamples }));
}

/**
 * Lays out a chapter. Blocks without a take add words but no sound. The default pause is not added after the last
 * block that sounds; one that a person set is.
 */
export function buildTimeline(document: Node, takes: readonly Take[], project: ProjectDefaults, connectionId: string): Timeline {
  const candidates = indexTakes(takes);
  const shaping = JSON.stringify([connectionId, project.voiceId, project.modelId]);
  const blocks: TimelineBlock[] = [];
  const explicitPause: boolean[] = [];
  let at = 0;
  let wordCount = 0;
  let silentBlocks = 0;
  let timedWords = 0;
  const starts: Float64Array[] = [];
  document.forEach((node, _offset, blockIndex) => {
    const attributes = attributesOf(node);
    const { tokens, text } = readNode(node);
    const firstWord = wordCount;
    wordCount += tokens.length;
    if (tokens.length === 0) return; // whatever it said before, an emptied block is silent
    const fingerprint = fingerprintOfNode(node, text, project, connectionId, shaping);
    const possible = candidates(attributes.id, attributes.takeId, fingerprint);
    const chosen = possible.length === 0 ? undefined : chooseTake(possible, attributes, fingerprint ?? '');
    if (!chosen || chosen.take.state === 'damaged' || chosen.take.samples === 0) {
      silentBlocks += 1;
      return;
    }
    const { take, stale, made } = chosen;
    const pauseSamples = Math.round(((attributes.pauseMs ?? defaultPauseMs) * sampleRate) / 1000);
    const words = tokens.length;
    blocks.push({
      blockId: attributes.id,
      blockIndex,
      take,
      stale,
      made,
      start: at,
      samples: take.samples,
      pauseSamples,
      firstWord,
      words,
    });
    explicitPause.push(attributes.pauseMs !== null);
    const wordsAt = startsInTake(node, tokens, text, take);
    starts.push(wordsAt);
    timedWords += wordsAt.length;
    at += take.samples + pauseSamples;
  });
  const last = blocks.at(-1);
  if (last && explicitPause.at(-1) === false) {
    at -= last.pauseSamples;
    last.pauseSamples = 0;
  }
  return new FlatTimeline(blocks, at, wordCount, silentBlocks, timedWords, starts);
}

/** Flat arrays, searched by halving: following the playhead allocates nothing. */
class FlatTimeline implements Timeline {
  readonly blocks: readonly TimelineBlock[];
  readonly samples: number;
  readonly wordCount: number;
  readonly silentBlocks: number;
  /** Of each word with a time, in the order of the sound: first sample, its index, and where its block's sound ends. */
  readonly #from: Float64Array;
  readonly #word: Int32Array;
  readonly #until: Float64Array;
  /** Of each word of the chapter: its first sample, or NaN. */
  readonly #place: Float64Array;
  readonly #starts: Float64Array;

  constructor(
    blocks: readonly TimelineBlock[],
    samples: number,
    wordCount: number,
    silentBlocks: number,
    timedWords: number,
    starts: readonly Float64Array[],
  ) {
    this.blocks = blocks;
    this.samples = samples;
    this.wordCount = wordCount;
    this.silentBlocks = silentBlocks;
    const from = new Float64Array(timedWords);
    const word = new Int32Array(timedWords);
    const until = new Float64Array(timedWords);
    this.#place = new Float64Array(wordCount).fill(Number.NaN);
    this.#starts = Float64Array.from(blocks, ({ start }) => start);
    let count = 0;
    blocks.forEach((block, index) => {
      let latest = block.start;
      for (let token = 0; token < block.words; token += 1) {
        const startMs = starts[index]?.[token] ?? Number.NaN;
        if (!Number.isNaN(startMs)) {
          const offset = Math.min(Math.max(0, Math.round((startMs * sampleRate) / 1000)), block.samples - 1);
          latest = Math.max(latest, block.start + offset); // never backwards, whatever a service says
          from[count] = latest;
          word[count] = block.firstWord + token;
          until[count] = block.start + block.samples;
          count += 1;
        }
        this.#place[block.firstWord + token] = latest;
      }
    });
    this.#from = from.subarray(0, count);
    this.#word = word.subarray(0, count);
    this.#until = until.subarray(0, count);
  }

  wordAt(sample: number): number | undefined {
    const index = lastNotAfter(this.#from, sample);
    if (index < 0 || sample >= (this.#until[index] ?? 0)) return undefined;
    return this.#word[index];
  }

  sampleOfWord(index: number): number | undefined {
    const place = this.#place[index];
    return place === undefined || Number.isNaN(place) ? undefined : place;
  }

  blockAt(sample: number): TimelineBlock | undefined {
    return sample < 0 || sample >= this.samples ? undefined : this.blocks[lastNotAfter(this.#starts, sample)];
  }
}

/** Index of the last of the ascending `values` that is not after `value`, or -1. */
function lastNotAfter(values: Float64Array, value: number): number {
  let low = -1;
  let high = values.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  return low;
}

type TakeIndex = (blockId: string, takeId: string | null, fingerprint: string | undefined) => readonly Take[];
/** By the list that was looked through; typing leaves it as it is. */
const takeIndexes = new WeakMap<readonly Take[], TakeIndex>();
const noTakes: readonly Take[] = [];

/** The few takes that can stand for a block, so that a long chapter does not look through all takes for each of its blocks. */
function indexTakes(takes: readonly Take[]): TakeIndex {
  if (takes.length === 0) return () => noTakes;
  const known = takeIndexes.get(takes);
  if (known) return known;
  const byBlock = groupBy(takes, ({ blockId }) => blockId);
  const byFingerprint = groupBy(takes, workOf);
  const byId = new Map(takes.map((take) => [take.id, take]));
  const index: TakeIndex = (blockId, takeId, fingerprint) => {
    const pinned = takeId === null ? undefined : byId.get(takeId);
    const same = fingerprint === undefined ? [] : (byFingerprint.get(fingerprint) ?? []);
    return [...(pinned ? [pinned] : []), ...same, ...(byBlock.get(blockId) ?? [])];
  };
  takeIndexes.set(takes, index);
  return index;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

interface ReadNode {
  text: string;
  tokens: string[];
}
// Nodes never change, so what was worked out of one holds for as long as it lives: typing costs the block that is typed in.
const readNodes = new WeakMap<Node, ReadNode>();
const fingerprints = new WeakMap<Node, { key: string; fingerprint: string | undefined }>();
const wordStarts = new WeakMap<Node, { take: Take; starts: Float64Array }>();

function readNode(node: Node): ReadNode {
  const known = readNodes.get(node);
  if (known) return known;
  const text = node.textContent;
  const read = { text, tokens: wordsOf(text).map((word) => word.text) };
  readNodes.set(node, read);
  return read;
}

/** `key` tells projects and connections apart; it is the caller's, as making one for each block would cost more than all the rest. */
function fingerprintOfNode(node: Node, text: string, project: ProjectDefaults, connectionId: string, key: string): string | undefined {
  const known = fingerprints.get(node);
  if (known?.key === key) return known.fingerprint;
  const fingerprint = blockFingerprint({ attributes: attributesOf(node), text }, project, connectionId);
  fingerprints.set(node, { key, fingerprint });
  return fingerprint;
}

/** First milliseconds of a node's tokens in the take that sounds for it; empty where the take has no words. */
function startsInTake(node: Node, tokens: readonly string[], text: string, take: Take): Float64Array {
  const known = wordStarts.get(node);
  if (known?.take === take) return known.starts;
  // Words of the very text stand one for one with its tokens, whatever the service calls them.
  const alike = take.words.length === tokens.length && spokenText(text) === take.text;
  const starts = alike ? Float64Array.from(take.words, ({ startMs }) => startMs) : startsOf(tokens, take.words);
  wordStarts.set(node, { take, starts });
  return starts;
}
