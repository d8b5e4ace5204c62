import { request } from 'node:http';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capabilitiesPath } from '#shared/wire/models.ts';
import { capabilities } from '#shared/wire/responses/models.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { profile } from '#shared/wire/responses/profile.ts';
import { jobsPath } from '#shared/wire/jobs.ts';
import { alignedPath, speechPath, speechRequest } from '#shared/wire/speech.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import { voiceDetail, voiceList } from '#shared/wire/responses/voices.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { allVoices, call, failureOf, voiceFor } from './support.ts';

let service: LocalService;
beforeAll(async () => (service = await startLocalService({ key: 'a-key-of-its-own' })));
afterAll(() => service.stop());

test.each([
  ['no header', undefined],
  ['another scheme', 'Basic bG9jYWw='],
  ['an empty bearer', 'Bearer '],
  ['an unknown key', 'Bearer sk-somebody-else'],
  ['a disabled account', 'Bearer local-disabled'],
])('%s is a 401 with the error body', async (_, header) => {
  const response = await fetch(`${service.baseUrl}${profilePath}`, { headers: header === undefined ? {} : { Authorization: header } });
  expect(await failureOf(response)).toMatchObject({ status: 401, code: 'ERR_UNAUTHORIZED' });
});

test('each local key is an account of its own', async () => {
  const ids = await Promise.all(
    [service.apiKey, 'local-ada', 'local-bob', 'local-ada-readonly', 'local-ada'].map(async (key) => {
      return profile.parse(await (await call(service, 'GET', profilePath, { key })).json()).user_id;
    }),
  );
  expect(new Set(ids).size).toBe(4);
  expect(ids[1]).toBe(ids[4]);
});

test('the profile keeps its webhook, ignores what it does not know and refuses what is no address', async () => {
  const update = (body: unknown) => call(service, 'POST', profilePath, { key: 'local-hooks', body });
  expect(await (await update({ webhookUrl: 'https://example.org/hook', nickname: 'x' })).json()).toMatchObject({
    webhookUrl: 'https://example.org/hook',
  });
  expect(await failureOf(await update({ webhookUrl: 'ftp://example.org' }))).toMatchObject({
    status: 400,
    message: expect.stringContaining('webhookUrl') as string,
  });
  expect(await (await call(service, 'GET', profilePath, { key: 'local-hooks' })).json()).toMatchObject({
    webhookUrl: 'https://example.org/hook',
  });
  expect(await (await call(service, 'GET', profilePath, { key: 'local-other' })).json()).toMatchObject({ webhookUrl: '' });
});

test('capabilities are public and the models differ', async () => {
  const { contractVersion, models } = capabilities.parse(await (await fetch(`${service.baseUrl}${capabilitiesPath}`)).json());
  expect(contractVersion).toBe('v3');
  expect(models).toHaveLength(20);
  expect(models.some((model) => !model.available)).toBe(true);
  expect(models.some((model) => !model.outputFormats.includes('ogg') && !model.outputFormats.includes('wav'))).toBe(true);
  expect(models.some((model) => model.supportedOperations.alignedStreaming === false)).toBe(true);
  expect(models.some((model) => model.maxTextLength <= 500)).toBe(true);
  for (const control of ['speed', 'volume', 'stability', 'similarity', 'pitch', 'emotion', 'instruction']) {
    expect(new Set(models.map((model) => model.controls[control])), control).toEqual(new Set([true, false]));
  }
});

test('voices come in pages without loss, and are searched by name whatever the case', async () => {
  const page = async (number: number) =>
    voiceList.parse(await (await call(service, 'GET', `${voicesPath}?page=${number}&pageSize=25`)).json());
  const pages = await Promise.all([page(1), page(2), page(3), page(4)]);
  const ids = pages.flatMap((one) => one.items.map((voice) => voice.voiceId));
  expect(pages[0]).toMatchObject({ page: 1, pageSize: 25, totalPages: Math.ceil(ids.length / 25), total: ids.length });
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(55);
  expect(pages[3].items).toEqual([]);
  const found = voiceList.parse(await (await call(service, 'GET', `${voicesPath}?search=aDa&includePersonal=true`)).json());
  expect(found.items.map((voice) => voice.name)).toContain('Ada');
  expect(found.total).toBeLessThan(5);
});

test.each(['page=0', 'pageSize=101', 'pageSize=ten', 'includePersonal=maybe', 'page=1.5'])(
  'voices?%s is a 400 that names the field',
  async (query) => {
    const failure = await failureOf(await call(service, 'GET', `${voicesPath}?${query}`));
    expect(failure).toMatchObject({ status: 400, code: 'ERR_INVALID_REQUEST' });
    expect(failure.message).toContain(query.split('=')[0]);
  },
);

test('one voice by its id; an unknown one is a 404', async () => {
  const [voice] = await allVoices(service);
  const detail = voiceDetail.parse(await (await call(service, 'GET', `${voicesPath}/${voice!.voiceId}`)).json());
  expect(detail).toMatchObject(voice!);
  expect(await failureOf(await call(service, 'GET', `${voicesPath}/nobody`))).toMatchObject({ status: 404 });
});

