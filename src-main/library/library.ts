import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fail, toFailure } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Services } from '#shared/operations/index.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import { contentTypes } from '#shared/wire/common.ts';
import type { Log } from '../infra/platform.ts';
import { threadUrl } from '../infra/threads.ts';
import { bytesOf, failureResponse, notFound, resourceResponse } from '../infra/byte-response.ts';
import { Exports } from './exports.ts';
import { KeptFiles } from './kept-files.ts';
import { LiveSounds } from './live-sounds.ts';
import { PaidResults } from './paid-results.ts';
import { defaultCacheBytes, PcmCache } from './pcm-cache.ts';
import type { OpenProject } from './open-project.ts';
import { soundsOfProjects, type ProjectSounds } from './project-sounds.ts';
import { Projects, type RecentProjects } from './projects.ts';
import { ProjectThreads } from './project-threads.ts';
import { type PaidStore } from './paid-files.ts';
import { Removal } from './removal.ts';
import { SoundPool } from '../media/sound-pool.ts';
import { takeSounds } from './take-sounds.ts';
import { ThreadClient } from '../infra/thread-call.ts';
import type { ResultsThread } from './results-thread.ts';
import type { HeldSound, Library } from './types.ts';
import { Uploads } from './uploads.ts';
import { type SoundReader, VirtualSound } from './virtual-sound.ts';
import { voiceUsers } from './voice-users.ts';
import { OutputFiles, type DialogGrants } from './writable-path.ts';
import { message } from '#shared/messages/message.ts';

/** Pairs of peaks in one answer. */
const maximumPeakWidth = 8192;

export interface LibraryOptions {
  profileDirectory: string;
  projectsDirectory: string;
  log: Log;
  recent: RecentProjects;
  /** The id of the connection in use: fingerprints depend on it, and with them which take an export takes. */
  connectionId: () => string;
  /** An open project was asked for again: its window should come to the front. */
  onFocus?: (projectId: string) => void;
  /** A take came to an open project, or one of its takes was found damaged. */
  onTake?: (projectId: string, take: Take) => void;
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
    | 'take.update'
    | 'voices.usedBy'
    | 'chapter.sound'
    | 'chapter.export'
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
  readonly cache: Pick<PcmCache, 'held' | 'drop'>;
  /** What was paid for, as the disk has it, and its removal by a person's hand. */
  readonly paid: {
    path(store: PaidStore, name: string): string;
    /** Everything that the store of what is no sound of a block has, whether the ledger names it or not. */
    mediaNames(): Promise<string[]>;
    sounds(): Promise<HeldSound[]>;
    projectSounds(signal: AbortSignal): Promise<ProjectSounds>;
    remove: Removal['remove'];
    finishRemoval: Removal['finish'];
  };
  close(): Promise<void>;
}

/** Chapters that keep their address; asking for the sound again brings one back. */
const maximumTimelines = 64;

