import { afterEach, describe, expect, it } from 'vitest';
import { secret } from '#main/infra/secrets/secret.ts';
import { createServiceClient, type ServiceClient } from '#main/service-client/client.ts';
import { type PaidRequest } from '#main/service-client/exchange.ts';
import { toFailure, type Failure } from '#shared/failure.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { json, scriptedServer, type ScriptedServer } from './scripted-server.ts';

const canary = 'canary/key+with=signs';
const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0)) await clean();
});

const waits: number[] = [];
async function serve(script: Parameters<typeof scriptedServer>[0]): Promise<ScriptedServer> {
  const server = await scriptedServer(script);
  cleanup.push(() => server.close());
  return server;
}
function clientOf(origin: string, trusted: string[] = []): { client: ServiceClient; log: ReturnType<typeof quietLog> } {
  const log = quietLog();
  waits.length = 0;
  const client = createServiceClient({
    connectionId: 'test',
    origin,
    key: secret(canary),
    log,
    trustedOrigins: () => trusted,
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  cleanup.push(() => client.close());
  return { client, log };
}
const paid: PaidRequest = {
  path: '/api/open/v3/speech/tts/aligned',
  body: Buffer.from('{"text":"a"}'),
  idempotencyKey: 'key-1',
  requestId: 'request-1',
};
const failureOf = (promise: Promise<unknown>): Promise<Failure> => promise.then(() => expect.unreachable('It did not fail.'), toFailure);

it('the warning of a failed request names what was asked and why it failed, and a request that ends with the client is none', async () => {
  const arrived = Promise.withResolvers<undefined>();
  let isRefused = false;
  const server = await serve((_, response) => {
    if (isRefused) arrived.resolve(undefined);
    else json(response, 400, { code: 'ERR_X', message: 'Because' });
    isRefused = true;
  });
  const { client, log } = clientOf(server.origin);
  const warnings = (): string[] => log.lines.flatMap(({ level, message }) => (level === 'warn' ? [message] : []));
  await failureOf(client.aligned(paid));
  expect(warnings()).toEqual(['POST /api/open/v3/speech/tts/aligned failed: invalid-input']);
  const ended = failureOf(client.aligned(paid));
  await arrived.promise;
  client.close();
  await server.close();
  await ended;
  expect(warnings()).toHaveLength(1);
});

describe('what the service refuses', () => {
  it.each([
    [400, 'invalid-input', 'no', 'fix-input'],
    [401, 'unauthorized', 'no', 'replace-key'],
    [402, 'payment-required', 'no', 'add-credits'],
    [403, 'forbidden', 'no', 'none'],
    [404, 'not-found', 'no', 'fix-input'],
    [413, 'too-large', 'no', 'fix-input'],
    [415, 'unsupported-media', 'no', 'fix-input'],
    [422, 'unprocessable', 'no', 'fix-input'],
    [429, 'rate-limited', 'no', 'wait'],
    [500, 'service-failed', 'unknown', 'retry'],
    [502, 'service-failed', 'unknown', 'retry'],
    [503, 'service-unavailable', 'no', 'wait'],
    [504, 'service-timeout', 'unknown', 'retry'],
    [302, 'bad-response', 'unknown', 'report'],
  ] as const)('with %i is a failure with its charge and its next step', async (status, kind, charged, next) => {
    const { origin, seen } = await serve((_, response) => json(response, status, { code: 'ERR_X', message: 'Because', requestId: 'id-9' }));
    const failure = await failureOf(clientOf(origin).client.aligned(paid));
    expect(failure).toMatchObject({ kind, charged, next, status, code: 'ERR_X', requestId: 'id-9' });
    // What the status says by itself needs no words of the service: they are a detail.
    expect(status === 402 || status === 429 ? failure.detail : failure.message).toMatch(/Because\.?$/u);
    expect(seen).toHaveLength(1); // a write is never sent again from here
  });

  it.each([
    ['ERR_REQUEST_IN_PROGRESS', 'unknown', 'wait'],
    ['ERR_REQUEST_ID_CONFLICT', 'no', 'generate-again'],
    ['ERR_REQUEST_ALREADY_COMPLETED', 'yes', 'generate-again'],
    ['ERR_REQUEST_PREVIOUSLY_REFUNDED', 'no', 'generate-again'],
    ['ERR_OF_A_LATER_VERSION', 'no', 'none'],
  ] as const)('with 409 %s means what its code says', async (code, charged, next) => {
    const { origin } = await serve((_, response) => json(response, 409, { code, message: '' }));
    expect(await failureOf(clientOf(origin).client.aligned(paid))).toMatchObject({ kind: 'conflict', charged, next, code });
  });

  it('names the field and the wait where the answer names them', async () => {
    const { origin } = await serve((_, response) =>
      json(
        response,
        400,
        { code: 'E', message: 'no', details: { path: ['prosody', 'speed'] } },
        { 'Retry-After': '3', 'X-Request-Id': 'from-header' },
      ),
    );
    expect(await failureOf(clientOf(origin).client.aligned(paid))).toMatchObject({
      field: 'prosody.speed',
      retryAfterMs: 3000,
      requestId: 'from-header',
    });
  });

  it('in a way that is no error body is still a failure in words', async () => {
    const { origin } = await serve(
      (_, response) => void response.writeHead(503, { 'Content-Type': 'text/html' }).end('<html>'.repeat(50_000)),
    );
    const failure = await failureOf(clientOf(origin).client.aligned(paid));
    expect(failure).toMatchObject({ kind: 'service-unavailable', message: 'The service cannot do that at the moment.' });
  });

  it('never shows the key, in whatever form it is said back, nor logs it', async () => {
    const forms = [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64'), Buffer.from(canary).toString('hex')];
    const { origin } = await serve((_, response) =>
      json(response, 400, { code: canary, message: forms.join('\n\u0007 '), requestId: canary, details: { field: canary } }),
    );
    const { client, log } = clientOf(origin);
    const shown = JSON.stringify([await failureOf(client.aligned(paid)), log.lines]);
    for (const form of forms) expect(shown).not.toContain(form);
    expect(shown).toContain('[secret]');
  });
});

describe('a 200', () => {
  it('that is no event stream is no take', async () => {
    const { origin } = await serve((_, response) => json(response, 200, { audio_url: 'x' }));
    const { client } = clientOf(origin);
    expect(await failureOf(client.aligned(paid))).toMatchObject({ kind: 'bad-response', charged: 'unknown', status: 200 });
    expect(await failureOf(client.speech(paid))).toMatchObject({ kind: 'bad-response', charged: 'unknown' });
    expect(await failureOf(client.jobAudio('t'))).toMatchObject({ kind: 'bad-response', charged: 'no' });
  });

  it('carries the ids and the exact bytes, and its headers are read', async () => {
    const { origin, seen } = await serve((_, response) => {
      response.writeHead(200, {
        'Content-Type': 'audio/mpeg',
        'X-Request-Id': 'request-1',
        'X-OpenAPI-Quota-Remaining': '17',
        'X-OpenAPI-Credits-Used': '4',
        'X-OpenAPI-Ignored-Parameters': 'pitch, emotion',
      });
      response.end('sound');
    });
    const answer = await clientOf(origin).client.speech(paid);
    expect(answer).toMatchObject({
      status: 200,
      requestId: 'request-1',
      quotaRemaining: 17,
      creditsUsed: 4,
      ignoredParameters: ['pitch', 'emotion'],
    });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      body: '{"text":"a"}',
      headers: { 'idempotency-key': 'key-1', 'x-request-id': 'request-1' },
    });
  });

  it('whose answer names no job says so, and logs what came without the key', async () => {
    const { origin, seen } = await serve((_, response) => json(response, 202, { job: 1, message: `Taken by ${canary}` }));
    const { client, log } = clientOf(origin);
    const failure = await failureOf(client.createJob(paid));
    expect(failure).toMatchObject({
      kind: 'bad-response',
      charged: 'unknown',
      code: 'UNREADABLE_ANSWER',
      status: 202,
      requestId: 'request-1',
    });
    expect(failure.message).toContain('Taken by [secret]');
    expect(log.lines.find(({ level }) => level === 'warn')?.facts).toMatchObject({ answer: '{"job":1,"message":"Taken by [secret]"}' });
    expect(seen).toHaveLength(1);
  });

  it('whose answer breaks off leaves open how it ended', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': '500' });
      response.write('{"task":{"taskId":', () => response.destroy());
    });
    expect(await failureOf(clientOf(origin).client.createJob(paid))).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown' });
  });
});

