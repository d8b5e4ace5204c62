import type { Node } from '@tiptap/pm/model';
import { newId, type BlockId, type ChapterId } from '../ids.ts';
import { findByName, type Character } from '../narration/cast.ts';
import { attributesOf, groupParagraphs, schema, type Controls } from '../narration/document.ts';
import { joinParts } from '../narration/speech-parts.ts';
import type { CastBlock } from './cast.ts';
import type { ImportedChapter } from './imported-text.ts';
import { longestRun } from './match-blocks.ts';
import { groupContinued, isChanged, reviseBlock, whoSpeaks, type MatchedBlock, type RevisedBlock } from './paragraph-blocks.ts';
import type { ComparedUnit, Comparison, ProjectChapter, RevisedChapter, Row } from './comparison.ts';
import { differInTypographyAlone } from './typography.ts';
import type { Unit } from './units.ts';

/** A later version of a manuscript in a project that was made of an earlier one. Pure. */

export type { ProjectChapter, RevisedChapter };

type RevisionKind = 'added' | 'changed' | 'moved' | 'removed';

export interface RevisionChange {
  kind: RevisionKind;
  blockId: BlockId;
  /** The chapter that has the block now, or had it. */
  chapterId: ChapterId;
  title: string;
  /** It came from another chapter, stands elsewhere in its own, or its chapter does; whatever else changed. */
  isMoved: boolean;
  before: string;
  after: string;
}

export interface Revision {
  /** All chapters of the project in order. */
  chapters: ProjectChapter[];
  /** Of blocks: the first four together are all that the project has then. */
  counts: Record<'added' | 'changed' | 'moved' | 'unchanged' | 'removed', number>;
  /** In the order of the text; what was removed comes last. */
  changes: RevisionChange[];
  /** Changed paragraphs that have the speakers whom their sentences name now, and did not before. */
  recast: number;
  /** Blocks that differ in their typography alone and stay as they are. */
  typography: number;
  /** The chapter of the project that each of the manuscript is. */
  manuscriptIds: ChapterId[];
  /** The text that is imported with it, to be compared with the next version. */
  imported: (Omit<ImportedChapter, 'file'> & { chapter: number })[];
}

/** What a person chose, by the key of the row. */
export type RowChoices = ReadonlyMap<string, boolean>;

/** Whether the manuscript is taken at a place: nothing that a person wrote is changed unasked. */
export const isTaken = ({ key, isConflict }: Pick<Row, 'key' | 'isConflict'>, choices: RowChoices): boolean =>
  choices.get(key) ?? !isConflict;

/** A chapter as it will be. */
interface Arranged {
  id: ChapterId;
  title: string;
  units: Unit[];
}

/**
 * The script with what is taken of the manuscript. `chapters`: all of the project; those that were not compared stay. Blocks that have the same text, or most
 * of it, stay what they are, with their takes, settings, notes and places to check, wherever they stand now. A paragraph that was split between its speakers
 * stays so, and a new or changed one whose sentences say who speaks gets its speakers as the others have (`learnSpeech`), unless a person gave it another.
 */
export function applyChoices(chapters: readonly ProjectChapter[], comparison: Comparison, choices: RowChoices): Revision {
  const { script } = comparison.versions;
  const { compared } = comparison.parts;
  const taken = (row: Row | undefined): boolean => row !== undefined && isTaken(row, choices);
  const { arranged, manuscriptIds } = arrange(comparison, taken);
  const old = script.flatMap(({ id, title, document }) => document.children.map((node) => ({ node, chapterId: id, title })));
  const places = new Map(old.map(({ node }, index) => [node, index]));
  const controls = sharedControls(old.map(({ node }) => node));
  const next = arranged.flatMap(({ title, units }, chapter) =>
    units.flatMap((unit) => blocksOf(compared.get(unit), taken).map((block) => ({ ...block, title, chapter, unit }))),
  );
  const typed = next.filter(({ before, text }) => before !== undefined && differInTypographyAlone(before.textContent, text));
  const kept = new Set(comparison.keepsTypography ? typed : []);
  const nodes = next.map((block) =>
    reviseBlock(block.before, kept.has(block) ? { ...block, text: block.before?.textContent ?? block.text } : block, controls),
  );
  const earlier = next.map(({ before }) => before && places.get(before));
  const byChapter = Map.groupBy(nodes, (_, index) => next[index]?.chapter);
  const revised = arranged.map(({ id, title }, chapter) => {
    const document = schema.node('doc', null, byChapter.get(chapter) ?? []);
    // The same object where nothing changed, so that nothing is written.
    const before = script.find((each) => each.id === id)?.document;
    return { id, title, document: before?.eq(document) === true ? before : document };
  });
  const moved = findMoved(script, revised, { old, earlier });
  const changes: RevisionChange[] = [];
  next.forEach(({ chapter, title, text, before }, index) => {
    const [node, isMoved, chapterId] = [nodes[index], moved.has(index), revised[chapter]?.id];
    if (!node || chapterId === undefined) return;
    const kind = before === undefined ? 'added' : isChanged(before, node) ? 'changed' : isMoved ? 'moved' : undefined;
    if (kind)
      changes.push({ kind, blockId: attributesOf(node).id, chapterId, title, isMoved, before: before?.textContent ?? '', after: text });
  });
  const used = new Set(earlier);
  old.forEach(({ node, title, chapterId }, index) => {
    const blockId = attributesOf(node).id;
    if (!used.has(index)) changes.push({ kind: 'removed', blockId, chapterId, title, isMoved: false, before: node.textContent, after: '' });
  });
  const count = (kind: RevisionKind): number => changes.filter((change) => change.kind === kind).length;
  const [added, changed, wasMoved, removed] = [count('added'), count('changed'), count('moved'), count('removed')];
  const compareds = new Set(script.map(({ id }) => id));
  const others = chapters.filter(({ id }) => !compareds.has(id)).reduce((sum, { document }) => sum + document.childCount, 0);
  const idsOf = new Map<Unit, string[]>();
  next.forEach(({ unit }, index) => {
    const node = nodes[index];
    const ids = idsOf.get(unit) ?? [];
    if (node) ids.push(attributesOf(node).id);
    idsOf.set(unit, ids);
  });
  return {
    chapters: placeChapters(chapters, compareds, revised),
    counts: { added, changed, moved: wasMoved, removed, unchanged: next.length - added - changed - wasMoved + others },
    changes,
    recast: [...compared.values()].filter(({ row, isRecast }) => isRecast && taken(row)).length,
    typography: kept.size,
    manuscriptIds,
    imported: describeImported(comparison, manuscriptIds, idsOf),
  };
}

