import { useEffect, useMemo, useState } from 'react';
import { findUnfinished, type UnfinishedBlock } from '#shared/narration/unfinished.ts';
import type { Estimate } from '../../core/generation/generation.ts';
import { openManuscript, useProject } from '../../core/project/project.ts';
import { useStudio } from '../../core/studio/studio.ts';
import type { ChapterOrder } from './ask-first-store.ts';
import { estimateOrders, makeOrAsk } from './stores.ts';

/** Of blocks without whole audio of what they are now, those that may be generated unasked, chapter by chapter. */
export function orderByChapter(blocks: readonly UnfinishedBlock[]): ChapterOrder[] {
  return [
    ...Map.groupBy(
      blocks.filter(({ isToMake }) => isToMake),
      ({ chapterId }) => chapterId,
    ),
  ].map(([chapterId, some]) => ({
    chapterId,
    blocks: some.map(({ id, text }) => ({ id, text })),
  }));
}

type Project = ReturnType<typeof useProject.getState>;

function bookOf(details: Project['details'], outline: Project['outline'], takes: Project['takes'], connectionId = ''): ChapterOrder[] {
  const manuscript = openManuscript();
  if (!details || !manuscript) return [];
  const unfinished = outline.map(({ id, title }) =>
    findUnfinished({ id, title, document: manuscript.document(id) }, takes, details, connectionId),
  );
  return orderByChapter(unfinished.flatMap(({ blocks }) => blocks));
}

/** What "Generate book" makes: all chapters of the open project, in their order. Reads the whole book. */
export function bookToMake(): ChapterOrder[] {
  const { details, outline, takes } = useProject.getState();
  return bookOf(details, outline, takes, useStudio.getState().connection?.id);
}

export const generateBook = (): void => void makeOrAsk(bookToMake());

/** The same for a component; `estimate` comes later. */
export function useBookToMake(): { count: number; estimate: Estimate | undefined } {
  const details = useProject((state) => state.details);
  const outline = useProject((state) => state.outline);
  const takes = useProject((state) => state.takes);
  const connectionId = useStudio((state) => state.connection?.id);
  const orders = useMemo(() => bookOf(details, outline, takes, connectionId), [details, outline, takes, connectionId]);
  const [known, setKnown] = useState<{ for: readonly ChapterOrder[]; estimate: Estimate }>();
  useEffect(() => {
    if (orders.length === 0) return;
    const abort = new AbortController();
    void estimateOrders(orders, abort.signal).then((estimate) => {
      if (!abort.signal.aborted) setKnown({ for: orders, estimate });
    });
    return () => abort.abort();
  }, [orders]);
  const count = orders.reduce((sum, { blocks }) => sum + blocks.length, 0);
  return { count, estimate: known?.for === orders ? known.estimate : undefined };
}
