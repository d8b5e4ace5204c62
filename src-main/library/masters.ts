import { basename, extname } from 'node:path';
import { buildTimeline, type Timeline } from '#shared/narration/chapter-timeline.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { MasterTags, SoundFormat } from '#shared/masters/formats.ts';
import { movesSound, presetOf, type Preset, type PresetName } from '#shared/masters/presets.ts';
import type { PlacedBlock } from '#shared/masters/receipts.ts';
import { reportOn, type ReportLine } from '#shared/masters/report.ts';
import { messages } from '#shared/messages/index.ts';
import type { Analysis } from '../media/masters/analysis.ts';
import {
  analyseSound,
  makeMaster,
  placeInMaster,
  predictMaster,
  type Master,
  type MasterPlace,
  type MasterRun,
  type MasterSource,
} from '../media/masters/make-master.ts';
import { betweenChaptersMs, soundOf, type Exports, type WantedExport } from './exports.ts';
import type { OpenProject } from './open-project.ts';
import type { SoundReader, VirtualSound } from './virtual-sound.ts';

/** Chapters that are open, as one sound. */
interface ChosenSound {
  projectId: string;
  /** One after another in the file. */
  chapterIds: readonly string[];
  /** Only these blocks sound. `silence`: the others leave silence of their length; without it they are left out. */
  blocks?: { ids: ReadonlySet<string>; silence: boolean } | undefined;
}

/** A sound to be made of them. */
interface SoundOrder extends ChosenSound {
  format: SoundFormat;
  /** Hz, of WAV, FLAC and MP3; without it, the preset's. */
  sampleRate?: number | undefined;
}

interface MasterRequest extends SoundOrder {
  preset: Preset | undefined;
  tags: MasterTags;
  /** A file that breaks a rule of its preset gets a name that says so; one that breaks none replaces such a file too. */
  file: Omit<WantedExport, 'type'>;
}

/** `blocks`: those that sound, as they stand in the file. */
type Written = Omit<Master, 'startMs'> & Awaited<ReturnType<Exports['file']>> & { blocks: PlacedBlock[] };

/** Sounds whose measures are kept; the oldest go first. */
const maximumAnalyses = 512;

const types: Readonly<Record<SoundFormat, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
};

interface Ground {
  exports: Pick<Exports, 'file'>;
  /** Fails with `not-found` for a project that is not open. */
  find: (projectId: string) => { project: OpenProject; sounds: SoundReader };
  connectionId: () => string;
  onUnexpected: (message: string, facts: Record<string, unknown>) => void;
}

/** Makes masters of open projects. */
export class Masters {
  readonly #ground: Ground;
  /** By the hash of the sound. */
  readonly #analyses = new Map<string, Analysis>();

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /**
   * Writes one file. It appears whole or not at all. Fails with `invalid-input` for a path that cannot be written to, with `damaged` for a take
   * that is, and as the disk fails.
   */
  async write(request: MasterRequest, run: MasterRun): Promise<Written> {
    const { exports, onUnexpected } = this.#ground;
    const { format, preset, tags, file, sampleRate: wantedRate } = request;
    const { source, chapters, blocks } = this.#sourceFor(request);
    let master: Master | undefined;
    const written = await exports.file(
      { ...file, type: types[format] },
      async (path) => {
        master = await makeMaster(source, { format, path, preset, tags, chapters, sampleRate: wantedRate }, { ...run, onUnexpected });
        run.signal.throwIfAborted();
      },
      () => ({ failedName: nameFailed(basename(file.path ?? file.name)), hasFailed: master?.report.every(({ ok }) => ok) !== true }),
    );
    if (master === undefined) throw new Error('a file was written without its master');
    const { startMs, ...made } = master;
    return { ...made, ...written, blocks: blocks.map((block) => moveBlock(block, startMs)) };
  }

  /** Sound for a part of a larger file, at a path where nothing is yet; the caller removes it. Level and length do not change. Fails as `write` does. */
  async encode({ path, tags, ...order }: SoundOrder & { path: string; tags: MasterTags }, run: MasterRun): Promise<Master> {
    const { source, chapters } = this.#sourceFor(order);
    const { format, sampleRate: wantedRate } = order;
    const { onUnexpected } = this.#ground;
    return makeMaster(source, { format, path, preset: undefined, tags, chapters, sampleRate: wantedRate }, { ...run, onUnexpected });
  }

