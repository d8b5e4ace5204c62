import { z } from 'zod';
import { idPattern, newId, type BlockId, type ChapterId, type TakeId } from '../ids.ts';
import { maximumNoteCharacters } from './document.ts';
import { pickupKinds, type Finding, type PickupKind } from './pickup-kinds.ts';
import { isPlayed, type EditedTake } from './edited-take.ts';
import { sampleRate, type Take } from './take.ts';

/**
 * Pickups: places in takes that somebody should look at, found by the check of a take or marked by a person while listening. Pure rules that main
 * and the window share.
 */

/** A take that is checked when it comes. */
export const canBeChecked = ({ state, samples, text }: Take): boolean => state === 'complete' && samples > 0 && text.trim() !== '';

/** Of one project. */
export const maximumPickups = 20_000;
/** Of one take; the worst are used. */
const maximumOfTake = 100;
export const maximumPickupText = 500;
/** No take is longer, in milliseconds. */
export const longestTakeMs = 24 * 3600 * 1000;

/** `mark`: set by a person. */
export const allPickupKinds = [...pickupKinds, 'mark'] as const;
export type AnyPickupKind = PickupKind | 'mark';

const id = z.string().regex(idPattern);

export const pickupSchema = z.object({
  id,
  /** Where its take was made; the block is shown wherever it stands now. */
  chapterId: id,
  blockId: id,
  takeId: id,
  kind: z.enum(allPickupKinds),
  /** Milliseconds from the start of the take; `endMs` is not before `startMs`. */
  startMs: z.int().min(0).max(longestTakeMs),
  endMs: z.int().min(0).max(longestTakeMs),
  /** The words concerned; may be empty. */
  text: z.string().max(maximumPickupText),
  /** From 0 to 1, 1 the worst. A mark of a person has 1. */
  score: z.number().min(0).max(1),
  /** See `Finding`; not there where it is not known. */
  difference: z.number().min(-1000).max(1000).optional(),
  note: z.string().max(maximumNoteCharacters),
  state: z.enum(['open', 'accepted']),
  /** `person`: marked, or imported. Such a pickup stays when its take is checked and it is not found. */
  by: z.enum(['check', 'person']),
});
export type Pickup = z.infer<typeof pickupSchema>;

/** What became of the pickups of a project. `put` adds, or replaces by id; `checked` names takes whose check has ended. */
export const pickupChangeSchema = z.object({ put: z.array(pickupSchema), removed: z.array(id), checked: z.array(id) });
export type PickupChange = z.infer<typeof pickupChangeSchema>;

/** A pickup of another kind than a person's mark, at nearly the same place, is the same one when its take is checked again. In milliseconds. */
const samePlaceMs = 250;

/**
 * What changes when a take has been checked. `known` are the pickups of that take. What is found again stays the same pickup, with its note and its
 * state; what is not found any more goes, unless a person brought it, accepted it or wrote a note to it.
 */
export function mergeFindings(
  known: readonly Pickup[],
  findings: readonly Finding[],
  place: Pick<Pickup, 'chapterId' | 'blockId' | 'takeId'>,
): PickupChange {
  const left = known.filter(({ kind }) => kind !== 'mark');
  const worst = findings.toSorted((one, other) => other.score - one.score).slice(0, maximumOfTake);
  const put = worst.map((finding): Pickup => {
    const found = { ...place, ...toWhole(finding), kind: finding.kind };
    const at = left.findIndex((pickup) => isSamePlace(pickup, found));
    const [before] = at < 0 ? [] : left.splice(at, 1);
    return { ...found, id: before?.id ?? newId(), note: before?.note ?? '', state: before?.state ?? 'open', by: before?.by ?? 'check' };
  });
  const gone = left.filter(({ note, state, by }) => by === 'check' && state === 'open' && note === '');
  return { put, removed: gone.map((pickup) => pickup.id), checked: [place.takeId] };
}

function toWhole({
  startMs,
  endMs,
  text,
  score,
  difference,
}: Finding): Pick<Pickup, 'startMs' | 'endMs' | 'text' | 'score' | 'difference'> {
  const start = clamp(Math.round(startMs), longestTakeMs);
  return {
    startMs: start,
    endMs: Math.max(start, clamp(Math.round(endMs), longestTakeMs)),
    text: text.slice(0, maximumPickupText),
    score: clamp(score, 1),
    ...(difference !== undefined && !Number.isNaN(difference) && { difference: Math.max(-1000, Math.min(1000, difference)) }),
  };
}

/** Not a number counts as 0. */
const clamp = (value: number, most: number): number => (value > 0 ? Math.min(value, most) : 0);

function isSamePlace(one: Pick<Pickup, 'kind' | 'startMs' | 'endMs'>, other: Pick<Pickup, 'kind' | 'startMs' | 'endMs'>): boolean {
  return one.kind === other.kind && one.startMs <= other.endMs + samePlaceMs && other.startMs <= one.endMs + samePlaceMs;
}

/** The pickups after a change. */
export function applyPickupChange(
  pickups: ReadonlyMap<string, Pickup>,
  change: Pick<PickupChange, 'put' | 'removed'>,
): Map<string, Pickup> {
  const after = new Map(pickups);
  for (const removed of change.removed) after.delete(removed);
  for (const pickup of change.put) after.set(pickup.id, pickup);
  return after;
}

