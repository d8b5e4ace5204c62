import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { captionFormats, captionWriters, type CaptionFormat } from '#shared/captions/formats.ts';
import { scriptOf } from '#shared/captions/script.ts';
import { fail } from '#shared/failure.ts';
import type { ExportFormat, ExportOrder } from '#shared/masters/export-order.ts';
import type { PlacedFile } from './report-files.ts';
import {
  hasTags,
  isEditFormat,
  soundFormats,
  type BookFormat,
  type EditFormat,
  type MasterTags,
  type SoundFormat,
} from '#shared/masters/formats.ts';
import { mostMinutesIn, presets, type Preset } from '#shared/masters/presets.ts';
import { message } from '#shared/messages/message.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { listedNames, type ExportedFile } from '#shared/operations/exports.ts';
import type { Services } from '#shared/operations/index.ts';
import { Pause } from '../../infra/pause.ts';
import { filesAtOnce, workSideBySide } from '../../infra/side-by-side.ts';
import { betweenChaptersMs } from '../../library/exports.ts';
import type { Book, LibraryService } from '../../library/library.ts';
import { nameFailed } from '../../library/masters.ts';
import { readCover } from './cover.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import { formatEditProject, planEditSounds } from './edit-files.ts';
import { writeBook } from './books.ts';
import { ExportProgress } from './progress.ts';
import { planFiles, type PlannedFile, type SpokenChapter } from './plan.ts';
import { writeReceipts, writeReports } from './report-files.ts';

interface Parts {
  ledger: Pick<Ledger, 'list' | 'sum' | 'paid'>;
  library: Pick<LibraryService, 'book' | 'masters' | 'exports' | 'pickups' | 'temporaryPath'>;
  uploadPath: (uploadId: string) => string | undefined;
  connectionId: () => string;
  nameOfVoice: (voiceId: string) => string | undefined;
  /** Settles when the words of the takes that have come are known. */
  wordsSettled: () => Promise<void>;
}

type ExportServices = Pick<Services, 'export.plan' | 'export.measure' | 'export.run'>;
type RunInput = Parameters<ExportServices['export.run']>[0];
type RunContext = Parameters<ExportServices['export.run']>[1];

/** Names that a failure lists. */
const namedFiles = 5;

export const isSoundFormat = (format: string): format is SoundFormat => soundFormats.some((one) => one === format);
const isCaptionFormat = (format: ExportFormat): format is CaptionFormat => captionFormats.some((one) => one === format);

const endingOf = (format: ExportFormat): string => (isCaptionFormat(format) ? captionWriters[format].endings[0] : `.${format}`);

/** An export with everything that it needs, as the project is now. */
interface Planned {
  order: ExportOrder;
  book: Book;
  /** Those that were chosen, with sound or not. */
  all: readonly SpokenChapter[];
  spoken: readonly SpokenChapter[];
  preset: Preset | undefined;
  files: readonly PlannedFile[];
  /** Every file that is written, in this order; that of an audio editor's project comes after its sounds. */
  outputs: readonly Output[];
  /** Of the outputs. */
  names: readonly string[];
  skippedBlocks: number;
}

interface Output {
  /** With its ending. */
  name: string;
  format: ExportFormat;
  file: PlannedFile;
}

/** Chapters of open projects as files: the window's Export. `project export` plans and writes with the same parts. */
export class ProjectExports {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  readonly services: ExportServices = {
    'export.plan': async ({ folder, ...order }) => {
      const planned = this.#plan(order);
      const { files, names } = planned;
      await this.#readCover(order);
      return {
        files: names.length,
        names: names.slice(0, listedNames),
        durationMs: files.reduce((sum, { durationMs }) => sum + durationMs, 0),
        existing: folder === undefined ? [] : await findExisting(folder, names),
        tooLong: tooLongIn(planned).map(({ title, durationMs }) => ({ title, minutes: Math.ceil(durationMs / 60_000) })),
        longest: Math.max(0, ...files.map(({ durationMs }) => durationMs / 60_000)),
      };
    },
    'export.measure': async (order, { signal, emit }) => {
      const { files, preset } = this.#plan(order);
      const { format, projectId, sampleRate } = order;
      if (preset === undefined || !isSoundFormat(format)) return { files: 0 };
      for (const [index, { title, chapterIds, blocks }] of files.entries()) {
        const sound = { projectId, chapterIds, blocks, format, preset, sampleRate };
        const measured = await this.#parts.library.masters.measure(sound, { signal, onFraction: () => undefined });
        emit({ index, of: files.length, title, ...measured });
      }
      return { files: files.length };
    },
    'export.run': (input, context) => this.#run(input, context),
  };

