import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { FailureError, toFailure } from '#shared/failure.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import type { Log } from '../infra/platform.ts';
import type { PaidResults } from './paid-results.ts';
import type { PcmCache, Sound, SoundSource } from './pcm-cache.ts';
import type { OpenProject } from './open-project.ts';
import type { Projects } from './projects.ts';
import type { SoundReader } from './virtual-sound.ts';

interface Parts {
  results: PaidResults;
  cache: PcmCache;
  projects: Projects;
  log: Log;
}

/**
 * The decoded sound of a project's takes. It comes from the cache, else from the project, else, where the project's copy is
 * damaged, from the profile's store, which also heals the project. A sound that is nowhere whole is marked, and `undefined`.
 */
export function takeSounds(project: OpenProject, { results, cache, projects, log }: Parts): SoundReader {
  const fromProject = async (sound: Sound): Promise<SoundSource> => ({
    format: (await project.thread.call('soundFormat', sound.contentHash)) ?? 'wav',
    async *parts() {
      for (let part = 0; ; part += 1) {
        const bytes = await project.thread.call('soundPart', sound.contentHash, part);
        if (!bytes) return;
        yield bytes;
      }
    },
  });
  const fromStore = (path: string, format: AudioFormat): SoundSource => ({
    format,
    async *parts() {
      for await (const chunk of createReadStream(path, { highWaterMark: 512 * 1024 })) yield Uint8Array.from(chunk as Buffer);
    },
  });
  const repaired = async <T>(sound: Sound, get: (source: () => Promise<SoundSource>) => Promise<T>): Promise<T | undefined> => {
    try {
      return await get(() => fromProject(sound));
    } catch (thrown) {
      if (!isDamaged(thrown)) {
        // The listener only sees the stream break.
        log.warn('the sound of a take could not be had', { contentHash: sound.contentHash, failure: toFailure(thrown) });
        throw thrown;
      }
    }
    const { contentHash } = sound;
    log.warn('the sound of a take is damaged in its project', { contentHash });
    const stored = await results.source(contentHash);
    if (stored) {
      try {
        const found = await get(() => Promise.resolve(fromStore(stored.path, stored.format)));
        project
          .inOrder(() => project.thread.call('healSound', contentHash, stored))
          .catch((thrown: unknown) => log.warn('a damaged sound could not be replaced', { error: String(thrown) }));
        return found;
      } catch (thrown) {
        if (!isDamaged(thrown)) throw thrown;
      }
    }
    await projects.markDamaged(project, contentHash);
    return undefined;
  };
  return {
    pcm: (sound): Promise<FileHandle | undefined> => repaired(sound, (source) => cache.openPcm(sound, source)),
    peaks: (sound) => repaired(sound, (source) => cache.peaks(sound, source)),
  };
}

function isDamaged(thrown: unknown): boolean {
  return thrown instanceof FailureError && thrown.failure.kind === 'damaged';
}
