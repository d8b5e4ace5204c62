import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import type { ExportFormat, ExportOrder } from '#shared/masters/export-order.ts';
import type { ProjectDefaults } from '#shared/narration/shape.ts';
import type { PlannedFile, SpokenChapter } from './plan.ts';

/** Exports that were stopped and can be resumed; the oldest go first. */
const maximumStopped = 8;

interface WholeFile {
  file: { path: string | null; bytes: number };
}

/** What exports that were stopped have written, by what each file was made of. */
export class StoppedExports<Made extends WholeFile> {
  readonly #jobs = new Map<string, Map<string, Made>>();

  /** The files of this job that still stand as they were written. */
  async take(jobId: string | undefined): Promise<Map<string, Made>> {
    const whole = new Map<string, Made>();
    if (jobId === undefined) return whole;
    for (const [key, made] of this.#jobs.get(jobId) ?? []) {
      const { path, bytes } = made.file;
      const found = path === null ? undefined : await lstat(path).catch(() => undefined);
      if (found?.isFile() === true && found.size === bytes) whole.set(key, made);
    }
    return whole;
  }

  /** A job that ended early with these files. */
  add(jobId: string | undefined, made: Map<string, Made>): void {
    if (jobId === undefined) return;
    this.#jobs.delete(jobId);
    this.#jobs.set(jobId, made);
    for (const oldest of this.#jobs.keys()) {
      if (this.#jobs.size <= maximumStopped) break;
      this.#jobs.delete(oldest);
    }
  }

  /** A job that is whole. */
  remove(jobId: string | undefined): void {
    if (jobId !== undefined) this.#jobs.delete(jobId);
  }
}

interface Contents {
  order: ExportOrder;
  book: { title: string; defaults: ProjectDefaults };
  all: readonly SpokenChapter[];
}

/** Says for a file what it is made of: the same text for as long as it would come out the same. */
export function contentsKey({ order, book, all }: Contents): (output: { name: string; format: ExportFormat; file: PlannedFile }) => string {
  const hashes = new Map(all.map((chapter) => [chapter.id, hash(chapter)]));
  return ({ name, format, file }) => {
    const { blocks, ...rest } = file;
    const chapters = file.chapter === null ? [...hashes.values()] : file.chapterIds.map((id) => hashes.get(id));
    return hash([order, book.title, book.defaults, name, format, rest, blocks && [...blocks.ids], chapters]);
  };
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64');
