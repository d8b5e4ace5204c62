import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#main/local-service/http/app.ts';
import type { App } from '#main/local-service/http/environment.ts';
import { openApiPath, openApiV3Path } from '#shared/wire/documents.ts';
import { openService, type Service } from '#main/local-service/service.ts';

let folder: string;
let service: Service;
let app: App;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-documents-'));
  service = openService({ folder, grant: { quota: 1, credits: 1 }, threads: 1, previewLifetimeSeconds: 60 });
  app = createApp(service, () => ['here']);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function operationsOf(path: string): Promise<string[]> {
  const env = { incoming: { headers: { host: 'here' } } };
  const document = (await (await app.request(path, {}, env)).json()) as { paths: Record<string, Record<string, unknown>> };
  const result = await new Validator().validate(document);
  expect(result.errors ?? []).toEqual([]);
  return Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
  );
}

test('every route of the app stands in the document, and the document names no other', async () => {
  // The sockets of realtime are no operations of HTTP: their paths only say so to who comes without an upgrade.
  const routes = app.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.startsWith('/_') && !path.endsWith('/tts/live'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/gu, '{$1}')}`);
  expect(new Set(await operationsOf(openApiPath))).toEqual(new Set(routes));
  expect(new Set(await operationsOf(openApiV3Path))).toEqual(new Set(routes.filter((route) => route.includes(' /api/open/v3/'))));
}, 60_000);
