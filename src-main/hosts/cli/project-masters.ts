import { basename, dirname, join, resolve } from 'node:path';
import { bookFactsOf } from '#shared/books/book-facts.ts';
import { captionFormats } from '#shared/captions/formats.ts';
import { fail } from '#shared/failure.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { exportFormats, maximumTagCharacters } from '#shared/masters/export-order.ts';
import { bookFormats, hasTags, isEditFormat, soundFormats, type MasterTags, type SoundFormat } from '#shared/masters/formats.ts';
import { mostMinutesIn, presetOf, type PresetName } from '#shared/masters/presets.ts';
import type { ReportLine } from '#shared/masters/report.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { readCover } from '../../features/exports/cover.ts';
import { planFiles, type PlannedFile } from '../../features/exports/plan.ts';
import { isSoundFormat } from '../../features/exports/service.ts';
import { formatFileName } from '../../infra/file-name.ts';
import type { WantedExport } from '../../library/exports.ts';
import { nameFailed } from '../../library/masters.ts';
import { usageError } from './output.ts';
import type { ChapterOfProject, ProjectAtHand } from './project-file.ts';
import type { ProjectFiles } from './session.ts';

export interface MasterOptions {
  format: SoundFormat;
  out: string;
  each?: 'chapter' | 'block' | 'character';
  preset?: PresetName;
  timedTo?: PresetName;
  title?: string;
  author?: string;
  narrator?: string;
  cover?: string;
  openingCredits?: number;
  closingCredits?: number;
  sample?: number;
  receipts?: true;
}

/** A file of sound that is to be written. */
export interface MasterFile extends Omit<PlannedFile, 'name'> {
  path: string;
}

/** Refuses options that do not go together, before anything is opened. */
export function checkMasterOptions(options: Omit<MasterOptions, 'format'> & { format: string }): void {
  const { format, preset, each } = options;
  const refuse = (option: string, formats: readonly string[]): Error =>
    usageError(message('cli.masters.onlyOfFormats', option, formats.join(', ')), option.split(' ')[0] ?? option);
  if (!isSoundFormat(format)) {
    if (presetOf(preset)) throw refuse('--preset', soundFormats);
    if (each === 'block' || each === 'character') throw refuse(`--each ${each}`, soundFormats);
    if (options.receipts === true) throw refuse('--receipts', soundFormats);
  }
  if (options.timedTo !== undefined && !captionFormats.some((one) => one === format)) throw refuse('--timed-to', captionFormats);
  if (isEditFormat(format) && each !== undefined)
    throw refuse(
      `--each ${each}`,
      exportFormats.filter((one) => !isEditFormat(one)),
    );
  if (!hasTags(format))
    for (const name of ['title', 'author', 'narrator', 'cover'] as const)
      if (options[name] !== undefined) throw refuse(`--${name}`, [...soundFormats, ...bookFormats]);
  for (const name of ['title', 'author', 'narrator'] as const) {
    const text = options[name];
    if (text !== undefined && (text.trim() === '' || text.length > maximumTagCharacters))
      throw usageError(message('cli.masters.textTooLong', `--${name}`, maximumTagCharacters), `--${name}`);
  }
  if (each === 'character' && presetOf(preset)) throw usageError(message('cli.masters.stemsTakeNoPreset'), '--preset');
  for (const [name, option] of creditOptions)
    if (options[name] !== undefined && (presetOf(preset)?.hasCredits !== true || each !== 'chapter'))
      throw usageError(message('cli.masters.creditsNeedPreset', option), option);
}

const creditOptions = [
  ['openingCredits', '--opening-credits'],
  ['closingCredits', '--closing-credits'],
  ['sample', '--sample'],
] as const;

/** Every file, with its name. Fails for what cannot be made by the options, with nothing written. */
export function planMasters(
  options: MasterOptions,
  { project, chapters, takes, defaults }: ProjectAtHand,
  { withSound, isOneChapter, connectionId }: { withSound: readonly ChapterOfProject[]; isOneChapter: boolean; connectionId: string },
): MasterFile[] {
  for (const [name, option] of creditOptions) {
    const number = options[name];
    if (number !== undefined && !withSound.some((chapter) => chapter.number === number))
      throw usageError(message('cli.masters.noSuchChapter', option, number), option);
  }
  const spoken = withSound.map((chapter) => ({ ...chapter, timeline: buildTimeline(chapter.document, takes, defaults, connectionId) }));
  const { title } = project;
  const planned = planFiles(options, { title, chapterCount: chapters.length, spoken, isOneChapter, defaults });
  const target = resolve(options.out);
  const files = planned.map(({ name, ...file }) => ({
    ...file,
    path: options.each === undefined ? target : join(target, `${name}.${options.format}`),
  }));
  const preset = presetOf(options.preset);
  const most = preset && mostMinutesIn(preset, options.format);
  for (const { path, durationMs } of files)
    if (typeof most === 'number' && durationMs > most * 60_000)
      throw fail('unprocessable', message('cli.masters.tooLong', path, Math.ceil(durationMs / 60_000), most), { next: 'none' });
  return files;
}

/** Reads `--cover`. Fails for what is no picture. */
export const readCoverOption = async (path: string | undefined): Promise<MasterTags['cover']> =>
  path === undefined ? undefined : readCover(path, '--cover', message('cli.masters.cover', path));

interface MasterWork {
  file: MasterFile;
  options: MasterOptions;
  cover: MasterTags['cover'];
  opened: ProjectAtHand;
  signal: AbortSignal;
  onFraction: (fraction: number) => void;
  choosePlace?: WantedExport['choosePlace'];
}

/** Writes one file, and answers with its line of the result. */
export async function writeMaster(files: ProjectFiles, { file, options, cover, opened, signal, onFraction, choosePlace }: MasterWork) {
  const { path, title, chapter, chapterIds, blocks, track } = file;
  const { format, author = bookFactsOf(opened.project.sources).author, narrator } = options;
  for (const one of [path, join(dirname(path), nameFailed(basename(path)))]) files.allowOutput(one);
  const album = options.title ?? opened.project.title;
  const tags: MasterTags = { title, album, author, narrator, track, cover };
  const request = {
    projectId: opened.project.projectId,
    chapterIds,
    blocks,
    format,
    preset: presetOf(options.preset),
    tags,
    file: { name: `${formatFileName(title)}.${format}`, path, overwrite: true, choosePlace },
  };
  const written = await files.library.masters.write(request, { signal, onFraction });
  const { durationMs, bytes, peak, measures, report, blocks: placed } = written;
  const { lufs, truePeakDb, rmsDb, noiseFloorDb } = measures;
  return {
    file: {
      path: written.path ?? path,
      format,
      chapter,
      durationMs,
      bytes,
      peak,
      measures: { lufs, truePeakDb, rmsDb, noiseFloorDb },
    },
    placed: { name: basename(written.path ?? path), durationMs, blocks: placed },
    report: report.map((line) => ({ ...line, path: written.path ?? path, chapter })),
  };
}

/** What a file breaks, in words. */
export function describeBroken(path: string, report: readonly ReportLine[]): string | undefined {
  const broken = report.filter(({ ok }) => !ok);
  if (broken.length === 0) return undefined;
  const rules = broken.map(({ rule, value, limit }) =>
    messages.cli.masters.brokenRule(rule, value === null ? messages.cli.masters.notMeasured : String(value), limit),
  );
  return messages.cli.masters.checksFailed(path, rules.join('; '));
}