test('the first English voice streams aligned WAV with its default model', async () => {
  const english = (await allVoices(service)).filter((voice) => voice.primaryLanguage.startsWith('en'));
  expect(english[0]!.name).toBe(english.map((voice) => voice.name).sort()[0]);
  const response = await call(service, 'POST', '/api/open/v3/speech/tts/aligned', {
    body: { text: 'Yes.', voiceId: english[0]!.voiceId, format: 'wav' },
  });
  expect(response.status).toBe(200);
  await response.body?.cancel();
});

test('both OpenAPI documents are public, valid, 3.1, and say what the schemas check', async () => {
  for (const path of ['/api/openapi.json', '/api/open/v3/openapi.json']) {
    const response = await fetch(`${service.baseUrl}${path}`);
    const document = (await response.json()) as { openapi: string; paths: Record<string, Record<string, never>> };
    const result = await new Validator().validate(document);
    expect(result.errors ?? [], path).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
    const body = JSON.stringify(document.paths[speechPath]?.['post']?.['requestBody']);
    for (const field of Object.keys(speechRequest.shape)) expect(body).toContain(`"${field}"`);
    expect(body).toContain('"additionalProperties":false');
    expect(Object.keys(document.paths).some((one) => one.includes('/v1/'))).toBe(path === '/api/openapi.json');
    expect(Object.keys(document.paths).some((one) => one.includes('/_'))).toBe(false);
  }
});

test('the documents name the headers of the answers, and what the interface leaves open', async () => {
  interface Written {
    info: { description: string };
    paths: Record<string, { post?: { responses: Record<string, { headers: Record<string, { required: boolean }> }> } }>;
  }
  const { info, paths } = (await (await fetch(`${service.baseUrl}/api/openapi.json`)).json()) as Written;
  for (const named of ['webhookUrl', 'local-NAME', 'Idempotency-Key', 'quota', '/v3/tts/live']) expect(info.description).toContain(named);
  const voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
  const body = { text: 'Hi.', voiceId, pitch: 1 };
  const answers = [
    [speechPath, 200, body],
    [alignedPath, 200, body],
    [jobsPath, 202, body],
    ['/v1/tts', 200, { text: 'Hi.', reference_id: voiceId }],
    ['/api/open/v1/speech/tts', 200, { ...body, cache: true }],
    [speechPath, 401, body],
  ] as const;
  const general = [
    'connection',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
    'transfer-encoding',
    'cache-control',
    'x-accel-buffering',
  ];
  for (const [path, status, sent] of answers) {
    const response = await call(service, 'POST', path, { body: sent, key: status === 401 ? 'unknown' : 'local-headers' });
    await response.arrayBuffer();
    expect(response.status, path).toBe(status);
    const described = paths[path]?.post?.responses[status];
    const documented = described?.headers ?? {};
    const names = Object.keys(documented).map((name) => name.toLowerCase());
    const told = [...response.headers.keys()].filter((name) => !general.includes(name));
    expect(names, path).toEqual(expect.arrayContaining(told));
    const always = Object.entries(documented).filter(([, { required }]) => required);
    expect(told, path).toEqual(expect.arrayContaining(always.map(([name]) => name.toLowerCase())));
    if (status === 202) expect(names).toContain('x-openapi-ignored-parameters');
  }
});

test('nothing at an address is a 404, another method a 405 that says which are offered', async () => {
  expect(await failureOf(await call(service, 'GET', '/api/open/v3/nothing'))).toMatchObject({ status: 404, code: 'ERR_NOT_FOUND' });
  const response = await call(service, 'DELETE', speechPath);
  expect(response.headers.get('allow')).toBe('POST');
  expect(await failureOf(response)).toMatchObject({ status: 405, code: 'ERR_METHOD_NOT_ALLOWED' });
});

test('the request id is echoed, made when absent, and never taken when it is not one', async () => {
  expect((await call(service, 'GET', voicesPath, { headers: { 'X-Request-Id': 'trace-1' } })).headers.get('x-request-id')).toBe('trace-1');
  const made = await Promise.all([call(service, 'GET', voicesPath), call(service, 'GET', voicesPath)]);
  expect(made[0].headers.get('x-request-id')).toMatch(/^req_/u);
  expect(made[0].headers.get('x-request-id')).not.toBe(made[1].headers.get('x-request-id'));
  const failure = await failureOf(await call(service, 'GET', voicesPath, { headers: { 'X-Request-Id': 'x'.repeat(129) } }));
  expect(failure).toMatchObject({ status: 400, message: expect.stringContaining('X-Request-Id') as string });
});

test('a page that was rebound to this address is refused, with a key too', async () => {
  const { port } = new URL(service.baseUrl);
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { Host: host, Authorization: `Bearer ${service.apiKey}` };
      request({ host: '127.0.0.1', port, path: voicesPath, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  expect(await statusFor(`evil.example:${port}`)).toBe(403);
  expect(await statusFor('127.0.0.1')).toBe(403);
  expect(await statusFor(`127.0.0.1:${port}`)).toBe(200);
  expect(await statusFor(`localhost:${port}`)).toBe(200);
});