/** A block with the take that sounds for it now. */
export interface SoundingBlock {
  blockId: BlockId;
  /** The first characters of its text. */
  opening: string;
  words: number;
  take: EditedTake | undefined;
  /** Where its sound starts in the chapter, in milliseconds. */
  fromMs: number;
  /** The take is of another text or other settings than the block has now. */
  stale: boolean;
}

export interface SoundingChapter {
  id: ChapterId;
  title: string;
  blocks: readonly SoundingBlock[];
}

/** A pickup where it is now. */
export interface PlacedPickup {
  /** Of this pickup in this block: two blocks of the same words may share a take. */
  key: string;
  pickup: Pickup;
  chapterId: ChapterId;
  chapterTitle: string;
  /** Counted from 1. */
  chapter: number;
  blockId: BlockId;
  /** Counted from 1 in its chapter. */
  block: number;
  /** The first characters of the text of its block. */
  opening: string;
  /** Within the take that sounds now, in milliseconds; `undefined` where the block has no sound. */
  startMs: number | undefined;
  endMs: number | undefined;
  /** Where it starts in the chapter, in milliseconds. */
  chapterMs: number | undefined;
}

/**
 * The pickups of a project where they are now, in reading order. What was found in a take is there while that take sounds, for every block that it
 * sounds for; a mark stays with its block, whichever take sounds.
 */
export function placePickups(pickups: Iterable<Pickup>, chapters: readonly SoundingChapter[]): PlacedPickup[] {
  const ofBlock = new Map<BlockId, Pickup[]>();
  const ofTake = new Map<TakeId, Pickup[]>();
  for (const pickup of pickups)
    if (pickup.kind === 'mark') push(ofBlock, pickup.blockId, pickup);
    else push(ofTake, pickup.takeId, pickup);
  return chapters.flatMap(({ id: chapterId, title, blocks }, chapter) =>
    blocks.flatMap(({ blockId, opening, take, fromMs }, block) => {
      // What was found in a part that is trimmed away is not heard any more; a mark of a person stays.
      const found = ((take && ofTake.get(take.id)) ?? []).filter((pickup) => take && (pickup.by === 'person' || isPlayed(take, pickup)));
      const here = [...(ofBlock.get(blockId) ?? []), ...found];
      const placed = here.map((pickup) => ({
        key: `${blockId}/${pickup.id}`,
        pickup,
        chapterId,
        chapterTitle: title,
        chapter: chapter + 1,
        blockId,
        block: block + 1,
        opening,
        ...within(pickup, take, fromMs),
      }));
      return placed.toSorted((one, other) => one.pickup.startMs - other.pickup.startMs);
    }),
  );
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

type Within = Pick<PlacedPickup, 'startMs' | 'endMs' | 'chapterMs'>;

/** A mark that was set in a longer take ends with the one that sounds now; one in a part that is trimmed away is where that would be. */
function within({ startMs, endMs }: Pickup, take: EditedTake | undefined, fromMs: number): Within {
  if (!take) return { startMs: undefined, endMs: undefined, chapterMs: undefined };
  const most = Math.floor((take.samples * 1000) / sampleRate);
  const place = (ms: number): number => Math.min(most, Math.max(0, ms - (take.edit?.trimStartMs ?? 0)));
  return { startMs: place(startMs), endMs: place(endMs), chapterMs: fromMs + place(startMs) };
}

/** How a list of pickups can stand: the worst first, by place in the book, or by what is wrong. */
export const pickupOrders = ['worst', 'place', 'kind'] as const;
export type PickupOrder = (typeof pickupOrders)[number];

/** Pickups in an order, of those given in reading order; what is equal in it stays in reading order. */
export function orderPickups(placed: readonly PlacedPickup[], order: PickupOrder): PlacedPickup[] {
  if (order === 'worst') return placed.toSorted((one, other) => other.pickup.score - one.pickup.score);
  if (order === 'place') return [...placed];
  const place = ({ pickup }: PlacedPickup): number => allPickupKinds.indexOf(pickup.kind);
  return placed.toSorted((one, other) => place(one) - place(other));
}

/**
 * How much of a chapter is proofed, in percent of its blocks that have words: a block is, where the take that sounds is up to date, was checked and has
 * no open pickup. Never 100 while one is missing, never 0 once one is there; `undefined` while no take of it was checked.
 */
export function proofedPercent(
  blocks: readonly SoundingBlock[],
  { checked, open }: { checked: ReadonlySet<TakeId>; open: ReadonlySet<BlockId> },
): number | undefined {
  const spoken = blocks.filter(({ words }) => words > 0);
  const seen = spoken.filter(({ take }) => take && checked.has(take.id));
  if (seen.length === 0) return undefined;
  const done = seen.filter(({ stale, blockId }) => !stale && !open.has(blockId)).length;
  if (done === 0 || done === spoken.length) return (100 * done) / spoken.length;
  return Math.min(99, Math.max(1, Math.round((100 * done) / spoken.length)));
}
