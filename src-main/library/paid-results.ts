import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import { withinSound } from '#shared/narration/alignment.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import type { Log } from '../infra/platform.ts';
import { errorCode, fileFailure, keepAlso, noteUse, syncDirectory, writeAll } from '../infra/files.ts';
import { Landing } from '../infra/file-lock.ts';
import type { LiveSound, LiveSounds } from './live-sounds.ts';
import type { PcmCache } from './pcm-cache.ts';
import type { ResultsThread } from './results-thread.ts';
import type { DecodeSession, SoundPool } from '../media/sound-pool.ts';
import type { WrittenSound } from '../media/sound-writer.ts';
import type { ThreadClient } from '../infra/thread-call.ts';
import type { Arrival, PaidResult, ResultFacts } from './types.ts';
import { message } from '#shared/messages/message.ts';

/** Bytes that may wait for the decoder; past it, `write` waits too, and so does the network. */
const maximumUndecodedBytes = 4 * 1024 * 1024;
/** One sound: ten hours of 192 kHz stereo would not fit, a block of any service does. */
const maximumSoundBytes = 1024 ** 3;
const subject = message('library.thePaidSound');

interface Parts {
  directory: string;
  arrivingDirectory: string;
  index: ThreadClient<ResultsThread>;
  pool: SoundPool;
  cache: PcmCache;
  live: LiveSounds;
  log: Log;
}

/** The profile's store of paid sound: files by the SHA-256 of their bytes, an index by fingerprint, spools of what arrives. */
export class PaidResults {
  /** What comes, and what a removal must let alone. */
  readonly landing = new Landing();
  readonly #parts: Parts;
  /** By operation; `undefined` while a spool is being recovered. */
  readonly #arriving = new Map<string, Incoming | undefined>();

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async open(profileDirectory: string, parts: Omit<Parts, 'directory' | 'arrivingDirectory'>): Promise<PaidResults> {
    const directory = join(profileDirectory, 'results');
    const arrivingDirectory = join(profileDirectory, 'arriving');
    mkdirSync(directory, { recursive: true });
    mkdirSync(arrivingDirectory, { recursive: true });
    await parts.index.call('openResults', join(directory, 'index.sqlite'));
    return new PaidResults({ ...parts, directory, arrivingDirectory });
  }

