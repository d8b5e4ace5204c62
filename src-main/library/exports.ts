import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { cuesOf, spokenBlocks, toSrt, toVtt } from '#shared/narration/captions.ts';
import type { Take } from '#shared/narration/take.ts';
import { buildTimeline, type Timeline } from '#shared/narration/timeline.ts';
import type { Services } from '#shared/operations.ts';
import { chunkBytes, resourceResponse } from './byte-response.ts';
import { errorCode, fileFailure, fileNameOf, publish, writeAll } from './files.ts';
import type { OpenChapter, OpenProject } from './open-project.ts';
import { checkAbsolute } from './projects.ts';
import type { SoundPool } from './sound-pool.ts';
import { type SoundReader, VirtualSound } from './virtual-sound.ts';

type Handler = Services['chapter.export'];
type Input = Parameters<Handler>[0];
type Context = Parameters<Handler>[1];
type Out = Awaited<ReturnType<Handler>>;

/** Downloads that are kept for their window; the oldest go first. All go when the studio ends. */
const maximumDownloads = 16;
/** PCM that is encoded at once, half a second: others who use the thread wait no longer than it takes. */
const encodePieceBytes = 48_000;
/** Events while an export runs, at most. */
const progressSteps = 200;
const subject = 'The export';

const types = { wav: 'audio/wav', mp3: 'audio/mpeg', srt: 'application/x-subrip', vtt: 'text/vtt' } as const;

interface Download {
  path: string;
  name: string;
  type: string;
  bytes: number;
}

export interface ExportSource {
  project: OpenProject;
  chapter: OpenChapter;
  sounds: SoundReader;
  connectionId: string;
}

/** Writes chapters to files, and keeps those that are to be downloaded. */
export class Exports {
  readonly #directory: string;
  readonly #pool: SoundPool;
  readonly #downloads = new Map<string, Download>();

  constructor(directory: string, pool: SoundPool) {
    this.#directory = directory;
    this.#pool = pool;
    rmSync(directory, { recursive: true, force: true }); // what an earlier run left was for its windows
    mkdirSync(directory, { recursive: true });
  }

