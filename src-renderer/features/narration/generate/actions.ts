import { useChapter } from '../../../core/chapter/chapter.ts';
import type { BlockView } from '../../../core/chapter/chapter-view.ts';
import { generate, useGeneration } from '../../../core/generation/generation.ts';
import { hearWhenMade } from '../../../core/player/player.ts';
import { useProject } from '../../../core/project/project.ts';
import { findLeftOutInChapter } from './left-out.ts';
import { makeAll } from './make-all.ts';
import { blocksToMake, selectedToMake } from './what-to-make.ts';

export function generateAll(): void {
  const { chapterId } = useProject.getState();
  const { blocks: all } = useChapter.getState();
  const blocks = blocksToMake(all).map(({ id, text }) => ({ id, text }));
  if (chapterId !== undefined) void makeAll([{ chapterId, blocks }], findLeftOutInChapter(all));
}

export function generateSelected(): void {
  make(selectedToMake(useChapter.getState(), useProject.getState().selected));
}

/** Blocks that failed, once more. */
export function generateAgain(blockIds: readonly string[]): void {
  make(selectedToMake(useChapter.getState(), blockIds));
}

function make(blocks: readonly BlockView[]): void {
  if (blocks.length === 0) return;
  // Asked for while a run goes on, they are made after it, and are not what is being listened for.
  if (!useGeneration.getState().progress)
    hearWhenMade(
      blocks.map((block) => block.id),
      true,
    );
  void generate(blocks.map(({ id, text }) => ({ id, text })));
}
