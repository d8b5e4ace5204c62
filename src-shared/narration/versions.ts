import type { Node } from '@tiptap/pm/model';
import { z } from 'zod';
import { idPattern, type BlockId, type ChapterId } from '../ids.ts';
import { castSchema } from './cast.ts';
import { attributesOf } from './document.ts';
import { maximumChapters, outlineEntry } from './outline.ts';
import { pronunciationsSchema } from './pronunciation.ts';

/** Named versions of a project: its text, settings, cast, pronunciations and chosen takes at one moment. Takes are never removed, so a version needs no sound of its own. */

/** Of one project. */
export const maximumVersions = 200;
/** Those that the program saved by itself before a large change; the oldest go. */
export const maximumAutomaticVersions = 20;
export const maximumVersionName = 200;

const id = z.string().regex(idPattern);

/** What a list of versions shows. */
export const versionSchema = z.object({
  id,
  name: z.string(),
  /** Unix milliseconds. */
  createdAt: z.number(),
  chapters: z.int().nonnegative(),
  blocks: z.int().nonnegative(),
  words: z.int().nonnegative(),
  /** Saved before a large change, and not by a person. */
  automatic: z.literal(true).optional(),
});
export type Version = z.infer<typeof versionSchema>;

/** The take that sounds for a block, by the block's id. */
export const soundingTakes = z.record(id, id);

export const versionContent = z.object({
  voiceId: z.string().nullable(),
  modelId: z.string().nullable(),
  /** Not in a version from before there were any: restoring it leaves those of the project. */
  cast: castSchema.optional(),
  pronunciations: pronunciationsSchema.optional(),
  /** In reading order. */
  chapters: z
    .array(outlineEntry.extend({ document: z.json() }))
    .min(1)
    .max(maximumChapters),
  takes: soundingTakes,
});
export type VersionContent = z.infer<typeof versionContent>;

/** One state of a project, to be compared with another. */
export interface ProjectState {
  chapters: readonly { id: ChapterId; title: string; document: Node }[];
  /** The take that sounds for a block. */
  takes: Readonly<Record<BlockId, string>>;
}

/**
 * How a block differs. `changed`: its text; `settings`: its voice, its controls or its pause; `take`: its sound alone; `choice`: the same take sounds,
 * chosen in one state and not in the other.
 */
type BlockChangeKind = 'added' | 'removed' | 'changed' | 'moved' | 'settings' | 'take' | 'choice';

export interface BlockChange {
  blockId: BlockId;
  kind: BlockChangeKind;
  /** Of the later state; of the earlier one where the block was removed. */
  chapterTitle: string;
  before: string;
  after: string;
}

interface Placed {
  node: Node;
  chapterId: ChapterId;
  chapterTitle: string;
}

/**
 * The blocks that differ between two states, in the order of `after`; those that were removed follow at the end. A block that differs in several
 * ways is named once, by the first of: text, place, settings, take, choice.
 */
export function compareStates(before: ProjectState, after: ProjectState): BlockChange[] {
  const [old, now] = [placeBlocks(before), placeBlocks(after)];
  const common = [...now.keys()].filter((blockId) => old.has(blockId));
  const oldPlaces = new Map([...old.keys()].map((blockId, index) => [blockId, index]));
  const still = longestRising(common.map((blockId) => oldPlaces.get(blockId) ?? 0));
  const stayed = new Set(common.filter((_, index) => still.has(index)));

  const changes: BlockChange[] = [];
  for (const [blockId, { node, chapterId, chapterTitle }] of now) {
    const earlier = old.get(blockId);
    const text = node.textContent;
    if (earlier === undefined) {
      changes.push({ blockId, kind: 'added', chapterTitle, before: '', after: text });
      continue;
    }
    const isMoved = earlier.chapterId !== chapterId || !stayed.has(blockId);
    const kind =
      kindOfChange(earlier.node, node, isMoved) ?? kindOfTakeChange(before.takes[blockId], after.takes[blockId], [earlier.node, node]);
    if (kind !== undefined) changes.push({ blockId, kind, chapterTitle, before: earlier.node.textContent, after: text });
  }
  for (const [blockId, { node, chapterTitle }] of old)
    if (!now.has(blockId)) changes.push({ blockId, kind: 'removed', chapterTitle, before: node.textContent, after: '' });
  return changes;
}

function kindOfChange(before: Node, after: Node, isMoved: boolean): BlockChangeKind | undefined {
  if (before.textContent !== after.textContent) return 'changed';
  if (isMoved) return 'moved';
  return settingsOf(before) === settingsOf(after) ? undefined : 'settings';
}

function kindOfTakeChange(before: string | undefined, after: string | undefined, nodes: readonly Node[]): 'take' | 'choice' | undefined {
  if (before !== after) return 'take';
  const [was, is] = nodes.map((node) => attributesOf(node).takeId);
  return was === is ? undefined : 'choice';
}

/** All attributes but the id and the chosen take, which is compared as sound. */
function settingsOf(node: Node): string {
  const settings = Object.entries(attributesOf(node)).filter(([name]) => name !== 'id' && name !== 'takeId');
  return JSON.stringify(settings.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function placeBlocks({ chapters }: ProjectState): Map<BlockId, Placed> {
  const placed = new Map<BlockId, Placed>();
  for (const { id: chapterId, title: chapterTitle, document } of chapters)
    document.forEach((node) => void placed.set(attributesOf(node).id, { node, chapterId, chapterTitle }));
  return placed;
}

/** The indices of a longest rising run of `values`: what stands outside of it has moved. */
function longestRising(values: readonly number[]): Set<number> {
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  values.forEach((value, index) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1];
    ends[low] = index;
  });
  const rising = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) rising.add(at);
  return rising;
}