  /** Where the bytes of a sound are. */
  path(contentHash: string): string {
    return join(this.#parts.directory, contentHash.slice(0, 2), contentHash);
  }

  async find(fingerprint: string): Promise<PaidResult | undefined> {
    const result = await this.#parts.index.call('findPaid', fingerprint);
    return result && (await this.#present(result)) ? result : undefined;
  }

  /** Those fingerprints among these whose sound this profile has whole on the disk. */
  async findAll(fingerprints: readonly string[]): Promise<string[]> {
    if (fingerprints.length === 0) return [];
    const found = await this.#parts.index.call('findAllPaid', fingerprints);
    const sizes = await Promise.all(
      found.map(async ({ contentHash }) => (await stat(this.path(contentHash)).catch(() => undefined))?.size),
    );
    return found.flatMap(({ fingerprint, bytes }, index) => (sizes[index] === bytes ? [fingerprint] : []));
  }

  /** The stored bytes of a sound, where this profile has them. */
  async source(contentHash: string): Promise<{ path: string; format: AudioFormat } | undefined> {
    const result = await this.#parts.index.call('resultOfContent', contentHash);
    return result && (await this.#present(result)) ? { path: this.path(contentHash), format: result.format } : undefined;
  }

  /** The stored sound of an operation, where this profile has it whole on the disk. */
  async ofOperation(operationId: string): Promise<PaidResult | undefined> {
    const result = await this.#parts.index.call('resultOfOperation', operationId);
    return result && (await this.#present(result)) ? result : undefined;
  }

  async receive(operationId: string, format: AudioFormat): Promise<Arrival> {
    const { cache, live, pool } = this.#parts;
    const spool = this.#spoolPath(operationId);
    if (this.#arriving.has(operationId)) throw fail('conflict', message('library.soundArriving'));
    this.#arriving.set(operationId, undefined);
    try {
      const file = await open(spool, 'wx').catch((thrown: unknown) => {
        if (errorCode(thrown) === 'EEXIST') throw fail('conflict', message('library.partNotRecovered'), { next: 'retry' });
        throw fileFailure(thrown, subject);
      });
      const files = cache.temporary();
      const sound = live.add(files.pcm);
      const session = pool.decode(format, files);
      const incoming = new Incoming({ operationId, format, file, spool, files, sound, session, store: this });
      this.#arriving.set(operationId, incoming);
      return incoming;
    } catch (thrown) {
      this.#arriving.delete(operationId);
      throw thrown;
    }
  }

  async recover(operationId: string, format: AudioFormat, facts: ResultFacts): Promise<PaidResult | undefined> {
    const spool = this.#spoolPath(operationId);
    if (this.#arriving.has(operationId)) throw fail('conflict', message('library.soundStillArriving'));
    const known = await this.#parts.index.call('resultOfOperation', operationId);
    if (known) {
      // Whole and indexed; only the news of it was lost.
      await rm(spool, { force: true });
      return known;
    }
    const file = await open(spool, 'r+').catch(() => undefined);
    if (!file) return undefined;
    this.#arriving.set(operationId, undefined);
    try {
      const { cache, pool } = this.#parts;
      const files = cache.temporary();
      const session = pool.decode(format, files);
      const hash = createHash('sha256');
      let bytes = 0;
      try {
        for await (const chunk of createReadStream(spool, { highWaterMark: 256 * 1024 })) {
          const part = Uint8Array.from(chunk as Buffer);
          bytes += part.byteLength;
          hash.update(part);
          await session.push(part);
        }
      } catch (thrown) {
        await session.abort();
        throw fileFailure(thrown, subject);
      }
      const written = await session.finish();
      return await this.settle({
        operationId,
        format,
        file,
        spool,
        files,
        hash: hash.digest('hex'),
        bytes,
        written,
        facts,
        state: 'incomplete',
      });
    } finally {
      await file.close();
      this.#arriving.delete(operationId);
    }
  }

  /**
   * Makes a spool a result: synced, under its hash, indexed, and only then no longer a spool. A crash at any point leaves a spool or
   * a result. `undefined` when nothing can be heard of an incomplete one, which is then dropped.
   */
  async settle(arrived: {
    operationId: string;
    format: AudioFormat;
    file: FileHandle;
    spool: string;
    files: { pcm: string; peaks: string };
    hash: string;
    bytes: number;
    written: WrittenSound;
    facts: ResultFacts;
    state: PaidResult['state'];
  }): Promise<PaidResult | undefined> {
    const { index, cache, log } = this.#parts;
    const { operationId, format, file, spool, files, hash, bytes, written, facts, state } = arrived;
    if (written.problem !== null) log.warn('a sound could not be decoded to its end', { operationId, problem: written.problem });
    if (written.samples === 0) {
      await Promise.all([rm(files.pcm, { force: true }), rm(files.peaks, { force: true })]);
      if (state === 'incomplete') {
        await rm(spool, { force: true });
        return undefined;
      }
      throw fail('bad-response', message('library.soundNotPlayable'), {
        charged: 'unknown',
        next: 'generate-again',
      });
    }
    const result = await this.landing.come(hash, async () => {
      const path = this.path(hash);
      try {
        await file.sync();
        mkdirSync(dirname(path), { recursive: true });
        await keepAlso(spool, path);
        await noteUse(path); // one that was there already is young again
        await syncDirectory(dirname(path));
        await syncDirectory(this.#parts.directory);
      } catch (thrown) {
        throw fileFailure(thrown, subject);
      }
      return index.call('addResult', {
        ...facts,
        words: [...withinSound(facts.words, (written.samples * 1000) / sampleRate)],
        contentHash: hash,
        operationId,
        format,
        bytes,
        samples: written.samples,
        createdAt: Date.now(),
        state: written.problem === null ? state : 'incomplete',
      });
    });
    await rm(spool, { force: true });
    if (written.kept)
      await cache.adopt(result, files).catch((thrown: unknown) => log.warn('decoded sound could not be cached', { error: String(thrown) }));
    return result;
  }

  forget(operationId: string): void {
    this.#arriving.delete(operationId);
  }

  /** What still arrives is left as a spool, for the next run to recover. */
  async close(): Promise<void> {
    for (const incoming of [...this.#arriving.values()]) await incoming?.abandon();
  }

  pcmPath(contentHash: string): string {
    return this.#parts.cache.pcmPath(contentHash);
  }

  async #present(result: PaidResult): Promise<boolean> {
    const path = this.path(result.contentHash);
    const found = await stat(path).catch(() => undefined);
    if (found) await noteUse(path, found.mtimeMs);
    const size = found?.size ?? -1;
    if (size !== result.bytes)
      this.#parts.log.warn('a stored result is not whole on the disk', { operationId: result.operationId, bytes: result.bytes, size });
    return size === result.bytes;
  }

  #spoolPath(operationId: string): string {
    if (!idPattern.test(operationId)) throw fail('invalid-input', message('paidRequests.notAnOperationId'), { field: 'operationId' });
    return join(this.#parts.arrivingDirectory, operationId);
  }
}

interface IncomingParts {
  operationId: string;
  format: AudioFormat;
  file: FileHandle;
  spool: string;
  files: { pcm: string; peaks: string };
  sound: LiveSound;
  session: DecodeSession;
  store: PaidResults;
}

/** One sound on its way in. Ends with `complete` or `interrupted`, whichever is called first. */
class Incoming implements Arrival {
  readonly #parts: IncomingParts;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #undecoded = 0;
  #samples = 0;
  #decoded: Promise<void> = Promise.resolve();
  /** Writes, one after another. */
  #tail: Promise<void> = Promise.resolve();
  #over = false;

  constructor(parts: IncomingParts) {
    this.#parts = parts;
  }

  get liveUrl(): string {
    return this.#parts.sound.url;
  }

  write(bytes: Uint8Array): Promise<void> {
    const written = this.#tail.then(() => this.#append(bytes));
    this.#tail = written.catch(() => undefined);
    return written;
  }

  async #append(bytes: Uint8Array): Promise<void> {
    if (this.#over) throw fail('internal', message('library.soundOver'));
    if (bytes.byteLength === 0) return;
    if (this.#bytes + bytes.byteLength > maximumSoundBytes) throw fail('too-large', message('library.soundTooLarge'), { charged: 'yes' });
    const { file, session, sound } = this.#parts;
    try {
      await writeAll(file, bytes, this.#bytes);
    } catch (thrown) {
      await file.truncate(this.#bytes).catch(() => undefined); // whole writes only: what is decoded and hashed is what is there
      throw fileFailure(thrown, subject);
    }
    this.#bytes += bytes.byteLength;
    this.#hash.update(bytes);
    this.#undecoded += bytes.byteLength;
    const decoded = session.push(Uint8Array.from(bytes)).then(
      (samples) => {
        this.#undecoded -= bytes.byteLength;
        this.#samples = Math.max(this.#samples, samples);
        sound.grow(this.#samples);
      },
      () => {
        this.#undecoded -= bytes.byteLength; // the end tells
      },
    );
    this.#decoded = decoded;
    if (this.#undecoded > maximumUndecodedBytes) await decoded;
  }

  async abandon(): Promise<void> {
    await this.#tail;
    if (this.#over) return;
    this.#over = true;
    const { operationId, file, session, sound, store } = this.#parts;
    sound.end(this.#samples);
    await session.abort();
    await file.close();
    store.forget(operationId);
  }

  async complete(facts: ResultFacts): Promise<PaidResult> {
    const result = await this.#end(facts, 'complete');
    if (!result) throw fail('internal', message('library.soundNotStored'), { charged: 'yes' });
    return result;
  }

  interrupted(facts: ResultFacts): Promise<PaidResult | undefined> {
    return this.#end(facts, 'incomplete');
  }

  async #end(facts: ResultFacts, state: PaidResult['state']): Promise<PaidResult | undefined> {
    const { operationId, format, file, spool, files, sound, session, store } = this.#parts;
    await this.#tail;
    if (this.#over) throw fail('internal', message('library.soundOver'));
    this.#over = true;
    try {
      await this.#decoded;
      const written = await session.finish();
      sound.grow(written.kept ? written.samples : this.#samples);
      const hash = this.#hash.digest('hex');
      const result = await store.settle({ operationId, format, file, spool, files, hash, bytes: this.#bytes, written, facts, state });
      sound.end(this.#samples, result && written.kept ? store.pcmPath(result.contentHash) : undefined);
      return result;
    } finally {
      sound.end(this.#samples);
      await file.close();
      store.forget(operationId);
    }
  }
}
