import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buffer as bytesOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startLocalService } from '../../helpers/local-service.ts';
import { bookAddsUp } from '../local-service/support.ts';
import { LiveFixture, soundOf } from './fixture.ts';
import { charges, fixture, key, service, voiceId } from './own-account.ts';

const texts = ['The first phrase. ', 'The second phrase, which is longer. ', 'And the third, to end with.'];
const long = 'It was a long story, and nobody knew how it would end. '.repeat(12).trim();
const chargeStates = async () => (await charges()).map((entry) => entry.state);
/**
 * What is told is the kept sound to the byte: nothing twice, nothing missing. The engine does not speak a phrase twice alike; where one was
 * made again in its middle that is told, and the sound is as long as the one that is kept.
 */
const toldOnce = async (speaking: ReturnType<LiveFixture['speak']>) => {
  const { requests, failure } = await speaking.result;
  expect(failure).toBeUndefined();
  expect(requests.every(({ whole }) => whole)).toBe(true);
  const spliced = new Set(speaking.of('spliced').map(({ id }) => id));
  for (const kept of requests)
    for (const { phraseId, offset, bytes } of (await fixture.manifest(kept.operationId))!.segments) {
      const told = speaking.heardOf(phraseId);
      if (spliced.has(phraseId)) expect(Math.abs(told.length - bytes)).toBeLessThan(bytes / 20);
      else expect(told.equals(soundOf(kept).subarray(offset, offset + bytes))).toBe(true);
    }
  return requests;
};

