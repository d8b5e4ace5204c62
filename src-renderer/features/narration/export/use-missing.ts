import { useMemo } from 'react';
import { findUnfinished, type UnfinishedBlock } from '#shared/narration/unfinished.ts';
import { knownOfService } from '../generate/book-to-make.ts';
import { openManuscript, useProject } from '../../../core/project/project.ts';
import { useStudio } from '../../../core/studio/studio.ts';

export interface Missing {
  /** Without audio, or with audio of an earlier text, in reading order. */
  blocks: readonly UnfinishedBlock[];
  silent: number;
  /** With audio that breaks off. */
  incomplete: number;
  withText: number;
  /** With whole audio of an earlier text or voice, in reading order. */
  changed: readonly UnfinishedBlock[];
}

/** What an export of the chapters, all but those left out, lacks. */
export function useMissing(leftOut: readonly string[]): Missing {
  const details = useProject((state) => state.details);
  const outline = useProject((state) => state.outline);
  const takes = useProject((state) => state.takes);
  const connectionId = useStudio((state) => state.connection?.id ?? '');
  return useMemo(() => {
    const manuscript = openManuscript();
    if (!details || !manuscript) return { blocks: [], silent: 0, incomplete: 0, withText: 0, changed: [] };
    const found = outline
      .filter(({ id }) => !leftOut.includes(id))
      .map(({ id, title }) =>
        findUnfinished({ id, title, document: manuscript.document(id) }, takes, details, connectionId, knownOfService()),
      );
    const blocks = found.flatMap((one) => one.blocks);
    return {
      blocks,
      silent: blocks.filter(({ isStale, isIncomplete }) => !isStale && !isIncomplete).length,
      incomplete: blocks.filter(({ isIncomplete }) => isIncomplete).length,
      changed: blocks.filter(({ isStale }) => isStale),
      withText: found.reduce((sum, { withText }) => sum + withText, 0),
    };
  }, [details, outline, takes, connectionId, leftOut]);
}
