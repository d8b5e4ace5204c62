import { createWriteStream, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Node } from '@tiptap/pm/model';
import { fail } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import { message } from '#shared/messages/message.ts';
import type { PickupChange } from '#shared/narration/pickups.ts';
import type { Pronunciation } from '#shared/narration/pronunciation.ts';
import type { ProjectDefaults } from '#shared/narration/shape.ts';
import type { Take, Word } from '#shared/narration/take.ts';
import type { Services } from '#shared/operations/index.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import { contentTypes } from '#shared/wire/common.ts';
import { fileFailure } from '../infra/files.ts';
import type { Log } from '../infra/platform.ts';
import { threadUrl } from '../infra/threads.ts';
import { answerLibraryBytes } from './bytes.ts';
import { ChapterSounds } from './chapter-sounds.ts';
import { Exports } from './exports.ts';
import { Masters } from './masters.ts';
import { KeptFiles } from './kept-files.ts';
import { LiveSounds } from './live-sounds.ts';
import { PaidResults } from './paid-results.ts';
import { defaultCacheBytes, PcmCache } from './pcm-cache.ts';
import type { OpenProject } from './open-project.ts';
import { createPickups, type LibraryPickups } from './pickups.ts';
import { soundsOfProjects, type ProjectSounds } from './project-sounds.ts';
import { Projects, type RecentProjects } from './projects.ts';
import { ProjectThreads } from './project-threads.ts';
import { type PaidStore } from './paid-files.ts';
import { Removal } from './removal.ts';
import { SoundPool } from '../media/sound-pool.ts';
import { ThreadClient } from '../infra/thread-call.ts';
import type { ResultsThread } from './results-thread.ts';
import type { HeldSound, Library } from './types.ts';
import { blocksWithEditedTakes } from './take-edit-steps.ts';
import { Uploads } from './uploads.ts';
import { createVersionServices } from './versions.ts';
import { voiceUsers } from './voice-users.ts';
import { OutputFiles, UnfinishedFiles, type DialogGrants } from './writable-path.ts';

export interface LibraryOptions {
  profileDirectory: string;
  projectsDirectory: string;
  log: Log;
  /** The pronunciations of all projects as they are now; the same list until they change. */
  sharedPronunciations?: () => readonly Pronunciation[];
  recent: RecentProjects;
  /** The id of the connection in use: fingerprints depend on it, and with them which take an export takes. */
  connectionId: () => string;
  /** An open project was asked for again: its window should come to the front. */
  onFocus?: (projectId: string) => void;
  /** A take came to an open project, or one of its takes was found damaged. */
  onTake?: (projectId: string, take: Take) => void;
  /** Pickups of an open project came, changed or went. */
  onPickups?: (projectId: string, change: PickupChange) => void;
  /** The folder in which nothing is saved, where that is more than `profileDirectory`. */
  ownFolder?: string;
  /** What the system's dialog has returned, where the host has one: then nothing else is written to. */
  grants?: DialogGrants | undefined;
  /** Bound of the decoded sound on the disk, in bytes. */
  cacheBytes?: number;
  /** Bound of one dropped file, in bytes. */
  uploadBytes?: number;
  /** How long a project's file may take for one call, in milliseconds, and what runs in its thread; for tests. */
  projectThreads?: { patienceMs?: number; entry?: URL };
}

export interface LibraryService extends Library {
  readonly services: Pick<
    Services,
    | 'project.create'
    | 'project.open'
    | 'project.resume'
    | 'project.close'
    | 'project.update'
    | 'project.edit'
    | 'project.arrange'
    | 'project.revise'
    | 'project.versions'
    | 'project.saveVersion'
    | 'project.version'
    | 'project.removeVersion'
    | 'pickups.list'
    | 'pickups.change'
    | 'pickups.export'
    | 'take.update'
    | 'voices.usedBy'
    | 'chapter.sound'
  >;
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
  readonly masters: Pick<Masters, 'write' | 'measure'>;
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
  /** What the check of takes needs. */
  readonly pickups: Pick<LibraryPickups, 'checkedTakes' | 'onFindings'>;
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
  /** Writes a project with all its content; nothing where it fails. */
  createProject: Projects['createWith'];
  /** A revised manuscript in an open project, in one write. */
  reviseProject: Projects['revise'];
  close(): Promise<void>;
}

