import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fail } from '#shared/failure.ts';
import { buildTimeline, type Timeline } from '#shared/narration/chapter-timeline.ts';
import { attributesOf } from '#shared/narration/document.ts';
import { characterOf } from '#shared/narration/shape.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { soundFormats, type MasterTags, type SoundFormat } from '#shared/masters/formats.ts';
import { mostMinutesIn, presets, type Preset, type PresetName } from '#shared/masters/presets.ts';
import type { ReportLine } from '#shared/masters/report.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { formatFileName } from '../../infra/file-name.ts';
import { numberedName } from '../../library/exports.ts';
import { nameFailed } from '../../library/masters.ts';
import { usageError } from './output.ts';
import type { ChapterOfProject, ProjectAtHand } from './project-file.ts';
import type { ProjectFiles } from './session.ts';

export interface MasterOptions {
  format: SoundFormat;
  out: string;
  each?: 'chapter' | 'block' | 'character';
  preset?: PresetName;
  title?: string;
  author?: string;
  narrator?: string;
  cover?: string;
  openingCredits?: number;
  closingCredits?: number;
  sample?: number;
}

/** A file of sound that is to be written. */
export interface MasterFile {
  path: string;
  title: string;
  /** `null` for all chapters in one file. */
  chapter: number | null;
  chapterIds: string[];
  blocks?: { ids: ReadonlySet<string>; silence: boolean };
  /** Among the files of chapters, from 1. */
  track?: { number: number; of: number };
  durationMs: number;
}

const maximumTagCharacters = 500;
const maximumCoverMegabytes = 20;
/** A retail sample, in milliseconds, without its room tone. */
const sampleMs = { least: 60_000, most: 290_000 };

export const isSoundFormat = (format: string): format is SoundFormat => soundFormats.some((one) => one === format);

/** The preset's rules; `undefined` for `none`. */
const findPreset = (preset: PresetName | undefined): Preset | undefined =>
  preset === undefined || preset === 'none' ? undefined : presets[preset];

/** Refuses options that do not go together, before anything is opened. */
export function checkMasterOptions(options: Omit<MasterOptions, 'format'> & { format: string }): void {
  const { format, preset, each } = options;
  const ofSound = ['preset', 'title', 'author', 'narrator', 'cover'] as const;
  const formats = soundFormats.join(', ');
  if (!isSoundFormat(format)) {
    for (const name of ofSound)
      if (options[name] !== undefined && options[name] !== 'none')
        throw usageError(message('cli.masters.onlyOfSound', `--${name}`, formats), `--${name}`);
    if (each === 'block' || each === 'character') throw usageError(message('cli.masters.onlyOfSound', `--each ${each}`, formats), '--each');
  }
  for (const name of ['title', 'author', 'narrator'] as const) {
    const text = options[name];
    if (text !== undefined && (text.trim() === '' || text.length > maximumTagCharacters))
      throw usageError(message('cli.masters.textTooLong', `--${name}`, maximumTagCharacters), `--${name}`);
  }
  if (each === 'character' && findPreset(preset)) throw usageError(message('cli.masters.stemsTakeNoPreset'), '--preset');
  for (const [name, option] of creditOptions)
    if (options[name] !== undefined && (findPreset(preset)?.hasCredits !== true || each !== 'chapter'))
      throw usageError(message('cli.masters.creditsNeedPreset', option), option);
}

const creditOptions = [
  ['openingCredits', '--opening-credits'],
  ['closingCredits', '--closing-credits'],
  ['sample', '--sample'],
] as const;

interface Spoken extends ChapterOfProject {
  timeline: Timeline;
}

/** Every file, with its name. Fails for what cannot be made by the options, with nothing written. */
export function planMasters(
  options: MasterOptions,
  opened: ProjectAtHand,
  { withSound, isOneChapter, connectionId }: { withSound: readonly ChapterOfProject[]; isOneChapter: boolean; connectionId: string },
): MasterFile[] {
  const spoken = withSound.map((chapter) => ({
    ...chapter,
    timeline: buildTimeline(chapter.document, opened.takes, opened.defaults, connectionId),
  }));
  const files = filesOf(options, opened, { spoken, isOneChapter });
  const preset = findPreset(options.preset);
  const most = preset && mostMinutesIn(preset, options.format);
  for (const { path, durationMs } of files)
    if (typeof most === 'number' && durationMs > most * 60_000)
      throw fail('unprocessable', message('cli.masters.tooLong', path, Math.ceil(durationMs / 60_000), most), { next: 'none' });
  return files;
}

