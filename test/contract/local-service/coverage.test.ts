import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wordsHold } from '../coverage.ts';
import { inventory } from './coverage/inventory.ts';
import { type CoverageRow } from './coverage/row.ts';

type Area = keyof typeof inventory;
const file = (path: string) => new URL(path, import.meta.url);

/** The tables that are there: each part of the service brings its own. */
const areas = (Object.keys(inventory) as Area[]).filter((area) => existsSync(file(`coverage/${area}.ts`)));
const rowsOf = async (area: Area) => ((await import(file(`coverage/${area}.ts`).href)) as { rows: readonly CoverageRow[] }).rows;

test.each(areas)('every row of %s names a test that exists', async (area) => {
  const missing = (await rowsOf(area)).filter(({ test: path, name }) => {
    if (name.trim() === '' || !existsSync(file(path))) return true;
    return !readFileSync(file(path), 'utf8').includes(name);
  });
  expect(missing).toEqual([]);
});

test.each(areas)('everything that the interface names of %s has a row', async (area) => {
  const rows = (await rowsOf(area)).map(({ row }) => row);
  const isNamed = (item: string) => rows.some((row) => wordsHold(row, item));
  expect(inventory[area].filter((item) => !isNamed(item))).toEqual([]);
});
