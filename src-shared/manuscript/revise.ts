import type { Node } from '@tiptap/pm/model';
import { newId, type BlockId, type ChapterId } from '../ids.ts';
import { attributesOf, createBlock, groupParagraphs, schema, type BlockAttributes, type Controls } from '../narration/document.ts';
import { joinParts, splitSpeech } from '../narration/speech-parts.ts';
import { learnSpeech } from './known-speech.ts';
import { sceneBreakMs } from './manuscript.ts';
import { longestRun, matchBlocks } from './match-blocks.ts';
import { differInTypographyAlone } from './typography.ts';

/** The second version of a manuscript in a project that was made of the first. Pure. */

export interface ProjectChapter {
  id: ChapterId;
  title: string;
  document: Node;
}

/** A chapter as a manuscript has it, with who speaks each block; `undefined` where it does not say. */
export interface RevisedChapter {
  title: string;
  blocks: readonly RevisedBlock[];
}

interface RevisedBlock {
  text: string;
  pauseMs: number | null;
  /** `null`: nobody but the narrator. */
  characterId: string | null | undefined;
  voiceId: string | undefined;
  /** It goes on with the paragraph of the block before it. */
  continues?: boolean;
}

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
  /** Who speaks it now and did not before, of a block that came or changed. */
  characterId?: string;
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
}

/** A block as it comes, with its paragraph where that has more blocks. */
interface NextBlock extends Omit<RevisedBlock, 'continues'> {
  paragraphId: string | null;
}

interface OldBlock {
  node: Node;
  chapterId: ChapterId;
  title: string;
}

/**
 * Puts `manuscript` in place of those of `chapters` that `replaced` names; all others stay. Blocks that have the same text, or most of it, stay what they
 * are, with their takes, settings, notes and places to check, wherever they stand now. A paragraph that was split between its speakers stays so, and a new
 * or changed one whose sentences say who speaks gets its speakers as the others have (`learnSpeech`), unless a person gave it another. Blocks that differ
 * in their typography alone keep their text where one of them `hasAudio` of it.
 */
export function reviseChapters(
  chapters: readonly ProjectChapter[],
  replaced: ReadonlySet<ChapterId>,
  manuscript: readonly RevisedChapter[],
  hasAudio: (blockId: BlockId) => boolean = () => false,
): Revision {
  const scope = chapters.filter(({ id }) => replaced.has(id));
  const old = scope.flatMap(({ id, title, document }) => document.children.map((node): OldBlock => ({ node, chapterId: id, title })));
  const { chapters: split, earlier, recast } = matchParagraphs(old, manuscript);
  const next = split.flatMap(({ title, blocks }, chapter) => blocks.map((block) => ({ ...block, title, chapter })));
  const controls = sharedControls(old);
  const beforeOf = (index: number): Node | undefined => {
    const from = earlier[index];
    return from === undefined ? undefined : old[from]?.node;
  };
  const typed = next.flatMap(({ text }, index) => {
    const before = beforeOf(index);
    return before && differInTypographyAlone(before.textContent, text) ? [{ index, before }] : [];
  });
  // All of them or none, so that the book has one typography.
  const kept = typed.some(({ before }) => hasAudio(attributesOf(before).id)) ? typed : [];
  const textOf = new Map(kept.map(({ index, before }) => [index, before.textContent]));
  const nodes = next.map((block, index) => reviseBlock(beforeOf(index), { ...block, text: textOf.get(index) ?? block.text }, controls));
  const revised = nameChapters(scope, split, nodes, { old, earlier });
  const moved = findMoved(scope, revised, { old, earlier });
  const changes: RevisionChange[] = [];
  next.forEach(({ chapter, title, text }, index) => {
    const [before, node, isMoved] = [beforeOf(index), nodes[index], moved.has(index)];
    const chapterId = revised[chapter]?.id;
    if (!node || chapterId === undefined) return;
    const kind = before === undefined ? 'added' : isChanged(before, node) ? 'changed' : isMoved ? 'moved' : undefined;
    const blockId = attributesOf(node).id;
    if (!kind) return;
    const { characterId } = attributesOf(node);
    const isSpeaker = kind !== 'moved' && characterId !== null && characterId !== (before ? attributesOf(before).characterId : null);
    changes.push({
      ...{ kind, blockId, chapterId, title, isMoved, before: before?.textContent ?? '', after: text },
      ...(isSpeaker && { characterId }),
    });
  });
  const used = new Set(earlier);
  old.forEach(({ node, title, chapterId }, index) => {
    const blockId = attributesOf(node).id;
    if (!used.has(index)) changes.push({ kind: 'removed', blockId, chapterId, title, isMoved: false, before: node.textContent, after: '' });
  });
  const count = (kind: RevisionKind): number => changes.filter((change) => change.kind === kind).length;
  const [added, changed, wasMoved, removed] = [count('added'), count('changed'), count('moved'), count('removed')];
  const others = chapters.filter(({ id }) => !replaced.has(id)).reduce((sum, { document }) => sum + document.childCount, 0);
  return {
    chapters: placeChapters(chapters, replaced, revised),
    counts: { added, changed, moved: wasMoved, removed, unchanged: next.length - added - changed - wasMoved + others },
    changes,
    recast,
    typography: kept.length,
  };
}

