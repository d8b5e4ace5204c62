import { Transform } from '@tiptap/pm/transform';
import { z } from 'zod';
import { create } from 'zustand';
import { fail, readText, type Failure } from '#shared/failure.ts';
import type { BlockId, ChapterId, TakeId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { isRepairedFor } from '#shared/narration/choose-take.ts';
import { blocksOf } from '#shared/narration/document.ts';
import { findUnplacedSentences, type UnplacedSentence } from '#shared/narration/parts.ts';
import type { TextRange } from '#shared/narration/repair.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Out } from '#shared/rpc.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { PlayerStore } from '../../../core/player/player-store.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import { keptInWindow } from '../../../lib/kept-in-window.ts';
import type { announce } from '../../../lib/live-region.tsx';
import type { PickupsStore } from '../pickups/pickups-store.ts';
import type { TakesStore } from '../takes/takes-store.ts';

/** What is to be generated again: words of a block, or, without a selection, what its take does not say. */
export interface RepairTarget {
  blockId: BlockId;
  selection?: TextRange;
  /** Why: it is accepted with the repair that is kept. */
  pickupId?: string;
}

export type RepairPlan = Out<Operations['speech.repair-plan']>;

/** A repair with what it would generate and cost, before it is asked for. */
type RepairOffer = RepairTarget & { plan: RepairPlan };

type Repair = RepairTarget & { chapterId: ChapterId } & (
    | { step: 'asking'; plan: RepairPlan | undefined }
    | { step: 'generating' }
    | { step: 'failed'; failure: Failure }
    /** `chosenId`: the take that a person had chosen before. */
    | { step: 'comparing'; beforeId: TakeId; afterId: TakeId; chosenId: TakeId | null }
  );

interface RepairState {
  repair: Repair | undefined;
  /** Paid sentences that are in no take yet: what put them there was ended in between. */
  unplaced: readonly UnplacedSentence[];
  /** The block that is selected differs from its take in some sentences only, and what these would cost. */
  offer: RepairOffer | undefined;
}

export interface RepairDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'openManuscript' | 'flushProject' | 'findBlock' | 'repairedToName'>;
  player: Pick<PlayerStore, 'player'>;
  takes: Pick<TakesStore, 'store' | 'playOfPair' | 'stopTakes'>;
  pickups: Pick<PickupsStore, 'settle'>;
  announce: typeof announce;
}

/** The repair that main was asked for: a window that is loaded again meanwhile gives its take to the block. */
const begun = keptInWindow('repair', z.object({ projectId: z.string(), blockId: z.string(), at: z.number() }));

/** One repair at a time: its price, its making, and the comparison of before and after. */
export class RepairStore {
  readonly store = create<RepairState>(() => ({ repair: undefined, unplaced: [], offer: undefined }));
  readonly #deps: RepairDependencies;
  #running: AbortController | undefined;
  /** The act that gave the block its repaired take. */
  #act: object | undefined;
  /** Takes of sentences that a person does not want to hear of, until the window is closed. */
  readonly #dismissed = new Set<TakeId>();

  constructor(dependencies: RepairDependencies) {
    this.#deps = dependencies;
  }

