import { parentPort } from 'node:worker_threads';
import { fail } from '#shared/failure.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import { ProjectFile, type ArrangedChapter, type ProjectChange, type StoredProject, type StoredTake } from './project-file.ts';
import { createProjectFile, type NewProject } from './project-schema.ts';
import type { PaidFile, Removing } from './removal.ts';
import { ResultsIndex, type PaidSound } from './results-index.ts';
import { serveThread } from './thread-call.ts';
import type { HeldSound, PaidResult } from './types.ts';

/**
 * The thread of the library's databases: every open project and the index of paid results. One thread for all of them: their calls are
 * short, and the calls of one file must keep their order anyway.
 */
const projects = new Map<number, ProjectFile>();
let results: ResultsIndex | undefined;
let nextHandle = 1;

function project(handle: number): ProjectFile {
  const open = projects.get(handle);
  if (!open) throw fail('not-found', 'That project is not open.');
  return open;
}

function index(): ResultsIndex {
  if (!results) throw new Error('the index of results is not open');
  return results;
}

const methods = {
  create: (path: string, content: NewProject): void => createProjectFile(path, content),
  open: (path: string): { handle: number; stored: StoredProject } => {
    const file = new ProjectFile(path);
    try {
      const stored = file.read();
      const handle = nextHandle++;
      projects.set(handle, file);
      return { handle, stored };
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
  close: (handle: number): void => {
    const file = project(handle);
    projects.delete(handle);
    file.close();
  },
  appendSteps: (handle: number, chapterId: string, version: number, steps: string[]): void =>
    project(handle).appendSteps(chapterId, version, steps),
  compact: (handle: number, chapterId: string, version: number, document: string): void =>
    project(handle).compact(chapterId, version, document),
  arrange: (handle: number, chapters: ArrangedChapter[]): void => project(handle).arrange(chapters),
  dropRemoved: (handle: number): void => project(handle).dropRemoved(),
  update: (handle: number, change: ProjectChange): void => project(handle).update(change),
  addTake: (handle: number, take: StoredTake, chapterId: string, sound: { path: string; format: string }): void =>
    project(handle).addTake(take, chapterId, sound),
  healSound: (handle: number, contentHash: string, sound: { path: string; format: string }): void =>
    project(handle).healSound(contentHash, sound),
  soundFormat: (handle: number, contentHash: string): AudioFormat | undefined => project(handle).soundFormat(contentHash),
  soundPart: (handle: number, contentHash: string, part: number): Uint8Array | undefined => project(handle).soundPart(contentHash, part),
  starTake: (handle: number, takeId: string, starred: boolean): void => project(handle).starTake(takeId, starred),
  markDamaged: (handle: number, contentHash: string): void => project(handle).markDamaged(contentHash),

  openResults: (path: string): void => {
    results ??= new ResultsIndex(path);
  },
  addResult: (result: PaidResult): PaidResult => index().add(result),
  findPaid: (fingerprint: string): PaidResult | undefined => index().find(fingerprint),
  findAllPaid: (fingerprints: readonly string[]): PaidSound[] => index().findAll(fingerprints),
  resultOfOperation: (operationId: string): PaidResult | undefined => index().ofOperation(operationId),
  resultOfContent: (contentHash: string): PaidResult | undefined => index().ofContent(contentHash),
  inbox: (projectId: string): PaidResult[] => index().inbox(projectId),
  putInbox: (result: PaidResult): void => index().putInbox(result),
  takeFromInbox: (result: PaidResult): void => index().takeFromInbox(result),
  heldSounds: (): HeldSound[] => index().held(),
  beginRemoval: (at: number, files: readonly PaidFile[]): Removing[] => index().beginRemoval(at, files),
  removals: (): Removing[] => index().removals(),
  endRemoval: (removing: Removing): void => index().endRemoval(removing),
  closeResults: (): void => {
    results?.close();
    results = undefined;
  },
};
export type ProjectThread = typeof methods;

if (!parentPort) throw new Error('project-thread runs in a worker thread');
serveThread(parentPort, methods);
