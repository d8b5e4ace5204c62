import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { characters } from '../../helpers/foreign-service/characters.ts';
import { type ForeignService, startForeignService } from '../../helpers/foreign-service/index.ts';
import { type Json, addressIn, makeClient, probe, read, valuesNamed, wavSeconds, aNumber } from './client.ts';

const lipSync = '/api/open/v1/media/lip-sync/jobs';
const dubbing = '/api/open/v1/media/video-dubbing/jobs';
const designs = '/api/open/v1/voice-designs';

describe.each(characters)('the %s service', (character) => {
  let service: ForeignService;
  let client: ReturnType<typeof makeClient>;
  let alpha: string;
  beforeAll(async () => {
    service = await startForeignService({ character, speech: 'tones' });
    client = makeClient(service);
    const found = await read(await client.get('/api/open/v3/voices?search=alpha'));
    alpha = String((found['items'] as Json[])[0]?.['voiceId']);
  });
  afterAll(() => service.stop());

  /** Reads a job until it has an address, at most ten times. */
  const result = async (path: string): Promise<ArrayBuffer> => {
    for (let poll = 0; poll < 10; poll += 1) {
      const address = addressIn(await read(await client.get(path)));
      if (address !== undefined) return (await fetch(address)).arrayBuffer();
    }
    throw new Error(`${path} never had a result.`);
  };

  test('a transcription finds the words that the service spoke, and charges by length', async () => {
    const address = await service.audioUrl('These words come back.');
    const found = await read(await client.post('/api/open/v1/speech/transcriptions', { audio_url: address }));
    expect(found).toMatchObject({ text: 'These words come back.', duration: aNumber });
    expect(Number.isInteger(found['credits_used']) && Number.isInteger(found['quota_remaining'])).toBe(true);
    expect((found['segments'] as Json[]).length).toBe(1);
    expect((await client.post('/api/open/v1/speech/transcriptions', { audio_url: `${service.mediaUrl}/nothing` })).status).toBe(400);
  });

  test('a design has candidates to hear and to save once', async () => {
    const body = { prompt: 'A warm voice', previewText: 'Hello there.' };
    expect((await client.post(designs, body)).status).toBe(400);
    const created = await read(await client.post(designs, body, { 'idempotency-key': 'd-1' }));
    expect(await read(await client.post(designs, body, { 'idempotency-key': 'd-1' }))).toEqual(created);
    expect(service.charges.filter((charge) => charge.kind === 'design')).toHaveLength(1);
    const [designId] = valuesNamed(created, /^designId$/);
    const [candidateId] = valuesNamed(created, /^candidateId$/);
    const [preview] = valuesNamed(created, /^previewAudioUrl$/);
    expect((await fetch(new URL(String(preview), service.baseUrl))).status).toBe(401);
    expect((await probe(await (await client.get(new URL(String(preview), service.baseUrl).href)).arrayBuffer())).kinds).toEqual(['audio']);
    const path = `${designs}/${String(designId)}`;
    expect((await client.get(`${path}/candidates/${String(candidateId)}/audio`)).status).toBe(200);
    const save = () => client.post(`${path}/voices`, { candidateId, name: 'Designed' }, { 'idempotency-key': 'd-2' });
    const saved = await read(await save());
    expect(await read(await save())).toEqual(saved);
    const listed = await read(await client.get('/api/open/v3/voices?includePersonal=true&pageSize=100'));
    expect(listed['items']).toContainEqual(expect.objectContaining({ voiceId: saved['voiceId'], isPersonal: true, name: 'Designed' }));
    expect((await client.post(`${path}/voices`, { candidateId, name: 'Other' }, { 'idempotency-key': 'd-2' })).status).toBe(409);
  });

  test('a lip-sync job bills the shorter input rounded up, and its result has picture and sound', async () => {
    const body = { video_url: await service.videoUrl(2), audio_url: await service.audioUrl() };
    const created = await read(await client.post(lipSync, body));
    expect(created['success']).toBe(true);
    const data = created['data'] as Json;
    expect(data).toMatchObject({ status: 'pending', billing_duration_seconds: 2, billing_rule: 'shorter_input_rounded_up' });
    expect(Number.isInteger(data['credits_used'])).toBe(true);
    const found = await probe(await result(`${lipSync}/${String(data['id'])}`));
    expect(found.kinds.sort()).toEqual(['audio', 'video']);
    expect(valuesNamed(await read(await client.get(`${lipSync}?status=completed`)), /^id$/)).toEqual([data['id']]);
    expect((await client.get(`/api/open/lip-sync/query?jobId=${String(data['id'])}`)).status).toBe(200);
  });

  test('media that cannot be imported creates no job and charges nothing', async () => {
    const before = service.charges.length;
    const body = { video_url: `${service.mediaUrl}/files/none.mp4`, audio_url: await service.audioUrl() };
    const answer = await client.post(lipSync, body);
    expect(answer.status).toBe(422);
    expect((await read(answer))['details']).toMatchObject({ media_kind: 'video', stage: 'download', retryable: false });
    const silent = await client.post(lipSync, { video_url: await service.audioUrl(), audio_url: await service.audioUrl() });
    expect(silent.status).toBe(415);
    expect(service.charges.length).toBe(before);
  });

  test('a lip-sync job that fails is refunded in full', async () => {
    service.faults.failNext('lipSync');
    const before = service.account.credits;
    const created = await read(await client.post(lipSync, { video_url: await service.videoUrl(2), audio_url: await service.audioUrl() }));
    service.advance(60_000);
    const job = await read(await client.get(`${lipSync}/${String((created['data'] as Json)['id'])}`));
    expect((job['data'] as Json)['status']).toBe('failed');
    expect(service.account.credits).toBe(before);
  });

  test('dubbing speaks and starts a job in one call, once for a key', async () => {
    const body = { video_url: await service.videoUrl(2), text: 'A narration for this video.', reference_id: alpha };
    const create = () => client.post(dubbing, body, { 'idempotency-key': 'dub-1' });
    const created = await read(await create());
    expect(await read(await create())).toEqual(created);
    expect(service.charges.filter((charge) => charge.key === 'dub-1')).toHaveLength(2);
    const data = created['data'] as Json;
    expect(data['credits_used']).toMatchObject({ tts: aNumber, lip_sync: aNumber, total: aNumber });
    expect((await probe(await result(`${dubbing}/${String(data['id'])}`))).kinds.sort()).toEqual(['audio', 'video']);
  });

  test('dubbing that fails after its speech carries the speech that was paid for', async () => {
    const body = { video_url: await service.videoUrl(2), text: 'x '.repeat(200), reference_id: alpha, fit_audio_to_video: true };
    const answer = await client.post(dubbing, body, { 'idempotency-key': 'dub-2' });
    expect(answer.ok).toBe(false);
    const error = await read(answer);
    const [address] = valuesNamed(error, /^tts_audio_url$/);
    expect(wavSeconds(await (await fetch(String(address))).arrayBuffer())).toBeGreaterThan(20);
    expect(valuesNamed(error, /^tts_credits_used$/)).toEqual([aNumber]);
    expect(service.charges.filter((charge) => charge.key === 'dub-2').map((charge) => charge.kind)).toEqual(['dubbingSpeech']);
  });

  test('image and video jobs draw on API quota alone, once for a key, and end in real media', async () => {
    const credits = service.account.credits;
    for (const [type, body] of [
      ['image', { prompt: 'A hill', model: 'alpha-image-2', aspect_ratio: '16:9' }],
      ['video', { prompt: 'A walk', model: 'beta-video-1', seconds: 2, size: '1280x720' }],
    ] as const) {
      const models = await read(await client.get(`/api/open/v1/media/models?mediaType=${type}`));
      expect(JSON.stringify(models)).toContain(body.model);
      const path = `/api/open/v1/media/${type}s/jobs`;
      const create = () => client.post(path, body, { 'idempotency-key': `m-${type}` });
      const created = await read(await create());
      expect(await read(await create())).toEqual(created);
      expect(service.charges.filter((charge) => charge.key === `m-${type}`)).toHaveLength(1);
      const [id] = valuesNamed(created, /^(taskId|task_id|id)$/);
      const media = Buffer.from(await result(`${path}/${String(id)}`));
      if (type === 'image') expect(media.toString('latin1', 1, 4)).toBe('PNG');
      else expect((await probe(media)).codecs).toContain('h264');
    }
    expect(service.account.credits).toBe(credits);
    const both = { prompt: 'x', model: 'alpha-image-2', image_url: 'http://a.test/1', image_urls: ['http://a.test/2'] };
    expect((await client.post('/api/open/v1/media/images/jobs', both, { 'idempotency-key': 'm-3' })).status).toBe(400);
  });
});
