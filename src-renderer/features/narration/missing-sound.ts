import { findUnfinished, type UnfinishedBlock } from '#shared/narration/unfinished.ts';
import type { ExportScope } from './sound-exports.ts';
import { openManuscript, useProject } from '../../core/project/project.ts';
import { useStudio } from '../../core/studio/studio.ts';

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
