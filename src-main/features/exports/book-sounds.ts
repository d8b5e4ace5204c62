import { rm } from 'node:fs/promises';
import type { BookChapter, SpokenBook } from '#shared/books/spoken-book.ts';
import type { LibraryService } from '../../library/library.ts';
import type { MasterRun } from '../../media/masters/make-master.ts';

/** The sound of each chapter that has one, as an MP3 file, which is gone when the next one is asked for. Fails as `Masters.encode` does. */
export async function* encodeSounds(
  { masters, temporaryPath }: Pick<LibraryService, 'masters' | 'temporaryPath'>,
  { projectId, book }: { projectId: string; book: SpokenBook },
  run: MasterRun,
): AsyncGenerator<{ chapter: BookChapter; path: string }, void> {
  const heard = book.chapters.filter(({ durationMs }) => durationMs > 0);
  const wholeMs = durationOf(book);
  let doneMs = 0;
  for (const [index, chapter] of heard.entries()) {
    const path = temporaryPath();
    const track = { number: index + 1, of: heard.length };
    const { author, narrator } = book;
    const tags = { title: chapter.title, album: book.title, author, narrator, track };
    const onFraction = (fraction: number): void => run.onFraction((doneMs + fraction * chapter.durationMs) / wholeMs);
    try {
      await masters.encode({ projectId, chapterIds: [chapter.id], format: 'mp3', path, tags }, { ...run, onFraction });
      yield { chapter, path };
    } finally {
      await rm(path, { force: true });
    }
    doneMs += chapter.durationMs;
  }
}

/** Milliseconds of all chapters. */
export const durationOf = ({ chapters }: SpokenBook): number => chapters.reduce((sum, { durationMs }) => sum + durationMs, 0);
