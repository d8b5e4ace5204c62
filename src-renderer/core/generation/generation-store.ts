import { create } from 'zustand';
import { fail, toFailure, type Failure, readText } from '#shared/failure.ts';
import type { BlockId, ChapterId } from '#shared/ids.ts';
import { chooseTake } from '#shared/narration/choose-take.ts';
import { blocksOf, type Block } from '#shared/narration/document.ts';
import { blockFingerprint } from '#shared/narration/shape.ts';
import type { Word } from '#shared/narration/take.ts';
import type { GenerationEvent } from '#shared/operations/speech.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Out } from '#shared/rpc.ts';
import type { BlockFailure, Phase } from '../chapter/chapter-view.ts';
import { isOfConnection } from '../connections/connection-failures.ts';
import { overBudget } from '../../lib/failure-words.ts';
import type { AccountStore, Budget } from '../account/account-store.ts';
import { attempt } from '../host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../host/client.ts';
import type { ProjectStore } from '../project/project-store.ts';
import type { StudioStore } from '../studio/studio-store.ts';
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
  /** Seconds that the rest takes at the pace so far; undefined until that is known. */
  secondsLeft: number | undefined;
}

interface GenerationState {
  progress: GenerationProgress | undefined;
  phases: ReadonlyMap<BlockId, Phase>;
  failed: ReadonlyMap<BlockId, BlockFailure>;
  failures: readonly FailedBlock[];
  /** Blocks whose audio was paid for before: the fingerprint of what each was when that was asked. */
  paid: ReadonlyMap<BlockId, string>;
  /** What the last run came to, in words; for the live region. */
  summary: string;
}

export interface GenerationDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'flushProject' | 'findBlock' | 'openManuscript' | 'useGenerated'>;
  studio: Pick<StudioStore, 'store'>;
  account: Pick<AccountStore, 'store'>;
}

/** What a block was when it failed. */
interface FailedWork {
  connectionId: string;
  fingerprint: string | undefined;
  /** It had its audio: what failed was another reading of it. */
  made: boolean;
}

/** Runs that generate speech for blocks of the open project. */
export class GenerationStore {
  readonly store = create<GenerationState>(() => ({
    progress: undefined,
    phases: new Map(),
    failed: new Map(),
    failures: [],
    paid: new Map(),
    summary: '',
  }));
  readonly #deps: GenerationDependencies;
  #cardId = 0;
  /** By the card. */
  readonly #failedWork = new Map<number, FailedWork>();
  #running: AbortController | undefined;
  /** When the run began, and the characters of its blocks; for the time that is left. */
  #pace = { startedAt: 0, lengths: new Map<BlockId, number>() };
  readonly #soundListeners = new Set<SoundEvents>();
  /** What was asked for while a run goes on, chapter by chapter; made after it. */
  #following: readonly { chapterId: ChapterId; blocks: readonly Wanted[] }[] = [];
  /** Ends what main knows of it. */
  #announced: AbortController | undefined;
  #announcing = false;

  constructor(dependencies: GenerationDependencies) {
    this.#deps = dependencies;
  }

  /** Follows the sound of each run. Returns what stops that. */
  readonly onGenerationSound = (listener: SoundEvents): (() => void) => {
    this.#soundListeners.add(listener);
    return () => this.#soundListeners.delete(listener);
  };