describe('an odd error body', () => {
  it.each([
    [
      409,
      { code: 'ERR_REQUEST_ALREADY_COMPLETED', message: 'Done', requestId: null, details: null },
      { kind: 'conflict', charged: 'yes', code: 'ERR_REQUEST_ALREADY_COMPLETED' },
    ],
    [
      402,
      { code: 'ERR_INSUFFICIENT_CREDITS', message: null, requestId: 7 },
      { kind: 'payment-required', charged: 'no', code: 'ERR_INSUFFICIENT_CREDITS', requestId: '7' },
    ],
    [409, { code: 'ERR_REQUEST_IN_PROGRESS', message: ['wait'], details: 'none' }, { kind: 'conflict', next: 'wait' }],
    [422, { code: 422, message: 'Too dark', details: { media_kind: 'video', stage: 7, retryable: 'no' } }, { kind: 'unprocessable' }],
    [404, { detail: 'nothing' }, { kind: 'not-found' }],
  ] as const)('of a %i keeps the meaning of its status and its code: %j', async (status, body, expected) => {
    const { origin } = await serve((_, response) => json(response, status, body));
    const failure = await failureOf(clientOf(origin).client.aligned(paid));
    expect(failure).toMatchObject({ status, ...expected });
    if ('message' in body && typeof body.message === 'string') expect(failure.message).toContain(body.message);
  });
});

