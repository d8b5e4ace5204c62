import { shortenText } from '#shared/cut-text.ts';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fail, toFailure, readText } from '#shared/failure.ts';
import { captionFormats, captionWriters, type CaptionFormat } from '#shared/captions/formats.ts';
import { scriptOf } from '#shared/captions/script.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { findUnfinished } from '#shared/narration/unfinished.ts';
import type { ExportFormat } from '#shared/masters/export-order.ts';
import { bookFormats, isEditFormat, type MasterTags } from '#shared/masters/formats.ts';
import type { PresetName } from '#shared/masters/presets.ts';
import { isSoundFormat } from '../../features/exports/service.ts';
import { betweenChaptersMs, numberedName } from '../../library/exports.ts';
import { formatFileName } from '../../infra/file-name.ts';
import { fileFailure } from '../../infra/files.ts';
import { filesAtOnce, workSideBySide } from '../../infra/side-by-side.ts';
import { DetailedError, usageError } from './output.ts';
import { writeBooks } from './project-books.ts';
import { writeEditProject } from './project-edits.ts';
import { openProject, selectChapters, type ChapterOfProject, type ProjectAtHand } from './project-file.ts';
import { checkMasterOptions, describeBroken, planMasters, readCoverOption, writeMaster, type MasterOptions } from './project-masters.ts';
import { writeReceipts } from './project-receipts.ts';
import { withWordTimes, type ReadTakes } from './project-words.ts';
import type { Work } from './run.ts';
import type { ProjectFiles } from './session.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

export interface ExportOptions extends Omit<MasterOptions, 'format'> {
  format: ExportFormat;
  chapter?: number;
  allowMissing?: true;
}

/** A block without sound that an export leaves out. */
interface MissingBlock {
  chapter: number;
  blockId: string;
  text: string;
}

/** A file that is to be written: one chapter, or all of them. */
interface FileOrder {
  path: string;
  chapter: ChapterOfProject | undefined;
}

/** Blocks that a refusal names in words; the JSON value names all. */
const maximumNamed = 20;

/**
 * `project export`: chapters as files, by the exports of the studio. Needs no service. A block without sound refuses it before anything is written, unless
 * `--allow-missing` leaves such blocks out.
 */
export async function exportProject(work: Work, file: string, options: ExportOptions): Promise<void> {
  await checkOut(options);
  checkMasterOptions(options);
  const cover = await readCoverOption(options.cover);
  const files = await work.projectFiles();
  if (isSoundFormat(options.format) || isEditFormat(options.format)) await exportOpened(work, files, { file, options, cover });
  else await withWordTimes(work, files, (readTakes) => exportOpened(work, files, { file, options, cover, readTakes }));
}

async function exportOpened(
  work: Work,
  files: ProjectFiles,
  { file, options, cover, readTakes }: { file: string; options: ExportOptions; cover: MasterTags['cover']; readTakes?: ReadTakes },
): Promise<void> {
  const opened = await openProject(files.library, file, work.signal);
  const chapters = selectChapters(opened, options.chapter);
  const unfinished = chapters.map((chapter) => ({
    chapter,
    ...findUnfinished(chapter, opened.takes, opened.defaults, files.connectionId),
  }));
  const blocks = unfinished.flatMap(({ chapter: { number }, blocks: found }) => found.map((block) => ({ ...block, chapter: number })));
  const lacking = blocks.filter(({ isStale }) => !isStale);
  const missing: MissingBlock[] = lacking.map(({ chapter, id, text }) => ({ chapter, blockId: id, text }));
  const withSound = chapters.filter((chapter) => hasSound(chapter, opened, files.connectionId));
  if (missing.length > 0 && options.allowMissing !== true) throw missingSound(missing);
  if (withSound.length === 0) throw fail('unprocessable', message('cli.projects.nothingToExport'), { next: 'none' });

  const { written, report, receipts } = isSoundFormat(options.format)
    ? await writeMasters(work, files, { options: { ...options, format: options.format }, opened, withSound, cover })
    : { written: await writeOthers(work, files, { options, opened, chapters, withSound, readTakes, cover }), report: [], receipts: [] };
  const staleBlocks = blocks.length - missing.length;
  const incomplete = lacking.filter(({ isIncomplete }) => isIncomplete).length;
  if (missing.length > incomplete) work.output.note(messages.cli.projects.leftOut(missing.length - incomplete));
  if (incomplete > 0) work.output.note(messages.cli.projects.exportedIncomplete(incomplete));
  if (staleBlocks > 0) work.output.note(messages.cli.projects.exportedStale(staleBlocks));
  const measures = written.length === 1 ? (written[0]?.measures ?? null) : null;
  const value = {
    files: written,
    skippedBlocks: missing.length - incomplete,
    incompleteBlocks: incomplete,
    missing,
    staleBlocks,
    measures,
    report,
    receipts,
  };
  await work.output.result(
    value,
    written.map(({ path, durationMs, bytes }) =>
      [path, messages.cli.projects.seconds((durationMs / 1000).toFixed(1)), messages.cli.output.bytes(bytes)].join('\t'),
    ),
  );
  if (report.every(({ ok }) => ok)) return;
  for (const { path } of written) {
    const broken = describeBroken(
      path,
      report.filter((line) => line.path === path),
    );
    if (broken !== undefined) work.output.note(broken);
  }
  work.endRefused();
}

