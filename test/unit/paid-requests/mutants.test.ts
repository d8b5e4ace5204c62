import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutants } from '../../mutants/mutants.ts';

it.each(mutants)('the seeded bug “$name” still has its place in the code', ({ file, find }) => {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  expect(text.split(find)).toHaveLength(2);
});
