import { useEffect, useState } from 'react';
import { findUnfinished, type UnfinishedBlock } from '#shared/narration/unfinished.ts';
import { useReadyService } from '../../core/account/price.tsx';
import { knownFacts } from '../../core/chapter/chapter.ts';
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

/** Whether only another service has the voice, as far as is known. */
export function isVoiceElsewhere(voiceId: string): boolean {
  const voices = knownFacts();
  return voices.isGone(voiceId) && voices.isElsewhere(voiceId);
}

/** What "Generate book" makes: all chapters of the open project, in their order. Reads the whole book. */
export function bookToMake(): ChapterOrder[] {
  const { details, outline, takes } = useProject.getState();
  const manuscript = openManuscript();
  if (!details || !manuscript) return [];
  const connectionId = useStudio.getState().connection?.id ?? '';
  const unfinished = outline.map(({ id, title }) =>
    findUnfinished({ id, title, document: manuscript.document(id) }, takes, details, connectionId, isVoiceElsewhere),
  );
  return orderByChapter(unfinished.flatMap(({ blocks }) => blocks));
}

export const generateBook = (): void => void makeOrAsk(bookToMake());

/** The book is read again when nothing of it has changed for this long, in milliseconds. */
const restsAfterMs = 500;

/** The same for a component, a moment after each change; `estimate` comes later. */
export function useBookToMake(): { orders: readonly ChapterOrder[]; count: number; estimate: Estimate | undefined } {
  const [orders, setOrders] = useState<readonly ChapterOrder[]>(bookToMake);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setOrders(bookToMake()), restsAfterMs);
    };
    const offProject = useProject.subscribe((now, before) => {
      const isSame = now.details === before.details && now.outline === before.outline && now.takes === before.takes;
      if (!isSame || now.document !== before.document) wait();
    });
    const offStudio = useStudio.subscribe((now, before) => {
      if (now.connection?.id !== before.connection?.id || now.voices !== before.voices) wait();
    });
    return () => {
      clearTimeout(timer);
      offProject();
      offStudio();
    };
  }, []);
  const ready = useReadyService();
  const reopened = useProject((state) => state.reopened);
  const [known, setKnown] = useState<{ for: readonly ChapterOrder[]; estimate: Estimate }>();
  useEffect(() => {
    if (orders.length === 0) return;
    const abort = new AbortController();
    void estimateOrders(orders, abort.signal).then((estimate) => {
      if (!abort.signal.aborted) setKnown({ for: orders, estimate });
    });
    return () => abort.abort();
  }, [orders, ready, reopened]);
  const count = orders.reduce((sum, { blocks }) => sum + blocks.length, 0);
  return { orders, count, estimate: known?.for === orders ? known.estimate : undefined };
}
