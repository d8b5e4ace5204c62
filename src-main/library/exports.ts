import { cutText } from '#shared/cut-text.ts';
import { mkdirSync, rmSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { sampleRate, type Take } from '#shared/narration/take.ts';
import type { Timeline } from '#shared/narration/chapter-timeline.ts';
import { bytesOf, resourceResponse } from '../infra/byte-response.ts';
import { formatFileName } from '../infra/file-name.ts';
import { fileFailure, writeAll } from '../infra/files.ts';
import type { OpenProject } from './open-project.ts';
import { toSegment, type SoundReader, VirtualSound } from './virtual-sound.ts';
import type { OutputFiles } from './writable-path.ts';
import { message } from '#shared/messages/message.ts';

/** Downloads that are kept for their window; the oldest go first. All go when the studio ends. */
const maximumDownloads = 16;
/** Silence between two chapters in one file, besides the pause that a person set behind the last block of the first. */
export const betweenChaptersMs = 1500;
const subject = message('library.theExport');

/** A file by its name as a download, whose ending is that of its format; with `path`, one at a place that a person chose. */
export interface WantedExport {
  name: string;
  type: string;
  path?: string | undefined;
  overwrite?: boolean | undefined;
  /** With a path: what the finished file, which it is given, is called in that folder. */
  choosePlace?: ((made: string) => Promise<FinalPlace>) | undefined;
}
export interface FinalPlace {
  name: string;
  overwrite?: boolean | undefined;
  /** A file of this name and content stands there already, and stays. */
  isThere?: boolean;
}
type Written = { name: string; bytes: number; path: string | null; url: string | null };

interface Download {
  path: string;
  name: string;
  type: string;
  bytes: number;
}

interface ExportSource {
  project: OpenProject;
  sounds: SoundReader;
}

/** Writes files, and keeps those that are to be downloaded. */
export class Exports {
  readonly #directory: string;
  readonly #outputs: OutputFiles;
  readonly #downloads = new Map<string, Download>();

  constructor(directory: string, outputs: OutputFiles) {
    this.#directory = directory;
    this.#outputs = outputs;
    rmSync(directory, { recursive: true, force: true }); // what an earlier run left was for its windows
    mkdirSync(directory, { recursive: true });
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
  text(wanted: WantedExport, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Written> {
    return this.file(wanted, (temporary) => writeFileSynced(temporary, content, signal));
  }

  /**
   * The same for a file that its maker writes itself, whole and synced, to the path that it is given. What it leaves when it fails is removed. Where
   * `judge` finds it failed once it is made, it gets that name in the same folder; where not, it replaces a failed one too, if it may replace anything.
   */
  async file(
    { name, type, path, overwrite, choosePlace }: WantedExport,
    make: (temporary: string) => Promise<void>,
    judge?: () => { failedName: string; hasFailed: boolean },
  ): Promise<Written> {
    const ending = extname(name);
    // Where the place is chosen later, what stands here is judged then.
    const mayStand = overwrite === true || choosePlace !== undefined;
    const target = path === undefined ? undefined : await this.#outputs.judge({ path, ending, overwrite: mayStand });
    const id = newId();
    const temporary = target?.temporary ?? join(this.#directory, id);
    try {
      await make(temporary);
      const judged = judge?.();
      const other = judged?.hasFailed === true ? judged.failedName : undefined;
      const bytes = (await stat(temporary)).size;
      if (target) {
        const chosen: FinalPlace | undefined =
          (await choosePlace?.(temporary)) ?? (other === undefined ? undefined : { name: other, overwrite });
        const final = chosen === undefined ? target.path : join(dirname(target.path), chosen.name);
        if (chosen?.isThere !== true) {
          const place = chosen === undefined ? target : await this.#outputs.judge({ path: final, ending, overwrite: chosen.overwrite });
          await place.publish(temporary);
        }
        await target.discard();
        if (judged?.hasFailed === false && overwrite === true && choosePlace === undefined)
          await this.#removeFailed(join(dirname(target.path), judged.failedName), ending);
        return { name: basename(final), bytes, path: final, url: null };
      }
      await this.#keep(id, { path: temporary, name: other ?? name, type, bytes });
      return { name: other ?? name, bytes, path: null, url: `/bytes/export/${id}` };
    } catch (thrown) {
      await rm(temporary, { force: true });
      await target?.discard();
      throw fileFailure(thrown, subject);
    }
  }

  /** One that may not be removed stays: the file that replaces it is whole. */
  async #removeFailed(path: string, ending: string): Promise<void> {
    try {
      await (await this.#outputs.judge({ path, ending, overwrite: true })).remove();
    } catch {
      // It is a link or a folder, or in use.
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

/** `03 The storm`: one of several chapters as the name of a file, so that they are in order. `number` counts from 1. */
export function numberedName(title: string, number: number, chapters: number): string {
  const digits = Math.max(2, String(chapters).length);
  return `${String(number).padStart(digits, '0')} ${formatFileName(title)}`;
}

/**
 * For an export a hole is not silence: a damaged take ends it, by name. With `sounding`, blocks that it does not want are silence of the same length.
 */
export function soundOf(
  timelines: readonly Pick<Timeline, 'blocks'>[],
  { project, sounds }: ExportSource,
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
