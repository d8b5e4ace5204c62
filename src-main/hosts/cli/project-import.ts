import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import type { Node } from '@tiptap/pm/model';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { assignParagraphs, castManuscript, type CastBlock, type CastChapters } from '#shared/manuscript/cast.ts';
import { placeFootnotes, speakTitles, withoutFrontMatter } from '#shared/manuscript/choose.ts';
import type { Manuscript } from '#shared/manuscript/manuscript.ts';
import { reviseChapters, type ProjectChapter, type Revision } from '#shared/manuscript/revise.ts';
import { formatEnglish, formatMessage, message, type Message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import { findAttributions } from '#shared/narration/attributions.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { findByName, maximumCharacters, withCharacters, type Character } from '#shared/narration/cast.ts';
import { blocksOf, createBlock, schema, type Controls } from '#shared/narration/document.ts';
import { maximumChapters, maximumTitle } from '#shared/narration/outline.ts';
import { noDefaults, shapeOf, type ProjectDefaults } from '#shared/narration/shape.ts';
import { fingerprintOf } from '#shared/narration/take.ts';
import type { ManuscriptSource } from '#shared/manuscript/sources.ts';
import { readManuscripts } from '../../features/manuscript/read-apart.ts';
import { projectExtension } from '../../library/writable-path.ts';
import { usageError } from './output.ts';
import { parseAssignment, recast, type Assignment } from './project-cast.ts';
import { estimateProject } from './project-estimate.ts';
import { openProject, type ProjectAtHand } from './project-file.ts';
import type { Work } from './run.ts';
import type { ProjectFiles } from './session.ts';

export interface ImportOptions {
  project: string;
  voice?: string;
  language?: string;
  /** `NAME=ID`, each. */
  cast?: string[];
  add?: true;
  update?: true;
  speakTitles?: true;
  splitSpeech?: true;
  all?: true;
  dryRun?: true;
}

interface ImportedChapter {
  title: string;
  source: string;
  blocks: readonly CastBlock[];
}

/** What the project is once the import is done. */
interface Plan {
  chapters: ProjectChapter[];
  /** Those of the sources. */
  imported: ProjectChapter[];
  counts: Revision['counts'];
  cast: Character[];
  sources: ManuscriptSource[];
}

/**
 * `project import`: manuscripts as the chapters of a project, or as the second version of what they were. Needs no service. All of it is written, or
 * nothing.
 */
export async function importProject(work: Work, sources: readonly string[], options: ImportOptions): Promise<void> {
  checkOptions(options);
  const assigned = (options.cast ?? []).map((text) => parseAssignment(text, '--cast'));
  const path = withExtension(resolve(options.project));
  const exists = existsSync(path);
  const read = await readManuscripts(
    sources.map((source) => ({ path: resolve(source), name: source })),
    { signal: work.signal, onUnexpected: () => undefined },
  );
  const files = await work.projectFiles();
  const before = exists ? await openProject(files.library, path, work.signal) : undefined;
  const names = sources.map((source) => basename(source));
  const isUpdate = before !== undefined && decideUpdate(before, names, options);

  const { chapters, warnings } = describeImport(read, names, options);
  const known = [...(before?.project.cast ?? []), ...assigned].map(({ name }) => name);
  const { names: speakers, chapters: spoken } =
    options.splitSpeech === true ? splitByText(chapters, known) : castManuscript(chapters, known);
  if (spoken.length === 0) throw fail('unprocessable', message('cli.projects.nothingToImport'), { next: 'choose-file' });
  for (const { name } of assigned)
    if (
      !findByName(
        speakers.map((each) => ({ name: each })),
        name,
      )
    )
      warnings.push(message('cli.projects.speaksNoBlock', name));
  const cast = castWith(before?.project.cast ?? [], speakers, assigned);
  const voiceless = cast.filter(({ name, voiceId }) => voiceId === null && speakers.includes(name)).map(({ name }) => name);
  if (voiceless.length > 0) warnings.push(withoutVoices(voiceless, options.project));
  for (const warning of warnings) work.output.note(formatMessage(warning));

  const imported = spoken.map((chapter, index) => ({ ...chapter, source: chapters[index]?.source ?? '' }));
  const controls: Controls = options.language === undefined ? {} : { language: options.language };
  const facts = read.map(({ author, language }, index) => ({
    name: names[index] ?? '',
    ...(author && { author }),
    ...(language && { language }),
  }));
  const plan = planImport(before, { chapters: imported, cast, controls, facts, isUpdate, connectionId: files.connectionId });
  if (plan.chapters.length > maximumChapters) throw fail('too-large', message('cli.projects.tooManyChapters', maximumChapters));
  const dryRun = options.dryRun === true;
  const voiceId = options.voice ?? before?.project.voiceId ?? null;
  const defaults: ProjectDefaults = {
    voiceId,
    modelId: options.voice === undefined ? (before?.project.modelId ?? null) : null,
    cast,
    pronunciations: before?.project.pronunciations ?? [],
    sharedPronunciations: before?.project.sharedPronunciations ?? [...files.sharedPronunciations],
  };
  const estimate = await estimateImport(files, before, plan, defaults);
  const title = (read[0]?.title ?? nameOf(names[0] ?? '')).slice(0, maximumTitle);
  if (!dryRun) await store(files, { path, title, before, voice: options.voice }, plan);
  await report(work, { path, dryRun, warnings, estimate, before }, plan);
}

/** Names that a message has at most. */
const namedAtMost = 10;

function withoutVoices(names: readonly string[], project: string): Message {
  const more = names.length > namedAtMost ? ', …' : '';
  return message('cli.projects.withoutVoices', names.slice(0, namedAtMost).join(', ') + more, names.length, names[0] ?? '', project);
}

function checkOptions({ voice, language, add, update }: ImportOptions): void {
  if (voice !== undefined && (voice === '' || voice.length > 128)) throw usageError(message('cli.projects.idLength'), '--voice');
  if (language !== undefined && (language === '' || language.length > 64)) throw usageError(message('cli.projects.idLength'), '--language');
  if (add === true && update === true) throw usageError(message('cli.projects.addOrUpdate'), '--update');
}

/** Whether the sources are the second version of what the project was made of. Fails with `file-exists` where nobody says so. */
function decideUpdate({ project }: ProjectAtHand, names: readonly string[], { add, update }: ImportOptions): boolean {
  if (add === true) return false;
  if (update === true || names.every((name) => project.sources.some((source) => source.name === name))) return true;
  throw fail('file-exists', message('cli.projects.projectExists', project.path), { next: 'none' });
}

const withExtension = (path: string): string => (path.toLowerCase().endsWith(projectExtension) ? path : `${path}${projectExtension}`);
const nameOf = (source: string): string => basename(source, extname(source)).slice(0, maximumTitle).trim() || messages.chapter.defaultTitle;

/** The chapters that are spoken, and what is left out. */
function describeImport(
  read: readonly Manuscript[],
  names: readonly string[],
  options: ImportOptions,
): { chapters: { title: string; source: string; blocks: Manuscript['chapters'][number]['blocks'] }[]; warnings: Message[] } {
  const warnings: Message[] = read.flatMap((manuscript) => manuscript.warnings);
  const chapters = read.flatMap((manuscript, index) => {
    const source = names[index] ?? '';
    const wanted = options.all === true ? manuscript.chapters : withoutFrontMatter(manuscript.chapters);
    const left = manuscript.chapters.length - wanted.length;
    if (left > 0) warnings.push(message('cli.projects.frontMatterLeftOut', left));
    const spoken = placeFootnotes(options.speakTitles === true ? speakTitles(wanted) : wanted, 'leave-out');
    return spoken.map(({ title, blocks }) => ({ title: title ?? nameOf(source), source, blocks }));
  });
  return { chapters, warnings };
}

function planImport(
  before: ProjectAtHand | undefined,
  {
    chapters,
    cast,
    controls,
    facts,
    isUpdate,
    connectionId,
  }: {
    chapters: readonly ImportedChapter[];
    cast: Character[];
    controls: Controls;
    /** Of each file. */
    facts: readonly Omit<ManuscriptSource, 'chapterIds'>[];
    isUpdate: boolean;
    connectionId: string;
  },
): Plan {
  const old = before?.chapters.map(({ id, title, document }) => ({ id, title, document })) ?? [];
  const known = before?.project.sources ?? [];
  const names = facts.map(({ name }) => name);
  const blocks = chapters.map((chapter) => ({
    title: chapter.title,
    blocks: chapter.blocks.map(({ text, pauseMs, speaker, voiceId, continues }) => ({
      text,
      pauseMs,
      voiceId,
      continues,
      characterId: speaker === undefined ? undefined : findByName(cast, speaker)?.id,
    })),
  }));
  const named = known.filter(({ name }) => names.includes(name)).flatMap(({ chapterIds }) => chapterIds);
  const replaced = new Set(named.length > 0 ? named : old.map(({ id }) => id));
  const added = (): Revision => {
    const fresh = blocks.map((chapter) => ({
      id: newId(),
      title: chapter.title,
      document: schema.node('doc', null, createBlocks(chapter.blocks, controls)),
    }));
    const count = (of: readonly ProjectChapter[]): number => of.reduce((sum, { document }) => sum + document.childCount, 0);
    return {
      chapters: [...old, ...fresh],
      counts: { added: count(fresh), changed: 0, moved: 0, removed: 0, unchanged: count(old) },
      changes: [],
      recast: 0,
      typography: 0,
    };
  };
  const revision = isUpdate ? reviseChapters(old, replaced, blocks, findAudio(before, connectionId)) : added();
  const stays = new Set(isUpdate ? old.filter(({ id }) => !replaced.has(id)).map(({ id }) => id) : old.map(({ id }) => id));
  const imported = revision.chapters.filter(({ id }) => !stays.has(id));
  const own = facts.map((fact) => ({
    ...fact,
    chapterIds: imported.filter((_, index) => chapters[index]?.source === fact.name).map(({ id }) => id),
  }));
  const others = known.filter(({ name }) => !names.includes(name) || !isUpdate);
  return {
    chapters: revision.chapters,
    imported,
    counts: revision.counts,
    cast,
    sources: joinSources([...others, ...own], revision.chapters),
  };
}

/** Whether a block has audio of what it says, which nobody should have to buy again. */
function findAudio(before: ProjectAtHand | undefined, connectionId: string): (blockId: string) => boolean {
  const current = new Set<string>();
  for (const { document } of before?.chapters ?? [])
    for (const { blockId, stale, made } of buildTimeline(document, before?.takes ?? [], before?.defaults ?? noDefaults, connectionId)
      .blocks)
      if (!stale || made) current.add(blockId);
  return (blockId) => current.has(blockId);
}

interface NewBlock extends Pick<CastBlock, 'text' | 'pauseMs' | 'voiceId' | 'continues'> {
  characterId: string | undefined;
}

function createBlocks(blocks: readonly NewBlock[], controls: Controls): Node[] {
  const paragraphs = assignParagraphs(blocks);
  return blocks.map(({ text, pauseMs, characterId, voiceId }, index) =>
    createBlock(text, {
      pauseMs,
      controls,
      characterId: characterId ?? null,
      voiceId: voiceId ?? null,
      paragraphId: paragraphs[index] ?? null,
    }),
  );
}

/** The cast with those of whom the sentences say that they speak; they are given what is quoted, and the narrator the rest. */
function splitByText(chapters: Parameters<typeof castManuscript>[0], known: readonly string[]): CastChapters {
  const { names, chapters: spoken } = castManuscript(chapters, known);
  const texts = spoken.flatMap(({ blocks }) => blocks.flatMap(({ text, speaker }) => (speaker === undefined ? [text] : [])));
  return castManuscript(chapters, known, { attributed: findAttributions(texts, { done: names, cast: known }), splitsSpeech: true });
}

/** A source that was added twice is one; chapters that are gone are in none. */
function joinSources(sources: readonly ManuscriptSource[], chapters: readonly ProjectChapter[]): ManuscriptSource[] {
  const present = new Set(chapters.map(({ id }) => id));
  const joined = new Map<string, ManuscriptSource>();
  for (const source of sources) {
    const before = joined.get(source.name);
    const chapterIds = source.chapterIds.filter((id) => present.has(id));
    joined.set(source.name, { ...before, ...source, chapterIds: [...new Set([...(before?.chapterIds ?? []), ...chapterIds])] });
  }
  return [...joined.values()].filter(({ chapterIds }) => chapterIds.length > 0);
}

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

/** What `generate` would buy. What a new project has nobody has made yet, whether its voices are known or not. */
async function estimateImport(
  files: ProjectFiles,
  before: ProjectAtHand | undefined,
  { chapters }: Plan,
  defaults: ProjectDefaults,
): Promise<{ characters: number; credits: number | null }> {
  const numbered = chapters.map((chapter, index) => ({ ...chapter, number: index + 1 }));
  // A voice that is not chosen yet is one like any other.
  const anyone = {
    ...defaults,
    voiceId: defaults.voiceId ?? '-',
    cast: defaults.cast.map((one) => ({ ...one, voiceId: one.voiceId ?? '-' })),
  };
  if (before) return estimateProject({ ...before, chapters: numbered }, anyone, files);
  const wanted = new Map<string, number>();
  for (const { document } of numbered)
    for (const block of blocksOf(document)) {
      const shape = shapeOf(block, anyone, files.connectionId);
      if (shape) wanted.set(fingerprintOf(shape), shape.text.length);
    }
  return { characters: [...wanted.values()].reduce((sum, length) => sum + length, 0), credits: null };
}

async function store(
  files: ProjectFiles,
  { path, title, before, voice }: { path: string; title: string; before: ProjectAtHand | undefined; voice: string | undefined },
  { chapters, cast, sources }: Plan,
): Promise<void> {
  if (before) {
    await files.library.reviseProject(before.project.projectId, chapters, {
      cast,
      sources,
      ...(voice === undefined ? {} : { voiceId: voice, modelId: null }),
    });
    return;
  }
  files.allowOutput(path);
  const content = chapters.map((chapter) => ({
    id: chapter.id,
    title: chapter.title,
    document: JSON.stringify(chapter.document.toJSON()),
  }));
  await files.library.createProject(path, { title, voiceId: voice ?? null, chapters: content, cast, sources });
}

async function report(
  work: Work,
  {
    path,
    dryRun,
    warnings,
    estimate,
    before,
  }: {
    path: string;
    dryRun: boolean;
    warnings: readonly Message[];
    estimate: { characters: number; credits: number | null };
    before: ProjectAtHand | undefined;
  },
  { chapters: all, imported, counts }: Plan,
): Promise<void> {
  const numbers = new Map(all.map(({ id }, index) => [id, index + 1]));
  const chapters = imported.map(({ id, title, document }) => ({
    number: numbers.get(id) ?? 0,
    title,
    blocks: document.childCount,
    characters: document.children.reduce((sum, node) => sum + node.textContent.length, 0),
  }));
  const { added, changed, moved, removed, unchanged } = counts;
  // Programs read the same text whatever the language.
  const read = { warnings: warnings.map(formatEnglish), estimate };
  const value = { project: path, dryRun, chapters, added, changed, moved, removed, unchanged, ...read };
  const lines = chapters.map(({ number, title, blocks }) =>
    [messages.cli.projects.chapter(number), title, messages.cli.projects.blocks(blocks)].join('\t'),
  );
  const how = dryRun ? 'dry' : 'done';
  const isRevision = before !== undefined && changed + moved + removed + unchanged > 0;
  const last = isRevision
    ? messages.cli.projects.revised(added, changed, moved, removed, unchanged, how)
    : messages.cli.projects.imported(chapters.length, added, how);
  await work.output.result(value, [...lines, last]);
}
