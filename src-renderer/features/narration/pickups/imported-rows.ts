import { newId, type BlockId } from '#shared/ids.ts';
import { message, type Message } from '#shared/messages/message.ts';
import type { PickupRow } from '#shared/narration/pickup-csv.ts';
import type { Pickup, SoundingChapter } from '#shared/narration/pickups.ts';

/** What is the same pickup in a file and in the project. */
export const keyOf = (blockId: BlockId, { kind, startMs, endMs }: Pick<Pickup, 'kind' | 'startMs' | 'endMs'>): string =>
  [blockId, kind, startMs, endMs].join('/');

/** Why the row of a file names no block that has audio. */
export function placeProblem({ chapter, block }: PickupRow, chapters: readonly SoundingChapter[]): Message | undefined {
  const blocks = chapters[chapter - 1]?.blocks;
  if (!blocks) return message('pickups.csvNoChapter', chapter);
  const found = blocks[block - 1];
  if (!found) return message('pickups.csvNoBlock', chapter, block);
  return found.take ? undefined : message('pickups.csvNoAudio', chapter, block);
}

/** The pickup of a row, with the id of the one that is there; `undefined` where that says the same. */
export function toPickup(row: PickupRow, chapters: readonly SoundingChapter[], known: ReadonlyMap<string, Pickup>): Pickup | undefined {
  const { chapter, block, ...facts } = row;
  const blockId = chapters[chapter - 1]?.blocks[block - 1]?.blockId;
  const take = chapters[chapter - 1]?.blocks[block - 1]?.take;
  const chapterId = chapters[chapter - 1]?.id;
  if (blockId === undefined || chapterId === undefined || !take) return undefined;
  const before = known.get(keyOf(blockId, row));
  if (!before) return { id: newId(), chapterId, blockId, takeId: take.id, by: 'person', ...facts };
  const isSame = before.text === row.text && before.note === row.note && before.state === row.state && before.score === row.score;
  return isSame ? undefined : { ...before, ...facts };
}
