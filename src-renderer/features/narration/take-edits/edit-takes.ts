import type { BlockId } from '#shared/ids.ts';
import { longestTrimMs, withTakeEdit } from '#shared/narration/edited-take.ts';
import type { TakeEdit } from '#shared/narration/take-edit.ts';
import type { Take } from '#shared/narration/take.ts';
import { currentChapter } from '../../../core/chapter/chapter.ts';
import { setBlocks, useProject } from '../../../core/project/project.ts';

type TakeEditChange = { [Name in keyof TakeEdit]: TakeEdit[Name] | undefined };
export const noEdit = { gainDb: undefined, trimStartMs: undefined, trimEndMs: undefined, crossfadeMs: undefined } satisfies TakeEditChange;

/** What is heard of a block: the take without its edit, and the edit. */
export interface HeardTake {
  take: Take;
  edit: TakeEdit;
}

const unedited: TakeEdit = {};

/** `undefined` where the block has no sound. */
export function findHeardTake(blockId: BlockId): HeardTake | undefined {
  const heard = currentChapter().block(blockId)?.take;
  const take = heard && useProject.getState().takes.find(({ id }) => id === heard.id);
  return take && { take, edit: heard.edit ?? unedited };
}

/** Edits the takes that are heard of these blocks, as one act that can be undone. Blocks without sound stay as they are. */
export function editTakes(blockIds: readonly BlockId[], change: (heard: HeardTake) => TakeEditChange): void {
  const heard = new Map(
    blockIds.flatMap((blockId) => {
      const found = findHeardTake(blockId);
      return found ? [[blockId, found] as const] : [];
    }),
  );
  setBlocks([...heard.keys()], ({ id, takeEdits }) => {
    const found = heard.get(id);
    return found ? { takeEdits: withTakeEdit(takeEdits, found.take.id, { ...found.edit, ...change(found) }) } : {};
  });
}

/** Milliseconds that one trim of a take may take away, whatever it takes away now. */
export function longestTrimOf({ take, edit: { trimStartMs = 0, trimEndMs = 0 } }: HeardTake, end: 'start' | 'end'): number {
  return longestTrimMs(take.samples, end === 'start' ? trimEndMs : trimStartMs);
}
