import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations } from '#shared/operations.ts';
import { rows } from './coverage/realtime.ts';

test('every row of the client’s table names an operation that there is and a test that stands in its file', () => {
  expect(rows.length).toBeGreaterThan(0);
  for (const { row, operation, test: file, name } of rows) {
    const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    expect(source.includes(name), `${row}: ${file} has no test "${name}"`).toBe(true);
    expect(Object.hasOwn(operations, operation) || /^realtime\.\w+$/u.test(operation), `${row}: no operation ${operation}`).toBe(true);
  }
});
