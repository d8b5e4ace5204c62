import { availableParallelism } from 'node:os';

/** Files that are made at once at most: each keeps a core busy, and holds some tens of megabytes. */
export const filesAtOnce = Math.max(1, Math.min(2, availableParallelism()));

/**
 * Works on items in their order, some of them side by side. A failure ends what goes on, and is thrown when all has ended; what had not begun does not
 * begin. Answers in the order of the items.
 */
export async function workSideBySide<T, R>(
  items: readonly T[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (item: T, index: number, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const broken = new AbortController();
  const either = AbortSignal.any([signal, broken.signal]);
  const failures: unknown[] = [];
  let next = 0;
  const follow = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const index = next;
      next += 1;
      try {
        results[index] = await work(items[index] as T, index, either);
      } catch (thrown) {
        failures.push(thrown);
        broken.abort(thrown);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, follow));
  if (failures.length > 0) throw failures[0];
  return results;
}
