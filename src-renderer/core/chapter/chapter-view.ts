import type { Node } from '@tiptap/pm/model';
import type { Character } from '#shared/narration/cast.ts';
import { attributesOf, isOneParagraph, sharedEnds, usualPauseMs, type BlockAttributes } from '#shared/narration/document.ts';
import { blockFingerprint, characterOf, isLonger, voiceOf, type ProjectDefaults } from '#shared/narration/shape.ts';
import type { EditedTake } from '#shared/narration/edited-take.ts';
import type { BlockFacts, Timeline } from '#shared/narration/chapter-timeline.ts';
import { isWanting, lacksVoice, type VoiceProblem } from '#shared/narration/what-to-make.ts';
import { noVoiceFacts, type VoiceFacts } from '../voices/voice-facts.ts';
import { messages } from '#shared/messages/index.ts';

type BlockState = 'empty' | 'stale' | 'queued' | 'generating' | 'done' | 'incomplete' | 'failed' | 'locked' | 'damaged';

/** What is under way for a block, if anything. */
export type Phase = 'queued' | 'sending' | 'receiving' | 'waiting';

/** Its character has no voice, or it names a voice that the service does not list, or one of another service, or has more words than its model takes. */
export type BlockProblem = VoiceProblem | 'voice-gone' | 'too-long';

/** How a block failed: as what it was, and whether it is known how the request ended. */
export interface BlockFailure {
  fingerprint: string | undefined;
  outcomeUnknown: boolean;
}

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
  /** Who speaks it, where that is one of the cast. */
  character: Character | undefined;
  /** The take that is heard for it, as it sounds here. */
  take: EditedTake | undefined;
  /** True where "Generate all" would make it, were it not locked: it has words and no sound of what it is now, heard or not. */
  wanting: boolean;
  /** It is wanting, and generating it is free: what it is now was paid for before. */
  paid: boolean;
  pauseMs: number;
  /** The pause that it has where it sets none. */
  usualPauseMs: number;
  /** It goes on with the paragraph of the block before it. */
  continues: boolean;
}

/** A chapter as the screen shows it. */
export class ChapterView {
  readonly blocks: readonly BlockView[];
  readonly timeline: Timeline;
  /** In order. The same list while no block comes, goes or moves. */
  readonly ids: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  /** What its blocks rest on, all of them. */
  readonly shared: Shared | undefined;

  constructor(blocks: readonly BlockView[], timeline: Timeline, shared?: Shared, before?: ChapterView) {
    this.blocks = blocks;
    this.timeline = timeline;
    this.shared = shared;
    if (before && haveIdsOf(blocks, before.blocks)) {
      this.ids = before.ids;
      this.#places = before.#places;
    } else {
      this.ids = blocks.map(({ id }) => id);
      this.#places = new Map(this.ids.map((id, place) => [id, place]));
    }
  }

  block(id: string): BlockView | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.blocks[place];
  }

  /** Index of a block's first word among the chapter's whitespace tokens; 0 where there is no such block. */
  firstWord(id: string): number {
    const place = this.#places.get(id);
    return place === undefined ? 0 : this.timeline.firstWordAt(place);
  }
}

function haveIdsOf(blocks: readonly BlockView[], before: readonly BlockView[]): boolean {
  return blocks.length === before.length && blocks.every((block, place) => block === before[place] || block.id === before[place]?.id);
}

export interface ChapterFacts {
  defaults: ProjectDefaults;
  connectionId: string;
  timeline: Timeline;
  phases: ReadonlyMap<string, Phase>;
  /** How each block failed last. */
  failed: ReadonlyMap<string, BlockFailure>;
  /** Fingerprints of takes whose sound cannot be read any more. */
  damaged?: ReadonlySet<string>;
  /** Fingerprints that were paid for before, by the block that was asked about. */
  paid?: ReadonlyMap<string, string>;
  voices?: VoiceFacts;
}

/** What all blocks of a chapter share. */
type Shared = Record<'defaults' | 'connectionId' | 'phases' | 'failed' | 'damaged' | 'paid' | 'voices', unknown>;

/**
 * Blocks of which nothing changed are the same objects as `before`, so that only what changed is shown again; those at both ends of an
 * edit are not even looked at.
 */
export function viewChapter(facts: ChapterFacts, before?: ChapterView): ChapterView {
  const { timeline, defaults, connectionId, phases, failed, damaged, paid, voices } = facts;
  const now: Shared = { defaults, connectionId, phases, failed, damaged, paid, voices };
  const shared = before?.shared && same(now, before.shared) ? before.shared : now;
  const { start, end } = before && shared === before.shared ? sharedEnds(before.timeline.facts, timeline.facts) : { start: 0, end: 0 };
  const known = before?.blocks ?? [];
  // Whether a block and its neighbour are one paragraph shows in both.
  const [from, to] = [Math.max(0, start - 1), Math.min(timeline.facts.length, timeline.facts.length - end + 1)];
  const touched = timeline.facts.slice(from, to).map((block, index) => {
    const [previous, next] = [timeline.facts[from + index - 1]?.node, timeline.facts[from + index + 1]?.node];
    const view = viewBlock(block, { previous, next }, facts);
    const old = before?.block(view.id);
    return old && same(old, view) ? old : view;
  });
  const blocks = known.slice(0, from).concat(touched, known.slice(known.length - (timeline.facts.length - to)));
  return new ChapterView(blocks, timeline, shared, before);
}

