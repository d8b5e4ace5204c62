import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { imagesPath } from '#shared/wire/media.ts';
import { jobsPath } from '#shared/wire/jobs.ts';
import { voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { voiceFor } from '../local-service/support.ts';
import { relay, type Change } from '../service/relay.ts';
import { chargesOf, PaidStudio } from './studio.ts';

let service: LocalService;
let studio: PaidStudio;
let key: string;
let model: string;
let accounts = 0;
const cleanup: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  service = await startLocalService();
  const first = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: 'local-models' });
  model = (await first.call('media.models', { mediaType: 'image' })).models[0]!.id;
  await first.close();
});
beforeEach(async () => {
  key = `local-patience${++accounts}`;
  studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: key });
});
afterEach(async () => {
  await service.clearFaults();
  await studio.close();
  for (const clean of cleanup.splice(0)) await clean();
});
afterAll(() => service.stop());

const image = (of = studio) => of.call('images.create', { prompt: 'a red kite', model, aspectRatio: '1:1' });
/** A studio whose service answers through a relay. */
const relayed = async (change: Change): Promise<PaidStudio> => {
  const server = await relay(service.baseUrl, change);
  const one = await PaidStudio.open({ baseUrl: server.origin, apiKey: key });
  cleanup.push(
    () => one.close(),
    () => server.close(),
  );
  return one;
};

describe('a 500', () => {
  it('to an image or a line by a job is confirmed by the same request, and paid once', async () => {
    const { voiceId } = await voiceFor(service, 'en', 'alpha');
    await service.setFaults([
      { on: `POST ${imagesPath}`, kind: 'status', status: 500, times: 2 },
      { on: `POST ${jobsPath}`, kind: 'status', status: 500, retryAfterSeconds: 7 },
    ]);
    expect(await studio.over(await image())).toMatchObject({ state: 'done', attempts: 3 });
    const { operation } = await studio.call('voices.say', { text: 'Hello.', voiceId });
    expect(operation).toMatchObject({ state: 'done', attempts: 2 });
    expect(studio.waits).toContain(7000);
    expect(await chargesOf(service, key)).toHaveLength(2);
  });
});

describe('a job that the service has taken', () => {
  it('is asked for first when its 202 suggests it, and not before', async () => {
    const seen: string[] = [];
    const one = await relayed(({ method, url }, { headers }) => {
      if (!url.startsWith(imagesPath)) return undefined;
      if (method === 'POST') headers['retry-after'] = '45';
      seen.push(`${method} after ${one.waits.filter((wait) => wait === 45_000).length} waits`);
      return undefined;
    });
    expect(await one.over(await image(one))).toMatchObject({ state: 'done' });
    expect(seen.slice(0, 2)).toEqual(['POST after 0 waits', 'GET after 1 waits']);
  });

  it('and is not found at first is looked for again, and kept', async () => {
    await service.setFaults([{ on: `GET ${imagesPath}/*`, kind: 'status', status: 404, times: 3 }]);
    expect(await studio.over(await image())).toMatchObject({ state: 'done', files: [{ contentType: 'image/png' }] });
    expect(await chargesOf(service, key)).toMatchObject([{ state: 'settled' }]);
  });

  it('and that stays away is over, may have been charged, and is no more asked for', async () => {
    await service.setFaults([{ on: `GET ${imagesPath}/*`, kind: 'status', status: 404, times: 99 }]);
    expect(await studio.over(await image())).toMatchObject({
      state: 'failed',
      failure: { kind: 'not-found', charged: 'unknown', next: 'report' },
    });
  });
});

describe('the preview of a design', () => {
  const preview = `GET ${voiceDesignsPath}/*/candidates/*/audio`;
  const design = () => studio.call('designs.create', { prompt: 'A calm old man', previewText: 'Hello there.', providers: ['alpha'] });

  it('that is not found at first is fetched again, and is on the disk when the design is done', async () => {
    await service.setFaults([{ on: preview, kind: 'status', status: 404, times: 4 }]);
    const { candidates } = await design();
    for (const candidate of candidates) expect((await studio.bytes(candidate.preview!)).length).toBe(candidate.preview!.bytes);
  });

  it('that the service has dropped is given up after a few tries, and the design is done without it', async () => {
    await service.setFaults([{ on: preview, kind: 'status', status: 404, times: 99 }]);
    const { operation, candidates } = await design();
    expect(operation.state).toBe('done');
    expect(candidates.every(({ preview: sound }) => sound === null)).toBe(true);
  });
});

describe('to stop waiting for one request', () => {
  it('waits for no other: one that the service holds goes on, and the stopped one is answered for at once', async () => {
    const held: (() => void)[] = [];
    const bothHere = Promise.withResolvers<undefined>();
    const server = await relay(service.baseUrl, ({ method, url }, answer, response) => {
      if (method !== 'POST' || !url.startsWith(imagesPath)) return undefined;
      held.push(() => response.writeHead(answer.status, answer.headers).end(answer.body));
      if (held.length === 2) bothHere.resolve(undefined);
      return 'answered';
    });
    const one = await PaidStudio.open({ baseUrl: server.origin, apiKey: key });
    cleanup.push(
      () => one.close(),
      () => server.close(),
    );
    const order = (prompt: string) => one.call('images.create', { prompt, model, aspectRatio: '1:1' });
    const other = order('a blue kite');
    const stopped = one.failureOf(order('a red kite'));
    await bothHere.promise;
    const { operations } = await one.call('jobs.list', {});
    const { operationId } = operations.find(({ summary }) => summary.includes('red'))!;
    expect(await one.call('jobs.stopWaiting', { operationId })).toMatchObject({ state: 'unknown', failure: { kind: 'cancelled' } });
    expect(await stopped).toMatchObject({ kind: 'cancelled', charged: 'unknown' });
    expect((await one.call('jobs.list', { states: ['sending'] })).operations).toHaveLength(1);
    held.forEach((release) => release());
    expect(await one.over(await other)).toMatchObject({ state: 'done' });
  });
});
