import { Fragment } from '@tiptap/pm/model';
import { create } from 'zustand';
import type { BlockId, ChapterId, TakeId } from '#shared/ids.ts';
import { blocksOf, schema } from '#shared/narration/document.ts';
import { chooseTake } from '#shared/narration/choose-take.ts';
import { findTakeEdit } from '#shared/narration/edited-take.ts';
import { blockFingerprint, voiceOf } from '#shared/narration/shape.ts';
import { workOf, type Take } from '#shared/narration/take.ts';
import { TakePlayer, type TakePlaying, type TakeSound } from '../../../audio/take-player.ts';
import { attempt } from '../../../core/host/attempt.ts';
import { nameOfTake, restoredAttributes, restoredText, takesOfBlock, type TakeView } from './takes-view.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { PlayerStore } from '../../../core/player/player-store.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { ChapterStore } from '../../../core/chapter/chapter-store.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';
import type { Estimate, GenerationStore } from '../../../core/generation/generation-store.ts';
import type { announce } from '../../../lib/live-region.tsx';
import type { toastFailure } from '../../../lib/toast.tsx';
import { plainFailure } from '../../../lib/failure-words.ts';

interface TakesState extends TakePlaying {
  /** The take that the keys act on, where a person has picked one; else the one that is heard. */
  pickedId: TakeId | undefined;
}

export interface TakesDependencies {
  client: StudioClient;
  player: Pick<PlayerStore, 'store' | 'player' | 'hearWhenMade'>;
  project: Pick<ProjectStore, 'store' | 'setBlocks' | 'edit' | 'addTake' | 'findBlock' | 'showChapter'>;
  chapter: Pick<ChapterStore, 'store'>;
  studio: Pick<StudioStore, 'store'>;
  generation: Pick<GenerationStore, 'generate' | 'store' | 'estimateParts'>;
  announce: typeof announce;
  toastFailure: typeof toastFailure;
}

/** The takes of the selected block: which is picked, and which is heard. */
export class TakesStore {
  readonly store = create<TakesState>(() => ({ pickedId: undefined, takeIds: [], heard: undefined, paused: true, decibels: [] }));
  readonly #deps: TakesDependencies;
  readonly #takePlayer = new TakePlayer(
    (playing) => {
      if (!playing.paused && this.#deps.player.store.getState().mode !== 'stopped') this.#deps.player.player.pause();
      this.store.setState(playing);
    },
    (takeId) => {
      if (this.store.getState().heard === takeId) this.#deps.announce(messages.narration.takeNotRead);
      this.stopTakes();
    },
  );

  constructor(dependencies: TakesDependencies) {
    this.#deps = dependencies;
  }

