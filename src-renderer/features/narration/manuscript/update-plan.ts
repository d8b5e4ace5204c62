import type { Node } from '@tiptap/pm/model';
import type { BlockId, ChapterId } from '#shared/ids.ts';
import type { ImportedChapter } from '#shared/manuscript/imported-text.ts';
import { applyChoices, isTaken, withCharacter, type Revision, type RevisionChange, type RowChoices } from '#shared/manuscript/revise.ts';
import { scopeOf } from '#shared/manuscript/update-scope.ts';
import type { Comparison, OwnEdit, ProjectChapter, Row } from '#shared/manuscript/comparison.ts';
import { compareVersions } from '#shared/manuscript/three-way.ts';
import { findMadeWorks } from '#shared/narration/choose-take.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { castWithVoices, type Character } from '#shared/narration/cast.ts';
import { attributesOf, groupParagraphs, type Block } from '#shared/narration/document.ts';
import { joinParts } from '#shared/narration/speech-parts.ts';
import { blockFingerprint, type ProjectDefaults } from '#shared/narration/shape.ts';
import type { Take } from '#shared/narration/take.ts';
import { isWanting } from '#shared/narration/what-to-make.ts';
import type { ManuscriptSource } from '#shared/manuscript/sources.ts';
import { messages } from '#shared/messages/index.ts';
import { nearCastColours } from '../../../core/voices/speaker-colour.ts';
import { number } from '../../../lib/format.ts';
import { castDraft, type ManuscriptDraft } from './manuscript-draft.ts';

/** What a revised manuscript would change in the open project. Pure. */

/** The open project, as far as an update concerns it. */
export interface ProjectNow {
  chapters: readonly ProjectChapter[];
  sources: readonly ManuscriptSource[];
  /** What its sources were imported with, by their names. */
  imported: ReadonlyMap<string, readonly ImportedChapter[]>;
  defaults: ProjectDefaults;
  takes: readonly Take[];
  connectionId: string;
}

/** What is compared with the manuscript: all chapters, or those of one file that was imported. */
export type UpdateScope = { all: true } | { source: string };

/** A chapter with something to see. */
export interface ChapterChanges {
  key: string;
  title: string;
  /** `moved`: its blocks stayed together and the chapter stands elsewhere. */
  kind: 'added' | 'removed' | 'moved' | 'kept';
  /** Blocks in it that no row changes. */
  same: number;
  /** What the manuscript changes of the chapter itself, then of its paragraphs. */
  rows: Row[];
}

/** What does not depend on which rows are taken. */
interface PreparedUpdate {
  now: ProjectNow;
  comparison: Comparison;
  cast: Character[];
  /** The chapters that are compared. */
  replaced: ReadonlySet<ChapterId>;
  /** The file of each chapter of the manuscript. */
  files: readonly string[];
  facts: ManuscriptDraft['facts'];
  /** In the order of the text; chapters that went come last. */
  groups: ChapterChanges[];
  current: ReadonlySet<BlockId>;
  /** Keys of the rows that change or remove a locked block. */
  lockedRows: ReadonlySet<string>;
}

export interface UpdatePlan {
  prepared: PreparedUpdate;
  choices: RowChoices;
  /** The chapters that it was made of. */
  base: readonly ProjectChapter[];
  /** All chapters of the project as they would be. */
  chapters: ProjectChapter[];
  cast: Character[];
  sources: ManuscriptSource[];
  /** What the manuscript says, to be compared with its next version. */
  imported: ImportedChapter[];
  /** That is not what was imported last. */
  isNewText: boolean;
  counts: Revision['counts'];
  /** Rows that are taken, of all. */
  taken: number;
  groups: ChapterChanges[];
  /** What a person changed in the script and the manuscript did not. */
  own: OwnEdit[];
  /** Whether it is known what was imported last. */
  isThreeWay: boolean;
  /** Blocks whose audio would be stale. */
  stale: number;
  /** New blocks, which have no audio yet. */
  unheard: number;
  /** Blocks that need audio whether or not it is applied: they had none of what they are before. */
  needed: number;
  /** Blocks whose audio would be stale and that are locked: generating leaves them out until they are unlocked. */
  locked: number;
  /** Of those that need audio, blocks that have it already: a take that was repaired for them, which generating uses at no cost. */
  repaired: number;
  /** The texts of the others, to be priced. */
  toPrice: Pick<Block, 'attributes' | 'text'>[];
  /** Blocks of the chapters that are compared, and how many of them are in the manuscript. */
  compared: number;
  found: number;
  /** Changed paragraphs with the speakers whom their sentences name now. */
  recast: number;
  /** Blocks that differ in their typography alone and stay as they are, with their audio. */
  typography: number;
}

