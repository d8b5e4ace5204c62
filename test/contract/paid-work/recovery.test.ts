import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLedger } from '#main/paid-requests/ledger/ledger.ts';
import { newId } from '#shared/ids.ts';
import { engineSpeechPath } from '#shared/wire/compatibility.ts';
import { lipSyncPath } from '#shared/wire/lip-sync.ts';
import { imagesPath } from '#shared/wire/media.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { jobsV1Path, speechV1Path } from '#shared/wire/speech-v1.ts';
import { speechV2Path } from '#shared/wire/speech-v2.ts';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { call, voiceFor } from '../local-service/support.ts';
import { chargesOf, PaidStudio } from './studio.ts';

const program = fileURLToPath(new URL('buy-until-killed.ts', import.meta.url));

describe('paid work of a studio that was killed', () => {
  let service: LocalService;
  let studio: PaidStudio | undefined;
  let model: string;
  let accounts = 0;
  beforeAll(async () => {
    service = await startLocalService();
    const first = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: 'local-models' });
    model = (await first.call('media.models', { mediaType: 'image' })).models[0]!.id;
    await first.close();
  });
  beforeEach(() => service.clearFaults());
  afterEach(() => studio?.close());
  afterAll(() => service.stop());

  const killed = async (name: string, input: unknown, state: string) => {
    const directory = mkdtempSync(join(tmpdir(), 'voicewright-killed-'));
    const key = `local-killed${++accounts}`;
    const parts = [program, directory, service.baseUrl, key, name, JSON.stringify(input), state];
    await new Promise<void>((resolve, reject) => {
      execFile(process.execPath, parts, (error, _stdout, stderr) => {
        if (error?.signal === 'SIGKILL') resolve();
        else reject(new Error(`It was not killed: ${stderr}`));
      });
    });
    studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: key }, directory);
    return { studio, key };
  };
  const image = () => ({ prompt: 'a red kite', model, aspectRatio: '1:1' });

  it('a job that was waiting goes on, its result lands, and nothing is sent again', async () => {
    const { studio, key } = await killed('images.create', image(), 'waiting');
    await studio.work.coordinator.recover();
    const done = await studio.over(await studio.newest());
    expect(done).toMatchObject({ state: 'done', attempts: 1, files: [{ contentType: 'image/png' }] });
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it('images: what was being sent is sent again by itself with the same key, and is charged once', async () => {
    await service.setFaults([{ on: `POST ${imagesPath}`, kind: 'delay', ms: 3_000 }]);
    const { studio, key } = await killed('images.create', image(), 'sending');
    await Promise.all([studio.work.coordinator.recover(), studio.work.coordinator.recover(), studio.work.coordinator.recover()]);
    const { operationId } = await studio.newest();
    await expect.poll(async () => (await studio.newest()).state, { timeout: 45_000 }).not.toBe('sending');
    expect(await studio.over({ operationId })).toMatchObject({ state: 'done', attempts: 2 });
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it.each([
    ['transcription.create', { audioUrl: 'http://127.0.0.1:9/none.wav' }, 'generate-again', []],
    ['lipSync.create', { videoUrl: 'http://127.0.0.1:9/none.mp4', audioUrl: 'http://127.0.0.1:9/none.wav' }, 'look-up', ['look-up']],
    ['designs.create', { prompt: 'An old man', previewText: 'Hello.' }, 'retry', ['retry']],
  ] as const)(
    '%s that was being sent becomes unknown, with its next step, and is not sent again by itself',
    async (name, input, next, actions) => {
      const paths = [transcriptionPath, lipSyncPath, voiceDesignsPath];
      await service.setFaults(paths.map((path) => ({ on: `POST ${path}`, kind: 'delay', ms: 10_000 })));
      const { studio } = await killed(name, input, 'sending');
      await studio.work.coordinator.recover();
      expect(await studio.newest()).toMatchObject({ state: 'unknown', attempts: 1, actions, failure: { charged: 'unknown', next } });
      expect(await studio.work.coordinator.unsettled()).toMatchObject([{ failure: { kind: 'outcome-unknown', next } }]);
    },
  );

  it('what belongs to another account waits for it, and is reported', async () => {
    const { studio: first } = await killed('images.create', image(), 'waiting');
    await first.shut();
    studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: 'local-somebody-else' }, first.directory);
    await studio.work.coordinator.recover();
    const { operationId } = await studio.newest();
    expect(await studio.failureOf(studio.over({ operationId }))).toMatchObject({ kind: 'unauthorized', next: 'check-connection' });
    expect(await studio.newest()).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(await studio.work.coordinator.unsettled()).toMatchObject([{ operationId }]);
  });

  it('what was bought by endpoints of earlier versions, and a profile update, goes on or becomes unknown with its next step', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'voicewright-left-'));
    const apiKey = `local-left${++accounts}`;
    const { voiceId } = await voiceFor(service, 'en', 'alpha');
    const answer = await call(service, 'GET', profilePath, { key: apiKey });
    const { user_id: accountId } = (await answer.json()) as { user_id: string };
    const spoken = { text: 'Hello.', voiceId };
    const left = [
      ['speech-v1', speechV1Path, spoken],
      ['speech-v1-cached', speechV1Path, { ...spoken, cache: true }],
      ['job-v1', jobsV1Path, spoken],
      ['speech-v2', speechV2Path, spoken],
      ['compatibility', engineSpeechPath, { text: 'Hello.', reference_id: voiceId }],
      ['profile-update', profilePath, { webhookUrl: 'https://hooks.example/left' }],
    ] as const;
    const ledger = await openLedger({ profileDirectory: directory, log: quietLog() });
    for (const [family, path, body] of left)
      await ledger.begin({
        operationId: newId(),
        family,
        connectionId: 'local',
        accountId,
        origin: service.baseUrl,
        method: 'POST',
        path,
        contentType: 'application/json',
        body: Buffer.from(JSON.stringify(body)),
        idempotencyKey: newId(),
        requestId: newId(),
        fingerprint: newId(),
        summary: family,
        modelId: null,
        amount: 6,
        unit: 'character',
        format: null,
        purpose: null,
      });
    await ledger.close();
    const opened = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey }, directory);
    studio = opened;
    await opened.work.coordinator.recover();
    const { operations } = await opened.call('jobs.list', {});
    const of = async (family: string) => {
      const { operationId } = operations.find((one) => one.family === family)!;
      return opened.over({ operationId });
    };
    for (const family of ['speech-v1', 'speech-v1-cached', 'job-v1'])
      expect(await of(family)).toMatchObject({ state: 'done', attempts: 2, files: [{ contentType: 'audio/mpeg' }] });
    for (const family of ['speech-v2', 'compatibility'])
      expect(await of(family)).toMatchObject({ state: 'unknown', attempts: 1, actions: [], failure: { next: 'generate-again' } });
    expect(await of('profile-update')).toMatchObject({ state: 'failed', attempts: 1, failure: { charged: 'no' } });
    expect(await chargesOf(service, apiKey)).toHaveLength(3);
  });
});