/** The language and the like that all blocks share, for those that come. */
function sharedControls(old: readonly OldBlock[]): Controls {
  const languages = new Set(old.map(({ node }) => attributesOf(node).controls.language));
  const [language] = languages;
  return languages.size === 1 && language !== undefined ? { language } : {};
}

/** A paragraph of the project as the places of its blocks, and one of the manuscript. */
interface Paragraphs {
  old: readonly number[];
  now: readonly RevisedBlock[];
}

interface MatchedBlock extends NextBlock {
  /** The block of the project that it was. */
  earlier: number | undefined;
}

/** Matches whole paragraphs, and in those the blocks. */
function matchParagraphs(
  old: readonly OldBlock[],
  manuscript: readonly RevisedChapter[],
): { chapters: { title: string; blocks: NextBlock[] }[]; earlier: (number | undefined)[]; recast: number } {
  const places = new Map(old.map(({ node }, index) => [node, index]));
  const byChapter = [...Map.groupBy(old, ({ chapterId }) => chapterId).values()].map((blocks) => blocks.map(({ node }) => node));
  const speak = learnSpeech(byChapter);
  const before = byChapter.flatMap((blocks) => groupParagraphs(blocks).map((nodes) => nodes.flatMap((node) => places.get(node) ?? [])));
  const textAt = (index: number): string => old[index]?.node.textContent ?? '';
  const read = manuscript.map(({ title, blocks }) => ({ title, paragraphs: groupContinued(blocks) }));
  const matches = matchBlocks(
    before.map((paragraph) => joinParts(paragraph.map(textAt))),
    read.flatMap(({ paragraphs }) => paragraphs.map((paragraph) => joinParts(paragraph.map(({ text }) => text)))),
  );
  let [at, recast] = [0, 0];
  const chapters = read.map(({ title, paragraphs }) => ({
    title,
    blocks: paragraphs.flatMap((now) => {
      const match = matches[at++];
      const places = match === undefined ? [] : (before[match] ?? []);
      const nodes = places.flatMap((place) => old[place]?.node ?? []);
      const spoken = speakAsOthers(now, nodes, speak);
      if (spoken && nodes.length > 0) recast += 1;
      return matchParts({ old: places, now: spoken ?? now }, old);
    }),
  }));
  return { chapters, earlier: chapters.flatMap(({ blocks }) => blocks.map(({ earlier }) => earlier)), recast };
}

function groupContinued(blocks: readonly RevisedBlock[]): RevisedBlock[][] {
  const paragraphs: RevisedBlock[][] = [];
  for (const block of blocks) {
    const last = block.continues === true ? paragraphs.at(-1) : undefined;
    if (last) last.push(block);
    else paragraphs.push([block]);
  }
  return paragraphs;
}