function filesOf(
  options: MasterOptions,
  opened: ProjectAtHand,
  { spoken, isOneChapter }: { spoken: readonly Spoken[]; isOneChapter: boolean },
): MasterFile[] {
  const { out, each, title, format } = options;
  const { project, chapters: all } = opened;
  const target = resolve(out);
  const whole = title ?? project.title;
  if (each === undefined) {
    const [first] = spoken;
    const durationMs = spoken.reduce((sum, { timeline }) => sum + toMs(timeline.samples), 0);
    const chapterIds = spoken.map(({ id }) => id);
    if (isOneChapter && first) return [{ path: target, title: title ?? first.title, chapter: first.number, chapterIds, durationMs }];
    return [{ path: target, title: whole, chapter: null, chapterIds, durationMs }];
  }
  const names = new Names(target, format);
  const book = formatFileName(project.title);
  const chapterName = ({ title: own, number }: Spoken): string => `${book} - ${numberedName(own, number, all.length)}`;
  if (each === 'chapter')
    return chapterFiles(
      options,
      spoken,
      (chapter) => names.take(chapterName(chapter)),
      (own) => names.take(`${book} - ${own}`),
    );
  if (each === 'block')
    return spoken.flatMap((chapter) =>
      chapter.timeline.blocks.map(({ blockId, blockIndex, samples, take }) => ({
        path: names.take(`${chapterName(chapter)} - ${numberedName(take.text, blockIndex + 1, chapter.timeline.facts.length)}`),
        title: take.text.slice(0, 80),
        chapter: chapter.number,
        chapterIds: [chapter.id],
        blocks: { ids: new Set([blockId]), silence: false },
        durationMs: toMs(samples),
      })),
    );
  return spoken.flatMap((chapter) =>
    [...stemsOf(chapter, opened)].map(([name, ids]) => ({
      path: names.take(`${chapterName(chapter)} - ${formatFileName(name)}`),
      title: `${chapter.title} - ${name}`,
      chapter: chapter.number,
      chapterIds: [chapter.id],
      blocks: { ids, silence: true },
      durationMs: toMs(chapter.timeline.samples),
    })),
  );
}

function chapterFiles(
  options: MasterOptions,
  spoken: readonly Spoken[],
  pathOf: (chapter: Spoken) => string,
  pathNamed: (name: string) => string,
): MasterFile[] {
  for (const [name, option] of creditOptions) {
    const number = options[name];
    if (number !== undefined && !spoken.some((chapter) => chapter.number === number))
      throw usageError(message('cli.masters.noSuchChapter', option, number), option);
  }
  const credits = new Map<number | undefined, string>([
    [options.openingCredits, messages.cli.masters.openingCredits],
    [options.closingCredits, messages.cli.masters.closingCredits],
  ]);
  const files: MasterFile[] = spoken.map((chapter, index) => {
    const credit = credits.get(chapter.number);
    return {
      path: credit === undefined ? pathOf(chapter) : pathNamed(credit),
      title: credit ?? chapter.title,
      chapter: chapter.number,
      chapterIds: [chapter.id],
      track: { number: index + 1, of: spoken.length },
      durationMs: toMs(chapter.timeline.samples),
    };
  });
  const sampled = options.sample === undefined ? undefined : spoken.find(({ number }) => number === options.sample);
  if (!sampled) return files;
  return [...files, sampleFile(sampled, pathNamed(messages.cli.masters.retailSample))];
}

/** The first whole blocks of a chapter that fit into a sample. */
function sampleFile({ id, number, timeline: { blocks } }: Spoken, path: string): MasterFile {
  const fitting = blocks.filter(({ start, samples }) => toMs(start + samples) <= sampleMs.most);
  const last = fitting.at(-1);
  const durationMs = last === undefined ? 0 : toMs(last.start + last.samples);
  if (durationMs < sampleMs.least) throw fail('unprocessable', message('cli.masters.sampleTooShort', number), { next: 'none' });
  const ids = new Set(fitting.map(({ blockId }) => blockId));
  const title = messages.cli.masters.retailSample;
  return { path, title, chapter: number, chapterIds: [id], blocks: { ids, silence: false }, durationMs };
}

