import type { Node } from '@tiptap/pm/model';
import { attributesOf, defaultPauseMs, wordsOf, type BlockAttributes } from '#shared/narration/document.ts';
import { blockFingerprint, spokenText, voiceOf, type ProjectDefaults } from '#shared/narration/shape.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Timeline, TimelineBlock } from '#shared/narration/timeline.ts';
import { noVoiceFacts, type VoiceFacts } from './voice-facts.ts';

export type BlockState = 'empty' | 'stale' | 'queued' | 'generating' | 'done' | 'incomplete' | 'failed' | 'locked' | 'damaged';

/** What is under way for a block, if anything. */
export type Phase = 'queued' | 'sending' | 'receiving' | 'waiting';

/** It names a voice that the service does not list, or has more words than its model takes. */
export type BlockProblem = 'voice-gone' | 'too-long';

/** One block as the screen shows it. */
export interface BlockView {
  id: string;
  text: string;
  attributes: BlockAttributes;
  state: BlockState;
  /** The state in words. */
  label: string;
  /** What would keep the service from making it as it is. */
  problem: BlockProblem | undefined;
  voiceId: string | null;
  /** The take that is heard for it. */
  take: Take | undefined;
  /** True where "Generate all" would make it, were it not locked: it has words and no sound of what it is now, heard or not. */
  wanting: boolean;
  pauseMs: number;
  /** Index of its first word among the chapter's whitespace tokens. */
  firstWord: number;
}

export interface ChapterView {
  blocks: readonly BlockView[];
  byId: ReadonlyMap<string, BlockView>;
  timeline: Timeline;
}

export interface ChapterFacts {
  document: Node;
  defaults: ProjectDefaults;
  connectionId: string;
  timeline: Timeline;
  phases: ReadonlyMap<string, Phase>;
  /** The fingerprint with which a block failed last. */
  failed: ReadonlyMap<string, string | undefined>;
  /** Fingerprints of takes whose sound cannot be read any more. */
  damaged?: ReadonlySet<string>;
  voices?: VoiceFacts;
}

/** Nodes never change, so their words are counted once. */
const wordCounts = new WeakMap<Node, number>();

export function countWords(node: Node): number {
  let count = wordCounts.get(node);
  if (count === undefined) wordCounts.set(node, (count = wordsOf(node.textContent).length));
  return count;
}

/** What all blocks of a chapter share. The same object as long as none of it changes. */
type Shared = Record<'defaults' | 'connectionId' | 'phases' | 'failed' | 'damaged' | 'voices', unknown>;
let lastShared: Shared | undefined;

function sharedOf({ defaults, connectionId, phases, failed, damaged, voices }: ChapterFacts): Shared {
  const now: Shared = { defaults, connectionId, phases, failed, damaged, voices };
  if (lastShared && same(lastShared, now)) return lastShared;
  return (lastShared = now);
}

/** Of a node that was viewed before: what its view rests on beside the node, and the view. Typing costs the block that is typed in. */
interface Viewed {
  shared: Shared;
  take: Take | undefined;
  stale: boolean | undefined;
  made: boolean | undefined;
  view: BlockView;
}
const viewed = new WeakMap<Node, Viewed>();

/** Blocks of which nothing changed are the same objects as `before`, so that only what changed is shown anew. */
export function viewChapter(facts: ChapterFacts, before?: ChapterView): ChapterView {
  const shared = sharedOf(facts);
  const heard = facts.timeline.blocks;
  const blocks: BlockView[] = [];
  let firstWord = 0;
  let next = 0;
  facts.document.forEach((node, _offset, index) => {
    const attributes = attributesOf(node);
    const wordCount = countWords(node);
    const sound = heard[next]?.blockIndex === index ? heard[next++] : undefined;
    const [take, stale, made] = [sound?.take, sound?.stale, sound?.made];
    const known = viewed.get(node);
    if (
      known?.shared === shared &&
      known.take === take &&
      known.stale === stale &&
      known.made === made &&
      known.view.firstWord === firstWord
    ) {
      blocks.push(known.view);
      firstWord += wordCount;
      return;
    }
    const phase = facts.phases.get(attributes.id);
    const failed = hasFailed(node, facts);
    const { state, label } = stateOf({ attributes, wordCount, sound, phase, failed, damaged: isDamaged(node, sound, facts) });
    const block: BlockView = {
      id: attributes.id,
      text: node.textContent,
      attributes,
      state,
      label,
      problem: wordCount === 0 ? undefined : problemOf(node, facts),
      voiceId: voiceOf(attributes, facts.defaults),
      take,
      wanting: wordCount > 0 && made !== true && phase === undefined,
      pauseMs: attributes.pauseMs ?? defaultPauseMs,
      firstWord,
    };
    const old = before?.byId.get(attributes.id);
    const view = old && same(old, block) ? old : block;
    viewed.set(node, { shared, take, stale, made, view });
    blocks.push(view);
    firstWord += wordCount;
  });
  return { blocks, byId: new Map(blocks.map((block) => [block.id, block])), timeline: facts.timeline };
}

function same<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);
}

/** It failed as it is now: an edit makes it another piece of work. */
function hasFailed(node: Node, { failed, defaults, connectionId }: ChapterFacts): boolean {
  const attributes = attributesOf(node);
  if (!failed.has(attributes.id)) return false;
  return failed.get(attributes.id) === blockFingerprint({ attributes, text: node.textContent }, defaults, connectionId);
}

/** The take of what it is now is there and cannot be played, and no other sounds in its place. */
function isDamaged(node: Node, sound: TimelineBlock | undefined, { damaged, defaults, connectionId }: ChapterFacts): boolean {
  if (damaged === undefined || damaged.size === 0 || sound?.stale === false) return false;
  const fingerprint = blockFingerprint({ attributes: attributesOf(node), text: node.textContent }, defaults, connectionId);
  return fingerprint !== undefined && damaged.has(fingerprint);
}

function problemOf(node: Node, { voices = noVoiceFacts, defaults }: ChapterFacts): BlockProblem | undefined {
  const attributes = attributesOf(node);
  if (voices.isGone(voiceOf(attributes, defaults))) return 'voice-gone';
  // The length of the node is that of its text, white space included: only a text that may be too long is looked at.
  const limit = voices.limitOf(attributes, defaults) ?? Infinity;
  return node.content.size > limit && spokenText(node.textContent).length > limit ? 'too-long' : undefined;
}

function stateOf(block: {
  attributes: BlockAttributes;
  wordCount: number;
  sound: TimelineBlock | undefined;
  phase: Phase | undefined;
  failed: boolean;
  damaged: boolean;
}): { state: BlockState; label: string } {
  const { attributes, sound, phase } = block;
  if (phase === 'queued') return { state: 'queued', label: 'Queued' };
  if (phase === 'waiting') return { state: 'generating', label: 'Being made' };
  if (phase !== undefined) return { state: 'generating', label: phase === 'sending' ? 'Sending' : 'Generating' };
  if (block.wordCount === 0) return { state: 'empty', label: 'Empty' };
  if (block.failed) return { state: 'failed', label: 'Failed' };
  if (block.damaged) return { state: 'damaged', label: 'Damaged' };
  if (!sound) return attributes.locked ? { state: 'locked', label: 'Locked, silent' } : { state: 'empty', label: 'No sound' };
  if (sound.take.state === 'incomplete') return { state: 'incomplete', label: 'Incomplete' };
  if (attributes.locked) return { state: 'locked', label: sound.stale ? 'Locked, changed' : 'Locked' };
  return sound.stale ? { state: 'stale', label: 'Changed' } : { state: 'done', label: 'Done' };
}
