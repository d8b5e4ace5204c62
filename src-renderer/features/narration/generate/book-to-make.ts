import { useEffect, useState } from 'react';
import type { BlockId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { findUnfinished, type UnfinishedBlock } from '#shared/narration/unfinished.ts';
import { useReadyService } from '../../../core/account/price.tsx';
import { knownFacts } from '../../../core/chapter/chapter.ts';
import type { Estimate } from '../../../core/generation/generation.ts';
import { openManuscript, useProject } from '../../../core/project/project.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import type { ChapterOrder } from './ask-first-store.ts';
import { makeAll } from './make-all.ts';
import { estimateOrders } from '../stores.ts';

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
function isVoiceElsewhere(voiceId: string): boolean {
  const voices = knownFacts();
  return voices.isGone(voiceId) && voices.isElsewhere(voiceId);
}

/** What is known of the voices and models of the service in use. */
export const knownOfService = (): Parameters<typeof findUnfinished>[4] => ({
  isElsewhere: isVoiceElsewhere,
  limitOf: (attributes, project) => knownFacts().limitOf(attributes, project),
});

/** Blocks that are not generated as they are too long for their model. */
export const findLeftOut = (blocks: readonly UnfinishedBlock[]): BlockId[] =>
  blocks.flatMap(({ id, isTooLong }) => (isTooLong ? [id] : []));

interface BookToMake {
  orders: readonly ChapterOrder[];
  leftOut: readonly BlockId[];
}

/** What "Generate book" makes: all chapters of the open project, in their order. Reads the whole book. */
function bookToMake(): BookToMake {
  const { details, outline, takes } = useProject.getState();
  const manuscript = openManuscript();
  if (!details || !manuscript) return { orders: [], leftOut: [] };
  const connectionId = useStudio.getState().connection?.id ?? '';
  const known = knownOfService();
  const blocks = outline.flatMap(
    ({ id, title }) => findUnfinished({ id, title, document: manuscript.document(id) }, takes, details, connectionId, known).blocks,
  );
  return { orders: orderByChapter(blocks), leftOut: findLeftOut(blocks) };
}

/** Why "Generate book" makes nothing, if so. */
const whyNothing = ({ orders, leftOut }: BookToMake): string | undefined =>
  orders.length > 0 ? undefined : leftOut.length > 0 ? messages.narration.onlyTooLongLeft : messages.narration.allGenerated;

export const whyNothingInBook = (): string | undefined => whyNothing(bookToMake());

export function generateBook(): void {
  const { orders, leftOut } = bookToMake();
  void makeAll(orders, leftOut);
}

type BookState = Pick<ReturnType<typeof useProject.getState>, 'details' | 'outline' | 'takes' | 'edits'>;

/** Whether something changed that "Generate book" rests on, in any chapter. */
const isOtherBook = (now: BookState, before: BookState): boolean =>
  now.details !== before.details || now.outline !== before.outline || now.takes !== before.takes || now.edits !== before.edits;

/** The book is read again when nothing of it has changed for this long, in milliseconds. */
const restsAfterMs = 500;

/** The same for a component, a moment after each change; `estimate` comes later. */
export function useBookToMake(): BookToMake & { count: number; why: string | undefined; estimate: Estimate | undefined } {
  const [book, setBook] = useState(bookToMake);
  const { orders } = book;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setBook(bookToMake()), restsAfterMs);
    };
    const offProject = useProject.subscribe((now, before) => {
      if (isOtherBook(now, before)) wait();
    });
    const offStudio = useStudio.subscribe((now, before) => {
      if (now.connection?.id !== before.connection?.id || now.voices !== before.voices || now.models !== before.models) wait();
    });
    return () => {
      clearTimeout(timer);
      offProject();
      offStudio();
    };
  }, []);
  const estimate = useOrdersEstimate(orders);
  const count = orders.reduce((sum, { blocks }) => sum + blocks.length, 0);
  return { ...book, count, why: whyNothing(book), estimate };
}

/** What generating these would send and cost; undefined until that is known. */
export function useOrdersEstimate(orders: readonly ChapterOrder[]): Estimate | undefined {
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
  return known?.for === orders ? known.estimate : undefined;
}