/** Sound: everything is planned and checked before the first file is written. */
async function writeMasters(
  work: Work,
  files: ProjectFiles,
  {
    options,
    opened,
    withSound,
    cover,
  }: { options: ExportOptions & MasterOptions; opened: ProjectAtHand; withSound: readonly ChapterOfProject[]; cover: MasterTags['cover'] },
) {
  const ground = { withSound, isOneChapter: options.chapter !== undefined, connectionId: files.connectionId };
  const planned = planMasters(options, opened, ground);
  if (options.each !== undefined) await makeFolder(resolve(options.out));
  const fractions = planned.map(() => 0);
  const written = await workSideBySide(planned, { atOnce: filesAtOnce, signal: work.signal }, async (file, index, signal) => {
    const onFraction = (fraction: number): void => {
      fractions[index] = fraction;
      const done = fractions.reduce((sum, one) => sum + one, 0) / planned.length;
      work.output.progress(`${Math.floor(100 * done)} %`);
    };
    return writeMaster(files, { file, options, cover, opened, signal, onFraction }).catch(explainOut(file.path));
  });
  const placed = written.map((one) => one.placed);
  return {
    written: written.map(({ file }) => file),
    report: written.flatMap(({ report }) => report),
    receipts: options.receipts === true ? await writeReceipts(work, files, { opened, out: options.out, each: options.each, placed }) : [],
  };
}

interface TextWork {
  options: ExportOptions;
  opened: ProjectAtHand;
  chapters: readonly ChapterOfProject[];
  withSound: readonly ChapterOfProject[];
  readTakes: ReadTakes;
}

/** Projects for audio editors, and what is made of word times: captions, and books with their sound. */
async function writeOthers(work: Work, files: ProjectFiles, { readTakes, cover, ...text }: Omit<TextWork, 'readTakes'> & WordParts) {
  const { options } = text;
  if (isEditFormat(options.format))
    return writeEditProject(work, files, { ...text, options: { ...options, format: options.format }, explain: explainOut });
  if (readTakes === undefined) throw new Error('not a format of words');
  const format = bookFormats.find((one) => one === options.format);
  if (format === undefined) return writeTexts(work, files, { ...text, readTakes });
  if (options.each !== undefined) await makeFolder(resolve(options.out));
  return writeBooks(work, files, { ...text, options: { ...options, format }, readTakes, cover, explain: explainOut });
}

interface WordParts {
  readTakes: ReadTakes | undefined;
  cover: MasterTags['cover'];
}

/** Captions and word times. */
async function writeTexts(work: Work, files: ProjectFiles, { options, opened, chapters, withSound, readTakes }: TextWork) {
  const format = captionFormats.find((one) => one === options.format);
  if (format === undefined) throw new Error('not a format of text');
  const orders = await planFiles({ ...options, format }, opened, { chapters, withSound });
  const written: Awaited<ReturnType<typeof writeText>>[] = [];
  const { timedTo } = options;
  for (const [index, order] of orders.entries()) {
    const from = order.chapter === undefined ? withSound : [order.chapter];
    const onFraction = (fraction: number): void => work.output.progress(`${Math.floor((100 * (index + fraction)) / orders.length)} %`);
    written.push(await writeText(work, files, { order, opened, format, timedTo, chapters: from, readTakes, onFraction }));
    onFraction(1);
  }
  return written;
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (thrown) {
    throw fileFailure(thrown, message('cli.projects.folderOfOut'));
  }
}

