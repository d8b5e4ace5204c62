import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import type { BlockId, ChapterId } from '#shared/ids.ts';
import { blocksOf, type Block, type BlockAttributes } from '#shared/narration/document.ts';
import type { Applied } from '#shared/narration/history.ts';
import type { Manuscript } from './project-editor.ts';

/** Changes of blocks' attributes, in one chapter or in all of them. They are not committed here. */

type BlockChange = (block: Block) => Partial<Omit<BlockAttributes, 'id'>> | undefined;

/** Sets what `change` says of each block of the document; `undefined` leaves the block as it is. */
export function changeBlocks(transform: Transform, change: BlockChange): void {
  for (const block of blocksOf(transform.doc))
    for (const [name, value] of Object.entries(change(block) ?? {})) transform.setNodeAttribute(block.position, name, value);
}

/** Steps that happened to a chapter, and its document after them. */
type ChangedChapter = Applied & { document: Node };
type Chapters = Pick<Manuscript, 'chapterIds' | 'document'>;

/** The same over all chapters; those that stay as they are are left out. */
function changeBook(chapters: Chapters, change: BlockChange): ChangedChapter[] {
  return chapters.chapterIds.flatMap((chapterId) => {
    const transform = new Transform(chapters.document(chapterId));
    changeBlocks(transform, change);
    return transform.steps.length === 0 ? [] : [appliedTo(chapterId, transform)];
  });
}

export const appliedTo = (chapterId: ChapterId, { steps, docs, doc }: Transform): ChangedChapter => ({
  chapterId,
  steps,
  before: docs,
  document: doc,
});

/** Chooses takes for blocks. `takeIds`: by block. */
export const withTakes = (chapters: Chapters, takeIds: ReadonlyMap<string, string>): ChangedChapter[] =>
  changeBook(chapters, ({ attributes }) => {
    const takeId = takeIds.get(attributes.id);
    return takeId === undefined || takeId === attributes.takeId ? undefined : { takeId };
  });

/** Gives every block that names `voiceId` another voice, and its default model. */
export function withVoice(chapters: Chapters, voiceId: string, other: string): { applied: ChangedChapter[]; blocks: number } {
  let blocks = 0;
  const applied = changeBook(chapters, ({ attributes }) => {
    if (attributes.voiceId !== voiceId) return undefined;
    blocks += 1;
    return { voiceId: other, ...(attributes.modelId !== null && { modelId: null }) };
  });
  return { applied, blocks };
}

/** A block of any chapter as it is now, one of the `shown` chapter first. */
export function findBlock(
  chapters: Chapters,
  blockId: BlockId,
  shown: ChapterId | undefined,
): { chapterId: ChapterId; block: Block } | undefined {
  for (const chapterId of chapters.chapterIds.toSorted((one, other) => Number(other === shown) - Number(one === shown))) {
    const block = blocksOf(chapters.document(chapterId)).find(({ attributes }) => attributes.id === blockId);
    if (block) return { chapterId, block };
  }
  return undefined;
}
