import { create } from 'zustand';
import { fail, toFailure, type Failure, readText } from '#shared/failure.ts';
import type { BlockId, ChapterId } from '#shared/ids.ts';
import { blockFingerprint } from '#shared/narration/shape.ts';
import type { Word } from '#shared/narration/take.ts';
import type { GenerationEvent } from '#shared/operations/speech.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Out } from '#shared/rpc.ts';
import type { Phase } from '../chapter/chapter-view.ts';
import { isOfConnection } from '../connections/connection-failures.ts';
import { attempt, studio } from '../host/host.ts';
import { findBlock, flushProject, useProject } from '../project/project.ts';
import { useStudio } from '../studio/studio.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

export type Estimate = Out<Operations['speech.estimate']>;

export interface FailedBlock {
  /** Counts up; names the card. */
  id: number;
  /** Absent where the whole run failed. */
  blockId: BlockId | undefined;
  /** The chapter that it failed in; absent where the whole run failed. */
  chapterId: ChapterId | undefined;
  /** The first words of the block, for people. */
  excerpt: string;
  failure: Failure;
}

export interface GenerationProgress {
  total: number;
  settled: number;
  failed: number;
  stopping: boolean;
  /** Why nothing is sent at the moment: the connection is lost, and the run goes on by itself when it is back. */
  paused: Failure | undefined;
  /** Characters of what is settled, and of all of it. */
  settledCharacters: number;
  characters: number;
  /** Seconds that the rest takes at the pace so far; undefined until that can be told. */
  secondsLeft: number | undefined;
}

interface GenerationState {
  progress: GenerationProgress | undefined;
  phases: ReadonlyMap<BlockId, Phase>;
  failed: ReadonlyMap<BlockId, string | undefined>;
  failures: readonly FailedBlock[];
  /** What the last run came to, in words; for the live region. */
  summary: string;
}

export const useGeneration = create<GenerationState>(() => ({
  progress: undefined,
  phases: new Map(),
  failed: new Map(),
  failures: [],
  summary: '',
}));

/** Cards kept on screen; the oldest goes first. */
const failureCards = 500;
let cardId = 0;
let running: AbortController | undefined;
/** When the run began, and the characters of its blocks; for the time that is left. */
let pace = { startedAt: 0, lengths: new Map<BlockId, number>() };
/** Blocks that must be settled before a pace is worth telling. */
const blocksForPace = 3;

/** What the player wants to know of a run, told in the order in which it happens. */
export interface SoundEvents {
  receiving(blockId: BlockId, liveUrl: string): void;
  words(blockId: BlockId, words: readonly Word[]): void;
  settled(blockId: BlockId): void;
}
let soundEvents: SoundEvents | undefined;
export function onGenerationSound(listener: SoundEvents): void {
  soundEvents = listener;
}

/** A block to be made, with what it is now. */
export interface Wanted {
  id: BlockId;
  text: string;
}

/** What was asked for while a run goes on, chapter by chapter; made after it. */
let following: readonly { chapterId: ChapterId; blocks: readonly Wanted[] }[] = [];

/**
 * Makes blocks one after another. One failure does not stop the rest. While a run goes on, they are made after it. `another`: a
 * further reading of what they are now, on purpose; not to be asked for while a run goes on. `inChapter`: the shown one unless given.
 */
export async function generate(blocks: readonly Wanted[], another = false, inChapter?: ChapterId): Promise<void> {
  const { details, chapterId: shownId } = useProject.getState();
  const chapterId = inChapter ?? shownId;
  if (running) {
    if (chapterId !== undefined) follow(blocks, chapterId);
    return;
  }
  if (!details || chapterId === undefined || blocks.length === 0) return;
  const controller = new AbortController();
  running = controller;
  clearFailures(new Set(blocks.map((block) => block.id)));
  pace = { startedAt: performance.now(), lengths: new Map(blocks.map(({ id, text }) => [id, text.length])) };
  useGeneration.setState({
    progress: {
      total: blocks.length,
      settled: 0,
      failed: 0,
      stopping: false,
      paused: undefined,
      settledCharacters: 0,
      characters: countCharacters(blocks),
      secondsLeft: undefined,
    },
    phases: new Map(blocks.map((block) => [block.id, 'queued' as const])),
    summary: '',
  });
  try {
    await run(blocks, details.projectId, chapterId, controller.signal, another);
    for (let next = following[0]; next; next = following[0]) {
      following = following.slice(1);
      await run(next.blocks, details.projectId, next.chapterId, controller.signal, false);
    }
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.kind === 'cancelled') useGeneration.setState({ summary: messages.generation.stoppedWhatHadArrivedIsKept });
    else addFailure(undefined, '', failure);
  } finally {
    following = [];
    running = undefined;
    const left = [...useGeneration.getState().phases.keys()];
    useGeneration.setState({ progress: undefined, phases: new Map() });
    for (const blockId of left) soundEvents?.settled(blockId);
  }
}

