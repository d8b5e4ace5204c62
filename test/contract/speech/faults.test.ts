import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isSpeech } from '#main/paid-requests/ledger/types.ts';
import { fail } from '#shared/failure.ts';
import { startLocalService, type FaultOrder, type LocalService } from '../../helpers/local-service.ts';
import { relay } from '../service/relay.ts';
import { idsOf, SpeechFixture } from './fixture.ts';
import { said } from '../../helpers/said.ts';

let service: LocalService;
let fixture: SpeechFixture;
let account = 0;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  fixture = await SpeechFixture.open({ baseUrl: service.baseUrl, apiKey: `local-faults${++account}` });
});
afterEach(async () => {
  await service.clearFaults();
  await fixture.close();
});

const charges = async () =>
  (await service.charges(`local-faults${account}`)).entries.filter((entry) => entry.state !== 'granted').map((entry) => entry.state);
const fault = (kind: FaultOrder['kind'], more: Partial<FaultOrder> = {}) =>
  service.setFaults([{ on: 'POST /api/open/v3/speech/tts/aligned', kind, ...more }]);
const jobs = 'POST /api/open/v3/speech/tts/jobs';
const long = 'It was a long story, and nobody knew how it would end. '.repeat(40).trim();

/** The only operation's entry and what a person is told of it. */
async function only(blockOf: Awaited<ReturnType<SpeechFixture['project']>>) {
  return {
    listed: (await fixture.ledger.unsettled()).length,
    pending: (await fixture.ledger.pending()).length,
    blockId: idsOf(blockOf)[0],
  };
}

/** The take that the last event names, as a window has it. */
function lastTake(events: Awaited<ReturnType<SpeechFixture['generate']>>['events']) {
  const last = events.at(-1);
  return last !== undefined && 'takeId' in last ? fixture.takes.get(last.takeId ?? '') : undefined;
}

describe('an answer that is lost', () => {
  it('before a charge is asked for once more under the same key, and paid once', async () => {
    await fault('drop-before-charge');
    const project = await fixture.project(['Hello there.']);
    expect((await fixture.generate(project)).out).toEqual({ made: 1, reused: 0, failed: 0 });
    expect(await charges()).toEqual(['settled']);
  });

  it('after the charge is reported as paid and not recoverable; making it again is a person’s choice', async () => {
    await fault('drop-after-charge');
    const project = await fixture.project(['Hello there.']);
    const first = await fixture.generate(project);
    expect(first.events.at(-1)).toMatchObject({
      failure: { kind: 'conflict', code: 'ERR_REQUEST_ALREADY_COMPLETED', charged: 'yes', next: 'generate-again' },
    });
    expect(await charges()).toEqual(['settled']);
    expect((await fixture.generate(project)).out).toMatchObject({ made: 1 });
    expect(await charges()).toEqual(['settled', 'settled']);
  });

  it('of every attempt is listed for the person, and asked for again under the same key by their hand', async () => {
    await fault('drop-before-charge', { times: 2 });
    const project = await fixture.project(['Hello there.']);
    const first = await fixture.generate(project);
    expect(first.events.at(-1)).toMatchObject({ failure: { kind: 'outcome-unknown', charged: 'unknown' } });
    expect(fixture.unsettled.at(-1)).toMatchObject([{ summary: '“Hello there.”', failure: { kind: 'outcome-unknown' } }]);
    const [entry] = await fixture.ledger.unsettled();
    expect((await fixture.generate(project)).out).toMatchObject({ made: 1 });
    expect(await fixture.ledger.entry(entry!.operationId)).toMatchObject({ state: 'done', attempts: 3 });
    expect(await charges()).toEqual(['settled']);
    expect((await only(project)).listed).toBe(0);
  });

  it('of every attempt and charged is reported as failed when asking again says so, not when the block is made later', async () => {
    const on = 'POST /api/open/v3/speech/tts/aligned';
    await service.setFaults([
      { on, kind: 'drop-after-charge' },
      { on, kind: 'status', status: 504, nth: 2 },
    ]);
    const project = await fixture.project(['Hello there.']);
    await fixture.generate(project);
    expect(fixture.unsettled.at(-1)).toHaveLength(1);
    expect((await fixture.generate(project)).events.at(-1)).toMatchObject({ type: 'failed', failure: { charged: 'yes' } });
    const ended = [{ outcome: 'failed', blockId: idsOf(project)[0] }];
    expect([fixture.unsettled.at(-1), fixture.ended]).toMatchObject([[], ended]);
    expect((await fixture.generate(project)).out).toMatchObject({ made: 1 });
    expect(fixture.ended).toMatchObject(ended);
  });

  it('is asked for by the user from the list of operations, too; a stream that had begun is not', async () => {
    await fault('drop-before-charge', { times: 2 });
    const project = await fixture.project(['Hello there.']);
    await fixture.generate(project);
    const [entry] = (await fixture.ledger.unsettled()).filter(isSpeech);
    await fixture.speech.askAgain(entry!, new AbortController().signal);
    expect(await fixture.ledger.entry(entry!.operationId)).toMatchObject({ state: 'done', attempts: 3 });
    expect(await charges()).toEqual(['settled']);
    await fault('cut-after-events', { events: 6 });
    await fixture.generate(await fixture.project(['Something else that is long enough to be cut off.']));
    const [cut] = (await fixture.ledger.unsettled()).filter(isSpeech);
    await expect(fixture.speech.askAgain(cut!, new AbortController().signal)).rejects.toMatchObject({ failure: { kind: 'conflict' } });
  });

  it('of a job is the same job under the same key', async () => {
    await service.setFaults([{ on: jobs, kind: 'drop-after-charge', times: 2 }]);
    const project = await fixture.project(['Hello there.'], 'alpha-s2pro');
    expect((await fixture.generate(project)).out).toMatchObject({ made: 1 });
    expect(await charges()).toEqual(['settled']);
  });
});

