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

/** Keeps the sound of blocks that are split and joined: main cuts or joins their takes, and the halves are current again. */
export class SoundKeeper {
  readonly #deps: SoundKeeperDependencies;

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
    const takes = old.map((node) => this.#currentTake(node));
    const blockIds = now.filter((node) => readTokens([node]) !== '' && !this.#currentTake(node)).map((node) => attributesOf(node).id);
    if (blockIds.length === 0 || takes.some((take) => take === undefined || take.words.length === 0)) return undefined;
    const [first, second] = old;
    return {
      blockIds,
      takeIds: takes.flatMap((take) => take?.id ?? []),
      pauseMs: first ? (attributesOf(first).pauseMs ?? usualPauseMs(first, second)) : defaultPauseMs,
    };
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
    const unsaved = await this.#deps.project.flushProject();
    const projectId = this.#deps.project.store.getState().details?.projectId;
    if (unsaved || projectId === undefined) return;
    for (const blockId of blockIds)
      await attempt(() => this.#deps.client.run('speech.keep-sound', { projectId, chapterId, blockId, takeIds, pauseMs }));
  }
}

const readTokens = (nodes: readonly Node[]): string =>
  nodes
    .flatMap((node) => wordsOf(node.textContent))
    .map(({ text }) => text)
    .join(' ');