/** What is compared where nobody says otherwise: the file of the same name, else what was imported, else everything. */
export function chooseScope({ chapters, sources }: Pick<ProjectNow, 'chapters' | 'sources'>, names: readonly string[]): UpdateScope {
  const scopes = listScopes({ chapters, sources });
  const named = scopes.find((scope) => 'source' in scope && names.includes(scope.source));
  const imported = scopes.filter((scope) => 'source' in scope);
  const [only] = imported;
  return named ?? (imported.length === 1 && only ? only : { all: true });
}

/** All chapters first, then each file that chapters of the project come from; the files only where they are not all of it. */
export function listScopes({ chapters, sources }: Pick<ProjectNow, 'chapters' | 'sources'>): UpdateScope[] {
  const present = new Set(chapters.map(({ id }) => id));
  const own = sources.filter(({ chapterIds }) => {
    const count = new Set(chapterIds.filter((id) => present.has(id))).size;
    return count > 0 && count < present.size;
  });
  return [{ all: true }, ...own.map(({ name }) => ({ source: name }))];
}

/** Whether chapters of the project came from a file of one of these names. */
export const isKnownSource = ({ chapters, sources }: Pick<ProjectNow, 'chapters' | 'sources'>, names: readonly string[]): boolean =>
  sources.some(({ name, chapterIds }) => names.includes(name) && chapters.some(({ id }) => chapterIds.includes(id)));

interface UpdateOptions {
  scope: UpdateScope;
  voices: Readonly<Record<string, string>>;
}

export const planUpdate = (now: ProjectNow, draft: ManuscriptDraft, options: UpdateOptions, choices: RowChoices = noChoices): UpdatePlan =>
  resolveUpdate(prepareUpdate(now, draft, options), choices);

const noChoices: RowChoices = new Map();

function prepareUpdate(now: ProjectNow, draft: ManuscriptDraft, { scope, voices }: UpdateOptions): PreparedUpdate {
  const { chapters, defaults } = now;
  const { names, chapters: read, sources: files, isTitled } = castDraft({ ...draft, attributed: [] }, defaults.cast.map(({ name }) => name)); // prettier-ignore
  const cast = castWithVoices(defaults.cast, names, voices, nearCastColours(defaults.voiceId));
  const spoken = read
    .map(({ title, blocks }, index) => ({ title, file: files[index] ?? '', isTitled: isTitled[index] === true, blocks }))
    .filter(({ blocks }) => blocks.length > 0);
  const { replaced, imported, unknown } = scopeOf(now, 'source' in scope ? scope.source : undefined);
  const { current, free } = findAudio(now);
  const comparison = compareVersions({
    script: chapters.filter(({ id }) => replaced.has(id)),
    imported,
    unknown,
    manuscript: spoken.map(({ title, blocks, isTitled: hasTitle }) => ({
      title,
      isTitled: hasTitle,
      blocks: blocks.map((block) => withCharacter(block, cast)),
    })),
    hasAudio: (blockId) => free.has(blockId),
  });
  const groups = groupRows(comparison);
  const lockedRows = findLockedRows(comparison);
  return { now, comparison, cast, replaced, files: spoken.map(({ file }) => file), facts: draft.facts, groups, current, lockedRows };
}

function findLockedRows({ parts }: Comparison): Set<string> {
  const isLocked = (node: Node): boolean => attributesOf(node).locked;
  return new Set(
    [...parts.compared.values()].flatMap(({ row, nodes }) => (row && row.kind !== 'moved' && nodes.some(isLocked) ? [row.key] : [])),
  );
}

