import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApiPath } from '#shared/wire/documents.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { call, failureOf } from './support.ts';

/** What a client's author may do with the document alone: check a body against it with a validator that knows nothing of this service. */
interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  [word: string]: unknown;
}
interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
}
interface Written {
  path: string;
  schema: Schema;
  valid: ValidateFunction;
}

let service: LocalService;
let document: Document;
let bodies: Written[];
beforeAll(async () => {
  service = await startLocalService();
  document = (await (await fetch(`${service.baseUrl}${openApiPath}`)).json()) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // Its types say that a module is a namespace, which holds no longer where node reads it.
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ ...document, $id: 'document' });
  bodies = Object.entries(document.paths).flatMap(([path, methods]) => {
    const schema = methods['post']?.requestBody?.content['application/json']?.schema;
    if (schema === undefined) return [];
    return [{ path, schema, valid: ajv.compile({ ...schema, components: (document as { components?: unknown }).components }) }];
  });
});
afterAll(() => service.stop());

const address = 'http://127.0.0.1:9/nothing.mp4';
/** A body that the document allows; none of them is made, as the voice, the address and the design are nobody's. */
const examples: Record<string, Record<string, unknown>> = {
  '/api/open/v1/profile': { webhookUrl: '' },
  '/api/open/v1/voice-designs': { prompt: 'A calm voice.', previewText: 'Good morning to all of you.' },
  '/api/open/v1/voice-designs/{designId}/voices': { candidateId: 'one', name: 'Calm' },
  '/api/open/delete-model': { voiceId: 'nobody' },
  '/api/open/list-models': { page: 1 },
  '/api/open/v3/speech/tts': { text: 'Hello.', voiceId: 'nobody' },
  '/api/open/v3/speech/tts/aligned': { text: 'Hello.', voiceId: 'nobody' },
  '/api/open/v3/speech/tts/jobs': { text: 'Hello.', voiceId: 'nobody' },
  '/api/open/v2/speech/tts': { text: 'Hello.', voiceId: 'nobody' },
  '/api/open/v1/speech/tts': { text: 'Hello.', voiceId: 'nobody' },
  '/api/open/v1/speech/tts/jobs': { text: 'Hello.', voiceId: 'nobody' },
  '/v1/tts': { text: 'Hello.', reference_id: 'nobody' },
  '/v1/audio/speech': { model: 'tts-1', input: 'Hello.', voice: 'nobody' },
  '/v2/tts/browser-tickets': { origin: 'https://studio.example' },
  '/v3/tts/browser-tickets': { origin: 'https://studio.example' },
  '/api/open/v1/media/lip-sync/jobs': { video_url: address, audio_url: address },
  '/api/open/lip-sync/create': { video_url: address, audio_url: address },
  '/api/open/v1/media/images/jobs': { prompt: 'A lake.', model: 'nothing', aspect_ratio: '1:1' },
  '/api/open/v1/media/videos/jobs': { prompt: 'A lake.', model: 'nothing', seconds: 5, size: '1280x720' },
  '/api/open/v1/media/video-dubbing/jobs': { video_url: address, text: 'Hello.', reference_id: 'nobody' },
  '/api/open/v1/speech/transcriptions': { audio_url: address },
};

test('every JSON body of the document has an example here, and the document allows it', () => {
  expect(bodies.map(({ path }) => path).sort()).toEqual(Object.keys(examples).sort());
  for (const { path, valid } of bodies) {
    valid(examples[path]);
    expect(valid.errors ?? [], path).toEqual([]);
  }
});

test('what the document refuses, the service refuses: a 400 that names the field, nothing charged', async () => {
  const key = 'local-documented';
  const value = fc.oneof(
    fc.constantFrom<unknown>(null, true, 7, -1, 1e9, 0.5, '', 'x', 'x'.repeat(20_000), 'no address', '\u0000', [], ['x'], {}, { a: 1 }, [
      [],
    ]),
    fc.jsonValue(),
  );
  const fault = fc
    .nat({ max: bodies.length - 1 })
    .chain((at) => fc.tuple(fc.constant(at), fc.constantFrom(...Object.keys(bodies[at]!.schema.properties ?? {}), 'unheardOf'), value));
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fault, async ([at, name, wrong]) => {
      const { path, valid } = bodies[at]!;
      const body = { ...examples[path], [name]: wrong };
      if (valid(body)) return;
      refused++;
      const headers = { 'Idempotency-Key': `documented-${refused}` };
      const response = await call(service, 'POST', path.replace('{designId}', 'nothing'), { key, headers, body });
      const failure = await failureOf(response);
      expect(failure, path).toMatchObject({ status: 400 });
      expect(failure.message, path).toContain(name);
      expect(failure.message, path).not.toMatch(/undefined|NaN|Invalid input$/u);
    }),
    { numRuns: 500 },
  );
  expect(refused).toBeGreaterThan(100);
  expect((await service.charges(key)).entries.filter(({ state }) => state !== 'granted')).toEqual([]);
});
