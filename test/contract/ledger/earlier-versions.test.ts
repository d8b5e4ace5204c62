import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { speakThrough, type IntegrationAnswer, type IntegrationEndpoint } from '#main/hosts/cli/integrations.ts';
import { sendPaid, sendPaidAgain } from '#main/paid-requests/send.ts';
import { updateProfile } from '#main/features/account/profile.ts';
import { FailureError, toFailure, type Failure } from '#shared/failure.ts';
import { engineSpeechPath, openAiSpeechPath } from '#shared/wire/compatibility.ts';
import { codes } from '#shared/wire/common.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { jobsV1Path, speechV1Path } from '#shared/wire/speech-v1.ts';
import { speechV2Path } from '#shared/wire/speech-v2.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { payingFixture, type PayingFixture } from './paying-fixture.ts';

let service: LocalService;
let fixture: PayingFixture;
let voiceId: string;
beforeAll(async () => {
  service = await startLocalService();
  fixture = await payingFixture(service);
  const voices = await fixture.tools.client.voices();
  voiceId = voices.find((voice) => voice.modelIds.includes('alpha-s1'))!.voiceId;
});
afterAll(async () => {
  await fixture.close();
  await service.stop();
});
beforeEach(() => fixture.forget());
afterEach(() => service.clearFaults());

const paths: Record<IntegrationEndpoint, string> = {
  v1: speechV1Path,
  'v1-cached': speechV1Path,
  v2: speechV2Path,
  engine: engineSpeechPath,
  openai: openAiSpeechPath,
};
const bodyFor = (endpoint: IntegrationEndpoint): Record<string, unknown> => {
  if (endpoint === 'openai') return { model: 'alpha-s1', input: 'Hello.', voice: voiceId };
  return endpoint === 'engine' ? { text: 'Hello.', reference_id: voiceId } : { text: 'Hello.', voiceId };
};
const fault = (endpoint: IntegrationEndpoint, kind: string, more = {}) =>
  service.setFaults([{ on: `POST ${paths[endpoint]}`, kind, ...more }]);

/** Has the endpoint speak; what landed is the sound whose last piece was taken. */
async function speak(endpoint: IntegrationEndpoint, more: { model?: string; idempotencyKey?: string } = {}) {
  const landed = { bytes: 0 };
  const land = async (sound: AsyncIterable<Uint8Array>): Promise<void> => {
    let bytes = 0;
    for await (const piece of sound) bytes += piece.byteLength;
    landed.bytes = bytes;
  };
  const call = { signal: new AbortController().signal };
  const out = await speakThrough(fixture.tools, { endpoint, body: bodyFor(endpoint), ...more }, land, call).catch((thrown: unknown) => {
    if (!(thrown instanceof FailureError)) throw thrown;
    return thrown.failure;
  });
  const ended: { answer?: IntegrationAnswer; failure?: Failure } = 'operationId' in out ? { answer: out } : { failure: out };
  return { ...ended, landed: landed.bytes };
}
const states = async () => (await fixture.entries()).map(({ family, state, attempts }) => ({ family, state, attempts }));

describe('every earlier endpoint', () => {
  it.each(['v1', 'v1-cached', 'v2', 'engine', 'openai'] as const)(
    '%s lands whole before the ledger says done, and is charged once',
    async (endpoint) => {
      const { answer, landed } = await speak(endpoint);
      expect(landed).toBeGreaterThan(200);
      expect(answer?.facts.creditsUsed).toBeGreaterThan(0);
      const [entry] = await fixture.entries();
      expect(entry).toMatchObject({ state: 'done', attempts: 1, creditsUsed: answer?.facts.creditsUsed });
      expect(await fixture.charges()).toEqual(['settled']);
    },
  );

  it('that is given a body of another one’s sends nothing, and the field is named', async () => {
    const call = { signal: new AbortController().signal };
    const out = speakThrough(fixture.tools, { endpoint: 'v1', body: { text: '' } }, () => Promise.resolve(), call);
    expect(await out.catch(toFailure)).toMatchObject({ kind: 'invalid-input', field: 'text' });
    expect(await fixture.entries()).toEqual([]);
  });

  it('whose sound cannot be kept was paid for all the same', async () => {
    const call = { signal: new AbortController().signal };
    const full = () => Promise.reject(new FailureError({ kind: 'disk-full', message: 'full', charged: 'no', next: 'free-disk-space' }));
    const out = speakThrough(fixture.tools, { endpoint: 'v2', body: bodyFor('v2') }, full, call);
    expect(await out.catch(toFailure)).toMatchObject({ kind: 'disk-full', charged: 'yes' });
    expect(await states()).toEqual([{ family: 'speech-v2', state: 'failed', attempts: 1 }]);
  });
});