describe('a stream that breaks', () => {
  it('leaves its sound as an incomplete take, is not sent again, and may have been charged', async () => {
    await fault('cut-after-events', { events: 6 });
    const project = await fixture.project([long]);
    const first = await fixture.generate(project);
    expect(first.out).toEqual({ made: 0, reused: 0, failed: 1 });
    const end = first.events.at(-1)!;
    if (end.type !== 'failed') throw new Error('it did not fail');
    expect(end.failure).toMatchObject({ kind: 'stream-interrupted', next: 'generate-again' });
    expect(end.failure.charged).not.toBe('no');
    const take = fixture.takes.get(end.takeId ?? '');
    expect(take).toMatchObject({ state: 'incomplete' });
    expect(take?.samples).toBeGreaterThan(0);
    expect(first.events.filter((event) => event.type === 'sending')).toHaveLength(1);
    expect((await fixture.ledger.pending()).length).toBe(0);

    const second = await fixture.generate(project);
    expect(second.out).toEqual({ made: 1, reused: 0, failed: 0 });
    expect(lastTake(second.events)).toMatchObject({ state: 'complete' });
    expect(await charges()).toHaveLength(2); // two keys: a stream that had its 200 is never asked for again
  });

  it('by the service’s own error says what the service said', async () => {
    await fault('fail-generation', { events: 6 });
    const project = await fixture.project([long]);
    const { events } = await fixture.generate(project);
    expect(events.at(-1)).toMatchObject({ failure: { kind: 'service-failed', code: 'ERR_GENERATION_FAILED' } });
    expect(lastTake(events)).toMatchObject({ state: 'incomplete' });
    expect(await only(project)).toMatchObject({ listed: 0, pending: 0 }); // the service said how it ended
    expect(await charges()).toEqual(['refunded']);
  });
});

describe('a service that fails', () => {
  it('with a 500 is confirmed under the same key before anything new is paid', async () => {
    await fault('fail-generation', { events: 0 });
    const project = await fixture.project(['Hello there.']);
    expect((await fixture.generate(project)).events.at(-1)).toMatchObject({
      failure: { kind: 'service-failed', status: 500, charged: 'unknown', next: 'retry' },
    });
    expect(await charges()).toEqual(['refunded']);
    expect((await fixture.generate(project)).out).toMatchObject({ made: 1 });
    expect((await charges()).sort()).toEqual(['refunded', 'settled']);
  });

  it('with a 429 is waited for', async () => {
    await fault('status', { status: 429, retryAfterSeconds: 1 });
    const project = await fixture.project(['Hello there.']);
    const { out, events } = await fixture.generate(project);
    expect(out).toMatchObject({ made: 1 });
    expect(events.map((event) => event.type)).toEqual(expect.arrayContaining(['sending', 'queued', 'receiving']));
  });

  it('to make a job says so, and the job is not asked for again', async () => {
    await service.setFaults([{ on: jobs, kind: 'fail-generation' }]);
    const project = await fixture.project(['Hello there.'], 'alpha-s2pro');
    expect((await fixture.generate(project)).events.at(-1)).toMatchObject({ failure: { kind: 'service-failed' } });
    expect((await fixture.generate(project)).out).toMatchObject({ made: 1 });
    expect((await charges()).sort()).toEqual(['refunded', 'settled']);
  });

  it('to hand out a job’s sound whole is asked again, for that costs nothing', async () => {
    await service.setFaults([{ on: 'GET /api/open/v3/speech/tts/jobs/*/audio', kind: 'cut-after-bytes', bytes: 5000 }]);
    const project = await fixture.project(['Hello there, this one is cut.'], 'alpha-s2pro');
    expect((await fixture.generate(project)).out).toMatchObject({ made: 1 });
    expect(await charges()).toEqual(['settled']);
  });
});