/** Who speaks which blocks of a chapter; blocks without a character are the narrator's. */
function stemsOf({ timeline }: Spoken, { defaults }: ProjectAtHand): Map<string, Set<string>> {
  const stems = new Map<string, Set<string>>();
  for (const { blockId, blockIndex } of timeline.blocks) {
    const node = timeline.facts[blockIndex]?.node;
    const name = (node && characterOf(attributesOf(node), defaults)?.name) ?? messages.cli.masters.narration;
    stems.set(name, (stems.get(name) ?? new Set()).add(blockId));
  }
  return stems;
}

/** Paths in a folder; names that some system would take for the same get a number. */
class Names {
  readonly #folder: string;
  readonly #ending: string;
  readonly #taken = new Set<string>();

  constructor(folder: string, ending: string) {
    this.#folder = folder;
    this.#ending = ending;
  }

  take(name: string): string {
    let free = name;
    for (let number = 2; this.#taken.has(free.normalize('NFC').toLowerCase()); number += 1) free = `${name} (${number})`;
    this.#taken.add(free.normalize('NFC').toLowerCase());
    return join(this.#folder, `${free}.${this.#ending}`);
  }
}

const toMs = (samples: number): number => Math.round((samples * 1000) / sampleRate);

/** Reads `--cover`. Fails for what is no picture. */
export async function readCover(path: string | undefined): Promise<MasterTags['cover']> {
  if (path === undefined) return undefined;
  const most = maximumCoverMegabytes * 1024 * 1024;
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw fail('file-missing', message('cli.masters.coverUnreadable', path), { next: 'fix-input', field: '--cover', cause });
  });
  try {
    const found = await file.stat();
    if (!found.isFile())
      throw fail('unsupported-media', message('cli.masters.coverNoPicture', path), { next: 'fix-input', field: '--cover' });
    if (found.size > most)
      throw fail('too-large', message('cli.masters.coverTooLarge', path, maximumCoverMegabytes), { next: 'fix-input', field: '--cover' });
    const bytes = new Uint8Array(await file.readFile());
    const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
    if (start.startsWith('\u0089PNG\r\n\u001a\n') && start.endsWith('IHDR')) return { type: 'image/png', bytes };
    if (start.startsWith('\u00ff\u00d8\u00ff') && bytes.byteLength > 100) return { type: 'image/jpeg', bytes };
    throw fail('unsupported-media', message('cli.masters.coverNoPicture', path), { next: 'fix-input', field: '--cover' });
  } finally {
    await file.close();
  }
}

interface MasterWork {
  file: MasterFile;
  options: MasterOptions;
  cover: MasterTags['cover'];
  opened: ProjectAtHand;
  signal: AbortSignal;
  onFraction: (fraction: number) => void;
}

/** Writes one file, and answers with its line of the result. */
export async function writeMaster(files: ProjectFiles, { file, options, cover, opened, signal, onFraction }: MasterWork) {
  const { path, title, chapter, chapterIds, blocks, track } = file;
  const { format, author, narrator } = options;
  const failedPath = nameFailed(path);
  for (const one of [path, failedPath]) files.allowOutput(one);
  const album = options.title ?? opened.project.title;
  const tags: MasterTags = { title, album, author, narrator, track, cover };
  const request = {
    projectId: opened.project.projectId,
    chapterIds,
    blocks,
    format,
    preset: findPreset(options.preset),
    tags,
    path,
    failedPath,
  };
  const written = await files.library.masters.write(request, { signal, onFraction });
  const { durationMs, bytes, peak, measures, isMeasuredBeforeCoding, report } = written;
  const { lufs, truePeakDb, rmsDb, noiseFloorDb } = measures;
  return {
    file: {
      path: written.path,
      format,
      chapter,
      durationMs,
      bytes,
      peak,
      measures: { lufs, truePeakDb, rmsDb, noiseFloorDb, isMeasuredBeforeCoding },
    },
    report: report.map((line) => ({ ...line, path: written.path, chapter })),
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
