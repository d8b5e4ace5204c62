import { join, resolve } from 'node:path';
import { bookFactsOf } from '#shared/books/book-facts.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import type { BookFormat, MasterTags } from '#shared/masters/formats.ts';
import { writeBook as writeBookFile } from '../../features/exports/books.ts';
import { formatFileName } from '../../infra/file-name.ts';
import { numberedName } from '../../library/exports.ts';
import type { ChapterOfProject, ProjectAtHand } from './project-file.ts';
import type { MasterOptions } from './project-masters.ts';
import type { ReadTakes } from './project-words.ts';
import type { Work } from './run.ts';
import type { ProjectFiles } from './session.ts';

export interface BookWork {
  options: Omit<MasterOptions, 'format'> & { format: BookFormat; chapter?: number };
  opened: ProjectAtHand;
  /** With sound or not. */
  chapters: readonly ChapterOfProject[];
  withSound: readonly ChapterOfProject[];
  readTakes: ReadTakes;
  cover: MasterTags['cover'];
  /** Says what is wrong with the path of a file. */
  explain: (path: string) => (thrown: unknown) => never;
}

/** Books with their sound: one of all chapters, or one of each that has sound. */
export async function writeBooks(work: Work, files: ProjectFiles, book: BookWork) {
  const { options, opened, chapters, withSound } = book;
  const target = resolve(options.out);
  const title = options.title ?? (options.chapter === undefined ? undefined : chapters[0]?.title) ?? opened.project.title;
  const name = formatFileName(opened.project.title);
  const orders =
    options.each === undefined
      ? [{ path: target, title, chapter: options.chapter ?? null, of: chapters }]
      : withSound.map((one) => ({
          path: join(target, `${name} - ${numberedName(one.title, one.number, opened.chapters.length)}.${options.format}`),
          title: one.title,
          chapter: one.number,
          of: [one],
        }));
  const written = [];
  for (const [index, order] of orders.entries()) {
    const onFraction = (fraction: number): void => work.output.progress(`${Math.floor((100 * (index + fraction)) / orders.length)} %`);
    written.push(await writeBook(work, files, { ...book, ...order, onFraction }).catch(book.explain(order.path)));
  }
  return written;
}

interface FileWork extends BookWork {
  path: string;
  title: string;
  chapter: number | null;
  of: readonly ChapterOfProject[];
  onFraction: (fraction: number) => void;
}

/** A file that is there is replaced when the new one is whole. */
async function writeBook({ signal }: Work, files: ProjectFiles, work: FileWork) {
  const { options, opened, readTakes, cover, path, title, chapter, of, onFraction } = work;
  const { project, defaults } = opened;
  const { language, author: writtenBy } = bookFactsOf(project.sources);
  const { format, author = writtenBy, narrator } = options;
  const chapters = [];
  for (const one of of) {
    const timeline = buildTimeline(one.document, await readTakes(opened, one), defaults, files.connectionId);
    chapters.push({ ...one, timeline });
  }
  files.allowOutput(path);
  const file = { name: `${formatFileName(title)}.${format}`, path, overwrite: true };
  const { projectId } = project;
  const order = { projectId, title, author, narrator, language, cover, chapters, defaults, file };
  const { bytes, durationMs } = await writeBookFile(format, files.library, order, { signal, onFraction });
  return { path, format, chapter, durationMs, bytes, peak: null, measures: null };
}