/** The blocks of a paragraph, as they are or as the manuscript has them. */
function blocksOf(compared: ComparedUnit | undefined, taken: (row: Row | undefined) => boolean): MatchedBlock[] {
  if (!compared) return [];
  const { nodes, row, theirs } = compared;
  // A row that only moves it leaves what it says.
  const isTheirs = theirs !== undefined && (row === undefined || row.kind === 'moved' || taken(row));
  if (isTheirs) return theirs;
  return nodes.map((before) => {
    const { pauseMs, characterId, paragraphId } = attributesOf(before);
    return { text: before.textContent, pauseMs, characterId, voiceId: undefined, paragraphId, before, keepsPause: true };
  });
}

/** The chapters as they will be: those of the script, less what is removed, with what comes and moves behind what stands before it in the manuscript. */
function arrange(
  { versions: { script }, parts: { compared, ours, theirs, chapterRows } }: Comparison,
  taken: (row: Row | undefined) => boolean,
): { arranged: Arranged[]; manuscriptIds: ChapterId[] } {
  const rowOf = (unit: Unit): Row | undefined => compared.get(unit)?.row;
  const isGone = (unit: Unit): boolean => rowOf(unit)?.kind === 'removed' && taken(rowOf(unit));
  const floats = (unit: Unit): boolean => {
    const row = rowOf(unit);
    return row !== undefined && taken(row) && (row.isMoved || row.yours === undefined);
  };
  const titleOf = (id: ChapterId, title: string): string => {
    const renamed = chapterRows.get(id)?.renamed;
    return renamed?.theirs !== undefined && taken(renamed) ? renamed.theirs : title;
  };
  const known = new Map(
    script.map(({ id, title }): [ChapterId, Arranged] => [
      id,
      { id, title: titleOf(id, title), units: (ours.get(id) ?? []).filter((unit) => !isGone(unit) && !floats(unit)) },
    ]),
  );
  const isMoved = ({ id }: { id: ChapterId }): boolean => taken(chapterRows.get(id)?.moved);
  const order = script.flatMap(({ id }) => known.get(id) ?? []).filter((chapter) => !isMoved(chapter));
  const home = new Map<Unit, Arranged>();
  for (const chapter of known.values()) for (const unit of chapter.units) home.set(unit, chapter);
  const behind = (list: Arranged[], chapter: Arranged, above: Arranged | undefined): void => {
    list.splice(above ? list.indexOf(above) + 1 : 0, 0, chapter);
  };
  let above: Arranged | undefined;
  const manuscriptIds = theirs.map(({ id, title, units }) => {
    const own = id === undefined ? undefined : known.get(id);
    const chapter: Arranged = own ?? { id: newId(), title, units: [] };
    if (!own || isMoved(chapter)) behind(order, chapter, above);
    let last: Unit | undefined;
    for (const unit of units) {
      if (floats(unit)) {
        const at = (last && home.get(last)) ?? chapter;
        at.units.splice(last ? at.units.indexOf(last) + 1 : 0, 0, unit);
        home.set(unit, at);
      }
      if (home.has(unit)) last = unit;
    }
    above = chapter;
    return chapter.id;
  });
  return { arranged: order.filter(({ units }) => units.length > 0), manuscriptIds };
}

