import type { Node } from '@tiptap/pm/model';
import { mapWords, wordsInTake } from './alignment.ts';
import { attributesOf, sharedEnds, usualPauseMs, wordsOf } from './document.ts';
import { findWritten, toWrittenWords, type SpokenText } from './pronunciation.ts';
import { blockFingerprint, spokenOf, type ProjectDefaults } from './shape.ts';
import { chooseTake } from './choose-take.ts';
import { editTake, findTakeEdit, type EditedTake } from './edited-take.ts';
import { sampleRate, workOf, type Take, type Word } from './take.ts';
import type { TakeEdit } from './take-edit.ts';

/** The sound of a chapter as it follows from its document and its takes. Pure; both sides compute the same one. */

/** A block that can be heard: its take, and the silence after it. All lengths and places are samples at 48 kHz. */
export interface TimelineBlock {
  blockId: string;
  /** Place among all blocks of the chapter, from 0. */
  blockIndex: number;
  /** As it sounds in this block. */
  take: EditedTake;
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
  /** Of every block of the chapter, heard or not. An edit leaves those that it does not reach as the same objects. */
  facts: readonly BlockFacts[];
  samples: number;
  /** Whitespace tokens of the whole chapter, heard or not. */
  wordCount: number;
  /** Blocks that have words and no sound. */
  silentBlocks: number;
  /** Index of the word that is spoken at a sample; `undefined` in pauses, and where no word times are known. */
  wordAt(sample: number): number | undefined;
  /** First sample of a word; of its block, or of the timed word before it, where its own is not known; `undefined` without sound. */
  sampleOfWord(index: number): number | undefined;
  /** The time of a word was found on this machine, and not measured by the service. */
  isEstimated(index: number): boolean;
  /** The block that sounds at a sample, its pause included. */
  blockAt(sample: number): TimelineBlock | undefined;
  /** Index among the chapter's words of the first one of the block at this place, or where it would stand. */
  firstWordAt(place: number): number;
  /** Place of the block that has the chapter's word of this index; -1 where there is none. */
  placeOfWord(index: number): number;
  /** What the take of a block says, as it is written, with the words of the take for each whitespace token of that text. */
  writtenTake(block: TimelineBlock): { text: string; words: readonly Word[] };
  /**
   * Of each whitespace token of a block as it is written now, its word in the take, `estimated` as in `wordsInTake`; `NaN` times for one that the
   * take does not say. Empty where the take has no words.
   */
  readWords(block: TimelineBlock): readonly Word[];
}

/** What a block is by itself, wherever it stands. */
export interface BlockFacts {
  node: Node;
  /** Whitespace tokens. */
  words: number;
  /** What plays for it; `undefined` where it has no words, or no sound. */
  heard: { take: EditedTake; stale: boolean; made: boolean } | undefined;
}

/** What `chapter.sound` is asked for. */
export function soundSegments(timeline: Timeline): { takeId: string; pauseSamples: number; edit?: TakeEdit }[] {
  return timeline.blocks.map(({ take: { id, edit }, pauseSamples }) => ({ takeId: id, pauseSamples, ...(edit && { edit }) }));
}

/** What a timeline was made of. */
interface Ground {
  /** The document's blocks. */
  nodes: readonly Node[];
  takes: readonly Take[];
  project: ProjectDefaults;
  /** Tells projects and connections apart. */
  shaping: string;
}

/**
 * Lays out a chapter. Blocks without a take add words but no sound. The default pause is not added after the last
 * block that sounds; one that a person set is. With the timeline `before` an edit, only what the edit touched is looked at anew.
 */
