import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat, truncate, utimes, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import type { Log } from '../infra/platform.ts';
import { resamplerVersion } from '../media/resampler.ts';
import { samplesPerPeak } from '../media/sound-writer.ts';
import type { SoundPool } from '../media/sound-pool.ts';
import { message } from '#shared/messages/message.ts';

/** A decoded sound: its encoded bytes' SHA-256, and its length at 48 kHz. */
export interface Sound {
  contentHash: string;
  samples: number;
}

/** Where a sound can be had again from. */
export interface SoundSource {
  format: AudioFormat;
  parts(): AsyncIterable<Uint8Array>;
}

/** Ten hours are 3.5 GB. Past this, what was used longest ago goes; it can always be made again. */
export const defaultCacheBytes = 12 * 1024 ** 3;

/** Peaks kept in memory: those of ten hours. */
const rememberedPeakBytes = 8 * 1024 * 1024;

interface Entry {
  bytes: number;
}

export function peakBytes(samples: number): number {
  return Math.ceil(samples / samplesPerPeak) * 2;
}

/** Decoded sound on the disk, by the hash of what it was decoded from. All of it can be made again. */
export class PcmCache {
  readonly #directory: string;
  readonly #limit: number;
  readonly #pool: SoundPool;
  readonly #log: Log;
  /** In order of last use, the oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #rebuilding = new Map<string, Promise<void>>();
  #bytes = 0;
  /** In order of last use, the oldest first: a view of a long chapter asks for thousands of them again and again. */
  readonly #peaks = new Map<string, Int8Array>();
  #peakBytes = 0;

  private constructor(options: { directory: string; limit: number; pool: SoundPool; log: Log }) {
    this.#directory = options.directory;
    this.#limit = options.limit;
    this.#pool = options.pool;
    this.#log = options.log;
  }

  /** `directory` holds the folder of this version. Those of other versions are dropped: the same sound has other samples in them. */
  static async open(options: { directory: string; limit: number; pool: SoundPool; log: Log }): Promise<PcmCache> {
    const name = `pcm-${resamplerVersion}`;
    const directory = join(options.directory, name);
    mkdirSync(directory, { recursive: true });
    for (const other of await readdir(options.directory))
      if (/^pcm(-\d+)?$/u.test(other) && other !== name) await rm(join(options.directory, other), { recursive: true, force: true });
    const cache = new PcmCache({ ...options, directory });
    await cache.#scan();
    return cache;
  }

