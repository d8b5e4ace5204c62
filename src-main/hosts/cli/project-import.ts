import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import type { Node } from '@tiptap/pm/model';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { assignParagraphs, castManuscript, type CastBlock, type CastChapters } from '#shared/manuscript/cast.ts';
import { placeFootnotes, speakTitles, withoutFrontMatter } from '#shared/manuscript/choose.ts';
import type { Manuscript } from '#shared/manuscript/manuscript.ts';
import { importedBySource, keepText, type ImportedChapter as ImportedText, type ManuscriptText } from '#shared/manuscript/imported-text.ts';
import { applyChoices, describeChapter, withCharacter, type ProjectChapter, type Revision } from '#shared/manuscript/revise.ts';
import type { Row } from '#shared/manuscript/comparison.ts';
import { compareVersions } from '#shared/manuscript/three-way.ts';
import { scopeOf } from '#shared/manuscript/update-scope.ts';
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
  /** In conflicts, the manuscript is taken in place of what the project says. */
  takeManuscript?: true;
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
  texts: ManuscriptText[];
  /** What was changed in the project and in the manuscript, in another way each. */
  conflicts: Row[];
  /** What was changed in the project alone, and stays. */
  own: number;
  isThreeWay: boolean;
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

  if (options.takeManuscript === true && !isUpdate)
    throw usageError(message('cli.projects.takeManuscriptNeedsUpdate'), '--take-manuscript');

  const { chapters, warnings } = describeImport(read, names, options);
  const knownNames = [...(before?.project.cast ?? []), ...assigned].map(({ name }) => name);
  const { names: speakers, chapters: spoken } =
    options.splitSpeech === true ? splitByText(chapters, knownNames) : castManuscript(chapters, knownNames);
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
  const known = before
    ? importedBySource(before.project.sources, await files.library.manuscriptTexts(before.project.projectId))
    : new Map();
  const plan = planImport(before, {
    ...{ chapters: imported, cast, controls, facts, isUpdate, known, connectionId: files.connectionId },
    takesManuscript: options.takeManuscript === true,
  });
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
  await report(
    work,
    { path, dryRun, warnings, estimate, before: isUpdate ? before : undefined },
    { ...plan, isUpdate, takesManuscript: options.takeManuscript === true },
  );
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

interface ImportFacts {
  chapters: readonly ImportedChapter[];
  cast: Character[];
  controls: Controls;
  /** Of each file. */
  facts: readonly Omit<ManuscriptSource, 'chapterIds'>[];
  isUpdate: boolean;
  /** What the sources of the project were imported with. */
  known: ReadonlyMap<string, readonly ImportedText[]>;
  takesManuscript: boolean;
  connectionId: string;
}

function planImport(before: ProjectAtHand | undefined, facts: ImportFacts): Plan {
  return before && facts.isUpdate ? planRevision(before, facts) : planAddition(before, facts);
}

/** New chapters behind those that the project has. */
function planAddition(before: ProjectAtHand | undefined, { chapters, cast, controls, facts }: ImportFacts): Plan {
  const old = before?.chapters.map(({ id, title, document }) => ({ id, title, document })) ?? [];
  const added = chapters.map(({ title, source, blocks }) => {
    const spoken = blocks.map((block) => withCharacter(block, cast));
    const chapter = { id: newId(), title, document: schema.node('doc', null, createBlocks(spoken, controls)) };
    return { chapter, text: describeChapter({ ...chapter, file: source }, spoken) };
  });
  const imported = added.map(({ chapter }) => chapter);
  const count = (of: readonly ProjectChapter[]): number => of.reduce((sum, { document }) => sum + document.childCount, 0);
  const own = facts.map((fact) => ({
    ...fact,
    chapterIds: imported.filter((_, index) => chapters[index]?.source === fact.name).map(({ id }) => id),
  }));
  const all = [...old, ...imported];
  return {
    ...{ chapters: all, imported, cast },
    counts: { added: count(imported), changed: 0, moved: 0, removed: 0, unchanged: count(old) },
    ...keepText(
      joinSources([...(before?.project.sources ?? []), ...own], all),
      added.map(({ text }) => text),
    ),
    ...{ conflicts: [], own: 0, isThreeWay: false },
  };
}