/** Project files, takes, decoded sound, exports; all of main's disk but the ledger and the preferences. */
export async function openLibrary(options: LibraryOptions): Promise<LibraryService> {
  const { profileDirectory, projectsDirectory, log, recent, connectionId, onFocus, onTake } = options;
  const onUnexpected = (message: string, facts: Record<string, unknown>): void => log.error(message, facts);
  for (const directory of [profileDirectory, projectsDirectory]) mkdirSync(directory, { recursive: true });
  const index = new ThreadClient<ResultsThread>(threadUrl('results-thread'), { name: 'results', onUnexpected });
  const threads = new ProjectThreads({ ...options.projectThreads, onUnexpected });
  // Two at least: while one block of a chapter is decoded, the next arrives.
  const pool = new SoundPool({ threads: Math.max(2, Math.min(3, availableParallelism() - 1)), onUnexpected });
  const live = new LiveSounds();
  const opened = await (async () => {
    try {
      const cache = await PcmCache.open({
        directory: join(profileDirectory, 'cache'),
        limit: options.cacheBytes ?? defaultCacheBytes,
        pool,
        log,
      });
      return { cache, results: await PaidResults.open(profileDirectory, { index, pool, cache, live, log }) };
    } catch (thrown) {
      await Promise.all([index.close(), threads.close(), pool.close()]);
      throw thrown;
    }
  })();
  const { cache, results } = opened;
  const outputs = new OutputFiles({ profileDirectory: options.ownFolder ?? profileDirectory, projectsDirectory, grants: options.grants });
  const projects = new Projects({ projectsDirectory, threads, outputs, index, results, recent, log, onFocus, onTake });
  const exports = new Exports(join(profileDirectory, 'exports'), { pool, outputs });
  const uploads = new Uploads(join(profileDirectory, 'uploads'), options.uploadBytes);
  const kept = new KeptFiles(profileDirectory);
  const removal = new Removal({ index, stores: { results, media: kept }, log });
  const timelines = new Map<string, { sound: VirtualSound; projectId: string }>();
  const readers = new WeakMap<OpenProject, SoundReader>();

  const soundsOf = (project: OpenProject): SoundReader => {
    const known = readers.get(project);
    if (known) return known;
    const reader = takeSounds(project, { results, cache, projects, log });
    readers.set(project, reader);
    return reader;
  };
  const shown = (project: OpenProject): ReturnType<OpenProject['toProject']> => {
    pool.warm();
    return project.toProject();
  };

  const chapterSound = ({ projectId, segments }: Parameters<Services['chapter.sound']>[0]) => {
    const project = projects.get(projectId);
    const takes = new Map(project.takes.map((each) => [each.take.id, each]));
    const sound = new VirtualSound(
      segments.map(({ takeId, pauseSamples }, index) => {
        const found = takes.get(takeId);
        if (!found) throw fail('invalid-input', message('library.noSuchTake'), { field: `segments.${index}.takeId` });
        return { contentHash: found.contentHash, samples: found.take.samples, pauseSamples };
      }),
      soundsOf(project),
    );
    const key = `${projectId}/${sound.hash}`;
    timelines.delete(key);
    timelines.set(key, { sound, projectId });
    for (const old of timelines.keys()) {
      if (timelines.size <= maximumTimelines) break;
      timelines.delete(old);
    }
    return { audioUrl: `/bytes/chapter/${key}.wav`, peaksUrl: `/bytes/chapter/${key}.peaks`, samples: sound.samples };
  };

  const services: LibraryService['services'] = {
    'project.create': async (input) => shown(await projects.create(input)),
    'project.open': async ({ path }) => shown(await projects.open(path)),
    'project.resume': async () => shown(await projects.resume()),
    'project.close': async ({ projectId }) => {
      await projects.close(projectId);
      for (const [key, timeline] of timelines) if (timeline.projectId === projectId) timelines.delete(key);
      return null;
    },
    'project.update': async ({ projectId, ...change }) => {
      await projects.update(projectId, change);
      return null;
    },
    'project.edit': async ({ projectId, chapterId, version, steps }) => ({
      version: await projects.edit(projectId, chapterId, version, steps),
    }),
    'project.arrange': async ({ projectId, before, chapters }) => {
      await projects.arrange(projectId, before, chapters);
      return null;
    },
    'voices.usedBy': voiceUsers({ projects, recent, threads, log }),
    'take.update': async ({ projectId, takeId, starred }) => {
      await projects.star(projectId, takeId, starred);
      return null;
    },
    'chapter.sound': async (input) => Promise.resolve(chapterSound(input)),
    'chapter.export': async (input, context) => {
      const project = projects.get(input.projectId);
      const chapters = (input.chapterId === undefined ? project.order : [input.chapterId]).map((chapterId) => project.chapter(chapterId));
      return exports.run(input, { project, chapters, sounds: soundsOf(project), connectionId: connectionId() }, context);
    },
  };

  const chapterBytes = (request: Request, projectId: string, file: string): Response | Promise<Response> | undefined => {
    const [, hash, kind] = /^([0-9a-f]{64})\.(wav|pcm|peaks)$/u.exec(file) ?? [];
    const key = `${projectId}/${hash ?? ''}`;
    const timeline = timelines.get(key);
    if (!timeline) return undefined;
    timelines.delete(key);
    timelines.set(key, timeline); // in order of last use
    if (kind === 'peaks') return peaksResponse(request, timeline.sound);
    return resourceResponse(request, kind === 'wav' ? timeline.sound.wav() : timeline.sound.samplesAlone());
  };
  const takeBytes = (request: Request, projectId: string, file: string): Response | undefined => {
    const [, takeId, kind] = /^([0-9a-z]{8,64})\.(wav|peaks)$/u.exec(file) ?? [];
    if (takeId === undefined || !idPattern.test(projectId)) return undefined;
    const project = projects.find(projectId);
    const found = project?.take(takeId);
    if (!project || !found) return undefined;
    const segment = { contentHash: found.contentHash, samples: found.take.samples, pauseSamples: 0 };
    const sound = new VirtualSound([segment], soundsOf(project));
    return resourceResponse(request, kind === 'wav' ? sound.wav() : sound.peaks());
  };
  const paidBytes = async (request: Request, operationId: string): Promise<Response | undefined> => {
    const found = idPattern.test(operationId) ? await results.ofOperation(operationId) : undefined;
    if (!found) return undefined;
    const path = results.path(found.contentHash);
    const file = { type: contentTypes[found.format], bytes: found.bytes, tag: found.contentHash };
    return resourceResponse(request, { ...file, read: (start, end) => bytesOf(path, start, end) });
  };
  const route = async (request: Request, [kind, first = '', second = '', ...more]: string[]): Promise<Response | undefined> => {
    if (more.length > 0) return undefined;
    if (kind === 'chapter') return chapterBytes(request, first, second);
    if (kind === 'take') return takeBytes(request, first, second);
    if (second !== '') return undefined;
    if (kind === 'live') return live.respond(request, first);
    if (kind === 'media') return kept.respond(request, first);
    if (kind === 'sound') return paidBytes(request, first);
    if (kind === 'export') return exports.respond(request, first);
    if (kind === 'upload' && first === '') return uploads.receive(request);
    return undefined;
  };

  return {
    services,
    openAhead: () => projects.openAhead(),
    bytes: async (request) => {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith('/bytes/')) return undefined;
      try {
        return (await route(request, pathname.split('/').slice(2))) ?? notFound();
      } catch (thrown) {
        log.warn('a request for bytes failed', { failure: toFailure(thrown), path: pathname });
        return failureResponse(thrown);
      }
    },
    uploadPath: (uploadId) => (idPattern.test(uploadId) ? uploads.path(uploadId) : undefined),
    kept,
    exports,
    cache,
    paid: {
      path: (store, name) => (store === 'results' ? results : kept).path(name),
      mediaNames: () => kept.names(),
      sounds: () => index.call('heldSounds'),
      projectSounds: (signal) => soundsOfProjects({ projectsDirectory, projects, recent, threads, log }, signal),
      remove: (...args) => removal.remove(...args),
      finishRemoval: (told) => removal.finish(told),
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
    liveChapter: (projectId, chapterId) => {
      projects.get(projectId).chapter(chapterId);
      return {
        document: () => projects.get(projectId).chapter(chapterId).document,
        defaults: () => projects.get(projectId),
        takes: () => projects.get(projectId).takes,
      };
    },
    chapter: async (projectId, chapterId) => Promise.resolve(chapterOf(projects.get(projectId), chapterId)),
    close: async () => {
      await results.close();
      await projects.closeAll();
      await index.call('closeResults').catch((thrown: unknown) => log.warn('the store was not closed neatly', { error: String(thrown) }));
      exports.close();
      await Promise.all([index.close(), threads.close(), pool.close()]);
    },
  };
}

