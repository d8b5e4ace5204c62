import type { Node } from '@tiptap/pm/model';
import type { BlockId, ChapterId } from '#shared/ids.ts';
import { attributesOf } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';
import { buildTimeline } from '#shared/narration/timeline.ts';
import type { ExportScope } from '../../state/exports.ts';
import { openManuscript, useProject } from '../../state/project.ts';
import { useStudio } from '../../state/studio.ts';

/** A block with text that an export would leave out, or whose sound is of an earlier text or voice. */
export interface UnfinishedBlock {
  id: BlockId;
  chapterId: ChapterId;
  chapterTitle: string;
  text: string;
  /** Whether it has sound, of what it was before. */
  isStale: boolean;
}

interface Defaults {
  voiceId: string | null;
  modelId: string | null;
}

/** The unfinished blocks of one chapter, in order, and how many of its blocks have text. Pure. */
export function findUnfinished(
  chapter: { id: ChapterId; title: string; document: Node },
  takes: readonly Take[],
  defaults: Defaults,
  connectionId: string,
): { blocks: UnfinishedBlock[]; withText: number } {
  const stale = new Map(buildTimeline(chapter.document, takes, defaults, connectionId).blocks.map((block) => [block.blockId, block.stale]));
  const blocks: UnfinishedBlock[] = [];
  let withText = 0;
  chapter.document.forEach((node) => {
    const text = node.textContent.trim();
    if (text === '') return;
    withText += 1;
    const { id, locked } = attributesOf(node);
    const isStale = stale.get(id);
    // A locked block keeps its sound on purpose.
    if (isStale === undefined || (isStale && !locked))
      blocks.push({ id, chapterId: chapter.id, chapterTitle: chapter.title, text, isStale: isStale === true });
  });
  return { blocks, withText };
}

/** What of the open project an export of this scope would lack. */
export function findUnfinishedInScope(scope: ExportScope): { blocks: UnfinishedBlock[]; withText: number } {
  const { details, chapterId, outline, takes } = useProject.getState();
  const manuscript = openManuscript();
  const connectionId = useStudio.getState().connection?.id ?? '';
  if (!details || !manuscript) return { blocks: [], withText: 0 };
  const chapters = scope === 'chapter' ? outline.filter(({ id }) => id === chapterId) : outline;
  const found = chapters.map(({ id, title }) =>
    findUnfinished({ id, title, document: manuscript.document(id) }, takes, details, connectionId),
  );
  return { blocks: found.flatMap(({ blocks }) => blocks), withText: found.reduce((sum, { withText }) => sum + withText, 0) };
}
