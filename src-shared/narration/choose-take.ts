import { workOf, type Take } from './take.ts';

/** Which take stands for a block, and whether it is stale. */

/** Whether a take may stand for a block that names `takeId`. A repaired one and a recording need that name, so that undo brings back what was before. */
export function mayStandFor(take: Pick<Take, 'id' | 'derivedFrom' | 'derivedAs' | 'source'>, takeId: string | null): boolean {
  const needsName = take.source === 'recording' || take.derivedFrom !== undefined;
  return !needsName || take.derivedAs === 'cut' || take.id === takeId;
}

/** Whether a take was put together for a block and can stand for it as soon as the block names it, so that nothing need be bought. */
export const isRepairedFor = (take: Take, blockId: string): boolean =>
  take.blockId === blockId && take.state === 'complete' && take.derivedFrom !== undefined && take.source !== 'recording';

/**
 * Which works blocks that name these takes need not buy, asked by block and fingerprint: those of every whole take that may stand for one of them, and
 * of takes that were repaired for the block itself.
 */
export function findMadeWorks(takes: readonly Take[], takeIds: readonly (string | null)[]): (blockId: string, work: string) => boolean {
  const named = new Set(takeIds);
  const isUsable = (take: Take): boolean => take.state === 'complete' && mayStandFor(take, named.has(take.id) ? take.id : null);
  const works = new Set(takes.filter(isUsable).map(workOf));
  const repaired = takes.filter((take) => isRepairedFor(take, take.blockId));
  return (blockId, work) => works.has(work) || repaired.some((take) => take.blockId === blockId && workOf(take) === work);
}

export interface ChosenTake {
  take: Take;
  /** True when the take was made of another text, voice or setting than the block has now, or is not whole. */
  stale: boolean;
  /** True when there is a whole take of what the block is now, though a person may have chosen another. */
  made: boolean;
}

/** Whether a take is of what a block is now; `fingerprint` is the block's. */
export const isReadingOf = (take: Take, block: { id: string; text: string }, fingerprint: string): boolean =>
  take.source === 'recording' ? take.blockId === block.id && take.text === block.text.trim() : workOf(take) === fingerprint;

interface SpeakingBlock {
  id: string;
  takeId: string | null;
  text: string;
  /** What is sent for its text, where pronunciations may say it otherwise; asked for only where every take is stale. */
  spoken?: () => string;
}

/**
 * The take that stands for a block: the one a person chose; else the newest whole reading of this fingerprint, the block's own
 * before those of other blocks, and of theirs the first reading before another; else, stale, the newest take of this block that says its words, and
 * only then its newest. Undoing an edit therefore brings the old sound back at no cost, and undoing a choice of voice leaves the sound of these words.
 */
export function chooseTake(all: readonly Take[], block: SpeakingBlock, fingerprint: string): ChosenTake | undefined {
  const takes = all.filter((take) => mayStandFor(take, block.takeId));
  const isCurrent = (take: Take): boolean => isReadingOf(take, block, fingerprint) && take.state === 'complete';
  const newest = (candidates: readonly Take[]): Take | undefined =>
    candidates.reduce<Take | undefined>((best, take) => (best === undefined || take.createdAt >= best.createdAt ? take : best), undefined);
  const own = takes.filter((candidate) => candidate.blockId === block.id && candidate.state === 'complete');
  const pinned = block.takeId === null ? undefined : takes.find((take) => take.id === block.takeId);
  const take =
    pinned ??
    newest(takes.filter((candidate) => candidate.blockId === block.id && isCurrent(candidate))) ??
    newest(takes.filter((candidate) => candidate.variant === undefined && isCurrent(candidate))) ??
    newest(takes.filter(isCurrent)) ??
    newest(saysText(own, block)) ??
    newest(own) ??
    newest(takes.filter((candidate) => candidate.blockId === block.id && candidate.state !== 'damaged'));
  return take && { take, stale: !isCurrent(take), made: takes.some(isCurrent) };
}

/** Of these takes, the readings of the words that the block has now, with whatever voice and settings. */
function saysText(takes: readonly Take[], { text, spoken }: SpeakingBlock): Take[] {
  if (takes.length < 2) return [];
  const texts = new Set([text.trim(), spoken?.()]);
  return takes.filter((take) => texts.has(take.text));
}
