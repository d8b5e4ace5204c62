import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { secret } from '#main/infra/secrets/secret.ts';
import { createServiceClient } from '#main/service-client/client.ts';
import { operations } from '#shared/operations/index.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { wordsHold } from '../coverage.ts';
import { inventory } from '../local-service/coverage/inventory.ts';
import { rows as http } from './coverage/http.ts';
import { rows as media } from './coverage/media.ts';
import { rows as realtime } from './coverage/realtime.ts';
import type { ClientCoverageRow } from './coverage/row.ts';
import { rows as voices } from './coverage/voices.ts';

const areas: Record<keyof typeof inventory, readonly ClientCoverageRow[]> = { http, voices, media, realtime };
const names = Object.keys(areas) as (keyof typeof areas)[];
const client = createServiceClient({ connectionId: 'x', origin: 'https://x.example', key: secret('x'), log: quietLog() });

/** Endpoints that have another path today (interface, "Versioning"), and the one that is frozen: nothing new is to call them. */
const replaced = /^(GET|POST) \/api\/open\/(?!v\d)|^\/v1\/tts\/live$/u;
const isEndpointOrEvent = (item: string): boolean =>
  (/^(GET|POST|DELETE) \/|^\/v\d\/tts\/live$/u.test(item) && !replaced.test(item)) || item.startsWith('aligned event ');

const exists = (operation: string): boolean => {
  if (Object.hasOwn(operations, operation)) return true;
  const path = operation.startsWith('client.') ? operation.slice('client.'.length) : operation;
  const found = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], client);
  return typeof found === 'function';
};

test.each(names)('every row of the client’s table of %s names an operation that there is and a test that stands in its file', (area) => {
  for (const { row, operation, test: path, name } of areas[area]) {
    const file = new URL(`../${path}`, import.meta.url);
    expect(existsSync(file) && readFileSync(file, 'utf8').includes(name), `${row}: ${path} has no test "${name}"`).toBe(true);
    expect(exists(operation), `${row}: no operation ${operation}`).toBe(true);
  }
});

test.each(names)('every endpoint and event of %s has a row', (area) => {
  const rows = areas[area].map(({ row }) => row);
  expect(inventory[area].filter(isEndpointOrEvent).filter((item) => !rows.some((row) => wordsHold(row, item)))).toEqual([]);
});
