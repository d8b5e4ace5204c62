import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Node } from '@tiptap/pm/model';
import { bookFactsOf, type BookFacts } from '#shared/books/book-facts.ts';
import { fail } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import { message } from '#shared/messages/message.ts';
import type { ProjectDefaults } from '#shared/narration/shape.ts';
import type { Take, Word } from '#shared/narration/take.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import { contentTypes } from '#shared/wire/common.ts';
import { fileFailure } from '../infra/files.ts';
import { answerLibraryBytes } from './bytes.ts';
import { type Exports } from './exports.ts';
import { type Masters } from './masters.ts';
import { type KeptFiles } from './kept-files.ts';
import { type PaidResults } from './paid-results.ts';
import { type PcmCache } from './pcm-cache.ts';
import type { OpenProject } from './open-project.ts';
import { type LibraryPickups } from './pickups.ts';
import { soundsOfProjects, type ProjectSounds } from './project-sounds.ts';
import { type Projects } from './projects.ts';
import { type PaidStore } from './paid-files.ts';
import { type Removal } from './removal.ts';
import type { HeldSound, Library } from './types.ts';
import type { UnclaimedFiles } from './unclaimed-files.ts';
import { openLibraryParts, type LibraryOptions, type LibraryParts } from './library-parts.ts';
import { createLibraryServices, type LibraryServices } from './library-services.ts';

export interface LibraryService extends Library {
  readonly services: LibraryServices;
  /** A window is loading: what it will resume with is opened meanwhile. */
  openAhead(): void;
  /** Answers `/bytes/…`; `undefined` for any other path. */
  bytes(request: Request): Promise<Response | undefined>;
  /** The file of an upload, or `undefined` for what is no upload's id. */
  uploadPath(uploadId: string): string | undefined;
  /** Paid results that are no sound of a block. */
  readonly kept: KeptFiles;
  /** The sound that an operation made, as the service sent it; `undefined` where the profile does not have it. */
  paidSound(operationId: string): Promise<KeptFile | undefined>;
  readonly exports: Pick<Exports, 'text' | 'file' | 'held' | 'drop'>;
  /** Chapters, blocks and stems as files for shops and stations. */
  readonly masters: Pick<Masters, 'write' | 'encode' | 'measure' | 'place'>;
  /** Files that exports have written and nothing refers to yet. */
  readonly unclaimed: UnclaimedFiles;
  /** An open project as it is stored. Fails with `not-found` for one that is not open. */
  book(projectId: string): Book;
  readonly cache: Pick<PcmCache, 'held' | 'drop'>;
  /** What finding the words of takes needs. */
  readonly takes: {
    /** Gets every take that comes or changes, and all takes of a project that is opened. */
    listen(listener: (projectId: string, takes: readonly Take[]) => void): void;
    /** Gets the blocks whose edits of takes (gain, trims) were changed. */
    listenToEdits(listener: (projectId: string, blockIds: readonly string[]) => void): void;
    /** In reading order. Fails with `not-found` for a project that is not open. */
    chapterIds(projectId: string): readonly string[];
    /** A take's sound as a file of s16le PCM, mono, 48 kHz; `undefined` where it is damaged. Fails with `not-found` for a project that is not open. */
    pcmPath(projectId: string, takeId: string): Promise<string | undefined>;
    /** The take is `estimated` when it settles. A take that has words of its service is left as it is. */
    timeWords(projectId: string, takeId: string, words: Word[]): Promise<void>;
  };
  /** What the check of takes and exports need. */
  readonly pickups: Pick<LibraryPickups, 'list' | 'checkedTakes' | 'onFindings'>;
  /** What was paid for, as the disk has it, and its removal by a person. */
  readonly paid: {
    path(store: PaidStore, name: string): string;
    /** Everything that the store of what is no sound of a block has, whether the ledger names it or not. */
    mediaNames(): Promise<string[]>;
    sounds(): Promise<HeldSound[]>;
    projectSounds(signal: AbortSignal): Promise<ProjectSounds>;
    remove: Removal['remove'];
    finishRemoval: Removal['finish'];
  };
  /** Where an open project is. Fails with `not-found` for one that is not open. */
  projectPath(projectId: string): string;
  /** Writes a project with all its content; nothing where it fails. */
  createProject: Projects['createWith'];
  /** A revised manuscript in an open project, in one write. */
  reviseProject: Projects['revise'];
  /** What the manuscripts of an open project said when they were imported. */
  manuscriptTexts: Projects['texts'];
  close(): Promise<void>;
}