async function run(blocks: readonly Wanted[], projectId: string, chapterId: string, signal: AbortSignal, another: boolean): Promise<void> {
  const unsaved = await flushProject();
  if (unsaved) throw fail(unsaved.kind, message('generation.theScriptCouldNotBeSaved', readText(unsaved)), { ...unsaved, charged: 'no' });
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const input = { projectId, chapterId, blockIds: [...byId.keys()], ...(another ? { another } : {}) };
  const call = studio().call('speech.generate', input, { signal });
  for await (const event of call) {
    // What is made for a project that was closed meanwhile is kept by main for when it is open again.
    if (useProject.getState().details?.projectId === projectId) take(event, byId, chapterId);
  }
  const { made, reused, failed } = await call.result;
  useGeneration.setState({ summary: inWords(made, reused, failed) });
}

function follow(blocks: readonly Wanted[], chapterId: ChapterId): void {
  const { phases, progress } = useGeneration.getState();
  const more = blocks.filter((block) => !phases.has(block.id));
  if (!progress || progress.stopping || more.length === 0) return;
  for (const { id, text } of more) pace.lengths.set(id, text.length);
  clearFailures(new Set(more.map((block) => block.id)));
  following = [...following, { chapterId, blocks: more }];
  useGeneration.setState({
    progress: { ...progress, total: progress.total + more.length, characters: progress.characters + countCharacters(more) },
    phases: new Map([...phases, ...more.map((block) => [block.id, 'queued'] as const)]),
  });
}

/** Stops what is under way; what arrived is kept. */
export function stopGenerating(): void {
  const { progress } = useGeneration.getState();
  if (progress) useGeneration.setState({ progress: { ...progress, stopping: true } });
  running?.abort();
}

function take(event: GenerationEvent, byId: ReadonlyMap<BlockId, Wanted>, chapterId: ChapterId): void {
  const { blockId } = event;
  if (event.type === 'words') soundEvents?.words(blockId, event.words);
  else if (event.type === 'receiving') {
    setPhase(blockId, 'receiving');
    soundEvents?.receiving(blockId, event.liveUrl);
  } else if (event.type === 'take') {
    // Its first hearing may go on: what was not timed before is now.
    const made = useProject.getState().takes.findLast(({ id }) => id === event.takeId);
    if (made) soundEvents?.words(blockId, made.words);
    settle(blockId, false);
  } else if (event.type === 'failed') {
    const block = byId.get(blockId);
    const failed = new Map(useGeneration.getState().failed);
    if (event.takeId === undefined) failed.set(blockId, fingerprintNow(blockId));
    useGeneration.setState({ failed });
    settle(blockId, true);
    if (event.failure.kind !== 'cancelled') addFailure(blockId, block?.text ?? '', event.failure, chapterId);
  } else if (event.type === 'paused' || event.type === 'resumed') {
    setPhase(blockId, 'queued');
    const { progress } = useGeneration.getState();
    if (progress) useGeneration.setState({ progress: { ...progress, paused: event.type === 'paused' ? event.failure : undefined } });
  } else setPhase(blockId, event.type);
}

function fingerprintNow(blockId: BlockId): string | undefined {
  const { details } = useProject.getState();
  const block = findBlock(blockId)?.block;
  return block && details && blockFingerprint(block, details, useStudio.getState().connection?.id ?? '');
}

