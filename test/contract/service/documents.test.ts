import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiPath } from '#shared/wire/documents.ts';
import { mediaModelsPath, videosPath } from '#shared/wire/media.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { PaidStudio } from '../paid-work/studio.ts';
import { json, scriptedServer } from './scripted-server.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

it('both documents are read, and say which endpoints there are', async () => {
  const studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: service.apiKey });
  try {
    const { documents } = await studio.connection.ready();
    expect(Object.keys((await documents.read('v3')).paths)).toContain('/api/open/v3/speech/tts');
    const declared = await documents.declared();
    expect([declared.endpoint('POST', videosPath), declared.endpoint('POST', '/nowhere')]).toEqual([true, false]);
  } finally {
    await studio.close();
  }
});

it('media models are unavailable where the document has not their endpoints, and are then not asked for', async () => {
  const server = await scriptedServer((request, response) => {
    if (request.url === openApiPath)
      json(response, 200, { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: { [mediaModelsPath]: { get: {} } } });
    else json(response, 500, { code: 'x', message: 'x' });
  });
  const studio = await PaidStudio.open({ baseUrl: server.origin, apiKey: 'anybody' });
  try {
    expect(await studio.call('media.models', { mediaType: 'video' })).toEqual({ models: [], notUnderstood: [], available: false });
    expect(server.seen.map(({ url }) => url)).toEqual([openApiPath]);
  } finally {
    await studio.close();
    await server.close();
  }
});
