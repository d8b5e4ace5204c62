import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { dubSchema, type Dub } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import { errorCode, fileFailure, replaceFile } from '../../infra/files.ts';
import type { Log } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

/** A history of undo, and the revision that it fits. */
const savedUndo = z.strictObject({ revision: z.int(), undo: z.string().nullable() });

/** Where the parts of a dub lie. */
export interface DubPaths {
  folder: string;
  /** The video as it came. */
  video: string;
  original: { pcm: string; peaks: string };
}

/**
 * Dubs in `dubbing/` of the profile: one folder each, with its document, its video and the decoded original sound. A document is whole and
 * synced, or as it was before. Beside them, in `takes/`, lies what can be made again: decoded and fitted takes.
 */
export class DubFiles {
  readonly takes: string;
  readonly #directory: string;
  readonly #log: Log;
  /** What was read or saved last. */
  readonly #known = new Map<string, Dub>();

  constructor(profileDirectory: string, log: Log) {
    this.#directory = join(profileDirectory, 'dubbing');
    this.takes = join(this.#directory, 'takes');
    this.#log = log;
    mkdirSync(this.takes, { recursive: true, mode: 0o700 });
  }

  paths(dubId: string): DubPaths {
    const folder = join(this.#directory, dubId);
    return { folder, video: join(folder, 'video'), original: { pcm: join(folder, 'original.pcm'), peaks: join(folder, 'original.peaks') } };
  }

  /** A folder without a document was never finished, and goes. */
  ids(): string[] {
    return readdirSync(this.#directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'takes' && idPattern.test(entry.name))
      .map(({ name }) => name);
  }

  /** Every dub that can be read. */
  all(): Dub[] {
    return this.ids().flatMap((id) => {
      try {
        return [this.read(id)];
      } catch {
        return [];
      }
    });
  }

  /** Fails with `not-found` and `damaged`; what cannot be read is left where it is. */
  read(dubId: string): Dub {
    const known = this.#known.get(dubId);
    if (known) return known;
    try {
      const dub = dubSchema.parse(JSON.parse(readFileSync(this.#document(dubId), 'utf8')));
      this.#known.set(dubId, dub);
      return dub;
    } catch (thrown) {
      if (errorCode(thrown) === 'ENOENT') throw fail('not-found', message('dubbingTimeline.dubGone'), { field: 'dubId', cause: thrown });
      if (errorCode(thrown) !== undefined) throw fileFailure(thrown, message('dubbingTimeline.theDub'));
      this.#log.error('A dub could not be read.', { dubId });
      throw fail('damaged', message('dubbingTimeline.dubUnreadable'), {
        next: 'report',
        cause: thrown,
      });
    }
  }

  /** Durable when it returns. */
  write(dub: Dub): void {
    try {
      mkdirSync(this.paths(dub.id).folder, { recursive: true, mode: 0o700 });
      replaceFile(this.#document(dub.id), Buffer.from(JSON.stringify(dub)));
    } catch (thrown) {
      throw fileFailure(thrown, message('dubbingTimeline.theDub'));
    }
    this.#known.set(dub.id, dub);
  }

  /** The history of undo of a dub's revision. Without it the dub is whole, so that a failure is only logged. */
  async writeUndo(dubId: string, saved: z.infer<typeof savedUndo>): Promise<void> {
    const path = this.#undo(dubId);
    try {
      await writeFile(`${path}.new`, JSON.stringify(saved), { mode: 0o600 });
      await rename(`${path}.new`, path);
    } catch (thrown) {
      this.#log.error('The undo history of a dub could not be saved.', { dubId, code: errorCode(thrown) });
    }
  }

  /** `null` where there is none of this revision. */
  async readUndo({ id, revision }: Dub): Promise<string | null> {
    try {
      const saved = savedUndo.parse(JSON.parse(await readFile(this.#undo(id), 'utf8')));
      return saved.revision === revision ? saved.undo : null;
    } catch {
      return null;
    }
  }

  async remove(dubId: string): Promise<void> {
    this.#known.delete(dubId);
    // Its document first: half a removal is no dub.
    await rm(this.#document(dubId), { force: true });
    await rm(this.paths(dubId).folder, { recursive: true, force: true });
  }

  /** What a crash left of dubs that were being made. */
  clear(): void {
    for (const id of this.ids()) {
      try {
        readFileSync(this.#document(id));
      } catch (thrown) {
        if (errorCode(thrown) === 'ENOENT') rmSync(this.paths(id).folder, { recursive: true, force: true });
      }
    }
  }

  /** Takes an uploaded file over. */
  async adopt(dubId: string, upload: string): Promise<number> {
    const { folder, video } = this.paths(dubId);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      renameSync(upload, video);
      return (await stat(video)).size;
    } catch (thrown) {
      throw fileFailure(thrown, message('dubbingTimeline.theVideo'));
    }
  }

  #undo(dubId: string): string {
    return join(this.paths(dubId).folder, 'undo.json');
  }

  #document(dubId: string): string {
    return join(this.paths(dubId).folder, 'dub.json');
  }
}
