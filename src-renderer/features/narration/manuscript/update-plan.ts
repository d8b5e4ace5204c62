import type { BlockId, ChapterId } from '#shared/ids.ts';
import { reviseChapters, type ProjectChapter, type Revision, type RevisionChange } from '#shared/manuscript/revise.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { findByName, withCharacters, type Character } from '#shared/narration/cast.ts';
import { attributesOf, groupParagraphs, type Block } from '#shared/narration/document.ts';
import { joinParts } from '#shared/narration/speech-parts.ts';
import type { ProjectDefaults } from '#shared/narration/shape.ts';
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
  defaults: ProjectDefaults;
  takes: readonly Take[];
  connectionId: string;
}

/** What is compared with the manuscript: all chapters, or those of one file that was imported. */
export type UpdateScope = { all: true } | { source: string };

/** A chapter with something to see. */
export interface ChapterChanges {
  chapterId: ChapterId;
  title: string;
  /** `moved`: its blocks stayed together and the chapter stands elsewhere. */
  kind: 'added' | 'removed' | 'moved' | 'kept';
  /** The title that it had, where it has another now. */
  renamedFrom: string | undefined;
  /** Blocks in it that stay as they are. */
  same: number;
  /** Without blocks that only moved with their chapter. */
  changes: RevisionChange[];
}