  async #run(input: RunInput, { signal, emit, sends }: RunContext): ReturnType<ExportServices['export.run']> {
    const { folder, overwrite = false, keepExisting = false, withReport = false, withReceipts = false, ...order } = input;
    const pause = new Pause();
    void follow(sends, pause, emit);
    // Word times are a part of captions and books.
    if (!isSoundFormat(order.format)) await settledOrStopped(this.#parts.wordsSettled(), signal);
    const asNamed = this.#plan(order);
    refuseTooLong(asNamed);
    const cover = await this.#readCover(order);
    const existing = new Set(folder === undefined ? [] : await findExisting(folder, asNamed.names));
    if (existing.size > 0 && !overwrite && !keepExisting) throw filesExist([...existing]);
    const planned = keepExisting && folder !== undefined ? await nameBesideKept(asNamed, existing, folder) : asNamed;
    const isKept = (name: string): boolean => keepExisting && existing.has(name);
    const keepsAll = isEditFormat(order.format) && planned.outputs.some(({ name, format }) => format === order.format && isKept(name));
    const wanted = planned.outputs.filter(({ name }) => !keepsAll && !isKept(name));
    const places = wanted.map((output) => planned.outputs.indexOf(output));
    const kept = planned.outputs.length - wanted.length;
    const progress = new ExportProgress(planned.names, (step) => emit({ type: 'progress', ...step }));
    for (const index of planned.outputs.keys()) if (!places.includes(index)) progress.finish(index);
    // The project of an audio editor comes after its sounds.
    const atOnce = isSoundFormat(order.format) ? filesAtOnce : 1;
    const made = await workSideBySide(wanted, { atOnce, signal }, async (output, ordinal, either) => {
      await pause.whenGoing(either);
      either.throwIfAborted();
      const index = places[ordinal] ?? 0;
      progress.begin();
      const onFraction = (fraction: number): void => progress.advance(index, fraction);
      const run = { signal: either, onFraction, whenGoing: () => pause.whenGoing(either) };
      const target = { name: output.name, overwrite, ...(folder !== undefined && { path: join(folder, output.name) }) };
      const { blocks = [], ...written } = await this.#write(planned, output.file, { cover, run, target, format: output.format });
      progress.finish(index);
      emit({ type: 'file', file: written });
      return { written, blocks };
    });
    const written = made.map((one) => one.written);
    const placed = made.map((one) => ({ ...one.written, blocks: one.blocks }));
    const place = { folder, signal };
    const { title, takes } = planned.book;
    const reports = [
      ...(withReport && planned.preset !== undefined
        ? await writeReports(this.#parts.library.exports, title, { files: written, ...place })
        : []),
      ...(withReceipts && isSoundFormat(order.format)
        ? await writeReceipts(this.#receiptParts(), { projectId: order.projectId, title, takes }, { files: placed, ...place })
        : []),
    ];
    const isOk = written.every(({ report }) => report.every(({ ok }) => ok));
    return { files: written.length, first: written[0] ?? null, kept, skippedBlocks: planned.skippedBlocks, isOk, reports };
  }

  async #write(planned: Planned, file: PlannedFile, { format, ...how }: How & { format: ExportFormat }): Promise<Made> {
    if (isSoundFormat(format)) return this.#writeSound(planned, file, { ...how, format });
    if (isCaptionFormat(format)) return this.#writeWords(planned, file, { ...how, format });
    if (isEditFormat(format)) return this.#writeEdit(planned, file, { ...how, format });
    return this.#writeBook(planned, file, { ...how, format });
  }

  async #writeSound(
    { order, book, preset }: Planned,
    { title, chapter, chapterIds, blocks, track }: PlannedFile,
    { cover, run, target, format }: How & { format: SoundFormat },
  ): Promise<Made> {
    const { projectId, author, narrator } = order;
    const sampleRate = isSoundFormat(order.format) ? order.sampleRate : undefined;
    const tags = { title, album: order.title ?? book.title, author, narrator, track, cover };
    const request = { projectId, chapterIds, blocks, format, preset, tags, sampleRate, file: target };
    const written = await this.#parts.library.masters.write(request, run);
    const { name, path, url, bytes, durationMs, peak, measures, report, blocks: placed } = written;
    const { lufs, truePeakDb, rmsDb, noiseFloorDb } = measures;
    const measured = { lufs, truePeakDb, rmsDb, noiseFloorDb };
    return { name, path, url, format, chapter, durationMs, bytes, peak, measures: measured, report, blocks: placed };
  }

