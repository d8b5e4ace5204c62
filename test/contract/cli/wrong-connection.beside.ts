import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startForeignService, type ForeignService } from '../../helpers/foreign-service/index.ts';
import { json, scriptedServer, type ScriptedServer } from '../service/scripted-server.ts';
import { start } from './command-line.ts';

let service: ForeignService;
let webSite: ScriptedServer;
let nothingThere: ScriptedServer;
let profile: string;
beforeAll(async () => {
  profile = mkdtempSync(join(tmpdir(), 'voicewright-cli-wrong-'));
  service = await startForeignService({ character: 'bare', speech: 'tones' });
  webSite = await scriptedServer(
    (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hello</h1>'),
  );
  nothingThere = await scriptedServer((_request, response) => json(response, 404, { message: 'Cannot GET' }));
});
afterAll(async () => {
  await Promise.all([service.stop(), webSite.close(), nothingThere.close()]);
  rmSync(profile, { recursive: true, force: true });
});

const lists = [
  ['profile', 'get'],
  ['voices', 'list'],
] as const;

it.each<[string, () => { baseUrl: string; key: string }, RegExp]>([
  [
    'key',
    () => ({ baseUrl: service.baseUrl, key: service.wrongKeyExample }),
    /did not accept the key.*Set another key in VOICEWRIGHT_API_KEY/su,
  ],
  [
    'address, of a web site',
    () => ({ baseUrl: webSite.origin, key: service.key }),
    /responds, but not as a speech service does\. Check the base URL/u,
  ],
  [
    'address, where nothing is found',
    () => ({ baseUrl: nothingThere.origin, key: service.key }),
    /responds, but not as a speech service does/u,
  ],
  ['name', () => ({ baseUrl: 'https://voicewright.invalid', key: service.key }), /its name is not known here/u],
])('a wrong %s ends with 1 and words that name it, and the key is not among them', async (_what, wrong, message) => {
  const { baseUrl, key } = wrong();
  const env = { VOICEWRIGHT_BASE_URL: baseUrl, VOICEWRIGHT_API_KEY: key };
  for (const ended of await Promise.all(lists.map((args) => start(args, { profile, env }).ended))) {
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr).toContain('It was not charged.');
    expect(ended.stderr).not.toContain(key);
    expect(ended.code).toBe(1);
  }
});

it('a service whose profile names no account is not taken for something else: what is missing is named', async () => {
  const nameless = await scriptedServer((_request, response) => json(response, 200, { tier: 't', credits: 1, api_quota_remaining: 1 }));
  try {
    const env = { VOICEWRIGHT_BASE_URL: nameless.origin, VOICEWRIGHT_API_KEY: service.key };
    const ended = await start(['profile', 'get'], { profile, env }).ended;
    expect(ended.stderr).toContain('names no account (user_id)');
    expect(ended.stderr).not.toContain('not as a speech service does');
    expect(ended.code).toBe(1);
  } finally {
    await nameless.close();
  }
});

it('an id that is not there stays what was not found, at a service that works', async () => {
  const env = { VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: service.key };
  const ended = await start(['voices', 'get', 'nobody'], { profile, env }).ended;
  expect(ended.code).toBe(1);
  expect(ended.stderr).not.toContain('not as a speech service does');
});
