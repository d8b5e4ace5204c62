import { cutText } from '#shared/cut-text.ts';
import { mkdirSync, rmSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { captionWriters } from '#shared/captions/formats.ts';
import { scriptOf } from '#shared/captions/script.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import { buildTimeline, type Timeline } from '#shared/narration/chapter-timeline.ts';
import type { Services } from '#shared/operations/index.ts';
import type { ExportedPeak } from '#shared/sound/exported-peak.ts';
import { bytesOf, resourceResponse } from '../infra/byte-response.ts';
import { formatFileName } from '../infra/file-name.ts';
import { fileFailure, writeAll } from '../infra/files.ts';
import type { OpenChapter, OpenProject } from './open-project.ts';
import type { SoundPool } from '../media/sound-pool.ts';
import { toSegment, type SoundReader, VirtualSound } from './virtual-sound.ts';
import { wavHeader } from '../media/wav.ts';
import type { OutputFiles, WritablePath } from './writable-path.ts';
import { message } from '#shared/messages/message.ts';

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
/** Silence between two chapters in one file, besides the pause that a person set behind the last block of the first. */
export const betweenChaptersMs = 1500;
const subject = message('library.theExport');

const types = { wav: 'audio/wav', mp3: 'audio/mpeg', m4a: 'audio/mp4', srt: 'application/x-subrip', vtt: 'text/vtt' } as const;

/** A file by its name as a download, whose ending is that of its format; with `path`, one at a place that a person chose. */
interface Wanted {
  name: string;
  type: string;
  path?: string | undefined;
  overwrite?: boolean | undefined;
  /** See `WantedFile`. */
  part?: string | undefined;
}
type Written = { name: string; bytes: number; path: string | null; url: string | null };

interface Download {
  path: string;
  name: string;
  type: string;
  bytes: number;
}

export interface ExportSource {
  project: OpenProject;
  /** One, or all of them in their order. */
  chapters: readonly OpenChapter[];
  sounds: SoundReader;
  connectionId: string;
}

/** Writes chapters to files, and keeps those that are to be downloaded. */
export class Exports {
  readonly #directory: string;
  readonly #pool: SoundPool;
  readonly #outputs: OutputFiles;
  readonly #downloads = new Map<string, Download>();

  constructor(directory: string, { pool, outputs }: { pool: SoundPool; outputs: OutputFiles }) {
    this.#directory = directory;
    this.#pool = pool;
    this.#outputs = outputs;
    rmSync(directory, { recursive: true, force: true }); // what an earlier run left was for its windows
    mkdirSync(directory, { recursive: true });
  }

  /** The file appears when it is whole. Stopping, or a failure, leaves nothing. */
  async run(input: Input, source: ExportSource, { signal, emit }: Pick<Context, 'signal' | 'emit'>): Promise<Out> {
    const { project, chapters, connectionId } = source;
    const takes = project.takes.map(({ take }) => take);
    const timelines = chapters.map((chapter) => buildTimeline(chapter.document, takes, project, connectionId));
    const heard = timelines.filter(({ blocks }) => blocks.length > 0);
    if (heard.length === 0) {
      const what = input.chapterId === undefined ? message('library.allOfProject') : message('library.thisChapter');
      throw fail('invalid-input', message('library.nothingToExport', what), { field: 'chapterId' });
    }
    const { name, part } = nameOf(input, source);
    const { format } = input;
    const wanted = { name, type: types[format], path: input.path, overwrite: input.overwrite, part };
    const skippedBlocks = timelines.reduce((sum, { silentBlocks }) => sum + silentBlocks, 0);
    const sound = soundOf(heard, source);
    const durationMs = Math.round((sound.samples * 1000) / sampleRate);
    if (format === 'srt' || format === 'vtt') {
      const each = heard.map((timeline, index) => ({ number: index + 1, title: '', timeline }));
      const script = scriptOf({ title: project.title, chapters: each, defaults: project, betweenChaptersMs });
      const captions = new TextEncoder().encode(captionWriters[format].write(script));
      const out = await this.text(wanted, [captions], signal);
      emit({ fraction: 1 });
      return { ...out, skippedBlocks, durationMs, peak: null };
    }
    let peak: ExportedPeak | null = null;
    const out = await this.file(wanted, async (temporary) => {
      peak = await this.#writeSound(temporary, format, sound, signal, limitProgress(emit));
    });
    emit({ fraction: 1 });
    return { ...out, skippedBlocks, durationMs, peak };
  }

  /** Writes the sound to a new file, whole and synced, with its peaks under the ceiling. */
  async #writeSound(
    path: string,
    format: 'wav' | 'mp3' | 'm4a',
    sound: VirtualSound,
    signal: AbortSignal,
    onFraction: (fraction: number) => void,
  ): Promise<ExportedPeak> {
    signal.throwIfAborted();
    const session = await this.#pool.export(format === 'm4a' ? { format, path, samples: sound.samples } : { format });
    let peak: ExportedPeak | undefined;
    const content = async function* (): AsyncGenerator<Uint8Array, void> {
      if (format === 'wav') yield wavHeader(sound.samples);
      for await (const { piece, fraction } of readPieces(sound)) {
        signal.throwIfAborted();
        const bytes = await session.push(piece);
        if (bytes.byteLength > 0) yield bytes;
        onFraction(fraction);
      }
      const last = await session.finish();
      peak = last.peak;
      if (last.bytes.byteLength > 0) yield last.bytes;
    };
    try {
      if (format === 'm4a') await drain(content());
      else await writeFileSynced(path, content(), signal);
    } finally {
      if (peak === undefined) await session.abort();
    }
    if (peak === undefined) throw new Error('an export ended before its sound did');
    return peak;
  }

  async #keep(id: string, download: Download): Promise<void> {
    this.#downloads.set(id, download);
    for (const [old, { path }] of this.#downloads) {
      if (this.#downloads.size <= maximumDownloads) break;
      this.#downloads.delete(old);
      await rm(path, { force: true });
    }
  }

  /** Writes to a place that a person chose, or keeps a file to be downloaded. It appears whole, or not at all. */
  text(wanted: Wanted, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Written> {
    return this.file(wanted, (temporary) => writeFileSynced(temporary, content, signal));
  }

  /** The same for a file that its maker writes itself, whole and synced, to the path that it is given. What it leaves when it fails is removed. */
  async file({ name, type, path, overwrite, part }: Wanted, make: (temporary: string) => Promise<void>): Promise<Written> {
    const ending = extname(name);
    const target = path === undefined ? undefined : await this.#outputs.judge({ path, ending, overwrite, part });
    const id = newId();
    const temporary = target?.temporary ?? join(this.#directory, id);
    try {
      await make(temporary);
      const bytes = (await stat(temporary)).size;
      if (target) return await published(target, bytes);
      await this.#keep(id, { path: temporary, name, type, bytes });
      return { name, bytes, path: null, url: `/bytes/export/${id}` };
    } catch (thrown) {
      await rm(temporary, { force: true });
      throw fileFailure(thrown, subject);
    }
  }

  /** What finished downloads take on the disk; dropped by `drop`, and then their addresses are gone. */
  held(): { bytes: number; files: number } {
    const all = [...this.#downloads.values()];
    return { bytes: all.reduce((sum, { bytes }) => sum + bytes, 0), files: all.length };
  }

  async drop(): Promise<void> {
    const all = [...this.#downloads.values()];
    this.#downloads.clear();
    for (const { path } of all) await rm(path, { force: true });
  }

  respond(request: Request, id: string): Response | undefined {
    const download = this.#downloads.get(id);
    if (!download) return undefined;
    return resourceResponse(request, {
      type: download.type,
      bytes: download.bytes,
      tag: id,
      headers: { 'Content-Disposition': disposition(download.name) },
      read: (start, end) => bytesOf(download.path, start, end),
    });
  }

  close(): void {
    this.#downloads.clear();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

async function published(target: WritablePath, bytes: number): Promise<Written> {
  await target.publish();
  return { name: target.name, bytes, path: target.path, url: null };
}

/** What the file is called as a download, and, where there are several, what is behind the name that a person chose. */
function nameOf(input: Input, { project, chapters }: ExportSource): { name: string; part: string | undefined } {
  const [chapter] = chapters;
  const isWhole = input.chapterId === undefined || chapter === undefined;
  const title = isWhole ? formatFileName(project.title) : formatFileName(chapter.title);
  const isNumbered = input.numbered === true && !isWhole;
  const own = isNumbered ? numberedName(chapter.title, project.order.indexOf(chapter.id) + 1, project.order.length) : title;
  // Among downloads it is the book that a chapter is known by.
  const book = isWhole || (!isNumbered && project.title === chapter.title) ? '' : `${formatFileName(project.title)} - `;
  return { name: `${book}${own}.${input.format}`, part: isNumbered ? ` - ${own}` : undefined };
}

/** `03 The storm`: one of several chapters as the name of a file, so that they are in order. `number` counts from 1. */
export function numberedName(title: string, number: number, chapters: number): string {
  const digits = Math.max(2, String(chapters).length);
  return `${String(number).padStart(digits, '0')} ${formatFileName(title)}`;
}

/** Pieces of a size; none begins or ends within a sample. `fraction`: of the sound, with it. */
async function* readPieces(sound: VirtualSound): AsyncGenerator<{ piece: Uint8Array; fraction: number }, void> {
  const total = sound.samples * 2;
  for (let at = 0; at < total; at += encodePieceBytes) {
    const piece = new Uint8Array(Math.min(encodePieceBytes, total - at));
    let filled = 0;
    for await (const chunk of sound.pcm(at, at + piece.byteLength)) {
      piece.set(chunk, filled);
      filled += chunk.byteLength;
    }
    yield { piece, fraction: (at + piece.byteLength) / total };
  }
}

/** Runs it to its end: nothing comes of an M4A, which its encoder writes. */
async function drain(content: AsyncIterator<Uint8Array>): Promise<void> {
  while ((await content.next()).done !== true);
}

/** Emits so many steps of a fraction, at most. */
function limitProgress(emit: Context['emit']): (fraction: number) => void {
  let emitted = 0;
  return (fraction) => {
    const step = Math.floor(fraction * progressSteps);
    if (step > emitted && step < progressSteps) emit({ fraction: step / progressSteps });
    emitted = Math.max(emitted, step);
  };
}

/**
 * For an export a hole is not silence: a damaged take ends it, by name. With `sounding`, blocks that it does not want are silence of the same length.
 */
export function soundOf(
  timelines: readonly Pick<Timeline, 'blocks'>[],
  { project, sounds }: Pick<ExportSource, 'project' | 'sounds'>,
  sounding: (blockId: string) => boolean = () => true,
): VirtualSound {
  const stored = new Map(project.takes.map((each) => [each.take.id, each]));
  const segments = timelines.flatMap(({ blocks }, chapter) =>
    blocks.flatMap(({ blockId, take, pauseSamples }, index) => {
      const endsChapter = index === blocks.length - 1 && chapter < timelines.length - 1;
      const between = endsChapter ? (betweenChaptersMs * sampleRate) / 1000 : 0;
      const found = stored.get(take.id);
      if (!found) return [];
      const segment = toSegment(found, pauseSamples + between, take.edit, (id) => stored.get(id));
      return [sounding(blockId) ? segment : { contentHash: '', samples: 0, pauseSamples: segment.samples + segment.pauseSamples }];
    }),
  );
  const textOf = new Map<string, Take>(
    timelines.flatMap(({ blocks }) => blocks.map(({ take }) => [stored.get(take.id)?.contentHash ?? '', take])),
  );
  return new VirtualSound(segments, {
    pcm: async (sound) => {
      const file = await sounds.pcm(sound);
      if (file) return file;
      const start = cutText(textOf.get(sound.contentHash)?.text ?? '', 40);
      throw fail('damaged', message('library.blockSoundDamaged', start));
    },
    peaks: (sound) => sounds.peaks(sound),
  });
}

async function writeFileSynced(
  path: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
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
