import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { castManuscript, type CastChapters } from '#shared/manuscript/cast.ts';
import { readMarkdownManuscript } from '#shared/manuscript/markdown.ts';
import type { Manuscript } from '#shared/manuscript/manuscript.ts';
import { readTextManuscript } from '#shared/manuscript/text.ts';
import { formatMessage, message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import { findByName, maximumCharacters, withCharacters, type Character } from '#shared/narration/cast.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { maximumChapters, maximumTitle } from '#shared/narration/outline.ts';
import type { Project } from '#shared/operations/project.ts';
import { spokenText, type Pronunciation, type PronunciationTables } from '#shared/narration/pronunciation.ts';
import { decodeText } from '#shared/plain-text.ts';
import { fileFailure } from '../../infra/files.ts';
import { projectExtension } from '../../library/writable-path.ts';
import { usageError } from './output.ts';
import { parseAssignment, recast, type Assignment } from './project-cast.ts';
import { callContext } from './project-file.ts';
import type { Work } from './run.ts';
import type { ProjectFiles } from './session.ts';

export interface ImportOptions {
  project: string;
  voice?: string;
  language?: string;
  /** `NAME=ID`, each. */
  cast?: string[];
  add?: true;
  dryRun?: true;
}

/** Of one file: ten times the longest novels. */
const maximumMegabytes = 32;

interface NewChapter {
  title: string;
  blocks: CastChapters['chapters'][number]['blocks'];
}

/** What a project has before an import. */
interface Before {
  chapters: number;
  blocks: number;
  voiceId: string | null;
  cast: readonly Character[];
  pronunciations: readonly Pronunciation[];
}

/** `project import`: text and Markdown files as the chapters of a project. Needs no service. The project is there whole or not at all. */
export async function importProject(work: Work, sources: readonly string[], options: ImportOptions): Promise<void> {
  const { voice, language } = options;
  if (voice !== undefined && (voice === '' || voice.length > 128)) throw usageError(message('cli.projects.idLength'), '--voice');
  if (language !== undefined && (language === '' || language.length > 64)) throw usageError(message('cli.projects.idLength'), '--language');
  const assigned = (options.cast ?? []).map((text) => parseAssignment(text, '--cast'));
  const path = withExtension(resolve(options.project));
  const exists = existsSync(path);
  if (exists && options.add !== true) throw fail('file-exists', message('cli.projects.projectExists', path), { next: 'none' });
  const read = await Promise.all(sources.map(async (source) => ({ source, ...(await readSource(source)) })));
  const titled = read.flatMap(({ source, chapters }) => chapters.map(({ title, blocks }) => ({ title: title ?? nameOf(source), blocks })));
  const before: Before = exists
    ? await describeBefore(work, path)
    : { chapters: 0, blocks: 0, voiceId: null, cast: [], pronunciations: [] };
  const known = [...before.cast.map(({ name }) => name), ...assigned.map(({ name }) => name)];
  const { names, chapters: imported } = castManuscript(titled, known);
  if (imported.length === 0) throw fail('unprocessable', message('cli.projects.nothingToImport'), { next: 'choose-file' });
  if (imported.length > maximumChapters) throw fail('too-large', message('cli.projects.tooManyChapters', maximumChapters));

  const dryRun = options.dryRun === true;
  const warnings = read.flatMap((one) => one.warnings.map((warning) => formatMessage(warning)));
  for (const { name } of assigned)
    if (
      !findByName(
        names.map((each) => ({ name: each })),
        name,
      )
    )
      warnings.push(formatMessage(message('cli.projects.speaksNoBlock', name)));
  for (const warning of warnings) work.output.note(warning);
  const cast = castWith(before.cast, names, assigned);
  if (!dryRun) {
    const title = (read[0]?.title ?? nameOf(sources[0] ?? '')).slice(0, maximumTitle);
    await storeChapters(work, { path, exists, title, cast }, imported, options);
  }
  const chapters = imported.map(({ title, blocks }, index) => ({
    number: before.chapters + index + 1,
    title,
    blocks: blocks.length,
    characters: charactersOf(blocks.map(({ text }) => text)),
  }));
  const added = chapters.reduce((sum, { blocks }) => sum + blocks, 0);
  const { sharedPronunciations } = await work.projectFiles();
  const { pronunciations } = before;
  const characters = countCharacters(imported, { voiceId: voice ?? before.voiceId, cast, language, pronunciations, sharedPronunciations });
  const counts = { added, changed: 0, moved: 0, removed: 0, unchanged: before.blocks };
  const value = { project: path, dryRun, chapters, ...counts, warnings, estimate: { characters, credits: null } };
  const lines = chapters.map(({ number, title, blocks }) =>
    [messages.cli.projects.chapter(number), title, messages.cli.projects.blocks(blocks)].join('\t'),
  );
  await work.output.result(value, [...lines, messages.cli.projects.imported(chapters.length, added, dryRun ? 'dry' : 'done')]);
}

const withExtension = (path: string): string => (path.toLowerCase().endsWith(projectExtension) ? path : `${path}${projectExtension}`);
const nameOf = (source: string): string => basename(source, extname(source)).slice(0, maximumTitle).trim() || messages.chapter.defaultTitle;
const charactersOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** The cast with those who speak and those who are given a voice. */
function castWith(before: readonly Character[], names: readonly string[], assigned: readonly Assignment[]): Character[] {
  const cast = withCharacters(before, [...names, ...assigned.map(({ name }) => name)]);
  if (assigned.some(({ name }) => !findByName(cast, name)) || names.some((name) => !findByName(cast, name)))
    throw fail('too-large', message('cli.projects.tooManyCharacters', maximumCharacters), { next: 'fix-input' });
  return assigned.reduce((all, { name, voiceId }) => {
    const known = findByName(all, name);
    return all.map((character) => (character === known ? recast(character, voiceId) : character));
  }, cast);
}

const findSpeaker = (cast: readonly Character[], name: string | undefined): Character | undefined =>
  name === undefined ? undefined : findByName(cast, name);

/** UTF-16 units that generating would send: what is said twice in one voice is sent once. */
function countCharacters(
  chapters: readonly NewChapter[],
  {
    cast,
    language,
    ...defaults
  }: PronunciationTables & { voiceId: string | null; cast: readonly Character[]; language: string | undefined },
): number {
  const wanted = new Map<string, string>();
  for (const { blocks } of chapters)
    for (const { text, speaker } of blocks) {
      const character = findSpeaker(cast, speaker);
      const voiceId = character ? character.voiceId : defaults.voiceId;
      const spoken = spokenText(text, defaults, voiceId, language).text;
      wanted.set(JSON.stringify([voiceId, spoken]), spoken);
    }
  return charactersOf([...wanted.values()]);
}

async function readSource(source: string): Promise<Manuscript> {
  const readers = {
    '.txt': readTextManuscript,
    '.text': readTextManuscript,
    '.md': readMarkdownManuscript,
    '.markdown': readMarkdownManuscript,
  };
  const reader = Object.entries(readers).find(([ending]) => extname(source).toLowerCase() === ending)?.[1];
  if (!reader) throw usageError(message('cli.projects.sourceType', source), 'source');
  const text = decodeText(await readBytes(source));
  if (text.includes('\0')) throw fail('unsupported-media', message('cli.projects.sourceUnreadable', source), { next: 'choose-file' });
  return reader(text);
}

async function readBytes(source: string): Promise<Uint8Array> {
  try {
    const file = await open(source, 'r');
    try {
      const { size } = await file.stat();
      if (size > maximumMegabytes * 1e6)
        throw fail('too-large', message('cli.projects.sourceTooLarge', source, maximumMegabytes), { next: 'choose-file' });
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (thrown) {
    throw fileFailure(thrown, message('cli.projects.sourceFile', source));
  }
}

async function openAt({ library }: ProjectFiles, path: string, signal: AbortSignal): Promise<Project> {
  return library.services['project.open']({ path }, callContext(signal));
}

async function describeBefore(work: Work, path: string): Promise<Before> {
  const { chapters, voiceId, cast, pronunciations } = await openAt(await work.projectFiles(), path, work.signal);
  const blocks = chapters.reduce((sum, { document }) => sum + schema.nodeFromJSON(document).childCount, 0);
  return { chapters: chapters.length, blocks, voiceId, cast, pronunciations };
}

/** Puts the chapters into a new project, or behind those of one that exists. What fails leaves no new project behind, and another one as it was. */
async function storeChapters(
  work: Work,
  { path, exists, title, cast }: { path: string; exists: boolean; title: string; cast: Character[] },
  imported: readonly NewChapter[],
  { voice, language }: ImportOptions,
): Promise<void> {
  const files = await work.projectFiles();
  const { services } = files.library;
  const context = callContext<never>(work.signal);
  if (!exists) files.allowOutput(path);
  const project = exists ? await openAt(files, path, work.signal) : await services['project.create']({ path, title }, context);
  const { projectId } = project;
  try {
    const before = project.chapters.map((chapter) => ({ id: chapter.id, title: chapter.title }));
    const controls = language === undefined ? {} : { language };
    const added = imported.map((chapter) => ({
      id: newId(),
      title: chapter.title,
      document: schema
        .node(
          'doc',
          null,
          chapter.blocks.map(({ text, pauseMs, speaker }) =>
            createBlock(text, { pauseMs, controls, characterId: findSpeaker(cast, speaker)?.id ?? null }),
          ),
        )
        .toJSON() as never,
    }));
    await services['project.update']({ projectId, cast, ...(voice !== undefined && { voiceId: voice }) }, context);
    await services['project.arrange']({ projectId, before, chapters: exists ? [...before, ...added] : added }, context);
  } catch (thrown) {
    if (!exists) {
      await services['project.close']({ projectId }, context);
      await rm(path, { force: true });
    }
    throw thrown;
  }
}