interface Neighbours {
  previous: Node | undefined;
  next: Node | undefined;
}

function viewBlock({ node, words, heard }: BlockFacts, { previous, next }: Neighbours, facts: ChapterFacts): BlockView {
  const attributes = attributesOf(node);
  const usual = usualPauseMs(node, next);
  const phase = facts.phases.get(attributes.id);
  const failed = failureOf(node, facts);
  const wanting = phase === undefined && isWanting({ words, heard });
  const paid = wanting && isPaid(node, facts);
  const { state, label } = stateOf({ attributes, words, heard, phase, failed, damaged: isDamaged(node, heard, facts), paid });
  return {
    id: attributes.id,
    text: node.textContent,
    attributes,
    state,
    label,
    problem: words === 0 ? undefined : problemOf(node, facts),
    voiceId: voiceOf(attributes, facts.defaults),
    character: characterOf(attributes, facts.defaults),
    take: heard?.take,
    wanting,
    paid,
    pauseMs: attributes.pauseMs ?? usual,
    usualPauseMs: usual,
    continues: isOneParagraph(previous, node),
  };
}

function same<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((key) => one[key] === other[key]);
}

/** How it failed as it is now: an edit makes it another piece of work. */
function failureOf(node: Node, { failed, defaults, connectionId }: ChapterFacts): BlockFailure | undefined {
  const attributes = attributesOf(node);
  const last = failed.get(attributes.id);
  const isOfNow = last?.fingerprint === blockFingerprint({ attributes, text: node.textContent }, defaults, connectionId);
  return isOfNow ? last : undefined;
}

/** It was paid for as it is now. */
function isPaid(node: Node, { paid, defaults, connectionId }: ChapterFacts): boolean {
  const attributes = attributesOf(node);
  const known = paid?.get(attributes.id);
  return known !== undefined && known === blockFingerprint({ attributes, text: node.textContent }, defaults, connectionId);
}

/** The take of what it is now is there and cannot be played, and no other sounds in its place. */
function isDamaged(node: Node, heard: BlockFacts['heard'], { damaged, defaults, connectionId }: ChapterFacts): boolean {
  if (damaged === undefined || damaged.size === 0 || heard?.stale === false) return false;
  const fingerprint = blockFingerprint({ attributes: attributesOf(node), text: node.textContent }, defaults, connectionId);
  return fingerprint !== undefined && damaged.has(fingerprint);
}

function problemOf(node: Node, { voices = noVoiceFacts, defaults }: ChapterFacts): BlockProblem | undefined {
  const attributes = attributesOf(node);
  const voiceId = voiceOf(attributes, defaults);
  if (voiceId !== null && voices.isGone(voiceId)) return voices.isElsewhere(voiceId) ? 'voice-elsewhere' : 'voice-gone';
  if (lacksVoice(attributes, defaults)) return 'no-voice';
  const limit = voices.limitOf(attributes, defaults) ?? Infinity;
  return isLonger({ attributes, text: node.textContent }, defaults, limit) ? 'too-long' : undefined;
}

function stateOf(block: {
  attributes: BlockAttributes;
  words: number;
  heard: BlockFacts['heard'];
  phase: Phase | undefined;
  failed: BlockFailure | undefined;
  damaged: boolean;
  paid: boolean;
}): { state: BlockState; label: string } {
  const { attributes, heard, phase } = block;
  if (phase === 'queued') return { state: 'queued', label: messages.chapter.queued };
  if (phase === 'waiting') return { state: 'generating', label: messages.chapter.waitingAtService };
  if (phase !== undefined)
    return { state: 'generating', label: phase === 'sending' ? messages.chapter.sending : messages.chapter.generating };
  if (block.words === 0) return { state: 'empty', label: messages.chapter.empty };
  if (block.failed)
    return { state: 'failed', label: block.failed.outcomeUnknown ? messages.chapter.outcomeUnknown : messages.chapter.failed };
  if (block.damaged) return { state: 'damaged', label: messages.chapter.damaged };
  if (!heard)
    return attributes.locked
      ? { state: 'locked', label: messages.chapter.lockedNoAudio }
      : { state: 'empty', label: block.paid ? messages.chapter.paid : messages.chapter.noAudio };
  if (heard.take.state === 'incomplete') return { state: 'incomplete', label: messages.chapter.incomplete };
  if (attributes.locked) return { state: 'locked', label: heard.stale ? messages.chapter.lockedChanged : messages.chapter.locked };
  return heard.stale ? { state: 'stale', label: messages.chapter.changed } : { state: 'done', label: messages.chapter.done };
}
