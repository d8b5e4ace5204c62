import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { families as allFamilies } from '#shared/paid-work.ts';
import { families, rules, type Proof } from './coverage/rules.ts';

const rows = Object.entries({ ...rules, ...families });

test.each(rows)('the failure rules, %s: every test of its row stands in its file', (_row, proofs: readonly Proof[]) => {
  expect(proofs.length).toBeGreaterThan(0);
  const missing = proofs.filter(([path, name]) => {
    const file = new URL(`../../${path}.test.ts`, import.meta.url);
    return !existsSync(file) || !readFileSync(file, 'utf8').includes(name);
  });
  expect(missing).toEqual([]);
});

test('there is a row for each of the thirteen rules and for each family', () => {
  expect(Object.keys(rules).map((row) => Number(/^rule (\d+):/u.exec(row)?.[1]))).toEqual(
    Array.from({ length: 13 }, (_, index) => index + 1),
  );
  expect(Object.keys(families).sort()).toEqual([...allFamilies].sort());
});