describe('realtime reliable: reconnect with the same request id', () => {
  test.each(['v3', 'v2'] as const)(
    '%s: a dropped connection is taken up by retry_failed with exactly the same segments, and no speech is repeated',
    async (version) => {
      await service.setFaults([{ on: 'realtime:flush', nth: 2, kind: 'cut-after-bytes', bytes: 20_000 }]);
      const speaking = fixture.speak(voiceId, { version }).say(texts[0]!, long, texts[2]!).end();
      const requests = await toldOnce(speaking);
      expect(requests).toHaveLength(1);
      expect(speaking.of('state').filter(({ state }) => state === 'reconnecting').length).toBeGreaterThan(0);
      expect(speaking.of('ready').map(({ requestId }) => requestId)).toEqual([requests[0]!.requestId, requests[0]!.requestId]);
      expect((await chargeStates()).filter((state) => state === 'settled')).toHaveLength(3);
      expect(bookAddsUp(await service.charges(key))).toBe(true);
    },
  );

  test('a provider that fails and may be tried again is, and the refund and the new charge stand in the book', async () => {
    await service.setFaults([{ on: 'realtime:flush', nth: 2, kind: 'provider-error', events: 1 }]);
    await toldOnce(
      fixture
        .speak(voiceId)
        .say(...texts)
        .end(),
    );
    // What was waiting behind the one that failed may have been reserved, and was given back too.
    const states = await chargeStates();
    expect(states.filter((state) => state === 'settled')).toHaveLength(3);
    expect(states.slice(0, 2)).toEqual(['settled', 'refunded']);
    expect(bookAddsUp(await service.charges(key))).toBe(true);
  });

  test('a provider that fails for good fails the session, says what was never sent, and tries nothing again', async () => {
    await service.setFaults([{ on: 'realtime:flush', kind: 'provider-error', code: 'generation_failed', retryable: false }]);
    const speaking = fixture.speak(voiceId).say(texts[0]!).end();
    expect((await speaking.result).failure).toMatchObject({ kind: 'service-failed', code: 'generation_failed', charged: 'no' });
    expect(speaking.of('ready')).toHaveLength(1);
    expect(await chargeStates()).toEqual(['refunded']);
    expect(await fixture.ledger.list({ limit: 1 })).toMatchObject([{ state: 'failed', failure: { charged: 'no' } }]);
  });

  test('a provider that fails for good at the second phrase: the first is kept and charged, and the request is over, not unknown', async () => {
    await service.setFaults([{ on: 'realtime:flush', nth: 2, kind: 'provider-error', code: 'generation_failed', retryable: false }]);
    const speaking = fixture.speak(voiceId).say(texts[0]!, texts[1]!).end();
    expect((await speaking.result).failure).toMatchObject({ kind: 'service-failed', charged: 'yes' });
    expect((await chargeStates()).toSorted()).toEqual(['refunded', 'settled']);
    const [entry] = await fixture.ledger.list({ limit: 1 });
    expect(entry).toMatchObject({ state: 'failed', failure: { charged: 'yes' }, result: { whole: false } });
    const manifest = await fixture.manifest(entry!.operationId);
    expect(manifest?.segments.map(({ whole }) => whole)).toEqual([true, false]);
    const theirs = await bytesOf(
      (await (await fixture.connection.ready()).realtime.segmentAudio(entry!.requestId, manifest!.segments[0]!.segmentId)).body,
    );
    const own = readFileSync(String(entry!.result!['path']));
    expect(own.subarray(manifest!.segments[0]!.offset).subarray(0, manifest!.segments[0]!.bytes).equals(theirs)).toBe(true);
  });

  test('v3: a request that completed unheard is fetched from the store, and paid for once', async () => {
    await service.setFaults([{ on: 'realtime:stop', kind: 'drop-after-charge' }]);
    await toldOnce(fixture.speak(voiceId, { format: 'wav' }).say(texts[0]!, texts[1]!).end());
    const [entry] = await fixture.ledger.list({ limit: 1 });
    expect(entry).toMatchObject({ state: 'done', result: { whole: true } });
    expect((await chargeStates()).filter((state) => state === 'settled')).toHaveLength(2);
  });

  test('a service that drains ends what it took; the rest goes into a new request', async () => {
    await service.setFaults([{ on: 'realtime:text', nth: 3, kind: 'drain' }]);
    const speaking = fixture
      .speak(voiceId)
      .say(...texts)
      .end();
    const requests = await toldOnce(speaking);
    expect(requests.map(({ segments }) => segments)).toEqual([2, 1]);
    expect(speaking.of('completed').map(({ id }) => id)).toEqual(['p0', 'p1', 'p2']);
    expect(await chargeStates()).toEqual(['settled', 'settled', 'settled']);
  });

  test('the unit limit of a session begins a new one by itself', async () => {
    await service.setFaults([{ on: 'realtime:flush', nth: 2, kind: 'status', status: 429, code: 'session_limit_exceeded' }]);
    const speaking = fixture
      .speak(voiceId)
      .say(...texts)
      .end();
    const requests = await toldOnce(speaking);
    expect(requests.map(({ segments }) => segments)).toEqual([1, 2]);
    expect(speaking.of('state').flatMap(({ because }) => because ?? [])).toEqual(['units']);
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(2);
    expect(await chargeStates()).toEqual(['settled', 'settled', 'settled']);
  });

  test('a full service (client_backpressure) is asked to flush the same segment again, and takes it once', async () => {
    await service.setFaults([{ on: 'realtime:flush', nth: 2, times: 2, kind: 'status', status: 400, code: 'client_backpressure' }]);
    const speaking = fixture
      .speak(voiceId)
      .say(...texts)
      .end();
    const requests = await toldOnce(speaking);
    expect(requests).toMatchObject([{ segments: 3 }]);
    // Said once, however often it is asked; then it is accepted as any other.
    expect(speaking.of('held').map(({ id }) => id)).toEqual(['p1']);
    expect(speaking.of('accepted').map(({ id }) => id)).toEqual(['p0', 'p1', 'p2']);
    expect(await chargeStates()).toEqual(['settled', 'settled', 'settled']);
  });

  test('a key that is refused in mid-session (401) stops it; what was sent is open under its id, and goes on with the key that is accepted', async () => {
    await service.setFaults([
      { on: 'realtime:flush', nth: 2, kind: 'cut-after-bytes', bytes: 20_000 },
      { on: 'GET /v3/tts/live', nth: 2, kind: 'status', status: 401 },
    ]);
    const more = Array.from({ length: 12 }, (_, index) => `Number ${index} waits.`);
    const speaking = fixture.speak(voiceId).say(texts[0]!, long, ...more);
    const { failure } = await speaking.result;
    expect(failure).toMatchObject({ kind: 'unauthorized', status: 401, next: 'replace-key', charged: 'unknown' });
    // Each phrase was either sent, or is said to be unsent: none is both, and none is lost.
    const [sent, unsent] = [speaking.of('sent').map(({ id }) => id), speaking.of('unsent').flatMap(({ ids }) => ids)];
    expect([...sent, ...unsent]).toEqual(['p0', 'p1', ...more.map((_, index) => `p${index + 2}`)]);
    expect(unsent.length).toBeGreaterThan(0);
    const [entry] = await fixture.ledger.list({ limit: 5 });
    expect(entry).toMatchObject({ state: 'unknown', failure: { kind: 'unauthorized' } });
    const { requests } = await fixture.resume(entry!.operationId).result;
    expect(requests).toMatchObject([{ whole: true, segments: sent.length }]);
    expect((await chargeStates()).filter((state) => state === 'settled')).toHaveLength(sent.length);
    expect(bookAddsUp(await service.charges(key))).toBe(true);
  });

  test('a used up quota ends the session after what was taken, and keeps the draft', async () => {
    await service.setFaults([{ on: 'realtime:flush', nth: 2, kind: 'status', status: 402 }]);
    const speaking = fixture
      .speak(voiceId)
      .say(...texts)
      .end();
    expect((await speaking.result).failure).toMatchObject({ kind: 'payment-required', next: 'add-credits', code: 'quota_exceeded' });
    expect(speaking.of('completed').map(({ id }) => id)).toEqual(['p0']);
    expect(speaking.of('unsent')).toMatchObject([{ ids: ['p1', 'p2'] }]);
    expect(await chargeStates()).toEqual(['settled']);
    expect(await fixture.ledger.list({ limit: 5 })).toMatchObject([{ state: 'done', result: { segments: 1, whole: true } }]);
  });
});