/**
 * The peaks of a sound: all of them, or, with `?from=&to=&width=` (samples, and how many pairs), a stretch at the resolution
 * of a screen.
 */
async function peaksResponse(request: Request, sound: VirtualSound): Promise<Response> {
  const { searchParams } = new URL(request.url);
  if (searchParams.size === 0) return resourceResponse(request, sound.peaks());
  const figure = (field: string, least: number, most: number): number => {
    const text = searchParams.get(field) ?? '';
    const value = Number(text);
    if (!/^\d{1,15}$/u.test(text) || value < least || value > most)
      throw fail('invalid-input', message('library.numberOutOfRange', field, least, most), { field });
    return value;
  };
  const from = figure('from', 0, Number.MAX_SAFE_INTEGER);
  const to = figure('to', from + 1, Number.MAX_SAFE_INTEGER);
  const width = figure('width', 1, maximumPeakWidth);
  const pairs = await sound.peaksBetween(from, to, width);
  return resourceResponse(request, {
    type: 'application/octet-stream',
    bytes: pairs.byteLength,
    tag: `${sound.hash}-peaks-${from}-${to}-${width}`,
    async *read(start, end) {
      yield await Promise.resolve(new Uint8Array(pairs.buffer).slice(start, end));
    },
  });
}

function chapterOf(project: OpenProject, chapterId: string): Awaited<ReturnType<Library['chapter']>> {
  const { document } = project.chapter(chapterId);
  return { document, voiceId: project.voiceId, modelId: project.modelId, takes: project.takes.map(({ take }) => take) };
}