  /** The file appears when it is whole. Stopping, or a failure, leaves nothing. */
  async run(input: Input, source: ExportSource, { signal, emit }: Pick<Context, 'signal' | 'emit'>): Promise<Out> {
    const { project, chapter, connectionId } = source;
    const takes = project.takes.map(({ take }) => take);
    const timeline = buildTimeline(chapter.document, takes, project, connectionId);
    if (timeline.blocks.length === 0)
      throw fail('invalid-input', 'There is nothing to export yet: no block of this chapter has sound.', { field: 'chapterId' });
    if (input.path !== undefined) await checkTarget(input.path, input.overwrite === true);
    const id = newId();
    const name = input.path === undefined ? `${fileNameOf(chapter.title)}.${input.format}` : basename(input.path);
    const temporary =
      input.path === undefined ? join(this.#directory, `${id}.${input.format}`) : join(dirname(input.path), `.${id}.voicewright-partial`);
    let bytes: number;
    try {
      bytes = await writeFileSynced(temporary, this.#content(input.format, timeline, source, signal, emit), signal);
      if (input.path !== undefined) await publish(temporary, input.path, input.overwrite === true);
    } catch (thrown) {
      await rm(temporary, { force: true });
      if (input.path !== undefined && errorCode(thrown) === 'EEXIST') throw exists(input.path);
      throw fileFailure(thrown, subject);
    }
    emit({ fraction: 1 });
    const out = { name, bytes, skippedBlocks: timeline.silentBlocks };
    if (input.path !== undefined) return { ...out, path: input.path, url: null };
    await this.#keep(id, { path: temporary, name, type: types[input.format], bytes });
    return { ...out, path: null, url: `/bytes/export/${id}` };
  }

  async *#content(
    format: Input['format'],
    timeline: Timeline,
    source: ExportSource,
    signal: AbortSignal,
    emit: Context['emit'],
  ): AsyncGenerator<Uint8Array, void> {
    if (format === 'srt' || format === 'vtt') {
      const cues = cuesOf(spokenBlocks(timeline));
      yield new TextEncoder().encode(format === 'srt' ? toSrt(cues) : toVtt(cues));
      return;
    }
    const sound = soundOf(timeline, source);
    const total = sound.samples * 2;
    let done = 0;
    let told = 0;
    const progress = (bytes: number): void => {
      done += bytes;
      const step = Math.floor((done / total) * progressSteps);
      if (step > told && step < progressSteps) emit({ fraction: step / progressSteps });
      told = Math.max(told, step);
    };
    if (format === 'wav') {
      const wav = sound.wav();
      for await (const chunk of wav.read(0, wav.bytes)) {
        progress(chunk.byteLength);
        yield chunk;
      }
      return;
    }
    const encoder = await this.#pool.mp3();
    let ended = false;
    try {
      // A piece never begins or ends within a sample.
      for (let at = 0; at < total && !signal.aborted; at += encodePieceBytes) {
        const end = Math.min(at + encodePieceBytes, total);
        const piece = new Uint8Array(end - at);
        let filled = 0;
        for await (const chunk of sound.pcm(at, end)) {
          piece.set(chunk, filled);
          filled += chunk.byteLength;
        }
        yield await encoder.encode(piece);
        progress(piece.byteLength);
      }
      ended = true;
      yield await encoder.finish();
    } finally {
      if (!ended) encoder.abort();
    }
  }

  async #keep(id: string, download: Download): Promise<void> {
    this.#downloads.set(id, download);
    for (const [old, { path }] of this.#downloads) {
      if (this.#downloads.size <= maximumDownloads) break;
      this.#downloads.delete(old);
      await rm(path, { force: true });
    }
  }

  respond(request: Request, id: string): Response | undefined {
    const download = this.#downloads.get(id);
    if (!download) return undefined;
    return resourceResponse(request, {
      type: download.type,
      bytes: download.bytes,
      tag: id,
      headers: { 'Content-Disposition': disposition(download.name) },
      async *read(start, end) {
        if (start >= end) return;
        const stream = createReadStream(download.path, { start, end: end - 1, highWaterMark: chunkBytes });
        for await (const chunk of stream) yield Uint8Array.from(chunk as Buffer);
      },
    });
  }

  close(): void {
    this.#downloads.clear();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** For an export a hole is not silence: a damaged take ends it, by name. */
function soundOf(timeline: Timeline, { project, sounds }: ExportSource): VirtualSound {
  const hashes = new Map(project.takes.map(({ take, contentHash }) => [take.id, contentHash]));
  const segments = timeline.blocks.map(({ take, samples, pauseSamples }) => ({
    contentHash: hashes.get(take.id) ?? '',
    samples,
    pauseSamples,
  }));
  const textOf = new Map<string, Take>(timeline.blocks.map(({ take }) => [hashes.get(take.id) ?? '', take]));
  return new VirtualSound(segments, {
    pcm: async (sound) => {
      const file = await sounds.pcm(sound);
      if (file) return file;
      const start = textOf.get(sound.contentHash)?.text.slice(0, 40) ?? '';
      throw fail('damaged', `The sound of the block "${start}…" is damaged, so nothing was exported. Generate that block anew.`);
    },
    peaks: (sound) => sounds.peaks(sound),
  });
}

async function checkTarget(path: string, overwrite: boolean): Promise<void> {
  checkAbsolute(path);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw fail('file-failed', 'The export needs a file name: that is a folder.', { field: 'path' });
  if (found && !overwrite) throw exists(path);
}

function exists(path: string): Error {
  return fail('file-exists', `There is a file named "${basename(path)}" already. It was left untouched.`, { field: 'path' });
}

async function writeFileSynced(path: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> {
  const file = await open(path, 'wx');
  try {
    let written = 0;
    for await (const chunk of content) {
      signal.throwIfAborted();
      await writeAll(file, chunk, written);
      written += chunk.byteLength;
    }
    signal.throwIfAborted();
    await file.sync();
    return written;
  } finally {
    await file.close();
  }
}

/** RFC 6266: a plain name for old readers, the real one for all others. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\u0020-\u007e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*!]/gu, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