/** The files in place of what the project was made of, compared with the text that was imported last. */
function planRevision(before: ProjectAtHand, { chapters, cast, facts, known, takesManuscript, connectionId }: ImportFacts): Plan {
  const old = before.chapters.map(({ id, title, document }) => ({ id, title, document }));
  const { sources } = before.project;
  const names = facts.map(({ name }) => name);
  const isNamed = sources.some(({ name }) => names.includes(name));
  const { replaced, imported: text, unknown } = scopeOf({ chapters: old, sources, imported: known }, isNamed ? names : undefined);
  const comparison = compareVersions({
    script: old.filter(({ id }) => replaced.has(id)),
    imported: text,
    unknown,
    manuscript: chapters.map(({ title, blocks }) => ({ title, blocks: blocks.map((block) => withCharacter(block, cast)) })),
    hasAudio: findAudio(before, connectionId),
  });
  const conflicts = comparison.rows.filter(({ isConflict }) => isConflict);
  const revision = applyChoices(old, comparison, new Map(takesManuscript ? conflicts.map(({ key }) => [key, true] as const) : []));
  const fileOf = new Map(revision.manuscriptIds.map((id, index) => [id, chapters[index]?.source ?? '']));
  const imported = revision.chapters.filter(({ id }) => fileOf.has(id));
  // A chapter that stays though the manuscript does not have it is of the file that it came from, or of the one that took its place.
  const homeOf = (id: string): string | undefined => {
    const source = replaced.has(id) ? sources.find(({ chapterIds }) => chapterIds.includes(id))?.name : undefined;
    return fileOf.get(id) ?? (source === undefined || names.includes(source) ? source : names[0]);
  };
  const own = facts.map((fact) => ({
    ...fact,
    chapterIds: revision.chapters.filter(({ id }) => homeOf(id) === fact.name).map(({ id }) => id),
  }));
  const others = sources
    .filter(({ name }) => !names.includes(name))
    .map((source) => ({ ...source, chapterIds: source.chapterIds.filter((id) => !replaced.has(id)) }));
  const kept = revision.imported.map(({ chapter, ...each }) => ({ ...each, file: chapters[chapter]?.source ?? '' }));
  return {
    ...{ chapters: revision.chapters, imported, counts: revision.counts, cast, conflicts },
    ...keepText(joinSources([...others, ...own], revision.chapters), kept),
    own: comparison.own.length,
    isThreeWay: comparison.isThreeWay,
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

function createBlocks(blocks: readonly ReturnType<typeof withCharacter>[], controls: Controls): Node[] {
  const paragraphs = assignParagraphs(blocks.map(({ continues = false }) => ({ continues })));
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
  { chapters, cast, sources, texts }: Plan,
): Promise<void> {
  if (before) {
    await files.library.reviseProject(before.project.projectId, chapters, {
      cast,
      sources,
      texts,
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
  await files.library.createProject(path, { title, voiceId: voice ?? null, chapters: content, cast, sources, texts });
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
  {
    chapters: all,
    imported,
    counts,
    conflicts,
    own,
    isThreeWay,
    isUpdate,
    takesManuscript,
  }: Plan & { isUpdate: boolean; takesManuscript: boolean },
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
  const listed = conflicts.map(({ kind, base = null, yours = null, theirs = null }) => ({
    ...{ kind, imported: base, project: yours, manuscript: theirs },
    taken: takesManuscript,
  }));
  const compared = isUpdate ? { ownEdits: own, conflicts: listed, importKnown: isThreeWay } : {};
  const value = { project: path, dryRun, chapters, added, changed, moved, removed, unchanged, ...compared, ...read };
  const lines = chapters.map(({ number, title, blocks }) =>
    [messages.cli.projects.chapter(number), title, messages.cli.projects.blocks(blocks)].join('\t'),
  );
  const how = dryRun ? 'dry' : 'done';
  const isRevision = before !== undefined && changed + moved + removed + unchanged > 0;
  const last = isRevision
    ? messages.cli.projects.revised(added, changed, moved, removed, unchanged, how)
    : messages.cli.projects.imported(chapters.length, added, how);
  const notes = isUpdate ? describeComparison({ conflicts, own, isThreeWay, takesManuscript }) : [];
  await work.output.result(value, [...lines, ...notes, last]);
}

/** What was kept of the project, and each conflict with what both say. */
function describeComparison({
  conflicts,
  own,
  isThreeWay,
  takesManuscript,
}: Pick<Plan, 'conflicts' | 'own' | 'isThreeWay'> & { takesManuscript: boolean }): string[] {
  if (!isThreeWay) return [messages.cli.projects.importUnknown];
  return [
    ...(own > 0 ? [messages.cli.projects.ownEditsKept(own)] : []),
    ...conflicts.map(({ yours, theirs }) =>
      messages.cli.projects.conflict(
        yours ?? messages.manuscript.removedByYou,
        theirs ?? messages.manuscript.removedInManuscript,
        takesManuscript ? 'manuscript' : 'project',
      ),
    ),
  ];
}