export interface UpdatePlan {
  /** The chapters that it was made of. */
  base: readonly ProjectChapter[];
  /** All chapters of the project as they would be. */
  chapters: ProjectChapter[];
  cast: Character[];
  sources: ManuscriptSource[];
  counts: Revision['counts'];
  /** In the order of the text; chapters that went come last. */
  groups: ChapterChanges[];
  /** Blocks whose audio would be stale. */
  stale: number;
  /** New blocks, which have no audio yet. */
  unheard: number;
  /** The texts of both kinds, to be priced. */
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

export function planUpdate(
  now: ProjectNow,
  draft: ManuscriptDraft,
  { scope, voices }: { scope: UpdateScope; voices: Readonly<Record<string, string>> },
): UpdatePlan {
  const { chapters, defaults } = now;
  const { names, chapters: read, sources: files, isTitled } = castDraft({ ...draft, attributed: [] }, defaults.cast.map(({ name }) => name)); // prettier-ignore
  const cast = castWithVoices(defaults.cast, names, voices, nearCastColours(defaults.voiceId));
  const spoken = read
    .map(({ title, blocks }, index) => ({ title, file: files[index] ?? '', isTitled: isTitled[index] === true, blocks }))
    .filter(({ blocks }) => blocks.length > 0);
  const named = 'source' in scope ? now.sources.find(({ name }) => name === scope.source)?.chapterIds : undefined;
  const replaced = new Set(chapters.map(({ id }) => id).filter((id) => named?.includes(id) ?? true));
  const { current, free } = findAudio(now);
  const revision = reviseChapters(
    chapters,
    replaced,
    spoken.map(({ title, blocks }) => ({
      title,
      blocks: blocks.map(({ text, pauseMs, speaker, voiceId, continues }) => ({
        text,
        pauseMs,
        voiceId,
        continues,
        characterId: speaker === undefined ? undefined : findByName(cast, speaker)?.id,
      })),
    })),
    (blockId) => free.has(blockId),
  );
  const stays = new Set(chapters.map(({ id }) => id).filter((id) => !replaced.has(id)));
  const before = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  const imported = revision.chapters
    .filter(({ id }) => !stays.has(id))
    .map((chapter, index) => {
      // A file’s name is no title where the chapter has one.
      const title = spoken[index]?.isTitled === true ? chapter.title : (before.get(chapter.id)?.title ?? chapter.title);
      return { ...chapter, title, file: spoken[index]?.file ?? '' };
    });
  const titles = new Map(imported.map(({ id, title }) => [id, title]));
  const after = revision.chapters.map((chapter) => ({ ...chapter, title: titles.get(chapter.id) ?? chapter.title }));
  const { added, changed, moved, removed } = revision.counts;
  const compared = chapters.reduce((sum, { id, document }) => sum + (replaced.has(id) ? document.childCount : 0), 0);
  const isAlike = added + changed + moved + removed === 0;
  return {
    base: chapters,
    chapters: after,
    cast,
    sources:
      isAlike && 'source' in scope ? [...now.sources] : replaceSources(now.sources, { imported, replaced, after, facts: draft.facts }),
    counts: revision.counts,
    groups: groupChanges(revision.changes, { before: chapters.filter(({ id }) => replaced.has(id)), imported }),
    ...findUnheard(now, { chapters: after, cast, current }, revision.changes),
    compared,
    found: compared - removed,
    recast: revision.recast,
    typography: revision.typography,
  };
}

/** The cast with those who speak, and the voices that were chosen for them. */
export function castWithVoices(
  before: readonly Character[],
  names: readonly string[],
  voices: Readonly<Record<string, string>>,
  taken: readonly number[] = [],
): Character[] {
  return withCharacters(before, names, taken).map((character) => {
    const chosen = Object.entries(voices).find(([name]) => findByName([character], name))?.[1];
    return chosen === undefined ? character : { ...character, voiceId: chosen, modelId: null };
  });
}

/** The files that were imported, the new one in place of those whose chapters it took over. */
function replaceSources(
  sources: readonly ManuscriptSource[],
  {
    imported,
    replaced,
    after,
    facts,
  }: {
    imported: readonly (ProjectChapter & { file: string })[];
    replaced: ReadonlySet<ChapterId>;
    after: readonly ProjectChapter[];
    facts: ManuscriptDraft['facts'];
  },
): ManuscriptSource[] {
  const present = new Set(after.map(({ id }) => id));
  const own = new Map<string, ChapterId[]>();
  for (const { id, file } of imported) own.set(file, [...(own.get(file) ?? []), id]);
  const others = sources.map(({ chapterIds, ...source }) => ({
    ...source,
    chapterIds: chapterIds.filter((id) => present.has(id) && !replaced.has(id)),
  }));
  for (const { name, chapterIds } of others) if (own.has(name)) own.set(name, [...chapterIds, ...(own.get(name) ?? [])]);
  return [
    ...others.filter(({ name, chapterIds }) => chapterIds.length > 0 && !own.has(name)),
    ...[...own].map(([name, chapterIds]) => ({ ...facts[name], name, chapterIds: [...new Set(chapterIds)] })),
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

function groupChanges(
  changes: readonly RevisionChange[],
  { before, imported }: { before: readonly ProjectChapter[]; imported: readonly ProjectChapter[] },
): ChapterChanges[] {
  const byChapter = Map.groupBy(changes, ({ chapterId }) => chapterId);
  const old = new Map(before.map((chapter) => [chapter.id, chapter]));
  const homes = new Map(before.flatMap(({ id, document }) => document.children.map((node) => [attributesOf(node).id, id] as const)));
  const groups = imported.map(({ id, title, document }): ChapterChanges => {
    const own = byChapter.get(id) ?? [];
    const was = old.get(id);
    const isOwn = (blockId: BlockId): boolean => homes.get(blockId) === id;
    const moved = new Set(own.filter(({ isMoved }) => isMoved).map(({ blockId }) => blockId));
    const kept = document.children.map((node) => attributesOf(node).id).filter(isOwn);
    const isMoved = was !== undefined && kept.length > 0 && kept.every((blockId) => moved.has(blockId));
    return {
      chapterId: id,
      title,
      kind: was === undefined ? 'added' : isMoved ? 'moved' : 'kept',
      renamedFrom: was !== undefined && was.title !== title ? was.title : undefined,
      same: document.childCount - own.filter((change) => change.kind === 'added' || change.kind === 'changed').length,
      changes: isMoved ? own.filter(({ kind, blockId }) => kind !== 'moved' || !isOwn(blockId)) : own,
    };
  });
  const present = new Set(imported.map(({ id }) => id));
  const gone = before.filter(({ id }) => !present.has(id));
  return [
    ...groups.filter(({ kind, renamedFrom, changes: own }) => kind !== 'kept' || renamedFrom !== undefined || own.length > 0),
    ...gone.map(({ id, title }): ChapterChanges => ({
      chapterId: id,
      title,
      kind: 'removed',
      renamedFrom: undefined,
      same: 0,
      changes: byChapter.get(id) ?? [],
    })),
  ];
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

/** Which blocks would have no audio of what they are then, because of the update; what was so before is not counted. */
function findUnheard(
  { defaults, takes, connectionId }: ProjectNow,
  after: { chapters: readonly ProjectChapter[]; cast: Character[]; current: ReadonlySet<BlockId> },
  changes: readonly RevisionChange[],
): Pick<UpdatePlan, 'stale' | 'unheard' | 'toPrice'> {
  const touched = new Map(changes.map(({ blockId, kind }) => [blockId, kind]));
  const counted: Pick<UpdatePlan, 'stale' | 'unheard' | 'toPrice'> = { stale: 0, unheard: 0, toPrice: [] };
  const then = { ...defaults, cast: after.cast };
  for (const { document } of after.chapters)
    for (const { node, words, heard } of buildTimeline(document, takes, then, connectionId).facts) {
      const attributes = attributesOf(node);
      const kind = touched.get(attributes.id);
      const isStale = after.current.has(attributes.id) && heard?.stale !== false;
      if (isStale) counted.stale += 1;
      const isNew = kind === 'added' && isWanting({ words, heard });
      if (isNew) counted.unheard += 1;
      if ((isStale || isNew) && isWanting({ words, heard }) && !attributes.locked)
        counted.toPrice.push({ attributes, text: node.textContent });
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
