import { setTimeout } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { ManuscriptText } from '#shared/manuscript/imported-text.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import type { PickupChange } from '#shared/narration/pickups.ts';
import type { Word } from '#shared/narration/take.ts';
import type { Version } from '#shared/narration/versions.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import { ProjectFile, type ArrangedChapter, type ProjectChange, type StoredChapter, type StoredProject } from './project-file.ts';
import type { StoredTake } from './project-rows.ts';
import type { StoredPickups } from './project-pickups.ts';
import { createProjectFile, nameProjectCopy, type NewProject } from './project-schema.ts';
import { serveThread } from '../infra/thread-call.ts';

/**
 * The thread of one open project file. Each has its own: a file may come from a stranger, and one that hangs its thread must hold up no
 * other project.
 */
let open: ProjectFile | undefined;
let copying: Promise<void> = Promise.resolve();
/** In milliseconds; far below how long a call may take. */
const copyAnswerMs = 2000;

/** Characters of documents and steps that main may restore by itself: a long book, in a moment. */
const mostForMain = 2 * 1024 * 1024;

const sizeOf = ({ chapters }: StoredProject): number =>
  chapters.reduce((sum, { document, steps }) => steps.reduce((all, step) => all + step.length, sum + document.length), 0);

/** Checks large chapters here, where they hold up nothing else, and stores them without steps. */
async function fold(file: ProjectFile, chapters: readonly StoredChapter[], path: string): Promise<StoredChapter[]> {
  const { restoreChapter } = await import('./project-document.ts'); // most projects do without
  return chapters.map((chapter) => {
    const restored = restoreChapter(chapter, path);
    if (chapter.steps.length === 0) return chapter;
    const document = JSON.stringify(restored.toJSON());
    const version = chapter.version + chapter.steps.length;
    file.compact(chapter.id, version, document);
    return { ...chapter, document, version, steps: [] };
  });
}

function project(): ProjectFile {
  if (!open) throw new Error('no project is open in this thread');
  return open;
}

const methods = {
  create: (path: string, content: NewProject): void => createProjectFile(path, content),
  open: async (path: string): Promise<StoredProject> => {
    if (open) throw new Error('a project is open in this thread');
    const file = new ProjectFile(path);
    try {
      const stored = file.read();
      const chapters = sizeOf(stored) > mostForMain ? await fold(file, stored.chapters, path) : stored.chapters;
      open = file;
      return { ...stored, chapters };
    } catch (thrown) {
      file.close();
      throw thrown;
    }
  },
  /** Of a project that is not open; it is left as it was. */
  soundsIn: (path: string): { projectId: string; sounds: string[] } => {
    const file = new ProjectFile(path);
    try {
      return file.sounds();
    } finally {
      file.close();
    }
  },
  /** Does nothing where no project is open. */
  close: (): void => {
    const file = open;
    open = undefined;
    file?.close();
  },
  beginCopy: (path: string): void => {
    copying = project().copyTo(path);
    // `copied` says why it failed; a copy may fail before that is asked, which must not end the thread.
    copying.catch(() => undefined);
  },
  /** Whether the copy that was begun is whole. Answers now and then while it is not: a large project may take longer than a call. */
  copied: async (): Promise<boolean> => {
    const waits = new AbortController();
    const later = setTimeout(copyAnswerMs, false, { signal: waits.signal }).catch(() => false);
    try {
      return await Promise.race([copying.then(() => true), later]);
    } finally {
      waits.abort();
    }
  },
  /** Gives a copy that is not open its own id, and leaves one closed file. */
  nameCopy: (path: string, projectId: string): void => nameProjectCopy(path, projectId),
  appendSteps: (...edits: Parameters<ProjectFile['appendSteps']>): void => project().appendSteps(...edits),
  compact: (chapterId: string, version: number, document: string): void => project().compact(chapterId, version, document),
  arrange: (chapters: ArrangedChapter[]): void => project().arrange(chapters),
  revise: (chapters: ArrangedChapter[], change: ProjectChange): void => project().revise(chapters, change),
  texts: (): ManuscriptText[] => project().texts(),
  dropRemoved: (): void => project().dropRemoved(),
  update: (change: ProjectChange): void => project().update(change),
  addTake: (take: StoredTake, chapterId: string, sound: { path: string; format: string }): void =>
    project().addTake(take, chapterId, sound),
  healSound: (contentHash: string, sound: { path: string; format: string }): void => project().healSound(contentHash, sound),
  soundFormat: (contentHash: string): AudioFormat | undefined => project().soundFormat(contentHash),
  soundPart: (contentHash: string, part: number): Uint8Array | undefined => project().soundPart(contentHash, part),
  versions: (): Version[] => project().versions(),
  addVersion: (version: Version, content: string): void => project().addVersion(version, content),
  version: (versionId: string): string => project().version(versionId),
  removeVersion: (versionId: string): void => project().removeVersion(versionId),
  pickups: (): StoredPickups => project().pickups(),
  changePickups: (change: Pick<PickupChange, 'put' | 'removed'>): void => project().changePickups(change),
  addFindings: (takeId: string, findings: Finding[]): PickupChange => project().addFindings(takeId, findings),
  starTake: (takeId: string, starred: boolean): void => project().starTake(takeId, starred),
  timeWords: (takeId: string, words: Word[]): void => project().timeWords(takeId, words),
  markDamaged: (contentHash: string): void => project().markDamaged(contentHash),
};
export type ProjectThread = typeof methods;

if (!parentPort) throw new Error('project-thread runs in a worker thread');
serveThread(parentPort, methods);