/** A file for each chapter goes into a folder, everything else into a file. */
async function checkOut({ out, each }: ExportOptions): Promise<void> {
  if (out === '' || out === '-')
    throw usageError(
      message('cli.projects.outIsNotStdout', each === undefined ? message('cli.projects.file') : message('cli.projects.folder')),
      '--out',
    );
  const found = await stat(out).catch(() => undefined);
  if (each === undefined && found?.isDirectory() === true) throw usageError(message('cli.input.outIsFolder', out), '--out');
  if (each !== undefined && found?.isDirectory() === false) throw usageError(message('cli.projects.outIsFile', out), '--out');
}

const hasSound = ({ document }: ChapterOfProject, { takes, defaults }: ProjectAtHand, connectionId: string): boolean =>
  buildTimeline(document, takes, defaults, connectionId).blocks.length > 0;

function missingSound(missing: readonly MissingBlock[]): DetailedError {
  const named = missing
    .slice(0, maximumNamed)
    .map(({ chapter, blockId, text }) => messages.cli.projects.blockPlace(chapter, blockId, shortenText(text, 60)));
  const rest = missing.length - named.length;
  const list = [...named, ...(rest > 0 ? [messages.cli.projects.more(rest)] : [])].join('; ');
  const text = message('cli.projects.soundMissing', missing.length, list);
  return new DetailedError(fail('unprocessable', text, { next: 'none' }).failure, { skippedBlocks: missing.length, missing });
}

/** Where everything goes. Makes the folder of `--each`. */
async function planFiles(
  { out, each, format, chapter }: ExportOptions & { format: CaptionFormat },
  { project, chapters: all }: ProjectAtHand,
  { chapters, withSound }: { chapters: readonly ChapterOfProject[]; withSound: readonly ChapterOfProject[] },
): Promise<FileOrder[]> {
  const target = resolve(out);
  if (each === undefined) return [{ path: target, chapter: chapter === undefined ? undefined : chapters[0] }];
  await makeFolder(target);
  const book = formatFileName(project.title);
  return withSound.map((one) => ({
    path: join(target, `${book} - ${numberedName(one.title, one.number, all.length)}${captionWriters[format].endings[0]}`),
    chapter: one,
  }));
}

interface FileWork {
  order: FileOrder;
  opened: ProjectAtHand;
  format: CaptionFormat;
  timedTo: PresetName | undefined;
  /** Those with sound. */
  chapters: readonly ChapterOfProject[];
  readTakes: ReadTakes;
  onFraction: (fraction: number) => void;
}

/** Writes one file. A file that is there is replaced when the new one is whole. */
async function writeText(
  { signal }: Work,
  files: ProjectFiles,
  { order: { path, chapter }, opened, format, timedTo, chapters, readTakes, onFraction }: FileWork,
) {
  const { project, defaults } = opened;
  const timed = [];
  for (const one of chapters) {
    const timeline = buildTimeline(one.document, await readTakes(opened, one), defaults, files.connectionId);
    timed.push({ number: one.number, title: one.title, timeline });
  }
  const title = chapter === undefined ? project.title : chapter.title;
  const sound = { projectId: project.projectId, chapterIds: chapters.map(({ id }) => id), timedTo };
  const place = await files.library.masters.place(sound, { signal, onFraction });
  const script = scriptOf({ title, chapters: timed, defaults, betweenChaptersMs, place });
  const { endings, type, write } = captionWriters[format];
  const ending = endings.find((one) => path.toLowerCase().endsWith(one.toLowerCase())) ?? endings[0];
  files.allowOutput(path);
  const wanted = { name: `${formatFileName(title)}${ending}`, type, path, overwrite: true };
  const content = new TextEncoder().encode(write(script));
  const { bytes } = await files.library.exports.text(wanted, [content], signal).catch(explainOut(path));
  return { path, format, chapter: chapter?.number ?? null, durationMs: script.durationMs, bytes, peak: null, measures: null };
}

/** Says what is wrong with `--out`. */
const explainOut =
  (path: string) =>
  (thrown: unknown): never => {
    const failure = toFailure(thrown);
    const { kind, field } = failure;
    if (kind === 'invalid-input' && field === 'path') throw usageError(message('cli.input.outInvalid', readText(failure)), '--out');
    if (kind === 'file-missing') throw fail('file-missing', message('cli.projects.folderMissing', dirname(path)), { next: 'fix-input' });
    throw thrown;
  };