  /** The one selected block and its takes, newest first; none while no block or several are selected. */
  readonly currentTakes = (): { blockId: BlockId; takes: readonly TakeView[]; picked: TakeView | undefined } | undefined => {
    const { selected, takes, details } = this.#deps.project.store.getState();
    const [blockId] = selected;
    const block = selected.length === 1 && blockId !== undefined ? this.#deps.chapter.store.getState().block(blockId) : undefined;
    if (!block || !details) return undefined;
    const views = takesOfBlock(block, { takes, defaults: details, connectionId: this.#deps.studio.store.getState().connection?.id ?? '' });
    return { blockId: block.id, takes: views, picked: pickedAmong(views, this.store.getState().pickedId) };
  };

  readonly pick = (takeId: TakeId): void => this.store.setState({ pickedId: takeId });

  /** As it sounds in the selected block. */
  #soundOf(take: Take): TakeSound {
    const { selected, takes, details } = this.#deps.project.store.getState();
    const { takeEdits = {} } = this.#deps.chapter.store.getState().block(selected[0] ?? '')?.attributes ?? {};
    const edit = findTakeEdit(takeEdits, take, (id) => takes.find((other) => other.id === id));
    const query = new URLSearchParams(Object.entries(edit).map(([name, value]) => [name, String(value)]));
    const url = `/bytes/take/${details?.projectId ?? ''}/${take.id}.wav`;
    return { takeId: take.id, url: query.size === 0 ? url : `${url}?${query.toString()}` };
  }

  readonly playTake = (take: Take): void => this.#takePlayer.toggle(this.#soundOf(take));

  readonly stopTakes = (): void => this.#takePlayer.stop();

  /** Plays the picked take against the one that is heard; against the newest other one where that is the same. */
  readonly compareTakes = (take: Take, takes: readonly TakeView[]): void => {
    const playable = takes.filter((view) => view.take.id !== take.id && isPlayable(view));
    const other = playable.find((view) => view.heard) ?? playable[0];
    if (other) this.#takePlayer.compare(this.#soundOf(take), this.#soundOf(other.take));
  };

  /** Plays a take that another is compared with, at the place where that one was; pauses it where it plays. */
  readonly playOfPair = (take: Take, other: Take): void => {
    const { takeIds } = this.store.getState();
    if (takeIds.length === 2 && takeIds.includes(take.id) && takeIds.includes(other.id)) this.playTake(take);
    else this.#takePlayer.compare(this.#soundOf(take), this.#soundOf(other));
  };

  readonly switchTakes = (): void => {
    this.#takePlayer.switch();
  };

  /** Ends the comparison with the take that plays in use, chosen where another one was. Undone as one act. */
  readonly chooseCompared = (): void => {
    const { takeIds, heard } = this.store.getState();
    const current = this.currentTakes();
    const winner = current?.takes.find((view) => view.take.id === heard);
    if (takeIds.length !== 2 || !current || !winner) return;
    if (winner.heard) this.endComparison();
    else {
      this.stopTakes();
      this.#deps.project.setBlocks([current.blockId], () => ({ takeId: winner.take.id }));
      this.#deps.announce(messages.narration.takeNowInUse(nameOfTake(current.takes, winner.take.id)));
    }
    this.pick(winner.take.id);
  };

  /** Ends the comparison without a choice: the take in use stays. */
  readonly endComparison = (): void => {
    const { takes = [] } = this.currentTakes() ?? {};
    const inUse = takes.find((view) => view.heard);
    this.stopTakes();
    this.#deps.announce(inUse ? messages.narration.takeStaysInUse(nameOfTake(takes, inUse.take.id)) : messages.narration.comparisonEnded);
  };

  /** Makes a take stand for a block; `null`: the newest that fits again. Undone as one act. */
  readonly chooseTakeOf = (blockId: BlockId, takeId: TakeId | null): void => {
    this.#deps.project.setBlocks([blockId], () => ({ takeId }));
    this.#deps.announce(takeId === null ? messages.narration.newestPlays : messages.narration.takePlays);
  };

  /** Writes a take's own text, voice, model and settings back into its block, so that it is current. Undone as one act. */
  readonly restoreTake = (blockId: BlockId, take: Take): void => {
    const { takes, details } = this.#deps.project.store.getState();
    if (!details) return;
    this.#deps.project.edit((transform) => {
      const block = blocksOf(transform.doc).find((candidate) => candidate.attributes.id === blockId);
      if (!block) return;
      const newest = chooseTake(takes, { id: blockId, takeId: null, text: take.text }, workOf(take))?.take;
      const attributes = {
        ...restoredAttributes(take, block.attributes, details),
        takeId: newest?.id === take.id ? null : take.id,
      };
      for (const [name, value] of Object.entries(attributes)) transform.setNodeAttribute(block.position, name, value);
      const text = restoredText(take, { ...block, attributes: { ...block.attributes, ...attributes } }, details);
      if (text === block.text) return;
      const start = block.position + 1;
      transform.replaceWith(start, start + block.text.length, text === '' ? Fragment.empty : schema.text(text));
    });
    this.#deps.announce(messages.narration.restored);
  };

  /** Durable when it settles; shown at once. */
  readonly starTake = async (take: Take, starred: boolean): Promise<void> => {
    const { details } = this.#deps.project.store.getState();
    if (!details) return;
    this.#deps.project.addTake({ ...take, starred });
    const answer = await attempt(() => this.#deps.client.run('take.update', { projectId: details.projectId, takeId: take.id, starred }));
    if (answer.ok) return;
    if (this.#deps.project.store.getState().details?.projectId === details.projectId) this.#deps.project.addTake(take);
    this.#deps.toastFailure(answer.failure);
  };

  /** A block of any chapter, as far as another reading of it goes; `work` is another where that would be of something else. */
  readonly describeWork = (
    blockId: BlockId,
  ): { chapterId: ChapterId; text: string; voiceId: string | null; locked: boolean; work: string | undefined } | undefined => {
    const { details } = this.#deps.project.store.getState();
    const found = this.#deps.project.findBlock(blockId);
    if (!found || !details) return undefined;
    const { chapterId, block } = found;
    const work = blockFingerprint(block, details, this.#deps.studio.store.getState().connection?.id ?? '');
    return { chapterId, text: block.text, voiceId: voiceOf(block.attributes, details), locked: block.attributes.locked, work };
  };

  /** What another reading of a block of any chapter would cost; undefined where it is not known now. */
  readonly estimateAnother = async (blockId: BlockId, signal: AbortSignal): Promise<Estimate | undefined> => {
    const block = this.describeWork(blockId);
    return block && this.#deps.generation.estimateParts([{ chapterId: block.chapterId, blockIds: [blockId] }], signal, true);
  };

  /** Buys another reading of what a block is now, and shows its chapter. */
  readonly makeAnother = (blockId: BlockId): void => {
    const block = this.describeWork(blockId);
    if (!block || this.whyNotAnother(blockId) !== undefined) return;
    this.stopTakes();
    this.store.setState({ pickedId: undefined });
    this.#deps.project.showChapter(block.chapterId);
    this.#deps.player.hearWhenMade([blockId], true);
    void this.#deps.generation.generate([{ id: blockId, text: block.text }], true, block.chapterId);
  };

  /** Why no other reading can be made now, in words. */
  readonly whyNotAnother = (
    blockId: BlockId | undefined,
    { connection }: Pick<ReturnType<StudioStore['store']['getState']>, 'connection'> = this.#deps.studio.store.getState(),
    running = this.#deps.generation.store.getState().progress !== undefined,
  ): string | undefined => {
    const block = blockId === undefined ? undefined : this.describeWork(blockId);
    if (!block) return messages.narration.placeCaretInText;
    if (block.text.trim() === '') return messages.narration.blockEmpty;
    if (block.locked) return messages.narration.unlockFirst;
    if (block.voiceId === null) return messages.narration.chooseAVoiceFirst;
    if (connection?.state !== 'ready') return plainFailure(connection?.failure) ?? messages.narration.serviceNotReady;
    return running ? messages.narration.waitForGeneration : undefined;
  };

  /** Takes fall silent where the chapter plays, and where their block is left. */
  readonly watchTakes = (): (() => void) => {
    const stops = [
      this.#deps.player.store.subscribe((now) => {
        if (now.mode === 'playing' && !now.paused && !this.store.getState().paused) this.#takePlayer.pause();
      }),
      this.#deps.project.store.subscribe((now, before) => {
        if (now.selected === before.selected && now.details?.projectId === before.details?.projectId) return;
        if (now.selected[0] === before.selected[0] && now.selected.length === 1) return;
        this.stopTakes();
        this.store.setState({ pickedId: undefined });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.stopTakes();
    };
  };
}

export function pickedAmong(takes: readonly TakeView[], pickedId: TakeId | undefined): TakeView | undefined {
  return takes.find((view) => view.take.id === pickedId) ?? takes.find((view) => view.heard) ?? takes[0];
}

export const isPlayable = ({ state, take }: TakeView): boolean => state !== 'damaged' && take.samples > 0;
