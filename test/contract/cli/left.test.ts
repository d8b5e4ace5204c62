import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLedger } from '#main/paid-requests/ledger/ledger.ts';
import { newId } from '#shared/ids.ts';
import { jobsPath } from '#shared/wire/jobs.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { json, scriptedServer, type ScriptedServer } from '../service/scripted-server.ts';
import { start, valueOf, type Ended, type Running } from './command-line.ts';

/** A service that takes jobs and says so when a test lets it. */
let server: ScriptedServer;
let held: ServerResponse[];
let arrived: () => void;
let profile: string;
const running: Running[] = [];
beforeEach(async () => {
  profile = mkdtempSync(join(tmpdir(), 'voicewright-left-'));
  held = [];
  server = await scriptedServer((request, response) => {
    if (request.url === profilePath) json(response, 200, { user_id: 'user-1', api_quota_remaining: 1, tier: 'free', credits: 1 });
    else if (request.method === 'POST') {
      held.push(response);
      arrived();
    } else json(response, 404, { code: 'not_found', message: 'nothing' });
  });
});
afterEach(async () => {
  for (const { process } of running.splice(0)) process.kill('SIGKILL');
  await server.close();
  rmSync(profile, { recursive: true, force: true });
});

const run = (...args: string[]): Running => {
  const env = { VOICEWRIGHT_BASE_URL: server.origin, VOICEWRIGHT_API_KEY: 'local-key' };
  const one = start([...args, '--json'], { profile, env });
  running.push(one);
  return one;
};
/** Starts one, and waits until its request is with the service. */
const sent = async (text: string, ...more: string[]): Promise<Running> => {
  const here = new Promise<void>((resolve) => (arrived = resolve));
  const one = run('tts', 'create', '--voice', 'voice-1', '--text', text, ...more);
  await Promise.race([here, one.ended.then(({ stderr }) => expect.unreachable(`It ended: ${stderr}`))]);
  return one;
};
const killed = async ({ process, ended }: Running): Promise<void> => {
  process.kill('SIGKILL');
  await ended;
};
type Item = { operationId: string; state: string; summary: string; failure: { next: string; charged: string; message: string } | null };
const requests = async (...more: string[]): Promise<{ items: Item[]; ended: Ended }> => {
  const ended = await run('requests', 'list', ...more).ended;
  return { items: (valueOf(ended) as { items: Item[] }).items, ended };
};

describe('a request whose process was killed', () => {
  it('is unknown from the next start on, in whichever ledger it stands, and says what to do; the studio’s stays for the studio to go on with', async () => {
    const operationId = newId();
    const ledger = await openLedger({ profileDirectory: profile, log: quietLog() });
    await ledger.begin({
      operationId,
      family: 'job',
      connectionId: server.origin,
      accountId: 'user-1',
      origin: server.origin,
      method: 'POST',
      path: jobsPath,
      contentType: 'application/json',
      body: Buffer.from('{}'),
      idempotencyKey: operationId,
      requestId: operationId,
      fingerprint: operationId,
      summary: 'By the studio.',
      modelId: null,
      amount: 5,
      unit: 'character',
      format: null,
      purpose: null,
    });
    await ledger.close();
    for (const one of [await sent('One.'), await sent('Two.')]) await killed(one);

    const { items } = await requests('--state', 'unknown');
    expect(items.map(({ state, summary }) => [state, summary]).sort()).toEqual([
      ['unknown', 'By the studio.'],
      ['unknown', 'One.'],
      ['unknown', 'Two.'],
    ]);
    for (const { failure } of items) expect(failure).toMatchObject({ charged: 'unknown', next: 'retry' });
    expect((await requests('--state', 'sending')).items).toEqual([]);
    const two = items.find(({ summary }) => summary === 'Two.')!;
    const shown = valueOf(await run('requests', 'show', two.operationId).ended) as Item & { timeline: { event: string }[] };
    expect(shown.timeline.map(({ event }) => event)).toEqual(['begun', 'unknown']);
    const again = await openLedger({ profileDirectory: profile, log: quietLog() });
    expect(await again.pending()).toMatchObject([{ operationId, state: 'sending' }]);
    await again.close();
  });

  it('leaves the requests of a run that is alive as they are', { tags: ['beside'] }, async () => {
    const alive = await sent('Alive.');
    await killed(await sent('Killed.'));
    const { items, ended } = await requests();
    expect(items.map(({ summary, state }) => [summary, state])).toEqual([['Killed.', 'unknown']]);
    expect(ended.stderr).toContain('in use');
    json(held[0]!, 202, { task: { taskId: 'job-1', status: 'pending', voiceId: 'voice-1' }, creditsUsed: 3 });
    expect((await alive.ended).code).toBe(0);
    expect((await requests('--state', 'waiting')).items).toMatchObject([{ summary: 'Alive.' }]);
  });
});

it('the cap of a day is taken together by two runs of the command line at once', async () => {
  const budget = { perBatch: null, perDay: 5 };
  writeFileSync(join(profile, 'connections.json'), JSON.stringify({ current: 'local', connections: [], budget, bucket: null }));
  const first = await sent('One of unknown price.');
  const second = await run('tts', 'create', '--voice', 'voice-1', '--text', 'Another.').ended;
  expect([second.code, valueOf(second)]).toMatchObject([1, { failure: { kind: 'payment-required', code: 'OVER_BUDGET', charged: 'no' } }]);
  expect(held).toHaveLength(1);
  json(held[0]!, 202, { task: { taskId: 'job-1', status: 'pending', voiceId: 'voice-1' }, creditsUsed: 5 });
  expect((await first.ended).code).toBe(0);
});