/** The plan with these rows taken, and others left out. */
export function resolveUpdate(prepared: PreparedUpdate, choices: RowChoices): UpdatePlan {
  const { now, comparison, cast, replaced, groups, current } = prepared;
  const { chapters } = now;
  const revision = applyChoices(chapters, comparison, choices);
  const imported = revision.imported.map(({ chapter, ...each }) => ({ ...each, file: prepared.files[chapter] ?? '' }));
  const compared = chapters.reduce((sum, { id, document }) => sum + (replaced.has(id) ? document.childCount : 0), 0);
  return {
    ...{ prepared, choices, cast, groups, imported },
    base: chapters,
    chapters: revision.chapters,
    sources: replaceSources(prepared, revision),
    isNewText: isOther(imported, comparison.versions.imported),
    counts: revision.counts,
    taken: comparison.rows.filter((row) => isTaken(row, choices)).length,
    own: comparison.own,
    isThreeWay: comparison.isThreeWay,
    ...findUnheard(now, { chapters: revision.chapters, cast, current }, revision.changes),
    compared,
    found: compared - countGone(comparison),
    recast: revision.recast,
    typography: revision.typography,
  };
}

/** Blocks of the script that the manuscript does not have. */
const countGone = ({ rows, parts }: Comparison): number => {
  const gone = new Set(rows.flatMap(({ kind, key }) => (kind === 'removed' ? [key] : [])));
  return [...parts.compared.values()].reduce((sum, { row, nodes }) => sum + (row && gone.has(row.key) ? nodes.length : 0), 0);
};

/** Whether a manuscript says something else than the one that was imported last. */
function isOther(now: readonly ImportedChapter[], before: readonly ImportedChapter[] | undefined): boolean {
  const read = (chapters: readonly ImportedChapter[]): string =>
    JSON.stringify(chapters.map(({ title, paragraphs }) => [title, ...paragraphs.map(({ text, who }) => [text, who])]));
  return before === undefined || read(now) !== read(before);
}

/** The files that were imported, the new one in place of those whose chapters it took over. */
function replaceSources({ now, replaced, files, facts }: PreparedUpdate, { chapters, manuscriptIds }: Revision): ManuscriptSource[] {
  const present = new Set(chapters.map(({ id }) => id));
  const fileOf = new Map(manuscriptIds.map((id, index) => [id, files[index] ?? '']));
  const sourceOf = new Map(now.sources.flatMap(({ name, chapterIds }) => chapterIds.map((id) => [id, name] as const)));
  const own = new Map<string, ChapterId[]>(files.map((file) => [file, []]));
  for (const { id } of chapters) {
    const before = replaced.has(id) ? sourceOf.get(id) : undefined;
    const file = fileOf.get(id) ?? (before === undefined ? undefined : own.has(before) ? before : files[0]);
    if (file !== undefined) own.get(file)?.push(id);
  }
  const others = now.sources.map(({ chapterIds, ...source }) => ({
    ...source,
    chapterIds: chapterIds.filter((id) => present.has(id) && !replaced.has(id)),
  }));
  const merged = (name: string, ids: readonly ChapterId[]): ManuscriptSource => {
    const kept = others.find((each) => each.name === name && each.chapterIds.length > 0);
    return {
      ...facts[name],
      ...(kept?.textIds && { textIds: kept.textIds }),
      name,
      chapterIds: [...new Set([...(kept?.chapterIds ?? []), ...ids])],
    };
  };
  return [
    ...others.filter(({ name, chapterIds }) => chapterIds.length > 0 && !own.has(name)),
    ...[...own].map(([name, ids]) => merged(name, ids)).filter(({ chapterIds }) => chapterIds.length > 0),
  ];
}

/** Whether it would leave everything as it is. */
export const isEmptyPlan = ({ base, chapters }: UpdatePlan): boolean =>
  base.length === chapters.length &&
  chapters.every(({ id, title, document }, index) => {
    const before = base[index];
    return before?.id === id && before.title === title && before.document === document;
  });

/** The share of blocks that a manuscript has in common with the project below which it is another text. */
const otherText = 0.2;

/** Whether it looks as if the manuscript were of another book. */
export const isOtherText = ({ compared, found }: UpdatePlan): boolean => compared > 0 && found < otherText * compared;

