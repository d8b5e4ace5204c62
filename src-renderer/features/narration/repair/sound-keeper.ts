import type { Node } from '@tiptap/pm/model';
import type { BlockId, ChapterId } from '#shared/ids.ts';
import { attributesOf, defaultPauseMs, touchedBlocks, usualPauseMs, wordsOf } from '#shared/narration/document.ts';
import { blockFingerprint } from '#shared/narration/shape.ts';
import { chooseTake } from '#shared/narration/choose-take.ts';
import type { Take } from '#shared/narration/take.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';

interface SoundKeeperDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'flushProject'>;
  studio: Pick<StudioStore, 'store'>;
}

/** Blocks that came of splitting or joining others, with the takes that their words are in. */
interface Parted {
  blockIds: BlockId[];
  takeIds: string[];
  pauseMs: number;
}

/**
 * Keeps the sound of blocks that are split and joined: main cuts or joins their takes, and the halves are current again. A part that another character
 * speaks now has its own words of the take alone, and is stale.
 */
export class SoundKeeper {
  readonly #deps: SoundKeeperDependencies;
  /** Blocks that are still to get their sound, and the takes that it is in: they may be split again meanwhile. */
  readonly #pending = new Map<BlockId, string[]>();

  constructor(dependencies: SoundKeeperDependencies) {
    this.#deps = dependencies;
  }

  readonly watchSplits = (): (() => void) =>
    this.#deps.project.store.subscribe((now, before) => {
      if (now.document === before.document || now.chapterId !== before.chapterId || !now.document || !before.document) return;
      const found = this.#find(before.document, now.document);
      if (found && now.chapterId !== undefined) void this.#keep(found, now.chapterId);
    });

  #find(before: Node, after: Node): Parted | undefined {
    const { old, now } = touchedBlocks(before, after);
    const isSplit = old.length === 1 && now.length > 1;
    const isJoin = old.length === 2 && now.length === 1;
    if ((!isSplit && !isJoin) || readTokens(old) !== readTokens(now)) return undefined;
    const takeIds = isJoin ? old.flatMap((node) => this.#timedTake(node) ?? []) : this.#takesOf(old[0]);
    const blockIds = now.filter((node) => readTokens([node]) !== '' && !this.#currentTake(node)).map((node) => attributesOf(node).id);
    if (blockIds.length === 0 || takeIds.length < old.length) return undefined;
    const [first, second] = old;
    return {
      blockIds,
      takeIds,
      pauseMs: first ? (attributesOf(first).pauseMs ?? usualPauseMs(first, second)) : defaultPauseMs,
    };
  }

  /** What a block that is split can be cut from: its take, or that of which it is still to get its part. */
  #takesOf(node: Node | undefined): string[] {
    if (!node) return [];
    const takeId = this.#timedTake(node);
    return takeId === undefined ? (this.#pending.get(attributesOf(node).id) ?? []) : [takeId];
  }

  /** The take of a block, where the times of its words are known. */
  #timedTake(node: Node): string | undefined {
    const take = this.#currentTake(node);
    return take && take.words.length > 0 ? take.id : undefined;
  }

  /** The take that stands for a block and is of what the block is. */
  #currentTake(node: Node): Take | undefined {
    const { details, takes } = this.#deps.project.store.getState();
    if (!details) return undefined;
    const attributes = attributesOf(node);
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    const block = { attributes, text: node.textContent };
    const chosen = chooseTake(takes, { ...attributes, text: block.text }, blockFingerprint(block, details, connectionId) ?? '');
    return chosen && !chosen.stale ? chosen.take : undefined;
  }

  /** Where it does not succeed the blocks are stale, as they are shown. */
  async #keep({ blockIds, takeIds, pauseMs }: Parted, chapterId: ChapterId): Promise<void> {
    for (const blockId of blockIds) this.#pending.set(blockId, takeIds);
    const unsaved = await this.#deps.project.flushProject();
    const projectId = this.#deps.project.store.getState().details?.projectId;
    for (const blockId of blockIds) {
      if (!unsaved && projectId !== undefined)
        await attempt(() => this.#deps.client.run('speech.keep-sound', { projectId, chapterId, blockId, takeIds, pauseMs }));
      if (this.#pending.get(blockId) === takeIds) this.#pending.delete(blockId);
    }
  }
}

const readTokens = (nodes: readonly Node[]): string =>
  nodes
    .flatMap((node) => wordsOf(node.textContent))
    .map(({ text }) => text)
    .join(' ');