/** The blocks of a paragraph as they come: as they are said to be, else as the project has split it. */
function matchParts({ old, now }: Paragraphs, blocks: readonly OldBlock[]): MatchedBlock[] {
  const nodes = old.flatMap((place) => blocks[place]?.node ?? []);
  const parts = splitAsBefore(nodes, now);
  const [first] = nodes;
  const kept = first && attributesOf(first).paragraphId;
  const paragraphId = parts.length > 1 ? (kept ?? newId()) : nodes.length > 1 ? null : (kept ?? null);
  const texts = nodes.map((node) => node.textContent);
  const isAlike = parts.length === nodes.length;
  const inner = isAlike ? undefined : matchInner(texts, parts);
  return parts.map(({ text, pauseMs, characterId, voiceId }, index) => {
    const earlier = isAlike ? old[index] : old[inner?.[index] ?? -1];
    return { text, pauseMs, characterId, voiceId, paragraphId, earlier };
  });
}

/** The block that each part was. One block that is split between speakers is one of the narrator’s parts then, as another voice cannot use its takes. */
function matchInner(texts: readonly string[], parts: readonly RevisedBlock[]): (number | undefined)[] {
  const found = matchBlocks(texts, parts.map(({ text }) => text)); // prettier-ignore
  const isNarrated = ({ characterId }: RevisedBlock): boolean => characterId === null || characterId === undefined;
  const [only] = texts;
  if (only === undefined || texts.length > 1 || parts.some(({ text }) => text === only) || !parts.some(isNarrated)) return found;
  const narrated = parts.flatMap((part, index) => (isNarrated(part) ? [index] : []));
  const alike = matchBlocks(texts, narrated.map((index) => parts[index]?.text ?? '')).indexOf(0); // prettier-ignore
  return parts.map((_, index) => (index === narrated[Math.max(alike, 0)] ? 0 : undefined));
}

/**
 * A paragraph of one block whose speaker the manuscript does not say, in the parts of those who speak it; `undefined` where that is nobody new. `nodes`:
 * the blocks that it had. Where a person gave those to somebody else than their sentences name, that stays.
 */
function speakAsOthers(
  now: readonly RevisedBlock[],
  nodes: readonly Node[],
  speak: ReturnType<typeof learnSpeech>,
): readonly RevisedBlock[] | undefined {
  const [only] = now;
  if (!only || now.length > 1 || only.characterId !== undefined || only.voiceId !== undefined) return undefined;
  const text = joinParts(nodes.map((node) => node.textContent));
  if (nodes.length > 0 && (text === only.text || differInTypographyAlone(text, only.text))) return undefined;
  const parts = speak(only.text);
  const speaker = speakerIn(parts);
  if (!parts || speaker === undefined) return undefined;
  const own = new Set(nodes.map((node) => attributesOf(node).characterId ?? undefined).filter((id) => id !== undefined));
  const isChosen = nodes.some((node) => attributesOf(node).voiceId !== null) || own.size > 1 || speakerIn(speak(text)) !== [...own][0];
  if (nodes.length > 0 && (isChosen || own.has(speaker))) return undefined;
  return parts.map((part, index) => ({
    ...only,
    text: part.text,
    characterId: part.characterId ?? null,
    pauseMs: index === parts.length - 1 ? only.pauseMs : null,
    continues: index > 0,
  }));
}

const speakerIn = (parts: ReturnType<ReturnType<typeof learnSpeech>>): string | undefined =>
  parts?.find(({ characterId }) => characterId !== undefined)?.characterId;

/** What came as one block, in the parts that its paragraph has in the project. Speech that is new is spoken by who has the other speech. */
function splitAsBefore(nodes: readonly Node[], now: readonly RevisedBlock[]): readonly RevisedBlock[] {
  const [only] = now;
  if (!only || now.length > 1 || nodes.length < 2 || only.characterId !== undefined || only.voiceId !== undefined) return now;
  const withText = (text: string, index: number, count: number): RevisedBlock => ({
    ...only,
    text,
    pauseMs: index === count - 1 ? only.pauseMs : null,
  });
  const texts = nodes.map((node) => node.textContent);
  const before = joinParts(texts);
  const isSame = before === only.text || (differInTypographyAlone(before, only.text) && splitSpeech(only.text).length !== nodes.length);
  if (isSame) return texts.map((text, index) => withText(text, index, texts.length));
  const speaker = nodes.map((node) => attributesOf(node).characterId).find((id) => id !== null);
  const parts = splitSpeech(only.text);
  const isAlike = parts.length === nodes.length;
  return parts.map(({ text, isSpeech }, index) => ({
    ...withText(text, index, parts.length),
    ...(isSpeech && !isAlike && speaker !== undefined && { characterId: speaker }),
  }));
}