  /** Asks what a repair would generate and cost, and shows it. */
  readonly openRepair = async (target: RepairTarget): Promise<void> => {
    const chapterId = this.#deps.project.findBlock(target.blockId)?.chapterId;
    if (chapterId === undefined) return;
    const signal = this.#begin();
    const asking = { ...target, chapterId, step: 'asking' as const };
    this.store.setState({ repair: { ...asking, plan: undefined } });
    const answer = await attempt(async () => this.#deps.client.run('speech.repair-plan', await this.#order(asking), { signal }));
    if (signal.aborted) return;
    this.store.setState({ repair: answer.ok ? { ...asking, plan: answer.value } : { ...asking, step: 'failed', failure: answer.failure } });
  };

  /** What a repair would generate and cost, unseen; undefined where no sentence can be generated alone. */
  readonly planRepair = async (target: RepairTarget, signal?: AbortSignal): Promise<RepairPlan | undefined> => {
    const chapterId = this.#deps.project.findBlock(target.blockId)?.chapterId;
    if (chapterId === undefined) return undefined;
    const answer = await attempt(async () =>
      this.#deps.client.run('speech.repair-plan', await this.#order({ ...target, chapterId }), signal ? { signal } : {}),
    );
    return answer.ok && !answer.value.isWhole ? answer.value : undefined;
  };

  /** Finds out whether a block that differs from its take does so in some sentences only; without a block, offers nothing. */
  readonly offerChanged = async (blockId: BlockId | undefined, signal?: AbortSignal): Promise<void> => {
    if (blockId === undefined) {
      this.store.setState({ offer: undefined });
      return;
    }
    const plan = await this.planRepair({ blockId }, signal);
    if (signal?.aborted !== true) this.store.setState({ offer: plan && { blockId, plan } });
  };

  /** Generates what is offered at the price that was shown. Where it has become more, asks. */
  readonly acceptOffer = async (offer = this.store.getState().offer): Promise<void> => {
    const chapterId = offer && this.#deps.project.findBlock(offer.blockId)?.chapterId;
    if (!offer || chapterId === undefined) return;
    const { plan: _, ...asked } = offer;
    const target = { ...asked, chapterId };
    const signal = this.#begin();
    this.store.setState({ repair: { ...target, step: 'generating' } });
    const answer = await attempt(async () => this.#deps.client.run('speech.repair-plan', await this.#order(target), { signal }));
    if (signal.aborted) {
      if (this.store.getState().repair?.step === 'generating') this.store.setState({ repair: undefined });
    } else if (answer.ok) {
      this.store.setState({ repair: { ...target, step: 'asking', plan: answer.value } });
      if (answer.value.characters <= offer.plan.characters) await this.generateRepair();
    } else this.store.setState({ repair: { ...target, step: 'failed', failure: answer.failure } });
  };

  /** Generates what was asked about. The repaired take then stands for the block, as an act that can be undone. */
  readonly generateRepair = async (): Promise<void> => {
    const { repair } = this.store.getState();
    if (repair?.step !== 'asking') return;
    const { step: _, plan: __, ...target } = repair;
    const { blockId, chapterId, selection } = target;
    const made = selection ? null : this.#deps.project.repairedToName(blockId);
    if (made !== null) {
      this.#choose(chapterId, blockId, made);
      this.closeRepair();
      this.#deps.announce(messages.repair.repaired);
      return;
    }
    const signal = this.#begin();
    this.store.setState({ repair: { ...target, step: 'generating' } });
    begun.set({ projectId: this.#deps.project.store.getState().details?.projectId ?? '', blockId, at: Date.now() });
    const answer = await attempt(async () => this.#deps.client.run('speech.repair', await this.#order(target), { signal }));
    begun.set(undefined);
    if (this.store.getState().repair?.step !== 'generating') return;
    if (!answer.ok) {
      const isStopped = answer.failure.kind === 'cancelled' && answer.failure.charged === 'no';
      this.store.setState({ repair: isStopped ? undefined : { ...target, step: 'failed', failure: answer.failure } });
      return;
    }
    const { takeId: afterId, beforeTakeId: beforeId } = answer.value;
    const chosenId = this.#deps.project.findBlock(blockId)?.block.attributes.takeId ?? null;
    const isMade = this.#deps.project.store.getState().takes.find(({ id }) => id === afterId)?.derivedFrom !== undefined;
    // A take of the whole block would stand for it by itself: undo must have a name to go back to.
    if (!isMade && chosenId === null) this.#choose(chapterId, blockId, beforeId);
    this.#choose(chapterId, blockId, afterId);
    this.#act = this.#deps.project.openManuscript()?.lastAct;
    this.store.setState({
      repair: { ...target, step: 'comparing', beforeId, afterId, chosenId: isMade ? chosenId : (chosenId ?? beforeId) },
    });
    this.#deps.announce(messages.repair.repaired);
  };

  /** Once more from the question, with the price as it is now. */
  readonly retryRepair = async (): Promise<void> => {
    const { repair } = this.store.getState();
    if (!repair) return;
    const { blockId, selection, pickupId } = repair;
    await this.openRepair({ blockId, ...(selection && { selection }), ...(pickupId !== undefined && { pickupId }) });
  };

  /** Stops what is under way, or closes the question or the comparison. What was repaired stays. */
  readonly closeRepair = (): void => {
    const { repair } = this.store.getState();
    this.#running?.abort();
    if (repair?.step === 'generating') return; // its end says what became of it
    if (repair?.step === 'comparing') this.#deps.takes.stopTakes();
    this.store.setState({ repair: undefined });
  };

  /** The pickup that it was made for is accepted, as one act with the choice of the take. */
  readonly keepRepair = (): void => {
    const { pickupId } = this.store.getState().repair ?? {};
    this.closeRepair();
    const isSettled = pickupId !== undefined && this.#deps.pickups.settle(pickupId, this.#act);
    this.#deps.announce(isSettled ? messages.repair.savedAndAccepted : messages.repair.saved);
  };

  /** Gives the block the take that it had, as an act of its own. */
  readonly undoRepair = (): void => {
    const { repair } = this.store.getState();
    if (repair?.step !== 'comparing') return;
    this.#choose(repair.chapterId, repair.blockId, repair.chosenId);
    this.closeRepair();
    this.#deps.announce(messages.repair.undone);
  };

  /** Plays one side of the comparison; pauses it where it plays. Without a side, the one that was not heard last. */
  readonly hearRepair = (side?: 'before' | 'after'): void => {
    const { repair } = this.store.getState();
    if (repair?.step !== 'comparing') return;
    const takes = new Map(this.#deps.project.store.getState().takes.map((take) => [take.id, take]));
    const [before, after] = [takes.get(repair.beforeId), takes.get(repair.afterId)];
    if (!before || !after) return;
    const wanted = side ?? (this.#deps.takes.store.getState().heard === after.id ? 'before' : 'after');
    this.#deps.takes.playOfPair(wanted === 'before' ? before : after, wanted === 'before' ? after : before);
    this.#showPlace(repair.blockId);
    this.#deps.announce(wanted === 'before' ? messages.repair.playingBefore : messages.repair.playingAfter);
  };

  /** Moves the playhead of the chapter to the block whose takes are compared: Play goes on there. */
  #showPlace(blockId: BlockId): void {
    const { player } = this.#deps.player;
    const block = player.sound?.timeline.blocks.find((one) => one.blockId === blockId);
    if (block) player.seek(block.start / sampleRate);
  }

  /** A repair belongs to the project in which it was begun, and its comparison to the takes that it is about. */
  readonly watchRepair = (): (() => void) => {
    this.#findUnplaced();
    this.#nameFinished();
    return this.#deps.project.store.subscribe((now, before) => {
      const { repair } = this.store.getState();
      if (now.takes !== before.takes || now.details?.projectId !== before.details?.projectId) {
        this.#findUnplaced();
        this.#nameFinished();
      }
      if (repair === undefined) return;
      if (now.details?.projectId !== before.details?.projectId) {
        this.#running?.abort();
        this.store.setState({ repair: undefined });
      } else if (now.document !== before.document && repair.step === 'comparing') {
        const takeId = this.#deps.project.findBlock(repair.blockId)?.block.attributes.takeId;
        // Undone, or chosen otherwise: there is nothing to keep.
        if (takeId !== repair.afterId) this.closeRepair();
      }
    });
  };

  /** Asks about putting a paid sentence into its take, which is free. */
  readonly placeSentence = ({ blockId, selection }: UnplacedSentence): Promise<void> =>
    this.openRepair({ blockId, ...(selection && { selection }) });

  /** Asks no more about it. It stays paid: the same repair finds it again. */
  readonly dismissSentence = ({ take }: UnplacedSentence): void => {
    this.#dismissed.add(take.id);
    this.#findUnplaced();
  };

  #findUnplaced(): void {
    const manuscript = this.#deps.project.openManuscript();
    const blocks = manuscript?.chapterIds.flatMap((id) => blocksOf(manuscript.document(id))) ?? [];
    const found = findUnplacedSentences(this.#deps.project.store.getState().takes, blocks);
    const unplaced = found.filter(({ take }) => !this.#dismissed.has(take.id));
    if (unplaced.length > 0 || this.store.getState().unplaced.length > 0) this.store.setState({ unplaced });
  }

  /** What was asked for before the window was loaded again has become a take: its block gets it, as it would have. */
  #nameFinished(): void {
    const asked = this.store.getState().repair?.step === 'generating' ? undefined : begun.get();
    const { details, takes } = this.#deps.project.store.getState();
    const chapterId = asked && this.#deps.project.findBlock(asked.blockId)?.chapterId;
    if (asked === undefined || chapterId === undefined || details?.projectId !== asked.projectId) return;
    const finished = takes.findLast(
      (take) => isRepairedFor(take, asked.blockId) && take.derivedAs === undefined && take.createdAt >= asked.at,
    );
    if (finished === undefined) return;
    begun.set(undefined);
    this.#choose(chapterId, asked.blockId, finished.id);
    this.#deps.announce(messages.repair.repaired);
  }

  #begin(): AbortSignal {
    this.#running?.abort();
    this.#running = new AbortController();
    return this.#running.signal;
  }

  async #order({ blockId, chapterId, selection }: RepairTarget & { chapterId: ChapterId }) {
    const unsaved = await this.#deps.project.flushProject();
    if (unsaved) throw fail(unsaved.kind, message('generation.scriptNotSaved', readText(unsaved)), { ...unsaved, charged: 'no' });
    const projectId = this.#deps.project.store.getState().details?.projectId ?? '';
    return { projectId, chapterId, blockId, ...(selection && { selection }) };
  }

  #choose(chapterId: ChapterId, blockId: BlockId, takeId: TakeId | null): void {
    const manuscript = this.#deps.project.openManuscript();
    if (!manuscript) return;
    const transform = new Transform(manuscript.document(chapterId));
    const block = blocksOf(transform.doc).find(({ attributes }) => attributes.id === blockId);
    if (!block || block.attributes.takeId === takeId) return;
    transform.setNodeAttribute(block.position, 'takeId', takeId);
    manuscript.commit([{ chapterId, steps: transform.steps, before: transform.docs, document: transform.doc }], { source: 'inspector' });
  }
}