  /**
   * Makes blocks one after another. One failure does not stop the rest. While a run goes on, they are made after it. `another`: a
   * further reading of what they are now, on purpose; not to be asked for while a run goes on. `inChapter`: the shown one unless given.
   */
  readonly generate = async (blocks: readonly Wanted[], another = false, inChapter?: ChapterId): Promise<void> => {
    const { details, chapterId: shownId } = this.#deps.project.store.getState();
    const chapterId = inChapter ?? shownId;
    if (this.#running) {
      if (chapterId !== undefined) this.#follow(blocks, chapterId);
      return;
    }
    if (!details || chapterId === undefined || blocks.length === 0) return;
    const controller = new AbortController();
    this.#running = controller;
    this.#clearFailures(new Set(blocks.map((block) => block.id)));
    this.#pace = { startedAt: performance.now(), lengths: new Map(blocks.map(({ id, text }) => [id, text.length])) };
    this.store.setState({
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
      let sum = await this.#run(blocks, details.projectId, chapterId, controller.signal, another);
      for (let next = this.#following[0]; next; next = this.#following[0]) {
        this.#following = this.#following.slice(1);
        sum = addUp(sum, await this.#run(next.blocks, details.projectId, next.chapterId, controller.signal, false));
      }
      this.store.setState({ summary: inWords(sum) });
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.kind === 'cancelled') this.store.setState({ summary: messages.generation.stopped });
      else this.#addFailure(undefined, '', failure);
    } finally {
      this.#following = [];
      this.#announced?.abort();
      this.#announced = undefined;
      this.#running = undefined;
      const left = [...this.store.getState().phases.keys()];
      this.store.setState({ progress: undefined, phases: new Map() });
      for (const blockId of left) for (const listener of this.#soundListeners) listener.settled(blockId);
    }
  };

  async #run(blocks: readonly Wanted[], projectId: string, chapterId: string, signal: AbortSignal, another: boolean): Promise<Outcome> {
    const unsaved = await this.#deps.project.flushProject();
    if (unsaved) throw fail(unsaved.kind, message('generation.scriptNotSaved', readText(unsaved)), { ...unsaved, charged: 'no' });
    const byId = new Map(blocks.map((block) => [block.id, block]));
    const input = { projectId, chapterId, blockIds: [...byId.keys()], ...(another ? { another } : {}) };
    const call = this.#deps.client.call('speech.generate', input, { signal });
    for await (const event of call) {
      // What is made for a project that was closed meanwhile is kept by main for when it is open again.
      if (this.#deps.project.store.getState().details?.projectId === projectId) this.#take(event, byId, { chapterId, another });
    }
    return call.result;
  }

  #follow(blocks: readonly Wanted[], chapterId: ChapterId): void {
    const { phases, progress } = this.store.getState();
    const more = blocks.filter((block) => !phases.has(block.id));
    if (!progress || progress.stopping || more.length === 0) return;
    for (const { id, text } of more) this.#pace.lengths.set(id, text.length);
    this.#clearFailures(new Set(more.map((block) => block.id)));
    this.#announceSoon();
    this.#following = [...this.#following, { chapterId, blocks: more }];
    this.store.setState({
      progress: { ...progress, total: progress.total + more.length, characters: progress.characters + countCharacters(more) },
      phases: new Map([...phases, ...more.map((block) => [block.id, 'queued'] as const)]),
    });
  }

  /** Main writes down what follows the run, so that it is offered again after a crash: once for all that is asked for in one go. */
  #announceSoon(): void {
    if (this.#announcing) return;
    this.#announcing = true;
    queueMicrotask(() => {
      this.#announcing = false;
      this.#announce();
    });
  }

  #announce(): void {
    const { details } = this.#deps.project.store.getState();
    if (!details || this.#following.length === 0) return;
    const before = this.#announced;
    const announced = new AbortController();
    this.#announced = announced;
    const chapters = this.#following.map(({ chapterId, blocks }) => ({ chapterId, blockIds: blocks.map(({ id }) => id) }));
    // A failure costs the offer and nothing else.
    void attempt(() => this.#deps.client.run('speech.announce', { projectId: details.projectId, chapters }, { signal: announced.signal }));
    before?.abort();
  }

  /** Stops what is under way; what arrived is kept. */
  readonly stopGenerating = (): void => {
    const { progress } = this.store.getState();
    if (progress) this.store.setState({ progress: { ...progress, stopping: true } });
    this.#running?.abort();
  };

  #take(
    event: GenerationEvent,
    byId: ReadonlyMap<BlockId, Wanted>,
    { chapterId, another }: { chapterId: ChapterId; another: boolean },
  ): void {
    const { blockId } = event;
    if (event.type === 'words') for (const listener of this.#soundListeners) listener.words(blockId, event.words);
    else if (event.type === 'receiving') {
      this.#setPhase(blockId, 'receiving');
      for (const listener of this.#soundListeners) listener.receiving(blockId, event.liveUrl);
    } else if (event.type === 'take') {
      // Its first hearing may go on: what was not timed before is now.
      const made = this.#deps.project.store.getState().takes.findLast(({ id }) => id === event.takeId);
      if (made) for (const listener of this.#soundListeners) listener.words(blockId, made.words);
      this.#deps.project.useGenerated(blockId, another ? event.takeId : undefined);
      this.#settle(blockId, false);
    } else if (event.type === 'failed') {
      const block = byId.get(blockId);
      const failed = new Map(this.store.getState().failed);
      if (event.takeId === undefined)
        failed.set(blockId, { fingerprint: this.#fingerprintNow(blockId), outcomeUnknown: event.failure.kind === 'outcome-unknown' });
      this.store.setState({ failed });
      this.#settle(blockId, true);
      if (event.failure.kind !== 'cancelled') this.#addFailure(blockId, block?.text ?? '', event.failure, chapterId);
    } else if (event.type === 'paused' || event.type === 'resumed') {
      this.#setPhase(blockId, 'queued');
      const { progress } = this.store.getState();
      if (progress) this.store.setState({ progress: { ...progress, paused: event.type === 'paused' ? event.failure : undefined } });
    } else this.#setPhase(blockId, event.type);
  }

  #fingerprintNow(blockId: BlockId): string | undefined {
    const block = this.#deps.project.findBlock(blockId)?.block;
    return block && this.#workOf(block, this.#connectionId()).fingerprint;
  }

  #connectionId(): string {
    return this.#deps.studio.store.getState().connection?.id ?? '';
  }

  #workOf(block: Block, connectionId: string): FailedWork {
    const { details, takes } = this.#deps.project.store.getState();
    const fingerprint = details && blockFingerprint(block, details, connectionId);
    const { id, takeId } = block.attributes;
    const chosen = fingerprint === undefined ? undefined : chooseTake(takes, { id, takeId, text: block.text }, fingerprint);
    return { connectionId, fingerprint, made: chosen?.made === true };
  }

  /** A block that has its audio by now, or is something else than what failed, has not failed. What may have been charged stays until the audio is there. */
  #forgetSettled(): void {
    const { failures } = this.store.getState();
    const manuscript = this.#deps.project.openManuscript();
    const cards = failures.filter(({ id }) => this.#failedWork.has(id));
    if (!manuscript || cards.length === 0) return;
    const blockIds = new Set(cards.map(({ blockId }) => blockId));
    const chapterIds = new Set(cards.map(({ chapterId }) => chapterId));
    const blocks = new Map<BlockId, Block>();
    for (const chapterId of manuscript.chapterIds)
      if (chapterIds.has(chapterId))
        for (const block of blocksOf(manuscript.document(chapterId)))
          if (blockIds.has(block.attributes.id)) blocks.set(block.attributes.id, block);
    const gone = cards.filter(({ id, blockId, failure }) => {
      const [block, failed] = [blockId === undefined ? undefined : blocks.get(blockId), this.#failedWork.get(id)];
      if (!block || !failed) return false;
      const now = this.#workOf(block, failed.connectionId);
      return now.fingerprint === failed.fingerprint ? now.made && !failed.made : now.made || failure.charged === 'no';
    });
    this.#forget(gone);
  }

  /** The cards go, and what they say of their blocks. */
  #forget(cards: readonly FailedBlock[]): void {
    if (cards.length === 0) return;
    this.dismissFailures(cards.map(({ id }) => id));
    const blocks = new Set(cards.map(({ blockId }) => blockId));
    this.store.setState({ failed: new Map([...this.store.getState().failed].filter(([blockId]) => !blocks.has(blockId))) });
  }

  #setPhase(blockId: BlockId, phase: Phase): void {
    const phases = new Map(this.store.getState().phases);
    phases.set(blockId, phase);
    this.store.setState({ phases });
  }

  #settle(blockId: BlockId, failed: boolean): void {
    const state = this.store.getState();
    const phases = new Map(state.phases);
    phases.delete(blockId);
    const progress = state.progress && this.#afterBlock(state.progress, this.#pace.lengths.get(blockId) ?? 0, failed);
    this.store.setState({ phases, progress });
    for (const listener of this.#soundListeners) listener.settled(blockId);
  }

  #afterBlock(before: GenerationProgress, length: number, failed: boolean): GenerationProgress {
    const [settled, settledCharacters] = [before.settled + 1, before.settledCharacters + length];
    const left = before.characters - settledCharacters;
    const perCharacter = (performance.now() - this.#pace.startedAt) / Math.max(1, settledCharacters);
    const secondsLeft = settled < blocksForPace || settledCharacters === 0 ? undefined : (left * perCharacter) / 1000;
    return { ...before, settled, settledCharacters, failed: before.failed + (failed ? 1 : 0), secondsLeft };
  }

  /** Cards and failed states belong to the project in which they arose. */
  readonly watchGeneration = (): void => {
    this.#deps.studio.store.subscribe((now, before) => {
      if (now.connection?.state !== 'ready' || before.connection?.state === 'ready') return;
      this.#forget(this.store.getState().failures.filter((card) => isOfConnection(card.failure)));
    });
    let caps: Caps | undefined;
    this.#deps.account.store.subscribe(({ budget }) => {
      if (budget.state !== 'ready') return;
      const before = caps;
      caps = budget.value;
      // What it allows now is seen by generating.
      if (before && (isHigher(caps.perBatch, before.perBatch) || isHigher(caps.perDay, before.perDay)))
        this.#forget(this.store.getState().failures.filter(({ failure }) => failure.code === overBudget));
    });
    this.#deps.project.store.subscribe((now, before) => {
      // What ended with the wire is offered as unsent, or shown with its block.
      if (now.reopened !== before.reopened) {
        const ended = this.store.getState().failures.filter(({ failure }) => failure.kind === 'disconnected');
        this.dismissFailures(ended.map(({ id }) => id));
      }
      if (now.details?.projectId !== before.details?.projectId)
        this.store.setState({ failures: [], failed: new Map(), paid: new Map(), summary: '' });
      else if (now.edits !== before.edits || now.takes !== before.takes || now.details !== before.details) this.#forgetSettled();
    });
  };

  #addFailure(blockId: BlockId | undefined, text: string, failure: Failure, chapterId?: ChapterId): void {
    this.#cardId += 1;
    const block = blockId === undefined ? undefined : this.#deps.project.findBlock(blockId)?.block;
    const shown = new Set(this.store.getState().failures.map(({ id }) => id));
    for (const id of this.#failedWork.keys()) if (!shown.has(id)) this.#failedWork.delete(id);
    if (block) this.#failedWork.set(this.#cardId, this.#workOf(block, this.#connectionId()));
    const excerpt = text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text;
    const failures = [...this.store.getState().failures, { id: this.#cardId, blockId, chapterId, excerpt, failure }].slice(-failureCards);
    this.store.setState({ failures });
  }

  readonly dismissFailures = (ids: readonly number[]): void => {
    this.store.setState({ failures: this.store.getState().failures.filter((card) => !ids.includes(card.id)) });
  };

  #clearFailures(blockIds: ReadonlySet<BlockId>): void {
    const state = this.store.getState();
    const failed = new Map(state.failed);
    for (const id of blockIds) failed.delete(id);
    this.store.setState({
      failed,
      failures: state.failures.filter((card) => card.blockId !== undefined && !blockIds.has(card.blockId)),
    });
  }

  /** What making these blocks of the shown chapter would send and cost, with `another` each once more; undefined where it is not known now. */
  readonly estimate = (blockIds: readonly BlockId[], signal: AbortSignal, another = false): Promise<Estimate | undefined> => {
    const { chapterId } = this.#deps.project.store.getState();
    return this.estimateParts(chapterId === undefined ? [] : [{ chapterId, blockIds }], signal, another);
  };

  /** The same for blocks of several chapters, together. */
  readonly estimateParts = async (
    [first, ...others]: readonly { chapterId: ChapterId; blockIds: readonly BlockId[] }[],
    signal: AbortSignal,
    another = false,
  ): Promise<Estimate | undefined> => {
    const { details } = this.#deps.project.store.getState();
    if (!details || !first) return undefined;
    const unsaved = await this.#deps.project.flushProject();
    if (unsaved || signal.aborted) return undefined;
    const partOf = ({ chapterId, blockIds }: typeof first) => ({ chapterId, blockIds: [...blockIds] });
    const answer = await attempt(() =>
      this.#deps.client.run(
        'speech.estimate',
        {
          projectId: details.projectId,
          ...partOf(first),
          ...(others.length > 0 && { others: others.map(partOf) }),
          ...(another && { another }),
        },
        { signal },
      ),
    );
    if (!answer.ok) return undefined;
    if (!another) this.#notePaid([first, ...others], answer.value.paid ?? []);
    return answer.value;
  };

  /** Of the blocks that were asked about, these are paid for, and no others. */
  #notePaid(asked: readonly { blockIds: readonly BlockId[] }[], found: NonNullable<Estimate['paid']>): void {
    const before = this.store.getState().paid;
    const paid = new Map(before);
    for (const { blockIds } of asked) for (const id of blockIds) paid.delete(id);
    for (const { blockId, fingerprint } of found) paid.set(blockId, fingerprint);
    const isSame = paid.size === before.size && [...paid].every(([id, fingerprint]) => before.get(id) === fingerprint);
    if (!isSame) this.store.setState({ paid });
  }
}

