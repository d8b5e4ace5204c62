import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secret } from '#main/infra/secrets/secret.ts';
import { createServiceClient, type ServiceClient } from '#main/service-client/client.ts';
import { newId } from '#shared/ids.ts';
import { anyId, oddObject } from '../../unit/service-client/reading/odd.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { json, scriptedServer, type ScriptedServer } from './scripted-server.ts';

/**
 * A success is a success: through the client as it is, a paid request whose answer carries its id has that id, with every further field of the answer
 * missing, null or of another type.
 */

let server: ScriptedServer;
let client: ServiceClient;
let answer: unknown;
let status = 200;
beforeAll(async () => {
  server = await scriptedServer((_, response) => json(response, status, answer));
  client = createServiceClient({ connectionId: 'test', origin: server.origin, key: secret('key-of-a-test'), log: quietLog() });
});
afterAll(async () => {
  client.close();
  await server.close();
});

const request = () => ({ path: '/paid', body: Buffer.from('{}'), idempotencyKey: newId(), requestId: newId() });
const times = { createdAt: '2026-01-31T12:00:00Z', created_at: '2026-01-31T12:00:00Z', expiresAt: null };
const numbers = { creditsUsed: 1.5, credits_used: 2.5, quotaRemaining: 7, quota_remaining: 7, billing_duration_seconds: 3 };
const rest = { ...times, ...numbers, title: 'Anna', description: null, status: 'pending', error: null, result_url: null };
const withRest = (named: Record<string, unknown>) => oddObject(named, rest);

const paid: Record<string, { body: fc.Arbitrary<(id: string) => fc.Arbitrary<unknown>>; send: () => Promise<string> }> = {
  'a speech job': {
    body: fc.constant((taskId) => withRest({ taskId }).chain((task) => withRest({ task }))),
    send: async () => (await client.createJob(request())).job.task.taskId,
  },
  'a speech job of version 1': {
    body: fc.constant((taskId) => withRest({ taskId }).chain((task) => withRest({ task }))),
    send: async () => (await client.speechV1.createJob(request())).job.task.taskId,
  },
  'cached speech': {
    body: fc.constant((id) => withRest({ audio_url: `https://cdn.example/${encodeURIComponent(id)}` })),
    send: async () => decodeURIComponent((await client.speechV1.cached(request())).cached.audio_url.slice('https://cdn.example/'.length)),
  },
  'a cloned voice': {
    body: fc.constant((voiceId) => withRest({ voiceId })),
    send: async () => (await client.personalVoices.create(request())).voice.voiceId,
  },
  'a design': {
    body: fc.constant((designId) => withRest({ designId, candidates: [{ candidateId: 'c', previewAudioUrl: null }] })),
    send: async () => (await client.designs.create(request())).design.designId,
  },
  'a saved design': {
    body: fc.constant((voiceId) => withRest({ voiceId })),
    send: async () => (await client.designs.save(request())).voice.voiceId,
  },
  'a lip sync': {
    body: fc.constant((id) => withRest({ id }).chain((data) => withRest({ data }))),
    send: async () => (await client.lipSync.create(request())).job.id,
  },
  'a dubbing': {
    body: fc.constant((id) => withRest({ id, credits_used: { tts: 1.5, lip_sync: null } }).chain((data) => withRest({ data }))),
    send: async () => (await client.dubbing.create(request())).job.id,
  },
  'an image': {
    body: fc.constantFrom(
      (id: string) => withRest({ task_id: id }),
      (id: string) => withRest({ taskId: id }),
      (id: string) => withRest({ id }).chain((task) => withRest({ task })),
    ),
    send: async () => (await client.media.images.create(request())).job.id,
  },
  'a video': {
    body: fc.constantFrom(
      (id: string) => withRest({ jobId: id }),
      (id: string) => withRest({ id }).chain((data) => withRest({ data })),
    ),
    send: async () => (await client.media.videos.create(request())).job.id,
  },
};

describe.each(Object.keys(paid))('%s', (what) => {
  it('that was paid for keeps its id, whatever else its answer holds', async () => {
    const { body, send } = paid[what]!;
    const answers = fc
      .tuple(anyId, body, fc.constantFrom(200, 201, 202))
      .chain(([id, make, code]) => make(id).map((value) => ({ id, value, code })));
    await fc.assert(
      fc.asyncProperty(answers, async ({ id, value, code }) => {
        [answer, status] = [value, code];
        expect(await send()).toBe(id);
      }),
      { numRuns: 60 },
    );
  });
});

it('a transcription keeps its text, and a deletion is one, whatever else their answers hold', async () => {
  await fc.assert(
    fc.asyncProperty(oddObject({ text: 'said' }, { ...numbers, duration: 1.5, segments: [{}] }), async (value) => {
      [answer, status] = [value, 200];
      expect((await client.transcriptions.create(request())).transcription.text).toBe('said');
      const { voiceId } = await client.personalVoices.remove({ ...request(), method: 'DELETE', path: '/api/open/v1/voices/a%20b' });
      expect(voiceId).toBe('a b');
    }),
    { numRuns: 60 },
  );
});