describe('a read', () => {
  const account = { user_id: 'u', api_quota_remaining: 1, tier: 't', credits: 2, extra: { kept: true } };

  it('is tried again after what passes, and keeps fields that are not known', async () => {
    let count = 0;
    const { origin, seen } = await serve((_, response) => {
      count++;
      if (count === 1) response.destroy();
      else if (count === 2) json(response, 500, { code: 'E', message: 'x' });
      else if (count === 3) json(response, 429, { code: 'E', message: 'x' }, { 'Retry-After': '2' });
      else json(response, 200, account);
    });
    expect(await clientOf(origin).client.profile()).toMatchObject({ userId: 'u', fields: account });
    expect(seen).toHaveLength(4);
    expect(waits[2]).toBe(2000);
  });

  it('is given up after a few tries, and at once where another is of no use', async () => {
    const { origin, seen } = await serve((request, response) =>
      json(response, request.url.includes('profile') ? 503 : 404, { code: 'E', message: 'x' }),
    );
    const { client } = clientOf(origin);
    expect(await failureOf(client.profile())).toMatchObject({ kind: 'service-unavailable' });
    expect(seen).toHaveLength(4);
    expect(await failureOf(client.voice('a/b'))).toMatchObject({ kind: 'not-found' });
    expect(seen.slice(4).map((request) => request.url)).toEqual(['/api/open/v3/voices/a%2Fb']);
  });

  it('of a profile goes without what it does not understand, but not without the account’s id', async () => {
    const answers = [
      { ...account, credits: 'many' },
      { ...account, user_id: null },
    ];
    const { origin } = await serve((_, response) => json(response, 200, answers.shift()));
    const { client } = clientOf(origin);
    expect(await client.profile()).toMatchObject({ userId: 'u', credits: undefined, apiQuotaRemaining: 1 });
    const failure = await failureOf(client.profile());
    expect(failure.kind).toBe('bad-response');
    expect(failure.message).toContain('user_id');
  });

  it('that is answered with a page for people is a failure', async () => {
    const { origin } = await serve(
      (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Welcome</html>'),
    );
    const { client } = clientOf(origin);
    for (const read of [client.voice('v'), client.job('t'), client.profile()])
      expect(await failureOf(read)).toMatchObject({ kind: 'bad-response', charged: 'no' });
  });

  it('of the voices takes all pages, once each', async () => {
    const voiceOf = (index: number) => ({
      voiceId: `v${index}`,
      name: 'n',
      isPersonal: false,
      primaryLanguage: 'en',
      languages: [],
      modelIds: [],
    });
    const { origin, seen } = await serve((request, response) => {
      const page = Number(new URL(request.url, 'http://x').searchParams.get('page'));
      const items = Array.from({ length: page === 7 ? 1 : 100 }, (_, index) => voiceOf((page - 1) * 99 + index)); // pages overlap by one
      json(response, 200, { total: 601, page, pageSize: 100, totalPages: 7, items });
    });
    expect(await clientOf(origin).client.voices()).toHaveLength(595);
    expect(seen).toHaveLength(7);
    expect(seen.every((request) => request.url.includes('includePersonal=true'))).toBe(true);
  });
});

describe('a redirect of audio', () => {
  const sound = (response: Parameters<Parameters<typeof scriptedServer>[0]>[1]): void =>
    void response.writeHead(200, { 'Content-Type': 'audio/wav' }).end('RIFF');
  const read = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
    let text = '';
    for await (const chunk of body) text += Buffer.from(chunk).toString();
    return text;
  };

  it('keeps the key on the service’s own origin', async () => {
    const { origin, seen } = await serve((request, response) => {
      if (request.url.endsWith('/audio')) response.writeHead(302, { Location: '/stored?sig=1' }).end();
      else sound(response);
    });
    expect(await read((await clientOf(origin).client.jobAudio('t')).body)).toBe('RIFF');
    expect(seen.map((request) => request.headers.authorization)).toEqual([`Bearer ${canary}`, `Bearer ${canary}`]);
  });

  it('drops the key for another port of the same host, and takes it up again on the way back', async () => {
    const other: ScriptedServer = await serve((_, response) => void response.writeHead(307, { Location: `${first.origin}/back` }).end());
    const first: ScriptedServer = await serve((request, response) => {
      if (request.url === '/back') sound(response);
      else response.writeHead(302, { Location: `${other.origin}/there` }).end();
    });
    expect(await read((await clientOf(first.origin).client.jobAudio('t')).body)).toBe('RIFF');
    expect(other.seen[0]?.headers.authorization).toBeUndefined();
    expect(first.seen[1]?.headers.authorization).toBe(`Bearer ${canary}`);
  });

  it.each([401, 403])('that then answers %i names the origin, which can be trusted by name', async (status) => {
    const other = await serve((request, response) => {
      if (request.headers.authorization === undefined) json(response, status, { code: 'E', message: 'key?' });
      else sound(response);
    });
    const { origin } = await serve((_, response) => void response.writeHead(302, { Location: `${other.origin}/x` }).end());
    const failure = await failureOf(clientOf(origin).client.jobAudio('t'));
    expect(failure).toMatchObject({ kind: 'forbidden', status });
    expect(failure.message).toContain(other.origin);
    expect(await read((await clientOf(origin, [other.origin]).client.jobAudio('t')).body)).toBe('RIFF');
  });

  it.each([
    ['in a circle', '/api/open/v3/speech/tts/jobs/t/audio'],
    ['nowhere', ''],
    ['into the file system', 'file:///etc/passwd'],
  ])('%s ends', async (_, location) => {
    const { origin, seen } = await serve(
      (request, response) => void response.writeHead(302, location === '' ? {} : { Location: location }).end(request.body),
    );
    expect(await failureOf(clientOf(origin).client.jobAudio('t'))).toMatchObject({ kind: 'bad-response' });
    expect(seen.length).toBeLessThanOrEqual(6);
  });

  it('of a paid request is not followed', async () => {
    const other = await serve((_, response) => sound(response));
    const { origin } = await serve((_, response) => void response.writeHead(307, { Location: other.origin }).end());
    expect(await failureOf(clientOf(origin).client.speech(paid))).toMatchObject({ kind: 'bad-response', charged: 'unknown' });
    expect(other.seen).toEqual([]);
  });
});
