import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { groupPauseMs, groupRows, leastOfGroup, type ListRow } from '../../../src-renderer/core/jobs/job-groups.ts';
import type { JobRow } from '../../../src-renderer/core/jobs/jobs-filter.ts';

const start = new Date(2026, 10, 25, 12).getTime();
type Change = Partial<PaidOperation> & { operationId: string };
const row = (change: Change): JobRow => ({
  id: change.operationId,
  operation: { family: 'aligned', state: 'done', connectionId: 'local', projectId: 'book', createdAt: start, ...change } as PaidOperation,
});
/** Requests of one book, a second apart, the newest first. */
const book = (count: number, change: Partial<PaidOperation> = {}): JobRow[] =>
  Array.from({ length: count }, (_, index) =>
    row({ operationId: `${change.projectId ?? 'b'}${index}`, createdAt: start - 1000 * index, ...change }),
  );
const shapes = (rows: readonly ListRow[]): string[] =>
  rows.map((one) =>
    'group' in one ? `${one.isOpen ? 'open' : 'folded'} ${one.group.length}` : `${one.isInGroup === true ? '  ' : ''}${one.id}`,
  );
const nothing: ReadonlySet<string> = new Set();

it('a book’s requests of one go are one row at the place of the newest, and the others stay where they are', () => {
  const rows = [row({ operationId: 'image', family: 'image', projectId: null }), ...book(5), row({ operationId: 'old', createdAt: 0 })];
  expect(shapes(groupRows(rows, nothing))).toEqual(['image', 'folded 5', 'old']);
});

it('a group that is opened by any of its requests shows all of them below itself', () => {
  expect(shapes(groupRows(book(4), new Set(['b2'])))).toEqual(['open 4', '  b0', '  b1', '  b2', '  b3']);
});

it('a dub’s lines are one row from the second on, beside the book that was made meanwhile', () => {
  const dub = { projectId: 'dub', projectName: 'Café', family: 'job' } as const;
  const rows = [...book(2, dub), ...book(1, { ...dub, projectId: 'other' }), ...book(4)];
  expect(shapes(groupRows(rows, new Set(['dub1'])))).toEqual(['open 2', '  dub0', '  dub1', 'other0', 'folded 4']);
});

it('what failed, or may have, is never folded away', () => {
  const rows = book(6).map((one, index) =>
    index === 1 || index === 3
      ? row({ operationId: `b${index}`, state: index === 1 ? 'failed' : 'unknown', createdAt: start - 1000 * index })
      : one,
  );
  expect(shapes(groupRows(rows, nothing))).toEqual(['folded 4', 'b1', 'b3']);
});

it('few requests, other books, other services and another go are groups of their own', () => {
  expect(shapes(groupRows(book(leastOfGroup.book - 1), nothing))).toEqual(['b0', 'b1', 'b2']);
  const mixed = book(8).map((one, index) =>
    row({ operationId: one.id, projectId: index % 2 === 0 ? 'one' : 'other', createdAt: start - 1000 * index }),
  );
  expect(shapes(groupRows(mixed, nothing))).toEqual(['folded 4', 'folded 4']);
  const services = [...book(4), ...book(4, { connectionId: 'hosted', projectId: 'book' })];
  expect(shapes(groupRows(services, nothing))).toEqual(['folded 4', 'folded 4']);
  const later = book(4).map((one, index) => row({ operationId: `later${index}`, createdAt: start - 4000 - groupPauseMs - 1000 * index }));
  expect(shapes(groupRows([...book(4), ...later], nothing))).toEqual(['folded 4', 'folded 4']);
});

it('no request is lost or doubled, and open or folded, those outside of groups keep their order', () => {
  const one = fc.record({
    gap: fc.nat(2 * groupPauseMs),
    projectId: fc.constantFrom('one', 'two', null),
    state: fc.constantFrom('done' as const, 'failed' as const, 'waiting' as const, 'unknown' as const),
    family: fc.constantFrom('aligned' as const, 'image' as const),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), fc.boolean(), (list, opens) => {
      let createdAt = start;
      const rows = list.map(({ gap, ...change }, index) => row({ operationId: `o${index}`, createdAt: (createdAt -= gap), ...change }));
      const grouped = groupRows(rows, new Set(opens ? rows.map(({ id }) => id) : []));
      const held = grouped.flatMap((each) =>
        'group' in each ? (each.isOpen ? [] : each.group.map(({ operationId }) => operationId)) : [each.id],
      );
      expect(held.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
      const alone = grouped.flatMap((each) => ('group' in each || each.isInGroup === true ? [] : [each.id]));
      expect(alone).toEqual(rows.map(({ id }) => id).filter((id) => alone.includes(id)));
      expect(new Set(grouped.map(({ id }) => id)).size).toBe(grouped.length);
    }),
  );
});
