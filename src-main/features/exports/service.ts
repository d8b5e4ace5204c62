import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findSpokenLanguage } from '#shared/books/spoken-book.ts';
import { captionFormats, captionWriters, type CaptionFormat } from '#shared/captions/formats.ts';
import { scriptOf } from '#shared/captions/script.ts';
import { shortenToLine } from '#shared/cut-text.ts';
import { fail, FailureError } from '#shared/failure.ts';
import type { ExportFormat, ExportOrder } from '#shared/masters/export-order.ts';
import {
  hasTags,
  isEditFormat,
  soundFormats,
  type BookFormat,
  type EditFormat,
  type MasterTags,
  type SoundFormat,
} from '#shared/masters/formats.ts';
import { mostMinutesIn, presetOf } from '#shared/masters/presets.ts';
import { message } from '#shared/messages/message.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { findUnfinished } from '#shared/narration/unfinished.ts';
import { listedNames, type ExportedFile } from '#shared/operations/exports.ts';
import type { Services } from '#shared/operations/index.ts';
import { fileFailure } from '../../infra/files.ts';
import { Pause } from '../../infra/pause.ts';
import { filesAtOnce, workSideBySide } from '../../infra/side-by-side.ts';
import { betweenChaptersMs, type WantedExport } from '../../library/exports.ts';
import type { LibraryService } from '../../library/library.ts';
import { nameFailed } from '../../library/masters.ts';
import { readCover } from './cover.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import { formatEditProject, planEditSounds } from './edit-files.ts';
import { writeBook } from './books.ts';
import { ExportProgress } from './progress.ts';
import type { EditSounds } from './edit-sounds.ts';
import { planFiles, type PlannedFile } from './plan.ts';
import { filesExist, findExisting, isKept, isSoundOfEdit, readEditSounds, type Output, type PlannedExport } from './planned-export.ts';
import { writeReceipts, writeReports, type PlacedFile } from './report-files.ts';
import type { ChangedBlock, ReportNotes } from './report-page.ts';
import { contentsKey, StoppedExports } from './stopped-exports.ts';

interface Parts {
  ledger: Pick<Ledger, 'list' | 'sum' | 'paid'>;
  library: Pick<LibraryService, 'book' | 'masters' | 'exports' | 'pickups' | 'temporaryPath' | 'unclaimed'>;
  uploadPath: (uploadId: string) => string | undefined;
  connectionId: () => string;
  nameOfVoice: (voiceId: string) => string | undefined;
  /** Settles when the words of the takes that have come are known. */
  wordsSettled: () => Promise<void>;
}

type ExportServices = Pick<Services, 'export.plan' | 'export.measure' | 'export.run'>;
type RunInput = Parameters<ExportServices['export.run']>[0];
type RunContext = Parameters<ExportServices['export.run']>[1];

export const isSoundFormat = (format: string): format is SoundFormat => soundFormats.some((one) => one === format);
const isCaptionFormat = (format: ExportFormat): format is CaptionFormat => captionFormats.some((one) => one === format);

const endingOf = (format: ExportFormat): string => (isCaptionFormat(format) ? captionWriters[format].endings[0] : `.${format}`);

/** Chapters of open projects as files: the window's Export. `project export` plans and writes with the same parts. */
export class ProjectExports {
  readonly #parts: Parts;
  readonly #stopped = new StoppedExports<Made>();

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
        existing: await findExisting(planned, folder, this.#parts.library.unclaimed),
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

  async #run(input: RunInput, context: RunContext): ReturnType<ExportServices['export.run']> {
    const pause = new Pause();
    void follow(context.sends, pause, context.emit);
    const prepared = await this.#prepare(input, context.signal);
    const { planned, kept, done, folder } = prepared;
    try {
      if (folder !== undefined) await createFolder(folder);
      const made = await this.#writeAll(prepared, pause, context);
      const openPickups = hasReport(prepared) ? await this.#countOpenPickups(planned.order.projectId, made) : 0;
      const changed = this.#findChanged(planned, made);
      const reports = await this.#writeReports(prepared, { made, notes: { openPickups, changed } }, context.signal);
      this.#stopped.remove(input.jobId);
      const written = made.map(({ file }) => file);
      const isOk = written.every(({ report }) => report.every(({ ok }) => ok));
      return {
        files: written.length,
        first: written[0] ?? null,
        kept,
        skippedBlocks: planned.skippedBlocks,
        isOk,
        reports,
        ...(openPickups > 0 && { openPickups }),
        ...(changed.length > 0 && { changedBlocks: changed.length }),
      };
    } catch (thrown) {
      this.#stopped.add(input.jobId, done);
      throw thrown;
    }
  }

