import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { PickupChange } from '#shared/narration/pickups.ts';
import type { Pronunciation } from '#shared/narration/pronunciation.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Log } from '../infra/platform.ts';
import { ThreadClient } from '../infra/thread-call.ts';
import { threadUrl } from '../infra/threads.ts';
import { SoundPool } from '../media/sound-pool.ts';
import { ChapterSounds } from './chapter-sounds.ts';
import { Exports } from './exports.ts';
import { KeptFiles } from './kept-files.ts';
import { LiveSounds } from './live-sounds.ts';
import { Masters } from './masters.ts';
import { PaidResults } from './paid-results.ts';
import { defaultCacheBytes, PcmCache } from './pcm-cache.ts';
import { createPickups, type LibraryPickups } from './pickups.ts';
import { ProjectThreads } from './project-threads.ts';
import { Projects, type RecentProjects } from './projects.ts';
import { Removal } from './removal.ts';
import type { ProjectChange } from '#shared/operations/project.ts';
import type { ResultsThread } from './results-thread.ts';
import { UndoHistories } from './undo-histories.ts';
import { UnclaimedFiles } from './unclaimed-files.ts';
import { Uploads } from './uploads.ts';
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
  /** An open project was changed by a window, or by something that a window asked for. */
  onProject?: (projectId: string, change: ProjectChange) => void;
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

/** Gets every take that comes or changes, and all takes of a project that is opened. */
type TakeListener = (projectId: string, takes: readonly Take[]) => void;

/** Gets the blocks whose edits of takes (gain, trims) were changed. */
type EditListener = (projectId: string, blockIds: readonly string[]) => void;

/** The threads that work on files: one for the index of results, one an open project, a few that decode. */
interface LibraryThreads {
  index: ThreadClient<ResultsThread>;
  threads: ProjectThreads;
  pool: SoundPool;
}

/** The stores of the library, and the threads that they work with. */
export interface LibraryParts extends LibraryThreads {
  live: LiveSounds;
  cache: PcmCache;
  results: PaidResults;
  projects: Projects;
  undoHistories: UndoHistories;
  exports: Exports;
  unclaimed: UnclaimedFiles;
  pickups: LibraryPickups;
  masters: Masters;
  uploads: Uploads;
  kept: KeptFiles;
  removal: Removal;
  sounds: ChapterSounds;
  listen(listener: TakeListener): void;
  announce: TakeListener;
  listenToEdits(listener: EditListener): void;
  announceEdits: EditListener;
}

/** Opens the stores; ends the threads where one of them does not open. */
export async function openLibraryParts(options: LibraryOptions): Promise<LibraryParts> {
  const { profileDirectory, projectsDirectory, log } = options;
  for (const directory of [profileDirectory, projectsDirectory]) mkdirSync(directory, { recursive: true });
  const threads = startThreads(options);
  const live = new LiveSounds();
  const { cache, results } = await openSounds(options, threads, live);
  const { add: listen, announce } = createListeners<Parameters<TakeListener>>();
  const { add: listenToEdits, announce: announceEdits } = createListeners<Parameters<EditListener>>();
  const ownFolder = options.ownFolder ?? profileDirectory;
  const outputs = new OutputFiles({
    profileDirectory: ownFolder,
    projectsDirectory,
    grants: options.grants,
    unfinished: new UnfinishedFiles(join(profileDirectory, 'unfinished')),
  });
  const projects = openProjects(options, { ...threads, outputs, results, announce });
  const exports = new Exports(join(profileDirectory, 'exports'), outputs);
  const kept = new KeptFiles(profileDirectory);
  const sounds = new ChapterSounds({ results, cache, projects, log });
  return {
    ...threads,
    live,
    cache,
    results,
    projects,
    undoHistories: new UndoHistories(join(profileDirectory, 'undo'), projects),
    exports,
    unclaimed: new UnclaimedFiles(join(ownFolder, 'unclaimed')),
    kept,
    sounds,
    listen,
    announce,
    listenToEdits,
    announceEdits,
    pickups: createPickups({ projects, exports, onChange: (...changed) => options.onPickups?.(...changed) }),
    masters: new Masters({
      exports,
      onUnexpected: logUnexpected(log),
      find: (projectId) => ({ project: projects.get(projectId), sounds: sounds.reader(projects.get(projectId)) }),
      connectionId: options.connectionId,
    }),
    uploads: new Uploads(join(profileDirectory, 'uploads'), options.uploadBytes),
    removal: new Removal({ index: threads.index, stores: { results, media: kept }, log }),
  };
}

const logUnexpected =
  (log: Log) =>
  (message: string, facts: Record<string, unknown>): void =>
    log.error(message, facts);

function startThreads({ log, projectThreads }: LibraryOptions): LibraryThreads {
  const onUnexpected = logUnexpected(log);
  return {
    index: new ThreadClient<ResultsThread>(threadUrl('results-thread'), { name: 'results', onUnexpected }),
    threads: new ProjectThreads({ ...projectThreads, onUnexpected }),
    // Two at least: while one block of a chapter is decoded, the next arrives.
    pool: new SoundPool({ threads: Math.max(2, Math.min(3, availableParallelism() - 1)), onUnexpected }),
  };
}

async function openSounds(
  { profileDirectory, log, cacheBytes }: LibraryOptions,
  { index, threads, pool }: LibraryThreads,
  live: LiveSounds,
): Promise<Pick<LibraryParts, 'cache' | 'results'>> {
  try {
    const cache = await PcmCache.open({ directory: join(profileDirectory, 'cache'), limit: cacheBytes ?? defaultCacheBytes, pool, log });
    return { cache, results: await PaidResults.open(profileDirectory, { index, pool, cache, live, log }) };
  } catch (thrown) {
    await Promise.all([index.close(), threads.close(), pool.close()]);
    throw thrown;
  }
}

function createListeners<Values extends readonly unknown[]>() {
  const listeners: ((...values: Values) => void)[] = [];
  return {
    add: (listener: (...values: Values) => void): void => void listeners.push(listener),
    announce: (...values: Values): void => {
      for (const listener of listeners) listener(...values);
    },
  };
}

function openProjects(
  { projectsDirectory, recent, log, onFocus, onTake, onProject, sharedPronunciations }: LibraryOptions,
  { index, threads, outputs, results, announce }: LibraryThreads & Pick<LibraryParts, 'results' | 'announce'> & { outputs: OutputFiles },
): Projects {
  const none: readonly Pronunciation[] = [];
  return new Projects({
    projectsDirectory,
    threads,
    outputs,
    index,
    results,
    recent,
    log,
    sharedPronunciations: sharedPronunciations ?? (() => none),
    onFocus,
    onProject,
    onTake: (projectId, take) => {
      onTake?.(projectId, take);
      announce(projectId, [take]);
    },
  });
}
