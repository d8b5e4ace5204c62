import fc from 'fast-check';
import { expect, it } from 'vitest';
import { regroup } from '../../../src-renderer/features/narration/script/block-groups.ts';

/** Edits as a script knows them: a stretch is taken out somewhere and new blocks come in its place. */
const edits = fc.array(fc.record({ at: fc.nat(400), remove: fc.nat(60), add: fc.nat(120) }), { maxLength: 12 });

function apply<T>(groups: readonly (readonly T[])[], items: readonly T[], size: number): (readonly T[])[] {
  const { at, remove, insert } = regroup(groups, items, size);
  return groups.toSpliced(at, remove, ...insert);
}

it('after any edits the groups hold every block once, in order; none is empty or past twice its size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), edits, (size, acts) => {
      let items: readonly number[] = [];
      let groups: readonly (readonly number[])[] = [];
      let next = 0;
      for (const { at, remove, add } of acts) {
        items = items.toSpliced(Math.min(at, items.length), remove, ...Array.from({ length: add }, () => next++));
        groups = apply(groups, items, size);
        expect(groups.flat()).toEqual(items);
        for (const group of groups) {
          expect(group.length).toBeGreaterThan(0);
          expect(group.length).toBeLessThanOrEqual(2 * size);
        }
      }
    }),
  );
});

it('writing on block after block, anywhere, leaves the groups elsewhere as they are and does not make a group of each block', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      let items = Array.from({ length: 400 }, (_, index) => index);
      let groups = apply([], items, 16);
      const first = groups;
      const place = Math.round(share * items.length);
      for (let added = 0; added < 100; added += 1) {
        items = items.toSpliced(place + added, 0, 1000 + added);
        const before = new Set(groups);
        groups = apply(groups, items, 16);
        expect(groups.filter((group) => !before.has(group)).length).toBeLessThanOrEqual(3);
      }
      expect(groups.length).toBeLessThanOrEqual(first.length + 12);
      expect(groups.filter((group) => first.includes(group)).length).toBeGreaterThanOrEqual(first.length - 2);
    }),
  );
});