/** What the manuscript says, with the blocks that each of its paragraphs is now. */
function describeImported(
  { versions: { manuscript }, parts: { theirs, paragraphs } }: Comparison,
  manuscriptIds: readonly ChapterId[],
  idsOf: ReadonlyMap<Unit, readonly string[]>,
): Revision['imported'] {
  const owner = new Map(
    theirs.flatMap(({ units }) => units.flatMap((unit) => unit.theirs.map((index, place) => [index, { unit, place }] as const))),
  );
  let at = 0;
  return manuscript.map(({ title, blocks }, chapter) => {
    const count = blocks.filter(({ continues }, index) => index === 0 || continues !== true).length;
    const own = paragraphs.slice(at, at + count).map((parts, offset) => {
      const owned = owner.get(at + offset);
      const { unit, place } = { unit: owned?.unit, place: owned?.place ?? 0 };
      const ids = (unit && idsOf.get(unit)) ?? [];
      const mine =
        unit && unit.theirs.length > 1 ? (ids.length === unit.theirs.length ? ids.slice(place, place + 1) : place === 0 ? ids : []) : ids;
      return describeParagraph(parts, mine);
    });
    at += count;
    return { id: manuscriptIds[chapter] ?? newId(), chapter, title, paragraphs: own };
  });
}

/** A paragraph of a manuscript as it is kept with the project, with the blocks that it became. */
function describeParagraph(
  parts: readonly {
    text: string;
    pauseMs: number | null;
    characterId?: string | null | undefined;
    speaker?: string | undefined;
    voiceId?: string | undefined;
  }[],
  ids: readonly string[],
): ImportedChapter['paragraphs'][number] {
  const who = whoSpeaks(parts.map(({ speaker, voiceId }) => ({ speaker, voiceId })));
  const characterId = parts[0]?.characterId;
  const pauseMs = parts.at(-1)?.pauseMs ?? null;
  return {
    text: joinParts(parts.map(({ text }) => text)),
    ...(who !== '' && { who }),
    ...(typeof characterId === 'string' && { characterId }),
    ...(pauseMs !== null && { pauseMs }),
    ids: [...ids],
  };
}

/** A chapter as it was imported: its paragraphs with the blocks of the document that they became. */
export function describeChapter(
  { id, title, file, document }: ProjectChapter & { file: string },
  blocks: readonly RevisedBlock[],
): ImportedChapter {
  const made = groupParagraphs(document.children);
  const paragraphs = groupContinued(blocks);
  const isSame = made.length === paragraphs.length;
  const idsAt = (index: number): string[] => (isSame ? (made[index] ?? []).map((node) => attributesOf(node).id) : []);
  return { id, file, title, paragraphs: paragraphs.map((parts, index) => describeParagraph(parts, idsAt(index))) };
}

/** A block of a manuscript with the character of the cast who speaks it. */
export const withCharacter = (
  { text, pauseMs, speaker, voiceId, continues }: CastBlock,
  cast: readonly Character[],
): RevisedChapter['blocks'][number] => ({
  ...{ text, pauseMs, voiceId, continues, speaker },
  characterId: speaker === undefined ? undefined : findByName(cast, speaker)?.id,
});

/** The language and the like that all blocks share, for those that come. */
function sharedControls(nodes: readonly Node[]): Controls {
  const languages = new Set(nodes.map((node) => attributesOf(node).controls.language));
  const [language] = languages;
  return languages.size === 1 && language !== undefined ? { language } : {};
}

interface OldBlock {
  node: Node;
  chapterId: ChapterId;
}

/** The indexes of later blocks that came from another chapter, stand elsewhere in their own, or moved with it. */
function findMoved(
  scope: readonly ProjectChapter[],
  revised: readonly ProjectChapter[],
  { old, earlier }: { old: readonly OldBlock[]; earlier: readonly (number | undefined)[] },
): ReadonlySet<number> {
  const places = new Map(scope.map(({ id }, index) => [id, index]));
  const stayed = new Set(longestRun(revised.map(({ id }) => places.get(id))));
  const moved = new Set<number>();
  let at = 0;
  revised.forEach(({ id, document }, chapter) => {
    const own = earlier.slice(at, at + document.childCount);
    const kept = new Set(longestRun(own.map((from) => (from !== undefined && old[from]?.chapterId === id ? from : undefined))));
    own.forEach((from, index) => {
      if (from !== undefined && !(stayed.has(chapter) && kept.has(index))) moved.add(at + index);
    });
    at += document.childCount;
  });
  return moved;
}

/** The chapters that were not compared stay where they are: behind the one that they followed, and behind what came there. */
function placeChapters(
  chapters: readonly ProjectChapter[],
  compared: ReadonlySet<ChapterId>,
  revised: readonly ProjectChapter[],
): ProjectChapter[] {
  const known = new Set(chapters.map(({ id }) => id));
  const placed = [...revised];
  chapters.forEach((chapter, index) => {
    if (compared.has(chapter.id)) return;
    const present = new Set(placed.map(({ id }) => id));
    const above = chapters.slice(0, index).findLast(({ id }) => present.has(id));
    let at = above ? placed.findIndex(({ id }) => id === above.id) + 1 : 0;
    while (above && at < placed.length && !known.has(placed[at]?.id ?? '')) at += 1;
    placed.splice(at, 0, chapter);
  });
  return placed;
}