describe('speech-v1', () => {
  it('is asked once more under the same id after a lost answer, and reported as paid and not recoverable', async () => {
    await fault('v1', 'drop-after-charge');
    const { failure } = await speak('v1');
    expect(failure).toMatchObject({ code: codes.requestAlreadyCompleted, charged: 'yes', next: 'generate-again' });
    expect(await states()).toEqual([{ family: 'speech-v1', state: 'failed', attempts: 2 }]);
    expect(await fixture.charges()).toEqual(['settled']);
  });
  it('that was lost before the charge is made and paid once', async () => {
    await fault('v1', 'drop-before-charge');
    expect((await speak('v1')).landed).toBeGreaterThan(200);
    expect(await fixture.charges()).toEqual(['settled']);
  });
  it('is not asked for a third time', async () => {
    await fault('v1', 'drop-before-charge', { times: 5 });
    expect((await speak('v1')).failure).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown' });
    expect(await states()).toEqual([{ family: 'speech-v1', state: 'unknown', attempts: 2 }]);
  });
});

describe('speech-v1-cached', () => {
  it('replays the stored answer to the same id, and is charged once', async () => {
    await fault('v1-cached', 'drop-after-charge');
    const { answer, landed } = await speak('v1-cached');
    expect(landed).toBeGreaterThan(200);
    expect(answer?.stored).toMatchObject({ success: true });
    expect(answer?.stored?.['audio_url']).toContain('http');
    expect(await states()).toEqual([{ family: 'speech-v1-cached', state: 'done', attempts: 2 }]);
    expect(await fixture.charges()).toEqual(['settled']);
  });
  it('whose address has expired is reported as paid, and kept to be asked for again with its ids', async () => {
    await service.setFaults([
      { on: 'GET /api/open/signed/speech/*', kind: 'expire', times: 4 },
      { on: 'GET /api/open/signed/*/*', kind: 'expire', times: 4 },
    ]);
    const { failure } = await speak('v1-cached');
    expect(failure).toMatchObject({ kind: 'not-found', charged: 'yes' });
    expect(await states()).toEqual([{ family: 'speech-v1-cached', state: 'unknown', attempts: 1 }]);
  });
});

describe('job-v1', () => {
  it('is the same task after a lost answer, one charge, and its sound is that of the version 3 job', async () => {
    await service.setFaults([{ on: `POST ${jobsV1Path}`, kind: 'drop-after-charge' }]);
    const body = Buffer.from(JSON.stringify({ text: 'Hello.', voiceId }));
    const call = { signal: new AbortController().signal };
    const payment = { family: 'job-v1', path: jobsV1Path, body, summary: 'Hello.', fingerprint: 'f' } as const;
    const { value: taskId, operationId } = await sendPaid(
      fixture.tools,
      payment,
      async (request, signal) => {
        const { job } = await fixture.tools.client.speechV1.createJob(request, signal);
        return { value: job.task.taskId, facts: { creditsUsed: job.creditsUsed }, taskId: job.task.taskId };
      },
      call,
    );
    expect(await fixture.tools.ledger.entry(operationId)).toMatchObject({ state: 'waiting', taskId, attempts: 2 });
    await expect.poll(async () => (await fixture.tools.client.speechV1.job(taskId)).job.task.status, { timeout: 30_000 }).toBe('success');
    let bytes = 0;
    for await (const piece of (await fixture.tools.client.jobAudio(taskId)).body) bytes += piece.byteLength;
    expect(bytes).toBeGreaterThan(200);
    expect(await fixture.charges()).toEqual(['settled']);
  });
});