test('realtime simple: what is lost is never sent again; the contiguous prefix is kept', async () => {
  await service.setFaults([{ on: 'realtime:input', kind: 'cut-after-bytes', bytes: 30_000 }]);
  const speaking = fixture.speak(voiceId, { mode: 'simple' }).say(long, texts[1]!).end();
  expect((await speaking.result).failure).toMatchObject({ kind: 'stream-interrupted', charged: 'unknown', next: 'generate-again' });
  expect(speaking.of('unsent')).toMatchObject([{ ids: ['p1'] }]);
  const [entry] = await fixture.ledger.list({ limit: 5 });
  expect(entry).toMatchObject({ family: 'realtime-simple', state: 'unknown', attempts: 1 });
  expect(await fixture.manifest(entry!.operationId)).toMatchObject({ whole: false, bytes: speaking.heard.length });
  expect(speaking.heard.length).toBe(30_000);
  expect(await chargeStates()).toHaveLength(1);
});

test('the connection is refused as over HTTP: 401, 429 with its wait, and a service without a realtime address', async () => {
  await service.setFaults([{ on: 'GET /v3/tts/live', kind: 'status', status: 401 }]);
  expect((await fixture.speak(voiceId).say('Hello.').end().result).failure).toMatchObject({
    kind: 'unauthorized',
    status: 401,
    charged: 'no',
    next: 'replace-key',
  });
  await service.setFaults([{ on: 'GET /v3/tts/live', kind: 'status', status: 429, retryAfterSeconds: 0 }]);
  await toldOnce(fixture.speak(voiceId).say('Hello.').end());
  expect(await chargeStates()).toEqual(['settled']);
  const without = await LiveFixture.open({ ...service, realtimeUrl: '' });
  expect((await without.speak(voiceId).say('Hello.').end().result).failure).toMatchObject({ kind: 'unreachable', charged: 'no' });
  await without.close();
});