function reviseBlock(before: Node | undefined, block: NextBlock, controls: Controls): Node {
  const { text, pauseMs, characterId, voiceId, paragraphId } = block;
  if (!before) return createBlock(text, { pauseMs, controls, characterId: characterId ?? null, voiceId: voiceId ?? null, paragraphId });
  const own = attributesOf(before);
  const attributes: BlockAttributes = {
    ...own,
    // A pause of the project’s own stays, one that stood for a scene break goes with it.
    pauseMs: pauseMs ?? (own.pauseMs === sceneBreakMs ? null : own.pauseMs),
    characterId: characterId === undefined ? own.characterId : characterId,
    voiceId: voiceId ?? own.voiceId,
    paragraphId,
  };
  return createBlock(text, attributes);
}

function isChanged(before: Node, after: Node): boolean {
  const [one, other] = [attributesOf(before), attributesOf(after)];
  return before.textContent !== after.textContent || one.characterId !== other.characterId || one.voiceId !== other.voiceId;
}

/** Chapters stay those that most of their blocks come from, or that have their title. */
function nameChapters(
  scope: readonly ProjectChapter[],
  manuscript: readonly { title: string; blocks: readonly NextBlock[] }[],
  nodes: readonly Node[],
  { old, earlier }: { old: readonly OldBlock[]; earlier: readonly (number | undefined)[] },
): ProjectChapter[] {
  const votes = new Map<string, { chapter: number; id: ChapterId; count: number }>();
  let at = 0;
  const drafts = manuscript.map(({ title, blocks }, chapter) => {
    const own = nodes.slice(at, at + blocks.length);
    for (let index = at; index < at + blocks.length; index += 1) {
      const from = earlier[index];
      const id = from === undefined ? undefined : old[from]?.chapterId;
      if (id === undefined) continue;
      const key = `${chapter} ${id}`;
      votes.set(key, { chapter, id, count: (votes.get(key)?.count ?? 0) + 1 });
    }
    at += blocks.length;
    return { title, document: schema.node('doc', null, own) };
  });
  const ids = new Map<number, ChapterId>();
  const taken = new Set<ChapterId>();
  const give = (chapter: number, id: ChapterId): void => {
    if (ids.has(chapter) || taken.has(id)) return;
    ids.set(chapter, id);
    taken.add(id);
  };
  for (const { chapter, id } of [...votes.values()].sort((one, other) => other.count - one.count)) give(chapter, id);
  drafts.forEach(({ title }, chapter) => {
    const same = scope.find((each) => each.title === title && !taken.has(each.id));
    if (same) give(chapter, same.id);
  });
  return drafts.map((draft, chapter) => {
    const id = ids.get(chapter) ?? newId();
    // The same object where nothing changed, so that nothing is written.
    const before = scope.find((each) => each.id === id);
    return { id, title: draft.title, document: before?.document.eq(draft.document) === true ? before.document : draft.document };
  });
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

/** The revised chapters, where the first of the replaced ones stood. */
function placeChapters(
  chapters: readonly ProjectChapter[],
  replaced: ReadonlySet<ChapterId>,
  revised: readonly ProjectChapter[],
): ProjectChapter[] {
  const first = chapters.findIndex(({ id }) => replaced.has(id));
  const at = first < 0 ? chapters.length : first;
  const left = (part: readonly ProjectChapter[]): ProjectChapter[] => part.filter(({ id }) => !replaced.has(id));
  return [...left(chapters.slice(0, at)), ...revised, ...left(chapters.slice(at))];
}