function setPhase(blockId: BlockId, phase: Phase): void {
  const phases = new Map(useGeneration.getState().phases);
  phases.set(blockId, phase);
  useGeneration.setState({ phases });
}

function settle(blockId: BlockId, failed: boolean): void {
  const state = useGeneration.getState();
  const phases = new Map(state.phases);
  phases.delete(blockId);
  const progress = state.progress && afterBlock(state.progress, pace.lengths.get(blockId) ?? 0, failed);
  useGeneration.setState({ phases, progress });
  soundEvents?.settled(blockId);
}

function afterBlock(before: GenerationProgress, length: number, failed: boolean): GenerationProgress {
  const [settled, settledCharacters] = [before.settled + 1, before.settledCharacters + length];
  const left = before.characters - settledCharacters;
  const perCharacter = (performance.now() - pace.startedAt) / Math.max(1, settledCharacters);
  const secondsLeft = settled < blocksForPace || settledCharacters === 0 ? undefined : (left * perCharacter) / 1000;
  return { ...before, settled, settledCharacters, failed: before.failed + (failed ? 1 : 0), secondsLeft };
}

const countCharacters = (blocks: readonly Wanted[]): number => blocks.reduce((sum, { text }) => sum + text.length, 0);

/** Cards and failed states belong to the project in which they arose. */
export function watchGeneration(): void {
  useStudio.subscribe((now, before) => {
    if (now.connection?.state !== 'ready' || before.connection?.state === 'ready') return;
    const { failures, failed } = useGeneration.getState();
    const gone = failures.filter((card) => isOfConnection(card.failure));
    if (gone.length === 0) return;
    dismissFailures(gone.map(({ id }) => id));
    const blocks = new Set(gone.map(({ blockId }) => blockId));
    useGeneration.setState({ failed: new Map([...failed].filter(([blockId]) => !blocks.has(blockId))) });
  });
  useProject.subscribe((now, before) => {
    if (now.details?.projectId !== before.details?.projectId) useGeneration.setState({ failures: [], failed: new Map(), summary: '' });
  });
}

function addFailure(blockId: BlockId | undefined, text: string, failure: Failure, chapterId?: ChapterId): void {
  cardId += 1;
  const excerpt = text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text;
  const failures = [...useGeneration.getState().failures, { id: cardId, blockId, chapterId, excerpt, failure }].slice(-failureCards);
  useGeneration.setState({ failures });
}

export function dismissFailures(ids: readonly number[]): void {
  useGeneration.setState({ failures: useGeneration.getState().failures.filter((card) => !ids.includes(card.id)) });
}

function clearFailures(blockIds: ReadonlySet<BlockId>): void {
  const state = useGeneration.getState();
  const failed = new Map(state.failed);
  for (const id of blockIds) failed.delete(id);
  useGeneration.setState({
    failed,
    failures: state.failures.filter((card) => card.blockId !== undefined && !blockIds.has(card.blockId)),
  });
}

/** What making these blocks would send and cost; undefined where it cannot be told now. */
export async function estimate(
  blockIds: readonly BlockId[],
  signal: AbortSignal,
  another = false,
  inChapter?: ChapterId,
): Promise<Estimate | undefined> {
  const { details, chapterId: shownId } = useProject.getState();
  const chapterId = inChapter ?? shownId;
  if (!details || chapterId === undefined) return undefined;
  const unsaved = await flushProject();
  if (unsaved || signal.aborted) return undefined;
  const answer = await attempt(() =>
    studio().run(
      'speech.estimate',
      { projectId: details.projectId, chapterId, blockIds: [...blockIds], ...(another ? { another } : {}) },
      { signal },
    ),
  );
  return answer.ok ? answer.value : undefined;
}

function inWords(made: number, reused: number, failed: number): string {
  const parts = [
    made > 0 ? messages.generation.made(String(made)) : '',
    reused > 0 ? messages.generation.reusedPaidForBefore(String(reused)) : '',
    failed > 0 ? messages.generation.failed(String(failed)) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? messages.generation.nothingHadToBeMade : `${parts.join(', ')}.`;
}
