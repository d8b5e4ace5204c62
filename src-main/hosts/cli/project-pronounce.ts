import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fail } from '#shared/failure.ts';
import { maximumCsvCharacters } from '#shared/narration/csv-rows.ts';
import { formatPronunciations, parsePronunciations } from '#shared/narration/pronunciation-csv.ts';
import {
  maximumPronunciations,
  maximumSpoken,
  maximumWritten,
  pronunciationKey,
  pronunciationSchema,
  sameWritten,
  withPronunciations,
  type Pronunciation,
} from '#shared/narration/pronunciation.ts';
import { countReplacements } from '#shared/narration/count-replacements.ts';
import { findNewlyStale } from '#shared/narration/made-stale.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { fileFailure } from '../../infra/files.ts';
import { usageError } from './output.ts';
import { estimateProject } from './project-estimate.ts';
import { callContext, openProject, type ProjectAtHand } from './project-file.ts';
import type { Work } from './run.ts';
import type { ProjectFiles } from './session.ts';

export interface PronounceOptions {
  /** `WRITTEN=SPOKEN`, each. */
  add?: string[];
  remove?: string[];
  import?: string;
  export?: string;
  dryRun?: true;
}

/** `project pronounce`: how words are said. Entries are removed first, then imported, then added; all or nothing. Needs no service. */
export async function pronounce(work: Work, file: string, options: PronounceOptions): Promise<void> {
  const added = (options.add ?? []).map(parseEntry);
  const imported = options.import === undefined ? [] : await readCsv(options.import);
  const files = await work.projectFiles();
  const opened = await openProject(files.library, file, work.signal);
  const { project, chapters, takes } = opened;
  const before = project.pronunciations;
  const removed = findRemoved(before, options.remove ?? []);
  const given = withPronunciations(imported, added);
  const pronunciations = withPronunciations(
    before.filter((entry) => !removed.has(entry)),
    given,
  );
  if (pronunciations.length > maximumPronunciations)
    throw fail('too-large', message('narration.tooManyPronunciations', maximumPronunciations), { next: 'fix-input' });
  const after = { ...project, pronunciations };
  const ground = { takes, connectionId: files.connectionId };
  const stale = chapters.flatMap(({ document }) => findNewlyStale({ document, defaults: project }, { document, defaults: after }, ground));
  const isChanged = removed.size > 0 || given.length > 0;
  const isDryRun = options.dryRun === true;
  if (isChanged && !isDryRun)
    await files.library.services['project.update']({ projectId: project.projectId, pronunciations }, callContext(work.signal));
  if (options.export !== undefined && !isDryRun) await writeCsv(work, files, { path: options.export, entries: pronunciations });
  const value = {
    ...countChanged(opened, { removed, given, after }),
    stale: stale.length,
    dryRun: isDryRun,
    estimate: await estimateProject(opened, after, files),
  };
  await work.output.result(value, [
    ...(isChanged
      ? []
      : pronunciations.map(({ written, spoken, language, voice }) => [written, spoken, language ?? '', voice ?? ''].join('\t'))),
    messages.cli.projects.matchesIn(value.matches, value.blocks),
    messages.cli.projects.staleAndEstimate(value.stale, value.estimate.characters),
  ]);
}

/** Occurrences of what is removed, as it was, and of what is given, as it will be. */
function countChanged(
  { project, chapters }: ProjectAtHand,
  { removed, given, after }: { removed: ReadonlySet<Pronunciation>; given: readonly Pronunciation[]; after: ProjectAtHand['defaults'] },
): { matches: number; blocks: number } {
  const documents = chapters.map(({ document }) => document);
  const keys = new Set(given.map(pronunciationKey));
  // One that is given again is counted as what it will be.
  const gone = new Set([...removed].filter((entry) => !keys.has(pronunciationKey(entry))));
  const were = countReplacements(documents, project, ({ entry }) => gone.has(entry));
  const own = new Set(after.pronunciations);
  const are = countReplacements(documents, after, ({ entry }) => own.has(entry) && keys.has(pronunciationKey(entry)));
  return { matches: were.matches + are.matches, blocks: new Set([...were.blocks, ...are.blocks]).size };
}

function parseEntry(text: string): Pronunciation {
  const at = text.indexOf('=');
  const [written, spoken] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 0 || written === '' || spoken === '')
    throw usageError(message('cli.projects.addTakesWrittenAndSpoken', text.slice(0, 80)), '--add');
  const entry = pronunciationSchema.safeParse({ written, spoken, language: null, voice: null });
  if (entry.success) return entry.data;
  throw usageError(message('cli.projects.addInvalid', message('narration.pronunciationInvalid', maximumWritten, maximumSpoken)), '--add');
}

/** Every entry for these words, of whatever voice or language. */
function findRemoved(entries: readonly Pronunciation[], wanted: readonly string[]): Set<Pronunciation> {
  const found = new Set<Pronunciation>();
  for (const written of wanted) {
    const exact = entries.filter((entry) => entry.written === written.trim());
    const matching = exact.length > 0 ? exact : entries.filter((entry) => sameWritten(entry.written, written));
    if (matching.length === 0) throw fail('not-found', message('narration.noSuchPronunciation', written.slice(0, 80)), { next: 'none' });
    for (const entry of matching) found.add(entry);
  }
  return found;
}

async function readCsv(path: string): Promise<Pronunciation[]> {
  let text: string;
  try {
    const found = await stat(path);
    if (!found.isFile()) throw usageError(message('cli.projects.importNeedsFile', path), '--import');
    if (found.size > 4 * maximumCsvCharacters) throw fail('too-large', message('narration.csvTooLarge'), { next: 'choose-file' });
    text = await readFile(path, 'utf8');
  } catch (thrown) {
    throw fileFailure(thrown, message('cli.projects.csvOfImport'));
  }
  return parsePronunciations(text);
}

async function writeCsv(
  work: Work,
  files: ProjectFiles,
  { path, entries }: { path: string; entries: readonly Pronunciation[] },
): Promise<void> {
  const target = resolve(path);
  files.allowOutput(target);
  const content = new TextEncoder().encode(formatPronunciations(entries));
  await files.library.exports.text({ name: basename(target), type: 'text/csv', path: target, overwrite: true }, [content], work.signal);
}
