import { constants, existsSync, mkdirSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { fail } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import { fileFailure, syncDirectory, writeAll, writePieces } from '../../infra/files.ts';
import {
  headBytes,
  isWhole,
  packRecords,
  readHead,
  readRecord,
  wholeFrames,
  type AudioRecord,
  type LoggedSegment,
  type LogRecord,
  type PackedRecords,
  type PcmFacts,
  type StoredRecord,
} from './log-records.ts';
import { message } from '#shared/messages/message.ts';

/** Bytes. A single piece may be longer. */
const worthARead = 1024 * 1024;
const subject = message('live.spokenLive');

/**
 * Writes that settle when they are on the disk, where the system has them and they promise what a sync does (on macOS they do not): a sync of
 * its own would wait twice until this process has time for it.
 */
const syncedWrites = process.platform === 'linux' ? constants.O_DSYNC : 0;

interface Piece {
  sequence: number;
  offset: number;
  length: number;
}
interface Attempt {
  pieces: Piece[];
  whole: boolean;
}

/**
 * What one realtime request sent and heard, in a file of the profile that only grows: phrases are in it before they are sent, sound before
 * it is passed on. A torn end, as a crash leaves it, is cut off when it is opened again. Fails with `disk-full` or `file-failed`; what was
 * written before stays.
 */
export class LiveLog {
  readonly directory: string;
  readonly operationId: string;
  readonly segments: LoggedSegment[] = [];
  readonly #refused = new Set<string>();
  readonly #sound = new Map<string, Map<number, Attempt>>();
  readonly #gaps = new Map<number, number>();
  #header: Piece | undefined;
  pcm: PcmFacts | undefined;
  #file: FileHandle;
  #size = 0;
  #tail: Promise<void> = Promise.resolve();

  private constructor(directory: string, operationId: string, file: FileHandle) {
    this.directory = directory;
    this.operationId = operationId;
    this.#file = file;
  }

  /** Opens or begins the log of an operation. */
  static async open(directory: string, operationId: string): Promise<LiveLog> {
    if (!idPattern.test(operationId)) throw fail('invalid-input', message('paidRequests.notAnOperationId'), { field: 'operationId' });
    const path = join(directory, `${operationId}.log`);
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const isKnown = LiveLog.exists(directory, operationId);
      const log = new LiveLog(
        directory,
        operationId,
        await open(path, constants.O_RDWR | syncedWrites | (isKnown ? 0 : constants.O_CREAT | constants.O_EXCL), 0o600),
      );
      if (isKnown) await log.#recover();
      else await syncDirectory(directory);
      return log;
    } catch (thrown) {
      throw fileFailure(thrown, subject);
    }
  }

  static exists(directory: string, operationId: string): boolean {
    return existsSync(join(directory, `${operationId}.log`));
  }

  /** Record by record, so that a long session needs no more memory than a short one. Of a torn one the frames that are whole are kept. */
  async #recover(): Promise<void> {
    const { size } = await this.#file.stat();
    const read = (offset: number, length: number): Promise<Uint8Array> =>
      this.read({ offset: this.#size + offset, length: Math.max(0, Math.min(length, size - this.#size - offset)) });
    let kept: AudioRecord[] = [];
    for (;;) {
      const head = readHead(await read(0, headBytes));
      if (head === undefined) break;
      const record = readRecord(head, await read(headBytes, head.json));
      const bytes = await read(headBytes + head.json, head.bytes);
      if (record === undefined) break;
      if (!isWhole(record, head, bytes)) {
        kept = record.t === 'audio' ? wholeFrames(record, bytes) : [];
        break;
      }
      this.#index(record, this.#size + headBytes + head.json);
      this.#size += headBytes + head.json + head.bytes;
    }
    await this.#file.truncate(this.#size);
    if (kept.length > 0) await this.append(kept);
  }

  /** On the disk, all of it and in this order, when it settles. */
  append(records: readonly LogRecord[]): Promise<void> {
    return this.write([packRecords(records)]);
  }

  /** What `append` does, in two steps: `packRecords` takes the processor's time, this the disk's. */
  write(packs: readonly PackedRecords[]): Promise<void> {
    const written = this.#tail.then(() => this.#write(packs));
    this.#tail = written.catch(() => undefined);
    return written;
  }

  async #write(packs: readonly PackedRecords[]): Promise<void> {
    if (packs.every(({ places }) => places.length === 0)) return;
    try {
      const parts = packs.flatMap((pack) => pack.parts);
      await writePieces(this.#file, parts, this.#size);
      if (syncedWrites === 0) await this.#file.datasync();
    } catch (thrown) {
      await this.#file.truncate(this.#size).catch(() => undefined); // whole records only
      throw fileFailure(thrown, subject);
    }
    for (const { places, size } of packs) {
      for (const { record, offset } of places) this.#index(record, this.#size + offset);
      this.#size += size;
    }
  }

  /** `offset`: where the bytes of the record begin in the file. */
  #index(record: StoredRecord, offset: number): void {
    if (record.t === 'segment') this.segments.push(record.segment);
    else if (record.t === 'refused') this.#refused.add(record.segmentId);
    else if (record.t === 'pcm') this.pcm ??= { sampleRate: record.sampleRate, channels: record.channels, bitDepth: record.bitDepth };
    else if (record.t === 'header') this.#header ??= { sequence: 0, offset, length: record.length };
    else if (record.t === 'gap') this.#gaps.set(record.attempt, Math.min(record.after, this.#gaps.get(record.attempt) ?? Infinity));
    else {
      const attempts = this.#sound.get(record.segmentId) ?? new Map<number, Attempt>();
      this.#sound.set(record.segmentId, attempts);
      const attempt = attempts.get(record.attempt) ?? { pieces: [], whole: false };
      attempts.set(record.attempt, attempt);
      if (record.t === 'whole') attempt.whole = true;
      else {
        for (const [sequence, length] of record.frames) {
          attempt.pieces.push({ sequence, offset, length });
          offset += length;
        }
      }
    }
  }

  isRefused(segmentId: string): boolean {
    return this.#refused.has(segmentId);
  }

  /** The segments that the request has: those that were not refused. */
  standing(): LoggedSegment[] {
    return this.segments.filter((segment) => !this.#refused.has(segment.segmentId));
  }

  hasSound(segmentId: string): boolean {
    return [...(this.#sound.get(segmentId)?.values() ?? [])].some((attempt) => attempt.pieces.length > 0);
  }

  isWhole(segmentId: string): boolean {
    return [...(this.#sound.get(segmentId)?.values() ?? [])].some((attempt) => attempt.whole);
  }

  /** The number of the attempt that comes next, over all runs of the program. */
  nextAttempt(): number {
    const known = [...this.#sound.values()].flatMap((attempts) => [...attempts.keys()]);
    return Math.max(0, ...known, ...this.#gaps.keys()) + 1;
  }

  /**
   * Where the sound is that is kept: of each segment its whole attempt, else what came of its longest; with `prefix`, up to the first byte
   * that is missing and no further.
   */
  kept(prefix: boolean): { segment: LoggedSegment; pieces: Piece[]; whole: boolean }[] {
    const kept: { segment: LoggedSegment; pieces: Piece[]; whole: boolean }[] = [];
    for (const segment of this.standing()) {
      const attempts = [...(this.#sound.get(segment.segmentId) ?? new Map<number, Attempt>())];
      const bytesOf = (attempt: Attempt): number => attempt.pieces.reduce((sum, piece) => sum + piece.length, 0);
      const best = attempts.find(([, attempt]) => attempt.whole) ?? attempts.sort(([, a], [, b]) => bytesOf(b) - bytesOf(a))[0];
      const whole = best?.[1].whole ?? false;
      const last = prefix && !whole && best !== undefined ? (this.#gaps.get(best[0]) ?? Infinity) : Infinity;
      const pieces = [...(best?.[1].pieces ?? [])].sort((a, b) => a.sequence - b.sequence).filter((piece) => piece.sequence <= last);
      kept.push({ segment, pieces, whole });
      if (prefix && !whole) break;
    }
    return kept;
  }

  /** The check sum of bytes `from` to `to` of a segment's sound as one attempt brought it, going on from `sum`. Fails with `damaged`. */
  async sum(of: { segmentId: string; attempt: number; from: number; to: number }, sum: number): Promise<number> {
    const pieces = this.#sound.get(of.segmentId)?.get(of.attempt)?.pieces ?? [];
    let at = 0;
    for (const { offset, length } of pieces.toSorted((a, b) => a.sequence - b.sequence)) {
      const [from, to] = [Math.max(of.from, at), Math.min(of.to, at + length)];
      if (from < to) sum = crc32(await this.read({ offset: offset + from - at, length: to - from }), sum);
      at += length;
    }
    if (at < of.to) throw fail('damaged', message('live.logIncomplete'), { charged: 'yes' });
    return sum;
  }

  header(): Promise<Uint8Array | undefined> {
    return this.#header === undefined ? Promise.resolve(undefined) : this.read(this.#header);
  }

  /** The sound of pieces that follow one another, in parts. Each part is overwritten by the next. */
  async *sound(pieces: readonly Piece[]): AsyncGenerator<Uint8Array, void, undefined> {
    let part = new Uint8Array(0);
    for (const { offset, length } of stretches(pieces)) {
      if (part.byteLength < length) part = new Uint8Array(length);
      yield await this.read({ offset, length }, part.subarray(0, length));
    }
  }

  async read({ offset, length }: { offset: number; length: number }, bytes = new Uint8Array(length)): Promise<Uint8Array> {
    for (let at = 0; at < length;) {
      const { bytesRead } = await this.#file.read(bytes, at, length - at, offset + at);
      if (bytesRead === 0) throw fail('damaged', message('live.soundUnreadable'), { charged: 'yes' });
      at += bytesRead;
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.#tail;
    await this.#file.close();
  }

  /** Its sound and its list of phrases stand beside it by now. */
  async remove(): Promise<void> {
    await rm(join(this.directory, `${this.operationId}.log`), { force: true });
  }
}

/** Pieces as few reads as may be: those that lie one behind the other are read together, up to a bound. */
function stretches(pieces: readonly Piece[]): { offset: number; length: number }[] {
  const joined: { offset: number; length: number }[] = [];
  for (const { offset, length } of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && last.offset + last.length === offset && last.length + length <= worthARead) last.length += length;
    else joined.push({ offset, length });
  }
  return joined;
}

/** Writes a file whole, synced and under its name, or leaves what was there. */
export async function writeWhole(path: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = `${path}.partial`;
  try {
    const file = await open(partial, 'w', 0o600);
    try {
      let size = 0;
      for await (const part of parts) {
        await writeAll(file, part, size);
        size += part.byteLength;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (thrown) {
    await rm(partial, { force: true });
    throw fileFailure(thrown, subject);
  }
}
