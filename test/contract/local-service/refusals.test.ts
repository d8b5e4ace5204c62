import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { call, failureOf, voiceFor } from './support.ts';

/** What a client's author reads when a request was wrong: the field by the name that was sent or is wanted, and what is wrong with it. */
let service: LocalService;
let voiceId: string;
beforeAll(async () => {
  service = await startLocalService();
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
});
afterAll(() => service.stop());

const address = 'must be an http or https address';
test.each([
  ['POST /api/open/v3/speech/tts', {}, 400, 'text: is required; voiceId: is required'],
  ['POST /api/open/v1/profile', { webhookUrl: 5 }, 400, `webhookUrl: ${address}, or empty`],
  ['POST /v1/audio/speech', { model: 'alpha-s1', input: 'Hi.' }, 400, 'voice: must be a voice id, or an object with one as its id'],
  ['POST /api/open/v1/media/lip-sync/jobs', { video_url: 'x' }, 400, `video_url: ${address}; audio_url: is required`],
  ['POST /api/open/v1/speech/transcriptions', {}, 400, 'audio_url: is required'],
  ['POST /v3/tts/browser-tickets', {}, 400, 'origin: is required'],
  ['GET /api/open/v3/voices?page=first', undefined, 400, 'page: must be a number, once'],
  ['GET /api/open/v3/voices?page=1&page=2', undefined, 400, 'page: must be a number, once'],
  ['GET /api/open/lip-sync/query', undefined, 400, 'jobId: is required in the query, by this name or as id'],
  [
    'GET /api/open/v3/speech/tts/jobs?createdAfter=2026-01-31T12:00:00+01:00',
    undefined,
    400,
    'createdAfter: must be a date-time such as 2026-01-31T12:00:00Z (in an address, + is written %2B)',
  ],
  ['GET /api/open/v3/speech/tts/jobs/x/segments/-1', undefined, 400, 'segmentIndex: must be a whole number from 0 to 999999'],
  ['POST /_faults', {}, 400, 'faults: is required'],
] as const)('%s with %j is a %i that says what is missing or wrong', async (at, body, status, message) => {
  const [method = '', path = ''] = at.split(' ');
  expect(await failureOf(await call(service, method, path, { body }))).toMatchObject({ status, code: 'ERR_INVALID_REQUEST', message });
});

test('v1 names the field that was sent, not what it is called elsewhere', async () => {
  const refusal = async (body: object) => {
    const { status, message } = await failureOf(await call(service, 'POST', '/api/open/v1/speech/tts', { body: { text: 'Hi.', ...body } }));
    return [status, message];
  };
  expect(await refusal({ voiceId, engineModelId: 'old-1' })).toEqual([400, 'engineModelId: there is no such model']);
  expect(await refusal({ reference_id: 'nobody' })).toEqual([404, 'reference_id: there is no such voice']);
  expect(await refusal({ modelId: 'nobody' })).toEqual([404, 'modelId: there is no such voice']);
});

test('a body that is not UTF-8 is refused before anything is spoken or charged', async () => {
  const key = 'local-latin';
  const body = Buffer.from(JSON.stringify({ text: 'Caf\u00e9.', voiceId }), 'latin1');
  for (const path of ['/api/open/v3/speech/tts', '/api/open/v3/speech/tts/jobs', '/api/open/v1/speech/tts', '/v1/tts']) {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body,
    });
    expect(await failureOf(response)).toMatchObject({ status: 400, message: 'request: is not UTF-8' });
  }
  expect((await service.charges(key)).entries).toHaveLength(1);
});
