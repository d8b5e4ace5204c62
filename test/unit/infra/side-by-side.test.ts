import { expect, it } from 'vitest';
import { workSideBySide } from '#main/infra/side-by-side.ts';

const { signal } = new AbortController();

it('work side by side begins in order, never more than so many at once, and answers in the order of the items', async () => {
  const begun: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<undefined>());
  const done = workSideBySide([0, 1, 2, 3], { atOnce: 2, signal }, async (item) => {
    begun.push(item);
    await ends[item]?.promise;
    return item * 10;
  });
  expect(begun).toEqual([0, 1]);
  ends[1]?.resolve(undefined);
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve(undefined);
  expect(await done).toEqual([0, 10, 20, 30]);
});

it('a failure ends what goes on beside it, begins nothing more, and is thrown when all has ended', async () => {
  const begun: number[] = [];
  let hasEnded = false;
  const done = workSideBySide([0, 1, 2], { atOnce: 2, signal }, async (item, _, either) => {
    begun.push(item);
    if (item === 0) throw new Error('a full disk');
    await new Promise((resolve) => either.addEventListener('abort', resolve, { once: true }));
    hasEnded = true;
    throw new Error('stopped');
  });
  await expect(done).rejects.toThrow('a full disk');
  expect([begun, hasEnded]).toEqual([[0, 1], true]);
});