  /** By the rules of a preset: the sound as it is, and what the preset will make of it. Nothing is written. */
  async measure(order: SoundOrder & { preset: Preset }, run: MasterRun): Promise<{ now: ReportLine[]; after: ReportLine[] }> {
    const { source, hash } = this.#sourceFor(order);
    const { now, after } = predictMaster(await this.#analyse(source, hash, run), source.samples, order);
    const { preset, format } = order;
    return { now: reportOn(now, preset, format), after: reportOn(after, preset, format) };
  }

  /**
   * Where these chapters stand in the file that a preset makes of them; `undefined` where that begins as they do. Nothing is written. Fails as `write`
   * does.
   */
  async place({ timedTo, ...order }: ChosenSound & { timedTo: PresetName | undefined }, run: MasterRun): Promise<MasterPlace | undefined> {
    const preset = presetOf(timedTo);
    if (preset === undefined || !movesSound(timedTo)) return undefined;
    const { source, hash } = this.#sourceFor(order);
    return placeInMaster(await this.#analyse(source, hash, run), source.samples, preset);
  }

  async #analyse(source: MasterSource, hash: string, run: MasterRun): Promise<Analysis> {
    const analysis = this.#analyses.get(hash) ?? (await analyseSound(source, { ...run, onUnexpected: this.#ground.onUnexpected }));
    this.#analyses.delete(hash);
    this.#analyses.set(hash, analysis);
    for (const oldest of this.#analyses.keys()) {
      if (this.#analyses.size <= maximumAnalyses) break;
      this.#analyses.delete(oldest);
    }
    return analysis;
  }

  #sourceFor(order: ChosenSound) {
    const { sound, chapters, blocks } = this.#soundFor(order);
    const source = { samples: sound.samples, read: () => sound.pcm(0, sound.samples * 2) };
    return { source, chapters, blocks, hash: sound.hash };
  }

  #soundFor({ projectId, chapterIds, blocks }: ChosenSound): {
    sound: VirtualSound;
    chapters: { title: string; startMs: number }[];
    blocks: PlacedBlock[];
  } {
    const ground = this.#ground.find(projectId);
    const { project } = ground;
    const takes = project.takes.map(({ take }) => take);
    const connectionId = this.#ground.connectionId();
    const chapters = chapterIds
      .map((id) => project.chapter(id))
      .map(({ id, title, document }) => ({
        title,
        number: project.order.indexOf(id) + 1,
        timeline: buildTimeline(document, takes, project, connectionId),
      }))
      .filter(({ timeline }) => timeline.blocks.length > 0);
    const timelines = chapters.map(({ timeline }) => (blocks?.silence === false ? onlyBlocks(timeline, blocks.ids) : timeline));
    let startMs = 0;
    const starts = chapters.map(({ title }, index) => {
      const start = { title, startMs };
      startMs += ((timelines[index]?.samples ?? 0) * 1000) / sampleRate + betweenChaptersMs;
      return start;
    });
    const sounding = blocks?.silence === true ? (id: string): boolean => blocks.ids.has(id) : undefined;
    const placed = timelines.flatMap((timeline, index) =>
      placeBlocks(timeline, chapters[index]?.number ?? 0, starts[index]?.startMs ?? 0).filter(
        ({ blockId }) => sounding?.(blockId) !== false,
      ),
    );
    return { sound: soundOf(timelines, ground, sounding), chapters: starts, blocks: placed };
  }
}

function placeBlocks({ blocks }: Pick<Timeline, 'blocks'>, chapter: number, chapterMs: number): PlacedBlock[] {
  let at = 0;
  return blocks.map(({ blockId, take, samples, pauseSamples }) => {
    const startMs = chapterMs + (at * 1000) / sampleRate;
    at += samples + pauseSamples;
    return { chapter, blockId, take, startMs, endMs: startMs + (samples * 1000) / sampleRate };
  });
}

const moveBlock = (block: PlacedBlock, byMs: number): PlacedBlock => ({
  ...block,
  startMs: block.startMs + byMs,
  endMs: block.endMs + byMs,
});

/** Some blocks alone, one after another, without the pause behind the last. */
function onlyBlocks(timeline: Timeline, ids: ReadonlySet<string>): Pick<Timeline, 'blocks' | 'samples'> {
  const wanted = timeline.blocks.filter(({ blockId }) => ids.has(blockId));
  const blocks = wanted.map((block, index) => (index === wanted.length - 1 ? { ...block, pauseSamples: 0 } : block));
  const samples = blocks.reduce((sum, block) => sum + block.samples + block.pauseSamples, 0);
  return { blocks, samples };
}

/** `Book.mp3` becomes `Book (checks failed).mp3`. */
export function nameFailed(name: string): string {
  const ending = extname(name);
  return `${messages.library.checksFailedName(basename(name, ending))}${ending}`;
}
