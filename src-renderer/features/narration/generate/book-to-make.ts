import { useEffect, useState } from 'react';
import { messages } from '#shared/messages/index.ts';
import { findUnfinished, type UnfinishedBlock } from '#shared/narration/unfinished.ts';
import { useReadyService } from '../../../core/account/price.tsx';
import { knownFacts } from '../../../core/chapter/chapter.ts';
import type { Estimate } from '../../../core/generation/generation.ts';
import { openManuscript, useProject } from '../../../core/project/project.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import type { ChapterOrder } from './ask-first-store.ts';
import { findLeftOut, whyOnlyLeftOut, type LeftOutBlock } from './left-out.ts';
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

interface BookToMake {
  orders: readonly ChapterOrder[];
  leftOut: readonly LeftOutBlock[];
  /** Why "Generate book" makes nothing, if so. */
  why: string | undefined;
}

/** What "Generate book" makes: all chapters of the open project, in their order. Reads the whole book. */
function bookToMake(): BookToMake {
  const { details, outline, takes } = useProject.getState();
  const manuscript = openManuscript();
  if (!details || !manuscript) return { orders: [], leftOut: [], why: messages.narration.nothingToSpeak };
  const connectionId = useStudio.getState().connection?.id ?? '';
  const known = knownOfService();
  const chapters = outline.map(({ id, title }) =>
    findUnfinished({ id, title, document: manuscript.document(id) }, takes, details, connectionId, known),
  );
  return planBook(chapters);
}

/** Of the unfinished blocks of all chapters, those that are made, those that are not, and why nothing is. */
export function planBook(chapters: readonly ReturnType<typeof findUnfinished>[]): BookToMake {
  const blocks = chapters.flatMap((chapter) => chapter.blocks);
  const orders = orderByChapter(blocks);
  const leftOut = findLeftOut(blocks);
  return { orders, leftOut, why: orders.length > 0 ? undefined : whyNothing(chapters, leftOut) };
}

function whyNothing(chapters: readonly ReturnType<typeof findUnfinished>[], leftOut: readonly LeftOutBlock[]): string {
  if (chapters.every(({ withText }) => withText === 0)) return messages.narration.nothingToSpeak;
  const isLockedLeft = chapters.some(({ blocks }) => blocks.some(({ isLocked }) => isLocked));
  return whyOnlyLeftOut(leftOut) ?? (isLockedLeft ? messages.narration.onlyLockedLeft : messages.narration.allGenerated);
}

export const whyNothingInBook = (): string | undefined => bookToMake().why;

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
export function useBookToMake(): BookToMake & { count: number; estimate: Estimate | undefined } {
  const book = useOfBook(bookToMake);
  const estimate = useOrdersEstimate(book.orders);
  const count = book.orders.reduce((sum, { blocks }) => sum + blocks.length, 0);
  return { ...book, count, estimate };
}

const nothingVoiceless: readonly LeftOutBlock[] = [];

/** Blocks of the whole book whose characters have no voice. The book is read only where there are such characters. */
function findVoiceless(): readonly LeftOutBlock[] {
  const lacking = useProject.getState().details?.cast.some(({ voiceId }) => voiceId === null) === true;
  return lacking ? bookToMake().leftOut.filter(({ obstacle }) => obstacle === 'no-voice') : nothingVoiceless;
}

export const useVoiceless = (): readonly LeftOutBlock[] => useOfBook(findVoiceless);

/** What `read` finds in the book, read again a moment after each change. */
function useOfBook<Found>(read: () => Found): Found {
  const [found, setFound] = useState(read);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setFound(read), restsAfterMs);
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
  }, [read]);
  return found;
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