/** Project files, takes, decoded sound, exports; all of main's disk but the ledger and the preferences. */
export async function openLibrary(options: LibraryOptions): Promise<LibraryService> {
  const parts = await openLibraryParts(options);
  const { projects, sounds, results, cache, kept, exports, uploads, live, pickups, removal, index, threads, pool } = parts;
  const { projectsDirectory, recent, log } = options;
  const pcmPath = createPcmPath(parts);
  return {
    services: createLibraryServices(parts, options),
    openAhead: () => projects.openAhead(),
    bytes: (request) => answerLibraryBytes(request, { sounds, live, kept, results, exports, uploads }, log),
    uploadPath: (uploadId) => (idPattern.test(uploadId) ? uploads.path(uploadId) : undefined),
    kept,
    exports,
    masters: parts.masters,
    unclaimed: parts.unclaimed,
    book: (projectId) => bookOf(projects.get(projectId)),
    cache,
    takes: {
      listen: (listener) => parts.listen(listener),
      listenToEdits: (listener) => parts.listenToEdits(listener),
      chapterIds: (projectId) => projects.get(projectId).order,
      pcmPath,
      timeWords: (...args) => projects.timeWords(...args),
    },
    pickups,
    paid: {
      path: (store, name) => (store === 'results' ? results : kept).path(name),
      mediaNames: () => kept.names(),
      sounds: () => index.call('heldSounds'),
      projectSounds: (signal) => soundsOfProjects({ projectsDirectory, projects, recent, threads, log }, signal),
      remove: (...args) => removal.remove(...args),
      finishRemoval: (...args) => removal.finish(...args),
    },
    ...paidSounds(results),
    ...takeWork(parts, pcmPath),
    ...chapterReaders(projects),
    projectPath: (projectId) => projects.get(projectId).path,
    createProject: (...args) => projects.createWith(...args),
    reviseProject: (...args) => projects.revise(...args),
    manuscriptTexts: (...args) => projects.texts(...args),
    close: async () => {
      await results.close();
      await projects.closeAll();
      await index.call('closeResults').catch((thrown: unknown) => log.warn('the store did not close cleanly', { error: String(thrown) }));
      exports.close();
      await Promise.all([index.close(), threads.close(), pool.close()]);
    },
  };
}

type PcmPath = Library['pcmPath'];

/** Sound that was paid for: as it arrives, and where it is found again. */
function paidSounds(results: PaidResults): Pick<LibraryService, 'paidSound' | 'findPaid' | 'findAllPaid' | 'receive' | 'recover'> {
  return {
    paidSound: async (operationId) => {
      const found = await results.ofOperation(operationId);
      if (!found) return undefined;
      return { url: `/bytes/sound/${operationId}`, contentType: contentTypes[found.format], bytes: found.bytes };
    },
    findPaid: (fingerprint) => results.find(fingerprint),
    findAllPaid: (fingerprints) => results.findAll(fingerprints),
    receive: (operationId, format) => results.receive(operationId, format),
    recover: (operationId, format, facts) => results.recover(operationId, format, facts),
  };
}

/** Takes as they come and are edited, and their sound on the disk. */
function takeWork(
  { projects, sounds, cache }: LibraryParts,
  pcmPath: PcmPath,
): Pick<LibraryService, 'addTake' | 'addMadeTake' | 'editAll' | 'pcmPath' | 'writeEdited' | 'temporaryPath'> {
  return {
    addTake: (result) => projects.addTake(result),
    addMadeTake: (made) => projects.addMade(made),
    editAll: (projectId, edit) => projects.editAll(projectId, edit),
    pcmPath,
    writeEdited: async ({ projectId, takeId, edit, path }) => {
      const sound = sounds.ofTake(projectId, takeId, edit);
      if (!sound) throw fail('not-found', message('library.noSuchTake'), { field: 'takeId' });
      await pipeline(sound.pcm(0, sound.samples * 2), createWriteStream(path)).catch((thrown: unknown) => {
        throw fileFailure(thrown, message('speech.theRepairedTake'));
      });
    },
    temporaryPath: () => cache.temporary().pcm,
  };
}

function chapterReaders(projects: Projects): Pick<LibraryService, 'liveChapter' | 'chapter'> {
  return {
    liveChapter: (projectId, chapterId) => {
      projects.get(projectId).chapter(chapterId);
      return {
        document: () => projects.get(projectId).chapter(chapterId).document,
        defaults: () => projects.get(projectId),
        takes: () => projects.get(projectId).takes,
      };
    },
    chapter: async (projectId, chapterId) => Promise.resolve(chapterOf(projects.get(projectId), chapterId)),
  };
}

function createPcmPath({ projects, sounds, cache }: LibraryParts): PcmPath {
  return async (projectId, takeId) => {
    const project = projects.get(projectId);
    const found = project.take(takeId);
    if (found === undefined) return undefined;
    // Decodes it where it is not decoded yet.
    const file = await sounds.reader(project).pcm({ contentHash: found.contentHash, samples: found.take.samples });
    await file?.close();
    return file && cache.pcmPath(found.contentHash);
  };
}

/** Chapters in reading order, counted from 1. */
export interface Book {
  title: string;
  /** As its manuscripts say. */
  facts: BookFacts;
  chapters: readonly { number: number; id: string; title: string; document: Node }[];
  takes: readonly Take[];
  defaults: ProjectDefaults;
}

function bookOf(project: OpenProject): Book {
  const chapters = project.order.map((chapterId, index) => {
    const { id, title, document } = project.chapter(chapterId);
    return { number: index + 1, id, title, document };
  });
  const facts = bookFactsOf(project.sources);
  return { title: project.title, facts, chapters, takes: project.takes.map(({ take }) => take), defaults: project };
}

function chapterOf(project: OpenProject, chapterId: string): Awaited<ReturnType<Library['chapter']>> {
  const { document } = project.chapter(chapterId);
  const { voiceId, modelId, cast, pronunciations, sharedPronunciations } = project;
  return { document, voiceId, modelId, cast, pronunciations, sharedPronunciations, takes: project.takes.map(({ take }) => take) };
}