  /** Files for a sound that is not whole yet; `adopt` or the caller's `rm` ends them. */
  temporary(): { pcm: string; peaks: string } {
    const id = newId();
    return { pcm: join(this.#directory, `${id}.pcm.partial`), peaks: join(this.#directory, `${id}.peaks.partial`) };
  }

  /** Takes finished files in under their sound's name. */
  async adopt(sound: Sound, files: { pcm: string; peaks: string }): Promise<void> {
    const { pcm, peaks } = this.#paths(sound.contentHash);
    await rename(files.peaks, peaks);
    await rename(files.pcm, pcm);
    this.#remember(sound.contentHash, sound.samples * 2 + peakBytes(sound.samples));
    await this.#evict(sound.contentHash);
  }

  pcmPath(contentHash: string): string {
    return this.#paths(contentHash).pcm;
  }

  /** The sound's PCM, open for reading; made again from `source` when it is missing or not as long as it must be. */
  async openPcm(sound: Sound, source: () => Promise<SoundSource>): Promise<FileHandle> {
    const found = await this.#tryOpen(sound);
    if (found) return found;
    await this.#rebuild(sound, source);
    const made = await this.#tryOpen(sound);
    if (!made) throw fail('file-failed', message('sound.decodedNotStored'), { next: 'free-disk-space' });
    return made;
  }

  async peaks(sound: Sound, source: () => Promise<SoundSource>): Promise<Int8Array> {
    const known = this.#peaks.get(sound.contentHash);
    if (known?.byteLength === peakBytes(sound.samples)) {
      this.#peaks.delete(sound.contentHash);
      this.#peaks.set(sound.contentHash, known);
      return known;
    }
    const found = await this.#readPeaks(sound, source);
    if (!this.#peaks.has(sound.contentHash)) this.#peakBytes += found.byteLength;
    this.#peaks.set(sound.contentHash, found);
    for (const [oldest, peaks] of this.#peaks) {
      if (this.#peakBytes <= rememberedPeakBytes) break;
      this.#peaks.delete(oldest);
      this.#peakBytes -= peaks.byteLength;
    }
    return found;
  }

  /** Its peaks where the disk has them; nothing is decoded for them. */
  async storedPeaks(sound: Sound): Promise<Int8Array | undefined> {
    const bytes = await readFile(this.#paths(sound.contentHash).peaks).catch(() => undefined);
    return bytes?.byteLength === peakBytes(sound.samples) ? new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : undefined;
  }

  async #readPeaks(sound: Sound, source: () => Promise<SoundSource>): Promise<Int8Array> {
    const found = await this.storedPeaks(sound);
    if (found) return found;
    await this.#rebuild(sound, source);
    const made = await this.storedPeaks(sound);
    if (!made) throw fail('file-failed', message('sound.peaksNotStored'), { next: 'free-disk-space' });
    return made;
  }

  async #tryOpen(sound: Sound): Promise<FileHandle | undefined> {
    const path = this.#paths(sound.contentHash).pcm;
    const file = await open(path, 'r').catch(() => undefined);
    if (!file) return undefined;
    const { size } = await file.stat();
    if (size !== sound.samples * 2) {
      await file.close();
      return undefined;
    }
    this.#touch(sound, path);
    return file;
  }

  #rebuild(sound: Sound, source: () => Promise<SoundSource>): Promise<void> {
    const running = this.#rebuilding.get(sound.contentHash);
    if (running) return running;
    const made = this.#make(sound, source).finally(() => this.#rebuilding.delete(sound.contentHash));
    this.#rebuilding.set(sound.contentHash, made);
    return made;
  }

  async #make(sound: Sound, source: () => Promise<SoundSource>): Promise<void> {
    const origin = await source();
    const files = this.temporary();
    const session = this.#pool.decode(origin.format, files);
    const hash = createHash('sha256');
    try {
      for await (const part of origin.parts()) {
        hash.update(part);
        await session.push(part);
      }
    } catch (thrown) {
      await session.abort();
      throw thrown;
    }
    const written = await session.finish();
    try {
      if (hash.digest('hex') !== sound.contentHash) throw fail('damaged', message('sound.changedOnDisk'));
      if (written.samples === 0) throw fail('damaged', message('sound.cannotBeDecoded'));
      if (!written.kept) throw fail('disk-full', message('sound.noRoomToDecode'));
      if (written.samples !== sound.samples) {
        // Another version of a decoder may end a few samples earlier or later; the length that was promised holds.
        this.#log.warn('a decoded sound has another length than before', { contentHash: sound.contentHash, samples: written.samples });
        await truncate(files.pcm, sound.samples * 2);
        await truncate(files.peaks, peakBytes(sound.samples));
      }
      await this.adopt(sound, files);
    } catch (thrown) {
      await rm(files.pcm, { force: true });
      await rm(files.peaks, { force: true });
      throw thrown;
    }
  }

  async #scan(): Promise<void> {
    const found: { contentHash: string; bytes: number; usedAt: number }[] = [];
    for (const name of await readdir(this.#directory)) {
      const contentHash = /^([0-9a-f]{64})\.pcm$/u.exec(name)?.[1];
      if (contentHash !== undefined) {
        const { size, mtimeMs } = await stat(join(this.#directory, name));
        found.push({ contentHash, bytes: size + peakBytes(size / 2), usedAt: mtimeMs });
      } else if (name.endsWith('.partial')) await rm(join(this.#directory, name), { force: true });
    }
    found.sort((a, b) => a.usedAt - b.usedAt);
    for (const { contentHash, bytes } of found) this.#remember(contentHash, bytes);
    await this.#evict();
  }

  #remember(contentHash: string, bytes: number): void {
    this.#bytes += bytes - (this.#entries.get(contentHash)?.bytes ?? 0);
    this.#entries.delete(contentHash);
    this.#entries.set(contentHash, { bytes });
  }

  #touch(sound: Sound, path: string): void {
    this.#remember(sound.contentHash, sound.samples * 2 + peakBytes(sound.samples));
    const now = new Date();
    utimes(path, now, now).catch(() => undefined); // the order of a later run; nothing hangs on it
  }

  /** What decoded sound takes on the disk. */
  held(): { bytes: number; files: number } {
    return { bytes: this.#bytes, files: this.#entries.size };
  }

  /** Drops all of it: what is asked for next is decoded again. What is being decoded, and what is open, goes on. */
  async drop(): Promise<void> {
    this.#peaks.clear();
    this.#peakBytes = 0;
    for (const contentHash of [...this.#entries.keys()]) if (!this.#rebuilding.has(contentHash)) await this.#forget(contentHash);
  }

  async #forget(contentHash: string): Promise<void> {
    this.#bytes -= this.#entries.get(contentHash)?.bytes ?? 0;
    this.#entries.delete(contentHash);
    const { pcm, peaks } = this.#paths(contentHash);
    await rm(pcm, { force: true });
    await rm(peaks, { force: true });
  }

  /** Drops the oldest while there is too much, but never `kept`. A reader that has a file open reads on. */
  async #evict(kept?: string): Promise<void> {
    for (const contentHash of [...this.#entries.keys()]) {
      if (this.#bytes <= this.#limit) return;
      if (contentHash !== kept) await this.#forget(contentHash);
    }
  }

  #paths(contentHash: string): { pcm: string; peaks: string } {
    return { pcm: join(this.#directory, `${contentHash}.pcm`), peaks: join(this.#directory, `${contentHash}.peaks`) };
  }
}