/** `2 changed · 1 added`: kinds that there are none of are left out. */
export function describeCounts(counts: UpdatePlan['counts']): string {
  const kinds = (['changed', 'added', 'moved', 'removed', 'unchanged'] as const).filter((kind) => counts[kind] > 0);
  return kinds.map((kind) => messages.manuscript.counts[kind](number(counts[kind]))).join(' · ');
}

function groupRows({ chapters, rows }: Comparison): ChapterChanges[] {
  const byChapter = Map.groupBy(rows, ({ chapter }) => chapter);
  return chapters
    .map(({ key, title, kind, same }): ChapterChanges => {
      const own = byChapter.get(key) ?? [];
      const isMoved = own.some((row) => row.kind === 'chapter-moved');
      return { key, title, kind: isMoved ? 'moved' : kind, same, rows: own };
    })
    .filter(({ rows: own }) => own.length > 0);
}

/** The blocks that play what they are, and those that have audio of it whatever they play. */
function findAudio({ chapters, defaults, takes, connectionId }: ProjectNow): { current: Set<BlockId>; free: Set<BlockId> } {
  const [current, free] = [new Set<BlockId>(), new Set<BlockId>()];
  for (const { document } of chapters)
    for (const { blockId, stale, made } of buildTimeline(document, takes, defaults, connectionId).blocks) {
      if (!stale) current.add(blockId);
      if (!stale || made) free.add(blockId);
    }
  return { current, free };
}

type Unheard = Pick<UpdatePlan, 'stale' | 'unheard' | 'needed' | 'locked' | 'repaired' | 'toPrice'>;

/** Which blocks would have no audio of what they are then: because of the update, and those that had none before. */
function findUnheard(
  { defaults, takes, connectionId }: ProjectNow,
  after: { chapters: readonly ProjectChapter[]; cast: Character[]; current: ReadonlySet<BlockId> },
  changes: readonly RevisionChange[],
): Unheard {
  const touched = new Map(changes.map(({ blockId, kind }) => [blockId, kind]));
  const counted: Unheard = { stale: 0, unheard: 0, needed: 0, locked: 0, repaired: 0, toPrice: [] };
  const then = { ...defaults, cast: after.cast };
  for (const { document } of after.chapters) {
    let findMade: ReturnType<typeof findMadeWorks> | undefined;
    // The same rule as that of the estimate of Generate.
    const isMade = (block: Pick<Block, 'attributes' | 'text'>): boolean => {
      const work = blockFingerprint(block, then, connectionId);
      findMade ??= findMadeWorks(
        takes,
        document.children.map((node) => attributesOf(node).takeId),
      );
      return work !== undefined && findMade(block.attributes.id, work);
    };
    for (const { node, words, heard } of buildTimeline(document, takes, then, connectionId).facts) {
      const attributes = attributesOf(node);
      const kind = touched.get(attributes.id);
      const isStale = after.current.has(attributes.id) && heard?.stale !== false;
      if (isStale && attributes.locked) counted.locked += 1;
      else if (isStale) counted.stale += 1;
      const isNew = kind === 'added' && isWanting({ words, heard });
      if (isNew) counted.unheard += 1;
      if (!isWanting({ words, heard }) || attributes.locked) continue;
      if (!isStale && !isNew) counted.needed += 1;
      const block = { attributes, text: node.textContent };
      if (isMade(block)) counted.repaired += 1;
      else counted.toPrice.push(block);
    }
  }
  return counted;
}

/** The texts of the project, a paragraph each. */
export const textsOf = ({ chapters }: Pick<ProjectNow, 'chapters'>): string[] =>
  chapters.flatMap(({ document }) =>
    groupParagraphs(document.children).map((paragraph) => joinParts(paragraph.map((node) => node.textContent))),
  );
export const hasText = (now: ProjectNow): boolean => textsOf(now).some((text) => text.trim() !== '');

/** Whether the chapters are still those that the plan was made of. */
export const isPlanOf = ({ base }: UpdatePlan, { chapters }: ProjectNow): boolean =>
  base.length === chapters.length &&
  base.every(({ id, document }, index) => chapters[index]?.id === id && chapters[index].document === document);
