import type { ChapterId } from '#shared/ids.ts';
import type { FoundMatch } from './find-store.ts';
import type { ShownMatch } from '../script/found-matches.ts';

/** Matches that the script shows at once: more would make it slow, and nobody reads them. */
const mostShown = 1000;

/** The matches that a chapter’s script shows: those around the one that the keys are at. */
export function matchesToShow(
  { matches, current }: { matches: readonly FoundMatch[]; current: number },
  chapterId: ChapterId,
): { matches: ShownMatch[]; current: ShownMatch | undefined } {
  const here = matches.flatMap(({ chapterId: inChapter, blockId, start, end }, index) =>
    inChapter === chapterId && blockId !== null ? [{ blockId, start, end, index }] : [],
  );
  const at = here.findIndex(({ index }) => index === current);
  const from = Math.max(0, Math.min(at - mostShown / 2, here.length - mostShown));
  return { matches: here.slice(from, from + mostShown), current: here[at] };
}