describe('killed', () => {
  test('the service, in the middle of a stream: started again, it is asked, and nothing is paid twice or delivered twice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'voicewright-live-service-'));
    let own = await startLocalService({ dataDirectory: folder, key: 'local-main' });
    const port = Number(new URL(own.baseUrl).port);
    const killed = await LiveFixture.open(own);
    try {
      const speaking = killed.speak(voiceId).say(texts[0]!, long, texts[2]!).end();
      await speaking.until('completed');
      await speaking.until('first-sound', 2);
      await own.kill();
      own = await startLocalService({ dataDirectory: folder, key: 'local-main', port });
      const { requests, failure } = await speaking.result;
      expect(failure).toBeUndefined();
      expect(requests).toMatchObject([{ whole: true, segments: 3 }]);
      expect(speaking.heardOf('p0').equals(soundOf(requests[0]).subarray(0, speaking.heardOf('p0').length))).toBe(true);
      const entries = (await own.charges()).entries.filter((entry) => entry.state === 'settled');
      expect(entries).toHaveLength(3);
    } finally {
      await killed.close();
      await own.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** Runs a program that speaks and kills itself at this event. */
  const untilKilled = (directory: string, mode: string, event: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const program = fileURLToPath(new URL('speak-until-killed.ts', import.meta.url));
      const place = [service.baseUrl, service.realtimeUrl, key, voiceId];
      execFile(process.execPath, [program, directory, ...place, mode, event], (error, _stdout, stderr) => {
        if (error?.signal === 'SIGKILL') resolve();
        else reject(new Error(`It was not killed: ${stderr}`));
      });
    });

  const isContinued =
    'the studio, at %s: a reliable request is unknown, is continued by the user with the same phrases, and each is paid for once';
  test.each(['audio'])(isContinued, (event) => continuesAfter(event));
  test.each(['sent', 'completed'])(isContinued, { tags: ['beside'] }, (event) => continuesAfter(event));

  async function continuesAfter(event: string): Promise<void> {
    // What has left by then would be spoken whole before the service misses who is gone.
    if (event === 'sent') await service.setFaults([{ on: 'realtime:flush', kind: 'delay', ms: 60_000 }]);
    if (event === 'audio') await service.setFaults([{ on: 'realtime:flush', nth: 2, kind: 'delay', ms: 60_000 }]);
    await fixture.shut();
    await untilKilled(fixture.directory, 'reliable', event);
    const next = await LiveFixture.open({ ...service, apiKey: key }, fixture.directory);
    try {
      await next.live.recover();
      const [entry] = await next.ledger.list({ limit: 5 });
      expect(entry).toMatchObject({
        family: 'realtime-reliable',
        state: 'unknown',
        failure: { kind: 'outcome-unknown', charged: 'unknown', next: 'retry' },
      });
      const before = await next.manifest(entry!.operationId);
      expect(before?.segments.map(({ texts: said }) => said.join('')).length).toBeGreaterThan(0);
      const resumed = next.resume(entry!.operationId);
      const { requests, failure } = await resumed.result;
      expect(failure).toBeUndefined();
      expect(requests).toMatchObject([{ whole: true, segments: before!.segments.length }]);
      expect(soundOf(requests[0]).length).toBeGreaterThanOrEqual(before!.bytes);
      expect((await chargeStates()).filter((state) => state === 'settled')).toHaveLength(before!.segments.length);
      expect(await next.ledger.entry(entry!.operationId)).toMatchObject({ state: 'done', attempts: 2 });
    } finally {
      await next.shut();
    }
  }

  test('the studio, at audio: a simple request keeps its prefix and is never sent again', async () => {
    await fixture.shut();
    await untilKilled(fixture.directory, 'simple', 'audio');
    const next = await LiveFixture.open({ ...service, apiKey: key }, fixture.directory);
    try {
      await next.live.recover();
      await next.live.recover();
      const [entry] = await next.ledger.list({ limit: 5 });
      expect(entry).toMatchObject({ state: 'unknown', failure: { next: 'generate-again', charged: 'unknown' }, result: { whole: false } });
      expect((await next.manifest(entry!.operationId))?.bytes).toBeGreaterThan(0);
      expect((await next.resume(entry!.operationId).result).failure).toMatchObject({ kind: 'conflict' });
      expect((await chargeStates()).length).toBe(1);
    } finally {
      await next.shut();
    }
  });
});
