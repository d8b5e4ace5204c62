import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { secret } from '#main/infra/secrets/secret.ts';
import { createServiceClient, type ServiceClient } from '#main/service-client/client.ts';
import { toFailure } from '#shared/failure.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { scriptedServer, type SeenRequest } from './scripted-server.ts';

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0)) await clean();
});

const content = Buffer.from(Array.from({ length: 9000 }, (_, index) => index % 251));

/** A server whose first answers end in their middle, on a client that waits for nothing. */
async function cutting(answer: (request: SeenRequest, response: ServerResponse, asked: number) => void) {
  let asked = 0;
  const server = await scriptedServer((request, response) => answer(request, response, ++asked));
  cleanup.push(() => server.close());
  const waits: number[] = [];
  const client = createServiceClient({
    connectionId: 'test',
    origin: server.origin,
    key: secret('local-key'),
    log: quietLog(),
    realtimeUrl: server.origin.replace('http', 'ws'),
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  cleanup.push(() => client.close());
  return { client, server, waits };
}

/** Sends so many bytes of what it promised, and cuts the connection once they have left. */
function cut(response: ServerResponse, headers: Record<string, string>, bytes: Uint8Array, after: number, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'audio/wav', 'Content-Length': String(bytes.byteLength), ...headers });
  response.write(bytes.subarray(0, after), () => setImmediate(() => response.destroy()));
}
const startOf = ({ headers }: SeenRequest): number => Number(/^bytes=(\d+)-$/u.exec(headers.range ?? '')?.[1] ?? 0);
function part(request: SeenRequest, response: ServerResponse, headers: Record<string, string>, after: number): void {
  const start = startOf(request);
  const range = { 'Content-Range': `bytes ${start}-${content.byteLength - 1}/${content.byteLength}` };
  cut(response, { ...headers, ...(start > 0 && range) }, content.subarray(start), after, start > 0 ? 206 : 200);
}
async function whole(answer: Promise<{ body: AsyncIterable<Uint8Array> }>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await answer).body) pieces.push(piece);
  return Buffer.concat(pieces);
}

const downloads: [string, (client: ServiceClient, origin: string) => Promise<{ body: AsyncIterable<Uint8Array> }>][] = [
  ['the sound of a job', (client) => client.jobAudio('job-1')],
  ['a cached audio_url', (client, origin) => client.speechV1.cachedAudio(`${origin}/signed/one`)],
  ['a preview of a design', (client) => client.designs.preview('design-1', 'candidate-1')],
  ['a result of lip sync, dubbing, image or video', (client, origin) => client.files.media(`${origin}/results/one`)],
  ['a stored segment of a live request', (client) => client.realtime.segmentAudio('request-1', 'segment-1')],
];

describe.each(downloads)('%s that breaks off in its middle', (_name, get) => {
  it('goes on where it broke off, by a range of the very same file', async () => {
    const { client, server } = await cutting((request, response, asked) => {
      if (asked < 3) part(request, response, { ETag: '"v1"', 'Accept-Ranges': 'bytes' }, 2000);
      else part(request, response, { ETag: '"v1"' }, content.byteLength);
    });
    expect((await whole(get(client, server.origin))).equals(content)).toBe(true);
    expect(server.seen.map(({ headers }) => [headers.range, headers['if-range']])).toEqual([
      [undefined, undefined],
      ['bytes=2000-', '"v1"'],
      ['bytes=4000-', '"v1"'],
    ]);
  });

  it('is read from its start again where the service hands out no parts', async () => {
    const { client, server, waits } = await cutting((_request, response, asked) =>
      cut(response, {}, content, asked < 3 ? 1000 * asked : content.byteLength),
    );
    expect((await whole(get(client, server.origin))).equals(content)).toBe(true);
    expect(server.seen.map(({ headers }) => headers.range)).toEqual([undefined, undefined, undefined]);
    expect(waits).toHaveLength(2);
  });
});

it('a download whose resumption is refused for a while waits as the service asks, and goes on', async () => {
  const { client, waits } = await cutting((request, response, asked) => {
    if (asked === 1) part(request, response, { ETag: '"v1"' }, 2000);
    else if (asked === 2) response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '7' }).end('{}');
    else part(request, response, { ETag: '"v1"' }, content.byteLength);
  });
  expect((await whole(client.jobAudio('job-1'))).equals(content)).toBe(true);
  expect(waits).toContain(7000);
});

it('a range that goes through the redirects of the service keeps the key there, and the range', async () => {
  const { client, server } = await cutting((request, response) => {
    if (request.url.endsWith('/audio')) response.writeHead(302, { Location: '/stored/one' }).end();
    else part(request, response, { ETag: '"v1"' }, startOf(request) === 0 ? 3000 : content.byteLength);
  });
  expect((await whole(client.jobAudio('job-1'))).equals(content)).toBe(true);
  const stored = server.seen.filter(({ url }) => url === '/stored/one');
  expect(stored.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=3000-']);
  expect(stored.every(({ headers }) => headers.authorization === 'Bearer local-key')).toBe(true);
});

it('a download that always breaks at the same place fails as broken off, free of charge', async () => {
  const { client, server } = await cutting((_request, response) => cut(response, {}, content, 500));
  const failure = await whole(client.jobAudio('job-1')).then(() => undefined, toFailure);
  expect(failure).toMatchObject({ kind: 'stream-interrupted', charged: 'no' });
  expect(server.seen).toHaveLength(4);
});