/** Credits that may be spent; `null` where there is no cap. */
type Caps = Pick<Budget, 'perBatch' | 'perDay'>;

const isHigher = (cap: number | null, before: number | null): boolean => before !== null && (cap === null || cap > before);

/** Cards kept on screen; the oldest goes first. */
const failureCards = 500;

/** Blocks that must be settled before a pace is worth telling. */
const blocksForPace = 3;

/** What the player wants to know of a run, in the order in which it happens. */
export interface SoundEvents {
  receiving(blockId: BlockId, liveUrl: string): void;
  words(blockId: BlockId, words: readonly Word[]): void;
  settled(blockId: BlockId): void;
}

/** A block to be made, with what it is now. */
export interface Wanted {
  id: BlockId;
  text: string;
}

const countCharacters = (blocks: readonly Wanted[]): number => blocks.reduce((sum, { text }) => sum + text.length, 0);

/** What a run came to, in blocks. */
type Outcome = Out<Operations['speech.generate']>;

const addUp = (one: Outcome, other: Outcome): Outcome => ({
  ...one,
  made: one.made + other.made,
  reused: one.reused + other.reused,
  failed: one.failed + other.failed,
});

function inWords({ made, reused, failed }: Outcome): string {
  const parts = [
    made > 0 ? messages.generation.generated(String(made)) : '',
    reused > 0 ? messages.generation.reused(String(reused)) : '',
    failed > 0 ? messages.generation.failed(String(failed)) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? messages.generation.nothingToGenerate : `${parts.join(', ')}.`;
}