export function buildTimeline(
  document: Node,
  takes: readonly Take[],
  project: ProjectDefaults,
  connectionId: string,
  before?: Timeline,
): Timeline {
  const { voiceId, modelId, cast, pronunciations, sharedPronunciations } = project;
  const shaping = JSON.stringify([connectionId, voiceId, modelId, ...[cast, pronunciations, sharedPronunciations].map(identityOf)]);
  const known = before instanceof FlatTimeline && before.ground.takes === takes && before.ground.shaping === shaping ? before : undefined;
  const nodes = document.children;
  const { start, end } = known ? sharedEnds(known.ground.nodes, nodes) : { start: 0, end: 0 };
  const facts = known?.facts ?? [];
  const touched = nodes.slice(start, nodes.length - end).map((node) => readBlock(node, takes, project, connectionId, shaping));
  return new FlatTimeline(facts.slice(0, start).concat(touched, facts.slice(facts.length - end)), { nodes, takes, project, shaping });
}

/** Numbers of lists that never change; empty ones are alike. A list of thousands costs as little as a short one. */
const identities = new WeakMap<readonly unknown[], number>();
let lastIdentity = 0;
function identityOf(list: readonly unknown[]): number {
  if (list.length === 0) return 0;
  const known = identities.get(list) ?? (lastIdentity += 1);
  identities.set(list, known);
  return known;
}

function readBlock(node: Node, takes: readonly Take[], project: ProjectDefaults, connectionId: string, shaping: string): BlockFacts {
  const { tokens, text } = readNode(node);
  const words = tokens.length;
  // Whatever it said before, an emptied block is silent.
  if (words === 0 || takes.length === 0) return { node, words, heard: undefined };
  const attributes = attributesOf(node);
  const fingerprint = fingerprintOfNode(node, text, project, connectionId, shaping);
  const index = indexTakes(takes);
  const possible = index.possible(attributes.id, attributes.takeId, fingerprint);
  const heard =
    possible.length === 0
      ? undefined
      : chooseTake(
          possible,
          { id: attributes.id, takeId: attributes.takeId, text, spoken: () => spokenOf({ attributes, text }, project).text },
          fingerprint ?? '',
        );
  if (!heard || heard.take.state === 'damaged' || heard.take.samples === 0) return { node, words, heard: undefined };
  const edit = findTakeEdit(attributes.takeEdits, heard.take, index.find);
  return { node, words, heard: { ...heard, take: editTake(heard.take, edit) } };
}

/** Blocks one after the other, and the words of all of them. */
class FlatTimeline implements Timeline {
  readonly facts: readonly BlockFacts[];
  readonly ground: Ground;
  readonly blocks: readonly TimelineBlock[];
  readonly samples: number;
  readonly wordCount: number;
  readonly silentBlocks: number;
  #heard: HeardWords | undefined;
  #starts: Float64Array | undefined;
  #firstWords: Float64Array | undefined;

  constructor(facts: readonly BlockFacts[], ground: Ground) {
    this.facts = facts;
    this.ground = ground;
    const blocks: TimelineBlock[] = [];
    let at = 0;
    let wordCount = 0;
    let silentBlocks = 0;
    let blockIndex = 0;
    for (const { node, words, heard } of facts) {
      if (heard) {
        const { id: blockId, pauseMs } = attributesOf(node);
        const { take, stale, made } = heard;
        const { samples } = take;
        const pauseSamples = Math.round(((pauseMs ?? usualPauseMs(node, facts[blockIndex + 1]?.node)) * sampleRate) / 1000);
        blocks.push({ blockId, blockIndex, take, stale, made, start: at, samples, pauseSamples, firstWord: wordCount, words });
        at += samples + pauseSamples;
      } else if (words > 0) silentBlocks += 1;
      wordCount += words;
      blockIndex += 1;
    }
    const last = blocks.at(-1);
    const lastNode = last && facts[last.blockIndex]?.node;
    if (last && lastNode && attributesOf(lastNode).pauseMs === null) {
      at -= last.pauseSamples;
      last.pauseSamples = 0;
    }
    this.blocks = blocks;
    this.samples = at;
    this.wordCount = wordCount;
    this.silentBlocks = silentBlocks;
  }