  async #prepare(input: RunInput, signal: AbortSignal): Promise<Prepared> {
    const { jobId, folder, overwrite = false, keepExisting = false, withReport = false, withReceipts = false, ...order } = input;
    // Word times are a part of captions and books.
    if (!isSoundFormat(order.format)) await settledOrStopped(this.#parts.wordsSettled(), signal);
    const planned = this.#plan(order);
    refuseTooLong(planned);
    const cover = await this.#readCover(order);
    const done = await this.#stopped.take(jobId);
    const own = new Set([...done.values()].map(({ file }) => file.name));
    const existing = new Set((await findExisting(planned, folder, this.#parts.library.unclaimed)).filter((name) => !own.has(name)));
    if (existing.size > 0 && !overwrite && !keepExisting) throw filesExist([...existing]);
    const wanted = planned.outputs.filter((output) => !keepExisting || !isKept(planned, output, existing));
    const kept = planned.outputs.length - wanted.length;
    const sounds = await readEditSounds(planned, folder, this.#parts.library.unclaimed);
    const keyOf = jobId === undefined ? ({ name }: Output) => name : contentsKey(planned);
    return { planned, cover, folder, overwrite, withReport, withReceipts, wanted, kept, done, own, sounds, keyOf };
  }

  async #writeAll(prepared: Prepared, pause: Pause, { signal, emit }: Pick<RunContext, 'signal' | 'emit'>): Promise<Made[]> {
    const { planned, wanted, done, overwrite, sounds, keyOf } = prepared;
    const progress = new ExportProgress(planned.names, (step) => emit({ type: 'progress', ...step }));
    for (const [index, output] of planned.outputs.entries()) if (!wanted.includes(output)) progress.finish(index);
    const { format } = planned.order;
    // The project of an audio editor comes after its sounds.
    const atOnce = isSoundFormat(format) || isCaptionFormat(format) ? filesAtOnce : 1;
    const soundNames: string[] = [];
    const made = await workSideBySide(wanted, { atOnce, signal }, async (output, _, either) => {
      await pause.whenGoing(either);
      either.throwIfAborted();
      const index = planned.outputs.indexOf(output);
      progress.begin();
      const onFraction = (fraction: number): void => progress.advance(index, fraction);
      const run = { signal: either, onFraction, whenGoing: () => pause.whenGoing(either) };
      const key = keyOf(output);
      const one = done.get(key) ?? (await this.#write(prepared, output, { run, soundNames }));
      // What stood under this name is no more what it was made of.
      for (const [other, { file }] of done) if (file.name === one.file.name) done.delete(other);
      done.set(key, one);
      if (isSoundOfEdit(planned, output)) soundNames.push(one.file.name);
      progress.finish(index);
      emit({ type: 'file', index, file: one.file });
      return one;
    });
    if (overwrite) await sounds?.removeReplaced(soundNames);
    await sounds?.removeUnclaimed(soundNames);
    return made;
  }

  async #writeReports(prepared: Prepared, { made, notes }: { made: readonly Made[]; notes: ReportNotes }, signal: AbortSignal) {
    const { planned, folder, withReceipts } = prepared;
    const { title, takes } = planned.book;
    const { format, projectId } = planned.order;
    const place = { folder, signal };
    return [
      ...(hasReport(prepared)
        ? await writeReports(this.#parts.library.exports, { title, ...notes }, { files: made.map(({ file }) => file), ...place })
        : []),
      ...(withReceipts && isSoundFormat(format)
        ? await writeReceipts(
            this.#receiptParts(),
            { projectId, title, takes },
            { files: made.map(({ file, blocks }) => ({ ...file, blocks })), ...place },
          )
        : []),
    ];
  }

  async #write(
    { planned, cover, folder, overwrite, own, sounds }: Prepared,
    output: Output,
    { run, soundNames }: { run: Run; soundNames: readonly string[] },
  ): Promise<Made> {
    const { name, format, file } = output;
    const mayReplace = overwrite || own.has(name) || own.has(nameFailed(name));
    const choosePlace = sounds && isSoundOfEdit(planned, output) ? (path: string) => sounds.choosePlace(name, path, mayReplace) : undefined;
    const path = folder === undefined ? undefined : join(folder, name);
    const how = { cover, run, target: { name, path, overwrite: mayReplace, choosePlace } };
    if (isSoundFormat(format)) return this.#writeSound(planned, file, { ...how, format });
    if (isCaptionFormat(format)) return { file: await this.#writeWords(planned, file, { ...how, format }), blocks: [] };
    if (isEditFormat(format)) return { file: await this.#writeEdit(planned, file, { ...how, format, soundNames }), blocks: [] };
    return { file: await this.#writeBook(planned, file, { ...how, format }), blocks: [] };
  }

  async #writeSound(
    { order, book, preset, spoken }: PlannedExport,
    { title, chapter, chapterIds, blocks, track }: PlannedFile,
    { cover, run, target, format }: How & { format: SoundFormat },
  ): Promise<Made> {
    const { projectId, author = book.facts.author, narrator } = order;
    const sampleRate = isSoundFormat(order.format) ? order.sampleRate : undefined;
    const heard = spoken.filter(({ id }) => chapterIds.includes(id));
    const language = findSpokenLanguage(heard, book.defaults, book.facts.language);
    const tags = { title, album: order.title ?? book.title, author, narrator, language, track, cover };
    const request = { projectId, chapterIds, blocks, format, preset, tags, sampleRate, file: target };
    const written = await this.#parts.library.masters.write(request, run);
    const { name, path, url, bytes, durationMs, peak, measures, report, blocks: placed } = written;
    const { lufs, truePeakDb, rmsDb, noiseFloorDb } = measures;
    const measured = { lufs, truePeakDb, rmsDb, noiseFloorDb };
    const made = { name, path, url, format, chapter, durationMs, bytes, peak, measures: measured, report };
    return { file: made, blocks: placed };
  }

  async #writeBook(
    { order, book, all }: PlannedExport,
    { title, chapter, chapterIds }: PlannedFile,
    { cover, run, target, format }: How & { format: BookFormat },
  ): Promise<ExportedFile> {
    const { projectId, author = book.facts.author, narrator } = order;
    const chapters = chapter === null ? all : all.filter(({ id }) => chapterIds.includes(id));
    const { language } = book.facts;
    const made = { projectId, title, author, narrator, language, cover, chapters, defaults: book.defaults, file: target };
    const { name, path, url, bytes, durationMs } = await writeBook(format, this.#parts.library, made, run);
    return { name, path, url, format, chapter, durationMs, bytes, peak: null, measures: null, report: [] };
  }

  async #writeWords(
    { order: { projectId, timedTo }, book, spoken }: PlannedExport,
    { title, chapter, chapterIds }: PlannedFile,
    { run, target, format }: How & { format: CaptionFormat },
  ): Promise<ExportedFile> {
    const chapters = spoken.filter(({ id }) => chapterIds.includes(id));
    const place = await this.#parts.library.masters.place({ projectId, chapterIds, timedTo }, run);
    const script = scriptOf({ title, chapters, defaults: book.defaults, betweenChaptersMs, place });
    const { type, write } = captionWriters[format];
    const content = new TextEncoder().encode(write(script));
    const { name, path, url, bytes } = await this.#parts.library.exports.text({ ...target, type }, [content], run.signal);
    return { name, path, url, format, chapter, durationMs: script.durationMs, bytes, peak: null, measures: null, report: [] };
  }

  /** In the takes that the files are made of. */
  async #countOpenPickups(projectId: string, made: readonly Made[]): Promise<number> {
    const takeIds = new Set(made.flatMap(({ blocks }) => blocks.map(({ take }) => take.id)));
    const pickups = await this.#parts.library.pickups.list(projectId);
    return pickups.filter(({ state, takeId }) => state === 'open' && takeIds.has(takeId)).length;
  }

  /** Blocks of the files whose audio says an earlier text, or is of another voice than they have now; in reading order. */
  #findChanged({ book }: PlannedExport, made: readonly Made[]): ChangedBlock[] {
    const inFiles = new Set<string>(made.flatMap(({ blocks }) => blocks.map(({ blockId }) => blockId)));
    if (inFiles.size === 0) return [];
    return book.chapters.flatMap(({ id, title, document }) =>
      findUnfinished({ id, title, document }, book.takes, book.defaults, this.#parts.connectionId())
        .blocks.filter((block) => block.isStale && inFiles.has(block.id))
        .map(({ text }) => ({ chapter: title, text: shortenToLine(text) })),
    );
  }

  async #writeEdit(
    { order: { projectId }, book, spoken }: PlannedExport,
    { title, chapter, durationMs }: PlannedFile,
    { run, target, format, soundNames: fileNames }: How & { format: EditFormat; soundNames: readonly string[] },
  ): Promise<ExportedFile> {
    const pickups = await this.#parts.library.pickups.list(projectId);
    const { type, content } = formatEditProject({ format, title, spoken, fileNames, defaults: book.defaults, pickups });
    const { name, path, url, bytes } = await this.#parts.library.exports.text({ ...target, type }, [content], run.signal);
    return { name, path, url, format, chapter, durationMs, bytes, peak: null, measures: null, report: [] };
  }

  #receiptParts(): Parameters<typeof writeReceipts>[0] {
    const { ledger, library, connectionId, nameOfVoice } = this.#parts;
    return { exports: library.exports, connectionId: connectionId(), readLedgers: (read) => read(ledger), nameOfVoice };
  }

  #plan(order: ExportOrder): PlannedExport {
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
    const preset = presetOf(order.preset);
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

/** A file that was written, and what it is made of where it is sound. */
interface Made {
  file: ExportedFile;
  blocks: PlacedFile['blocks'];
}
interface Run {
  signal: AbortSignal;
  onFraction: (fraction: number) => void;
  whenGoing: () => Promise<void>;
}
/** How a file is written. */
interface How {
  cover: MasterTags['cover'];
  run: Run;
  target: Omit<WantedExport, 'type'>;
}

/** An export that is about to be written. */
interface Prepared {
  planned: PlannedExport;
  cover: MasterTags['cover'];
  folder: string | undefined;
  overwrite: boolean;
  withReport: boolean;
  withReceipts: boolean;
  wanted: readonly Output[];
  kept: number;
  /** What is whole, by what it was made of; also of the same job before it was stopped. */
  done: Map<string, Made>;
  /** Names of the files that the job has written before. */
  own: ReadonlySet<string>;
  /** Beside a project for an audio editor in a folder. */
  sounds: EditSounds | undefined;
  keyOf: (output: Output) => string;
}

function checkOrder({ format, each, preset, timedTo }: ExportOrder): void {
  const hasPreset = presetOf(preset) !== undefined;
  if (timedTo !== undefined && !isCaptionFormat(format))
    throw fail('invalid-input', message('exports.onlyOfCaptions'), { field: 'timedTo' });
  if (!isSoundFormat(format) && (hasPreset || each === 'block' || each === 'character'))
    throw fail('invalid-input', message('exports.onlyOfSound'), { field: 'format' });
  if (isEditFormat(format) && each !== undefined) throw fail('invalid-input', message('exports.editIsOneFile'), { field: 'each' });
  if (each === 'character' && hasPreset) throw fail('invalid-input', message('exports.stemsTakeNoPreset'), { field: 'preset' });
}

function tooLongIn({ files, preset, order: { format } }: PlannedExport): readonly PlannedFile[] {
  const most = preset === undefined || !isSoundFormat(format) ? null : mostMinutesIn(preset, format);
  return most === null ? [] : files.filter(({ durationMs }) => durationMs > most * 60_000);
}

function refuseTooLong(planned: PlannedExport): void {
  const [first] = tooLongIn(planned);
  if (first === undefined) return;
  const text = message('exports.tooLong', first.title, Math.ceil(first.durationMs / 60_000), planned.preset?.mostMinutes ?? 0);
  throw fail('unprocessable', text, { next: 'none', field: 'chapterIds' });
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

/** A folder that is not there yet is created, as every editor does. Fails with the field `folder`. */
async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (thrown) {
    const { failure } = fileFailure(thrown, message('exports.theFolder'));
    throw new FailureError({ ...failure, field: 'folder' }, { cause: thrown });
  }
}

/** What is measured against a preset can be reported. */
const hasReport = ({ planned, withReport }: Pick<Prepared, 'planned' | 'withReport'>): boolean =>
  withReport && planned.preset !== undefined;
