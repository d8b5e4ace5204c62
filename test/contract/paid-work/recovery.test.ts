import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lipSyncPath } from '#shared/wire/lip-sync.ts';
import { imagesPath } from '#shared/wire/media.ts';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
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
    await studio.work.desk.recover();
    const done = await studio.over(await studio.newest());
    expect(done).toMatchObject({ state: 'done', attempts: 1, files: [{ contentType: 'image/png' }] });
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it('images: what was being sent is sent again by itself with the same key, and is charged once', async () => {
    await service.setFaults([{ on: `POST ${imagesPath}`, kind: 'delay', ms: 10_000 }]);
    const { studio, key } = await killed('images.create', image(), 'sending');
    await Promise.all([studio.work.desk.recover(), studio.work.desk.recover(), studio.work.desk.recover()]);
    const { operationId } = await studio.newest();
    await expect.poll(async () => (await studio.newest()).state, { timeout: 45_000 }).not.toBe('sending');
    expect(await studio.over({ operationId })).toMatchObject({ state: 'done', attempts: 2 });
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it.each([
    ['transcription.create', { audioUrl: 'http://127.0.0.1:9/none.wav' }, 'generate-anew', []],
    ['lipSync.create', { videoUrl: 'http://127.0.0.1:9/none.mp4', audioUrl: 'http://127.0.0.1:9/none.wav' }, 'look-up', ['look-up']],
    ['designs.create', { prompt: 'An old man', previewText: 'Hello.' }, 'retry', ['retry']],
  ] as const)(
    '%s that was being sent becomes unknown, with its next step, and is not sent again by itself',
    async (name, input, next, actions) => {
      const paths = [transcriptionPath, lipSyncPath, voiceDesignsPath];
      await service.setFaults(paths.map((path) => ({ on: `POST ${path}`, kind: 'delay', ms: 10_000 })));
      const { studio } = await killed(name, input, 'sending');
      await studio.work.desk.recover();
      expect(await studio.newest()).toMatchObject({ state: 'unknown', attempts: 1, actions, failure: { charged: 'unknown', next } });
      expect(await studio.work.desk.unsettled()).toMatchObject([{ failure: { kind: 'outcome-unknown', next } }]);
    },
  );

  it('what belongs to another account waits for it, and is told', async () => {
    const { studio: first } = await killed('images.create', image(), 'waiting');
    await first.shut();
    studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: 'local-somebody-else' }, first.directory);
    await studio.work.desk.recover();
    const { operationId } = await studio.newest();
    expect(await studio.failureOf(studio.over({ operationId }))).toMatchObject({ kind: 'unauthorized', next: 'check-connection' });
    expect(await studio.newest()).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(await studio.work.desk.unsettled()).toMatchObject([{ operationId }]);
  });
});