  async #writeBook(
    { order, book, all }: Planned,
    { title, chapter, chapterIds }: PlannedFile,
    { cover, run, target, format }: How & { format: BookFormat },
  ): Promise<ExportedFile> {
    const { projectId, author, narrator } = order;
    const chapters = chapter === null ? all : all.filter(({ id }) => chapterIds.includes(id));
    const made = { projectId, title, author, narrator, cover, chapters, defaults: book.defaults, file: target };
    const { name, path, url, bytes, durationMs } = await writeBook(format, this.#parts.library, made, run);
    return { name, path, url, format, chapter, durationMs, bytes, peak: null, measures: null, report: [] };
  }

  async #writeWords(
    { book, spoken }: Planned,
    { title, chapter, chapterIds }: PlannedFile,
    { run, target, format }: How & { format: CaptionFormat },
  ): Promise<ExportedFile> {
    const chapters = spoken.filter(({ id }) => chapterIds.includes(id));
    const script = scriptOf({ title, chapters, defaults: book.defaults, betweenChaptersMs });
    const { type, write } = captionWriters[format];
    const content = new TextEncoder().encode(write(script));
    const { name, path, url, bytes } = await this.#parts.library.exports.text({ ...target, type }, [content], run.signal);
    return { name, path, url, format, chapter, durationMs: script.durationMs, bytes, peak: null, measures: null, report: [] };
  }

  async #writeEdit(
    { order: { projectId }, book, spoken, outputs }: Planned,
    { title, chapter, durationMs }: PlannedFile,
    { run, target, format }: How & { format: EditFormat },
  ): Promise<ExportedFile> {
    const fileNames = outputs.filter((output) => output.format === 'wav').map(({ name }) => name);
    const pickups = await this.#parts.library.pickups.list(projectId);
    const { type, content } = formatEditProject({ format, title, spoken, fileNames, defaults: book.defaults, pickups });
    const { name, path, url, bytes } = await this.#parts.library.exports.text({ ...target, type }, [content], run.signal);
    return { name, path, url, format, chapter, durationMs, bytes, peak: null, measures: null, report: [] };
  }

  #receiptParts(): Parameters<typeof writeReceipts>[0] {
    const { ledger, library, connectionId, nameOfVoice } = this.#parts;
    return { exports: library.exports, connectionId: connectionId(), readLedgers: (read) => read(ledger), nameOfVoice };
  }

  #plan(order: ExportOrder): Planned {
    checkOrder(order);
    const book = this.#parts.library.book(order.projectId);
    const wanted = new Set(order.chapterIds);
    const chosen = book.chapters.filter(({ id }) => wanted.has(id));
    if (chosen.length === 0) throw fail('invalid-input', message('exports.noChapter'), { field: 'chapterIds' });
    const all = chosen.map(({ number, id, title, document }) => ({
      number,
      id,
      title,
      timeline: buildTimeline(document, book.takes, book.defaults, this.#parts.connectionId()),
    }));
    const spoken = all.filter(({ timeline }) => timeline.blocks.length > 0);
    if (spoken.length === 0) throw fail('invalid-input', message('exports.nothingToExport'), { field: 'chapterIds' });
    const preset = order.preset === undefined || order.preset === 'none' ? undefined : presets[order.preset];
    const numberOf = (id: string | undefined): number | undefined => book.chapters.find((one) => one.id === id)?.number;
    const hasCredits = preset?.hasCredits === true && order.each === 'chapter';
    const credits = hasCredits
      ? {
          openingCredits: numberOf(order.openingCredits),
          closingCredits: numberOf(order.closingCredits),
          sample: numberOf(order.sample),
        }
      : {};
    const { each, template, title } = order;
    const files = planFiles(
      { each, template, title, ...credits },
      {
        title: book.title,
        chapterCount: book.chapters.length,
        spoken,
        isOneChapter: chosen.length === 1 && each === undefined,
        defaults: book.defaults,
      },
    );
    const sounds = isEditFormat(order.format)
      ? files.flatMap(({ name }) => planEditSounds(name, spoken, book.chapters.length)).map((file) => ({ file, format: 'wav' as const }))
      : [];
    const outputs = [...sounds, ...files.map((file) => ({ file, format: order.format }))].map((output): Output => ({
      ...output,
      name: `${output.file.name}${endingOf(output.format)}`,
    }));
    const names = outputs.map(({ name }) => name);
    const skippedBlocks = all.reduce((sum, { timeline }) => sum + timeline.silentBlocks, 0);
    return { order, book, all, spoken, preset, files, outputs, names, skippedBlocks };
  }

  async #readCover({ coverUploadId, format }: ExportOrder): Promise<MasterTags['cover']> {
    if (coverUploadId === undefined || !hasTags(format)) return undefined;
    const path = this.#parts.uploadPath(coverUploadId);
    if (path === undefined) throw fail('not-found', message('exports.noCover'), { field: 'coverUploadId', next: 'fix-input' });
    return readCover(path, 'coverUploadId', message('exports.theCover'));
  }
}

