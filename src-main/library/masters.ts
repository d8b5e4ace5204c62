import { stat, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { buildTimeline, type Timeline } from '#shared/narration/chapter-timeline.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { MasterTags, SoundFormat } from '#shared/masters/formats.ts';
import type { Preset } from '#shared/masters/presets.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { fileFailure } from '../infra/files.ts';
import { makeMaster, type Master } from '../media/masters/make-master.ts';
import { betweenChaptersMs, soundOf } from './exports.ts';
import type { OpenProject } from './open-project.ts';
import type { SoundReader, VirtualSound } from './virtual-sound.ts';
import type { OutputFiles } from './writable-path.ts';

/** A file to be made of chapters that are open. */
interface MasterRequest {
  projectId: string;
  /** One after another in the file. */
  chapterIds: readonly string[];
  /** Only these blocks sound. `silence`: the others leave silence of their length; without it they are left out. */
  blocks?: { ids: ReadonlySet<string>; silence: boolean } | undefined;
  format: SoundFormat;
  preset: Preset | undefined;
  tags: MasterTags;
  /** A file there is replaced when the new one is whole. */
  path: string;
  /** Where the file goes when it breaks a rule of its preset. */
  failedPath: string;
}

type Written = Master & { path: string; bytes: number };

interface Ground {
  outputs: OutputFiles;
  /** Fails with `not-found` for a project that is not open. */
  find: (projectId: string) => { project: OpenProject; sounds: SoundReader };
  connectionId: () => string;
  onUnexpected: (message: string, facts: Record<string, unknown>) => void;
}

/** Makes masters of open projects. */
export class Masters {
  readonly #ground: Ground;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /**
   * Writes one file. It appears whole or not at all. Fails with `invalid-input` for a path that cannot be written to, with `damaged` for a take
   * that is, and as the disk fails.
   */
  async write(request: MasterRequest, run: { signal: AbortSignal; onFraction: (fraction: number) => void }): Promise<Written> {
    const { outputs, onUnexpected } = this.#ground;
    const { format, preset, tags, path, failedPath } = request;
    const ending = `.${format}`;
    const target = await outputs.judge({ path, ending, overwrite: true });
    const { sound, chapters } = this.#soundFor(request);
    const source = { samples: sound.samples, read: () => sound.pcm(0, sound.samples * 2) };
    try {
      const order = { format, path: target.temporary, preset, tags, chapters };
      const master = await makeMaster(source, order, { ...run, onUnexpected });
      run.signal.throwIfAborted();
      const { size: bytes } = await stat(target.temporary);
      const isOk = master.report.every(({ ok }) => ok);
      const final = isOk ? target : await outputs.judge({ path: failedPath, ending, overwrite: true });
      await final.publish(target.temporary);
      return { ...master, path: final.path, bytes };
    } catch (thrown) {
      await rm(target.temporary, { force: true });
      throw fileFailure(thrown, message('library.theExport'));
    }
  }

  #soundFor({ projectId, chapterIds, blocks }: MasterRequest): { sound: VirtualSound; chapters: { title: string; startMs: number }[] } {
    const ground = this.#ground.find(projectId);
    const { project } = ground;
    const takes = project.takes.map(({ take }) => take);
    const connectionId = this.#ground.connectionId();
    const chapters = chapterIds
      .map((id) => project.chapter(id))
      .map(({ title, document }) => ({ title, timeline: buildTimeline(document, takes, project, connectionId) }))
      .filter(({ timeline }) => timeline.blocks.length > 0);
    const timelines = chapters.map(({ timeline }) => (blocks?.silence === false ? onlyBlocks(timeline, blocks.ids) : timeline));
    let startMs = 0;
    const starts = chapters.map(({ title }, index) => {
      const start = { title, startMs };
      startMs += ((timelines[index]?.samples ?? 0) * 1000) / sampleRate + betweenChaptersMs;
      return start;
    });
    const sounding = blocks?.silence === true ? (id: string): boolean => blocks.ids.has(id) : undefined;
    return { sound: soundOf(timelines, ground, sounding), chapters: starts };
  }
}

/** Some blocks alone, one after another, without the pause behind the last. */
function onlyBlocks(timeline: Timeline, ids: ReadonlySet<string>): Pick<Timeline, 'blocks' | 'samples'> {
  const wanted = timeline.blocks.filter(({ blockId }) => ids.has(blockId));
  const blocks = wanted.map((block, index) => (index === wanted.length - 1 ? { ...block, pauseSamples: 0 } : block));
  const samples = blocks.reduce((sum, block) => sum + block.samples + block.pauseSamples, 0);
  return { blocks, samples };
}

/** `Book.mp3` becomes `Book (checks failed).mp3`. */
export function nameFailed(path: string): string {
  const ending = extname(path);
  return join(dirname(path), `${messages.library.checksFailedName(basename(path, ending))}${ending}`);
}