describe.each(['v2', 'engine', 'openai'] as const)('%s', (endpoint) => {
  it('is never sent again after a lost answer, and says that it may have been charged', async () => {
    await fault(endpoint, 'drop-after-charge');
    const { failure } = await speak(endpoint);
    expect(failure).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown', next: 'generate-again' });
    const family = endpoint === 'v2' ? 'speech-v2' : 'compatibility';
    expect(await states()).toEqual([{ family, state: 'unknown', attempts: 1 }]);
    expect(await fixture.charges()).toEqual(['settled']);
  });
});

describe('engine', () => {
  it('takes its model from the header', async () => {
    const { answer } = await speak('engine', { model: 's1' });
    expect(answer?.facts.status).toBe(200);
  });
  it('lists its voices by the other endpoint’s address', async () => {
    const { items: voices } = await fixture.tools.client.compatibility.openAiVoices();
    expect(voices.map((voice) => voice.id)).toContain(voiceId);
  });
});

describe('profile-update', () => {
  const update = (fields: Record<string, string>) => updateProfile(fixture.tools, fields, { signal: new AbortController().signal });
  const on = `POST ${profilePath}`;

  it('whose answer is lost is read back: what it asked for is there, so it is done, and it was sent once', async () => {
    await service.setFaults([{ on, kind: 'drop-after-charge' }]);
    expect((await update({ webhookUrl: 'https://hooks.example/a' })).fields).toMatchObject({ webhookUrl: 'https://hooks.example/a' });
    expect(await states()).toEqual([{ family: 'profile-update', state: 'done', attempts: 1 }]);
  });
  it('that the profile does not show is not done, and a person may try again', async () => {
    await service.setFaults([{ on, kind: 'drop-before-charge' }]);
    expect(await update({ webhookUrl: 'https://hooks.example/b' }).catch(toFailure)).toMatchObject({ charged: 'unknown', next: 'retry' });
    expect(await states()).toEqual([{ family: 'profile-update', state: 'unknown', attempts: 1 }]);
  });
  it('sends a field that the interface does not name only when the document declares it', async () => {
    expect(await update({ nickname: 'x' }).catch(toFailure)).toMatchObject({ kind: 'invalid-input', field: 'nickname' });
    expect(await fixture.entries()).toEqual([]);
  });
  it('with an address that is none names the field', async () => {
    expect(await update({ webhookUrl: 'ftp://x' }).catch(toFailure)).toMatchObject({ kind: 'invalid-input', field: 'webhookUrl' });
  });
});

describe('a person’s own idempotency key', () => {
  it('is what is sent, and one that the ledger holds is not taken for other work', async () => {
    expect((await speak('v1', { idempotencyKey: 'mine-1' })).answer).toBeDefined();
    expect(await fixture.entries()).toMatchObject([{ idempotencyKey: 'mine-1', requestId: 'mine-1' }]);
    expect((await speak('v1', { idempotencyKey: 'mine-1' })).failure).toMatchObject({ kind: 'conflict', charged: 'no' });
    expect(await fixture.charges()).toEqual(['settled']);
  });
});

it('what is open is sent again by the user with its own ids', async () => {
  await fault('v1-cached', 'drop-before-charge', { times: 9 });
  expect((await speak('v1-cached')).failure).toMatchObject({ charged: 'unknown' });
  await service.clearFaults();
  const [entry] = await fixture.entries();
  const again = await sendPaidAgain(
    fixture.tools,
    entry!,
    async (request, signal) => {
      const { cached, ...facts } = await fixture.tools.client.speechV1.cached(request, signal);
      return { value: cached, facts };
    },
    { signal: new AbortController().signal },
  );
  expect(again.value).toMatchObject({ success: true });
  expect(await fixture.charges()).toEqual(['settled']);
});
