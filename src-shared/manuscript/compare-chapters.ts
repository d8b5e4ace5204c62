import type { ChapterId } from '../ids.ts';
import type { OwnEdit, ProjectChapter, Row } from './comparison.ts';
import { movedIn } from './match-blocks.ts';
import { isAlike } from './typography.ts';

/** A chapter as it was imported. */
export interface BaseChapter {
  id: ChapterId;
  title: string;
  /** It was imported, and is not taken from the script for want of that. */
  isKnown: boolean;
}

/** The chapters that the manuscript moved or named otherwise, and those that a person did. */
export function compareChapters(
  { script, baseChapters }: { script: readonly ProjectChapter[]; baseChapters: readonly BaseChapter[] },
  theirs: readonly { id: ChapterId | undefined; title: string }[],
  keys: readonly string[],
  own: OwnEdit[],
): Map<ChapterId, { moved?: Row; renamed?: Row }> {
  const places = new Map(baseChapters.map(({ id }, index) => [id, index]));
  const byThem = movedIn(theirs.map(({ id }) => places.get(id ?? '')));
  const byUs = movedIn(script.map(({ id }) => places.get(id)));
  const ours = new Map(script.map(({ id, title }, index) => [id, { title, isMoved: byUs.has(index) }]));
  const rows = new Map<ChapterId, { moved?: Row; renamed?: Row }>();
  const seen = new Set<ChapterId>();
  theirs.forEach(({ id, title }, index) => {
    const yours = id === undefined ? undefined : ours.get(id);
    if (id === undefined || !yours) return;
    seen.add(id);
    const base = baseChapters[places.get(id) ?? -1];
    const chapter = keys[index] ?? '';
    const found: { moved?: Row; renamed?: Row } = {};
    if (base && byThem.has(index))
      found.moved = { key: `${id}-moved`, kind: 'chapter-moved', isConflict: yours.isMoved, chapter, isMoved: true };
    else if (base?.isKnown === true && yours.isMoved) own.push({ key: `own-${own.length}`, kind: 'chapter-moved', title: yours.title });
    const was = base?.title ?? yours.title;
    const theyRenamed = !isAlike(was, title);
    const weRenamed = !isAlike(was, yours.title);
    const texts = { ...(base?.isKnown === true && { base: was }), yours: yours.title };
    if (theyRenamed && !isAlike(yours.title, title))
      found.renamed = { ...texts, key: `${id}-renamed`, kind: 'renamed', isConflict: weRenamed, chapter, theirs: title, isMoved: false };
    else if (weRenamed && !isAlike(yours.title, title)) own.push({ key: `own-${own.length}`, kind: 'renamed', title: yours.title, base: was, yours: yours.title }); // prettier-ignore
    if (found.moved ?? found.renamed) rows.set(id, found);
  });
  return rows;
}