/** Project files, takes, decoded sound, exports; all of main's disk but the ledger and the preferences. */
export async function openLibrary(options: LibraryOptions): Promise<LibraryService> {
  const { profileDirectory, projectsDirectory, log, recent, connectionId, onFocus, onTake } = options;
  const none: readonly Pronunciation[] = [];
  const sharedPronunciations = options.sharedPronunciations ?? (() => none);
  const onUnexpected = (message: string, facts: Record<string, unknown>): void => log.error(message, facts);
  for (const directory of [profileDirectory, projectsDirectory]) mkdirSync(directory, { recursive: true });
  const index = new ThreadClient<ResultsThread>(threadUrl('results-thread'), { name: 'results', onUnexpected });
  const threads = new ProjectThreads({ ...options.projectThreads, onUnexpected });
  // Two at least: while one block of a chapter is decoded, the next arrives.
  const pool = new SoundPool({ threads: Math.max(2, Math.min(3, availableParallelism() - 1)), onUnexpected });
  const live = new LiveSounds();
  const directory = join(profileDirectory, 'cache');
  const limit = options.cacheBytes ?? defaultCacheBytes;
  const openStores = async (): Promise<{ cache: PcmCache; results: PaidResults }> => {
    const cache = await PcmCache.open({ directory, limit, pool, log });
    return { cache, results: await PaidResults.open(profileDirectory, { index, pool, cache, live, log }) };
  };
  const { cache, results } = await openStores().catch(async (thrown: unknown) => {
    await Promise.all([index.close(), threads.close(), pool.close()]);
    throw thrown;
  });
  const listeners: ((projectId: string, takes: readonly Take[]) => void)[] = [];
  const editListeners: ((projectId: string, blockIds: readonly string[]) => void)[] = [];
  const announce = (projectId: string, takes: readonly Take[]): void => {
    for (const listener of listeners) listener(projectId, takes);
  };
  const announceTake = (projectId: string, take: Take): void => {
    onTake?.(projectId, take);
    announce(projectId, [take]);
  };
  const outputs = new OutputFiles({
    profileDirectory: options.ownFolder ?? profileDirectory,
    projectsDirectory,
    grants: options.grants,
    unfinished: new UnfinishedFiles(join(profileDirectory, 'unfinished')),
  });
  const projects = new Projects({
    projectsDirectory,
    threads,
    outputs,
    index,
    results,
    recent,
    log,
    sharedPronunciations,
    onFocus,
    onTake: announceTake,
  });
  const exports = new Exports(join(profileDirectory, 'exports'), outputs);
  const pickups = createPickups({ projects, exports, onChange: (...changed) => options.onPickups?.(...changed) });
  const masters = new Masters({
    exports,
    onUnexpected,
    find: (projectId) => ({ project: projects.get(projectId), sounds: sounds.reader(projects.get(projectId)) }),
    connectionId,
  });
  const uploads = new Uploads(join(profileDirectory, 'uploads'), options.uploadBytes);
  const kept = new KeptFiles(profileDirectory);
  const removal = new Removal({ index, stores: { results, media: kept }, log });
  const sounds = new ChapterSounds({ results, cache, projects, log });
  const shown = (project: OpenProject): ReturnType<OpenProject['toProject']> => {
    pool.warm();
    const opened = project.toProject();
    announce(project.projectId, opened.takes);
    return opened;
  };

  const pcmPath = async (projectId: string, takeId: string): Promise<string | undefined> => {
    const project = projects.get(projectId);
    const found = project.take(takeId);
    if (found === undefined) return undefined;
    // Decodes it where it is not decoded yet.
    const file = await sounds.reader(project).pcm({ contentHash: found.contentHash, samples: found.take.samples });
    await file?.close();
    return file && cache.pcmPath(found.contentHash);
  };

  const services: LibraryService['services'] = {
    'project.create': async (input) => shown(await projects.create(input)),
    'project.open': async ({ path }) => shown(await projects.open(path)),
    'project.resume': async () => shown(await projects.resume()),
    'project.close': async ({ projectId }) => {
      await projects.close(projectId);
      sounds.forget(projectId);
      return null;
    },
    'project.update': async ({ projectId, ...change }) => {
      await projects.update(projectId, change);
      return null;
    },
    'project.edit': async ({ projectId, chapterId, version, steps }) => {
      const edited = await projects.edit(projectId, chapterId, version, steps);
      const blockIds = blocksWithEditedTakes(projects.get(projectId).chapter(chapterId).document, steps);
      if (blockIds.length > 0) for (const listener of editListeners) listener(projectId, blockIds);
      return { version: edited };
    },
    'project.arrange': async ({ projectId, before, chapters }) => {
      await projects.arrange(projectId, before, chapters);
      return null;
    },
    'project.revise': async ({ projectId, before, chapters, cast, sources }) => {
      await projects.reviseOn(projectId, { before, chapters }, { cast, sources });
      return null;
    },
    ...createVersionServices(projects),
    ...pickups.services,
    'voices.usedBy': voiceUsers({ projects, recent, threads, log }),
    'take.update': async ({ projectId, takeId, starred }) => {
      await projects.star(projectId, takeId, starred);
      return null;
    },
    'chapter.sound': async (input) => Promise.resolve(sounds.publish(input)),
  };

  return {
    services,
    openAhead: () => projects.openAhead(),
    bytes: (request) => answerLibraryBytes(request, { sounds, live, kept, results, exports, uploads }, log),
    uploadPath: (uploadId) => (idPattern.test(uploadId) ? uploads.path(uploadId) : undefined),
    kept,
    exports,
    masters,
    book: (projectId) => bookOf(projects.get(projectId)),
    cache,
    takes: {
      listen: (listener) => void listeners.push(listener),
      listenToEdits: (listener) => void editListeners.push(listener),
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
    paidSound: async (operationId) => {
      const found = await results.ofOperation(operationId);
      if (!found) return undefined;
      return { url: `/bytes/sound/${operationId}`, contentType: contentTypes[found.format], bytes: found.bytes };
    },
    findPaid: (fingerprint) => results.find(fingerprint),
    findAllPaid: (fingerprints) => results.findAll(fingerprints),
    receive: (operationId, format) => results.receive(operationId, format),
    recover: (operationId, format, facts) => results.recover(operationId, format, facts),
    addTake: (result) => projects.addTake(result),
    pcmPath,
    editAll: (projectId, edit) => projects.editAll(projectId, edit),
    writeEdited: async ({ projectId, takeId, edit, path }) => {
      const sound = sounds.ofTake(projectId, takeId, edit);
      if (!sound) throw fail('not-found', message('library.noSuchTake'), { field: 'takeId' });
      await pipeline(sound.pcm(0, sound.samples * 2), createWriteStream(path)).catch((thrown: unknown) => {
        throw fileFailure(thrown, message('speech.theRepairedTake'));
      });
    },
    temporaryPath: () => cache.temporary().pcm,
    addMadeTake: (made) => projects.addMade(made),
    liveChapter: (projectId, chapterId) => {
      projects.get(projectId).chapter(chapterId);
      return {
        document: () => projects.get(projectId).chapter(chapterId).document,
        defaults: () => projects.get(projectId),
        takes: () => projects.get(projectId).takes,
      };
    },
    chapter: async (projectId, chapterId) => Promise.resolve(chapterOf(projects.get(projectId), chapterId)),
    createProject: (...args) => projects.createWith(...args),
    reviseProject: (...args) => projects.revise(...args),
    close: async () => {
      await results.close();
      await projects.closeAll();
      await index.call('closeResults').catch((thrown: unknown) => log.warn('the store was not closed neatly', { error: String(thrown) }));
      exports.close();
      await Promise.all([index.close(), threads.close(), pool.close()]);
    },
  };
}

/** Chapters in reading order, counted from 1. */
export interface Book {
  title: string;
  chapters: readonly { number: number; id: string; title: string; document: Node }[];
  takes: readonly Take[];
  defaults: ProjectDefaults;
}

function bookOf(project: OpenProject): Book {
  const chapters = project.order.map((chapterId, index) => {
    const { id, title, document } = project.chapter(chapterId);
    return { number: index + 1, id, title, document };
  });
  return { title: project.title, chapters, takes: project.takes.map(({ take }) => take), defaults: project };
}

function chapterOf(project: OpenProject, chapterId: string): Awaited<ReturnType<Library['chapter']>> {
  const { document } = project.chapter(chapterId);
  const { voiceId, modelId, cast, pronunciations, sharedPronunciations } = project;
  return { document, voiceId, modelId, cast, pronunciations, sharedPronunciations, takes: project.takes.map(({ take }) => take) };
}