  /** Worked out when a word is asked for: typing into a chapter that nobody plays goes without. */
  get #words(): HeardWords {
    return (this.#heard ??= layOutWords(this.blocks, this.facts, this.wordCount, this.ground));
  }

  wordAt(sample: number): number | undefined {
    const { from, until, word } = this.#words;
    const index = lastNotAfter(from, sample);
    if (index < 0 || sample >= (until[index] ?? 0)) return undefined;
    return word[index];
  }

  sampleOfWord(index: number): number | undefined {
    const place = this.#words.place[index];
    return place === undefined || Number.isNaN(place) ? undefined : place;
  }

  isEstimated(index: number): boolean {
    return this.#words.estimated[index] === 1;
  }

  blockAt(sample: number): TimelineBlock | undefined {
    this.#starts ??= Float64Array.from(this.blocks, ({ start }) => start);
    return sample < 0 || sample >= this.samples ? undefined : this.blocks[lastNotAfter(this.#starts, sample)];
  }

  firstWordAt(place: number): number {
    return this.#wordsBefore[place] ?? this.wordCount;
  }

  placeOfWord(index: number): number {
    return index < 0 || index >= this.wordCount ? -1 : lastNotAfter(this.#wordsBefore, index);
  }

  writtenTake({ blockIndex, take }: TimelineBlock): { text: string; words: readonly Word[] } {
    const node = this.facts[blockIndex]?.node;
    return node ? writtenTake(node, take, this.ground) : take;
  }

  readWords({ blockIndex, take }: TimelineBlock): readonly Word[] {
    const node = this.facts[blockIndex]?.node;
    return node ? readWords(node, take, this.ground) : [];
  }

  /** Of each block, how many words come before it. */
  get #wordsBefore(): Float64Array {
    let count = 0;
    return (this.#firstWords ??= Float64Array.from(this.facts, ({ words }) => (count += words) - words));
  }
}

/** Flat arrays, searched by halving: following the playhead allocates nothing. */
interface HeardWords {
  /** Of each word with a time, in the order of the sound: first sample, its index, and where its block's sound ends. */
  from: Float64Array;
  word: Int32Array;
  until: Float64Array;
  /** Of each word of the chapter: its first sample, or NaN. */
  place: Float64Array;
  /** Of each word of the chapter: 1 where its time is estimated. */
  estimated: Uint8Array;
}

function layOutWords(blocks: readonly TimelineBlock[], facts: readonly BlockFacts[], wordCount: number, ground: Ground): HeardWords {
  const timings = blocks.map(({ blockIndex, take }) => {
    const node = facts[blockIndex]?.node;
    return node ? timeWords(node, take, ground) : undefined;
  });
  const timedWords = timings.reduce((sum, timing) => sum + (timing?.starts.length ?? 0), 0);
  const from = new Float64Array(timedWords);
  const word = new Int32Array(timedWords);
  const until = new Float64Array(timedWords);
  const place = new Float64Array(wordCount).fill(Number.NaN);
  const estimated = new Uint8Array(wordCount);
  let count = 0;
  blocks.forEach((block, index) => {
    let latest = block.start;
    const timing = timings[index];
    for (let token = 0; token < block.words; token += 1) {
      const startMs = timing?.starts[token] ?? Number.NaN;
      if (!Number.isNaN(startMs)) {
        const offset = Math.min(Math.max(0, Math.round((startMs * sampleRate) / 1000)), block.samples - 1);
        latest = Math.max(latest, block.start + offset); // never backwards, whatever a service says
        from[count] = latest;
        word[count] = block.firstWord + token;
        until[count] = block.start + block.samples;
        count += 1;
      }
      place[block.firstWord + token] = latest;
      estimated[block.firstWord + token] = timing?.estimated[token] ?? 0;
    }
  });
  return { from: from.subarray(0, count), word: word.subarray(0, count), until: until.subarray(0, count), place, estimated };
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

interface TakeIndex {
  /** The few takes that can stand for a block. */
  possible: (blockId: string, takeId: string | null, fingerprint: string | undefined) => readonly Take[];
  find: (takeId: string) => Take | undefined;
}
/** By the list that was looked through; typing leaves it as it is. */
const takeIndexes = new WeakMap<readonly Take[], TakeIndex>();

/** So that a long chapter does not look through all takes for each of its blocks. */
function indexTakes(takes: readonly Take[]): TakeIndex {
  const known = takeIndexes.get(takes);
  if (known) return known;
  const byBlock = groupBy(takes, ({ blockId }) => blockId);
  const byFingerprint = groupBy(takes, workOf);
  const byId = new Map(takes.map((take) => [take.id, take]));
  const index: TakeIndex = {
    possible: (blockId, takeId, fingerprint) => {
      const pinned = takeId === null ? undefined : byId.get(takeId);
      const same = fingerprint === undefined ? [] : (byFingerprint.get(fingerprint) ?? []);
      return [...(pinned ? [pinned] : []), ...same, ...(byBlock.get(blockId) ?? [])];
    },
    find: (takeId) => byId.get(takeId),
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
const speeches = new WeakMap<Node, { key: string; speech: SpokenText }>();
const wordTimings = new WeakMap<Node, { take: Take; speech: SpokenText; timing: WordTiming }>();

/** Of each token of a node. */
interface WordTiming {
  /** Milliseconds in the take; `NaN` for one that it does not say. Empty where the take has no words. */
  starts: Float64Array;
  /** 1 where the time is estimated. */
  estimated: Uint8Array;
}

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

function speechOfNode(node: Node, { project, shaping }: Ground): SpokenText {
  const known = speeches.get(node);
  if (known?.key === shaping) return known.speech;
  const speech = spokenOf({ attributes: attributesOf(node), text: readNode(node).text }, project);
  speeches.set(node, { key: shaping, speech });
  return speech;
}

function timeWords(node: Node, take: Take, ground: Ground): WordTiming {
  const speech = speechOfNode(node, ground);
  const known = wordTimings.get(node);
  if (known?.take === take && known.speech === speech) return known.timing;
  const words = readWords(node, take, ground);
  const starts = Float64Array.from(words, ({ startMs }) => startMs);
  const estimated = Uint8Array.from(words, (word) => (word.estimated === true ? 1 : 0));
  const timing = { starts, estimated };
  wordTimings.set(node, { take, speech, timing });
  return timing;
}

function readWords(node: Node, take: Take, ground: Ground): readonly Word[] {
  const speech = take.source === 'recording' ? asWritten(node) : speechOfNode(node, ground);
  const tokens = speech.replacements.length === 0 ? readNode(node).tokens : wordsOf(speech.text).map((word) => word.text);
  const found = wordsInTake(tokens, speech.text, take);
  return toWrittenWords(
    speech,
    found.map((word, index) => word ?? { text: tokens[index] ?? '', startMs: Number.NaN, endMs: Number.NaN }),
  );
}

/** A narrator reads what is written, whatever a service is sent for it. */
function asWritten(node: Node): SpokenText {
  const { text } = readNode(node);
  return { written: text.trim(), text: text.trim(), replacements: [] };
}

function writtenTake(node: Node, take: Take, ground: Ground): { text: string; words: readonly Word[] } {
  if (take.source === 'recording') return take;
  const attributes = attributesOf(node);
  const now = speechOfNode(node, ground);
  const speak = (text: string): SpokenText => spokenOf({ attributes, text }, ground.project);
  const speech = now.text === take.text ? now : findWritten(take.text, now, speak);
  if (!speech || speech.replacements.length === 0) return take;
  const tokens = wordsOf(speech.text).map((word) => word.text);
  const words = take.words.length === tokens.length ? take.words : mapWords(tokens, take.words);
  return { text: speech.written, words: toWrittenWords(speech, words) };
}