it('a job is asked for first when its 202 suggests it, and what of it is missing at first is looked for again', async () => {
  const seen: string[] = [];
  let slow: SpeechFixture | undefined;
  const server = await relay(service.baseUrl, ({ method, url }, { headers }) => {
    if (!url.startsWith('/api/open/v3/speech/tts/jobs')) return undefined;
    if (method === 'POST') headers['retry-after'] = '45';
    seen.push(`${method} after ${slow?.waits.filter((wait) => wait === 45_000).length ?? 0} waits`);
    return undefined;
  });
  try {
    slow = await SpeechFixture.open({ baseUrl: server.origin, apiKey: `local-faults${account}` }, `${fixture.directory}-slow`);
    const [job, audio] = ['GET /api/open/v3/speech/tts/jobs/*', 'GET /api/open/v3/speech/tts/jobs/*/audio'];
    await service.setFaults([
      { on: job, kind: 'status', status: 404, times: 2 },
      { on: audio, kind: 'status', status: 404 },
    ]);
    const project = await slow.project(['Hello there.'], 'alpha-s2pro');
    expect((await slow.generate(project)).out).toMatchObject({ made: 1 });
    expect(seen.slice(0, 2)).toEqual(['POST after 0 waits', 'GET after 1 waits']);
    expect(await charges()).toEqual(['settled']);
  } finally {
    await slow?.close();
    await server.close();
  }
});

it.each(['payment-required', 'disk-full'] as const)(
  'a pause (%s) holds back the jobs of an earlier run, says why, and ends with it',
  async (kind) => {
    await service.setFaults([{ on: 'GET /api/open/v3/speech/tts/jobs/*', kind: 'status', status: 503, times: 9 }]);
    const project = await fixture.project(['Hello there.'], 'alpha-s2pro');
    await fixture.generate(project);
    expect(await fixture.ledger.pending()).toMatchObject([{ state: 'waiting' }]);
    fixture.throttle.report(fail(kind, said('Paused.')).failure);
    expect(await fixture.speech.recover()).toMatchObject([{ failure: { kind, message: 'Paused.' } }]);
    await service.clearFaults();
    fixture.throttle.resume();
    await expect.poll(() => fixture.ledger.pending(), { timeout: 20_000 }).toEqual([]);
    expect((await charges()).length).toBe(1);
  },
);

it('a stream that a person stops goes on, and its sound lands whole and is paid once', async () => {
  const controller = new AbortController();
  const project = await fixture.project([long]);
  const { thrown } = await fixture.generate(project, undefined, controller, (event) => {
    if (event.type === 'receiving') controller.abort();
  });
  expect(thrown).toMatchObject({ failure: { kind: 'cancelled', charged: 'unknown' } });
  expect((await fixture.generate(project)).out).toMatchObject({ made: 0, reused: 1, failed: 0 }); // joins it, or finds it
  expect(await only(project)).toMatchObject({ listed: 0, pending: 0 });
  expect(await charges()).toEqual(['settled']);
});

it('a job that a person stops waiting for goes on, and its sound lands', async () => {
  await service.setFaults([{ on: 'GET /api/open/v3/speech/tts/jobs/*', kind: 'delay', ms: 300 }]);
  const controller = new AbortController();
  const project = await fixture.project(['Hello there.'], 'alpha-s2pro');
  const { thrown } = await fixture.generate(project, undefined, controller, (event) => {
    if (event.type === 'waiting') controller.abort();
  });
  expect(thrown).toMatchObject({ failure: { kind: 'cancelled', charged: 'unknown' } });
  expect((await fixture.generate(project)).out).toMatchObject({ failed: 0 }); // joins it, or finds it
  expect(await charges()).toEqual(['settled']);
});

it('a key that is refused stops everything that would follow', async () => {
  const other = await SpeechFixture.open({ baseUrl: service.baseUrl, apiKey: `local-faults${account}` }, fixture.directory + '-other');
  try {
    const project = await other.project(['One.', 'Two.', 'Three.']);
    await service.setFaults([{ on: 'POST /api/open/v3/speech/tts/aligned', kind: 'status', status: 401, times: 9 }]);
    const { out, events } = await other.generate(project);
    expect(out).toEqual({ made: 0, reused: 0, failed: 3 });
    expect(events.filter((event) => event.type === 'sending')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ failure: { kind: 'unauthorized', next: 'replace-key', charged: 'no' } });
  } finally {
    await other.close();
  }
});