/** A file that was written; of sound, with what it is made of. */
type Made = ExportedFile & { blocks?: PlacedFile['blocks'] };
interface Run {
  signal: AbortSignal;
  onFraction: (fraction: number) => void;
  whenGoing: () => Promise<void>;
}
/** How a file is written. */
interface How {
  cover: MasterTags['cover'];
  run: Run;
  target: Target;
}
interface Target {
  name: string;
  path?: string;
  overwrite: boolean;
}

function checkOrder({ format, each, preset }: ExportOrder): void {
  const hasPreset = preset !== undefined && preset !== 'none';
  if (!isSoundFormat(format) && (hasPreset || each === 'block' || each === 'character'))
    throw fail('invalid-input', message('exports.onlyOfSound'), { field: 'format' });
  if (isEditFormat(format) && each !== undefined) throw fail('invalid-input', message('exports.editIsOneFile'), { field: 'each' });
  if (each === 'character' && hasPreset) throw fail('invalid-input', message('exports.stemsTakeNoPreset'), { field: 'preset' });
}

function tooLongIn({ files, preset, order: { format } }: Planned): readonly PlannedFile[] {
  const most = preset === undefined || !isSoundFormat(format) ? null : mostMinutesIn(preset, format);
  return most === null ? [] : files.filter(({ durationMs }) => durationMs > most * 60_000);
}

function refuseTooLong(planned: Planned): void {
  const [first] = tooLongIn(planned);
  if (first === undefined) return;
  const text = message('exports.tooLong', first.title, Math.ceil(first.durationMs / 60_000), planned.preset?.mostMinutes ?? 0);
  throw fail('unprocessable', text, { next: 'none', field: 'chapterIds' });
}

/** Names that are taken, by the file or by what it would be called if a check fails. */
async function findExisting(folder: string, names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const both = await Promise.all([name, nameFailed(name)].map((one) => lstat(join(folder, one)).catch(() => undefined)));
    if (both[0] !== undefined) found.push(name);
    else if (both[1] !== undefined) found.push(nameFailed(name));
  }
  return found;
}

/**
 * A project for an audio editor and its sounds belong together: a sound that stands there may be of an earlier text, so that a new project gets sounds of
 * its own, with names that nothing has. Where the project itself is kept, nothing of it is written.
 */
async function nameBesideKept(planned: Planned, existing: ReadonlySet<string>, folder: string): Promise<Planned> {
  const { order, outputs: asNamed } = planned;
  if (!isEditFormat(order.format) || asNamed.some(({ name, format }) => format === order.format && existing.has(name))) return planned;
  const outputs: Output[] = [];
  for (const output of asNamed) {
    const isTakenSound = output.format === 'wav' && existing.has(output.name);
    outputs.push(isTakenSound ? { ...output, name: await findFreeName(folder, output.file.name) } : output);
  }
  return { ...planned, outputs, names: outputs.map(({ name }) => name) };
}

async function findFreeName(folder: string, name: string): Promise<string> {
  for (let number = 2; ; number += 1) {
    const free = `${name} (${number})${endingOf('wav')}`;
    if ((await findExisting(folder, [free])).length === 0) return free;
  }
}

function filesExist(names: readonly string[]): Error {
  const list = names
    .slice(0, namedFiles)
    .map((name) => `“${name}”`)
    .join(', ');
  return fail('file-exists', message('exports.filesExist', list, Math.max(0, names.length - namedFiles)), { field: 'folder' });
}

/** What the window sends while it runs. */
async function follow(sends: RunContext['sends'], pause: Pause, emit: RunContext['emit']): Promise<void> {
  for await (const { type } of sends) {
    if (type === 'pause' && !pause.isPaused) {
      pause.pause();
      emit({ type: 'paused' });
    }
    if (type === 'resume' && pause.isPaused) {
      pause.resume();
      emit({ type: 'resumed' });
    }
  }
}

async function settledOrStopped(settled: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(fail('cancelled', message('failures.stopped')));
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([settled, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
