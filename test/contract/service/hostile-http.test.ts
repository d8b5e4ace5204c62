import fc from 'fast-check';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { secret } from '#main/infra/secrets/secret.ts';
import { readAligned, type AlignedEvent } from '#main/service-client/aligned.ts';
import { createServiceClient, type ServiceClient } from '#main/service-client/client.ts';
import type { PaidRequest } from '#main/service-client/exchange.ts';
import { bodyLimits, createTransport, timeouts } from '#main/service-client/http.ts';
import type { Failure } from '#shared/failure.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { alignedPath } from '#shared/wire/speech.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { answerBytes, endlessly, rawServer, type RawServer } from './raw-server.ts';
import { toldFailure } from './told-failure.ts';

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0)) await clean();
});

const key = secret('hostile-key-0123456789');
/** Milliseconds that the studio waits for such a server, and for one that is known to say nothing more. */
const patience = 400;
const impatience = 100;

async function open(
  answer: (socket: Socket, request: string) => void | Promise<void>,
  requestTimeout = patience,
): Promise<{ server: RawServer; client: ServiceClient }> {
  const server = await rawServer(answer);
  const client = createServiceClient({
    connectionId: 'hostile',
    origin: `http://${server.host}`,
    key,
    log: quietLog(),
    requestTimeout,
    sleep: () => Promise.resolve(),
  });
  cleanup.push(() => client.close(), () => server.close()); // prettier-ignore
  return { server, client };
}
const paid = (path: string): PaidRequest => ({ path, body: Buffer.from('{"text":"Hi."}'), idempotencyKey: 'k', requestId: 'r' });

/** What the studio asks a service in its four ways, each read to its end. */
const asks: Record<string, (client: ServiceClient) => Promise<unknown>> = {
  'a read': (client) => client.profile(),
  'a file': async (client) => drained((await client.jobAudio('j')).body),
  'a paid job': (client) => client.createJob(paid('/api/open/v3/speech/tts/jobs')),
  'a paid stream': async (client) => drained((await client.aligned(paid(alignedPath))).events),
};
async function drained(pieces: AsyncIterable<unknown>): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

async function failureOf(work: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work;
    return undefined;
  } catch (thrown) {
    return toldFailure(thrown, key);
  }
}

const sse = 'Content-Type: text/event-stream';
const stream = Buffer.from(
  [
    `event: audio\r\ndata: ${JSON.stringify({ audioBase64: Buffer.from('RIFF é').toString('base64') })}\r\n\r\n`,
    `: a remark\nid: 7\nevent: alignment_snapshot\ndata: {"chunkSeq":0,"units":"milliseconds","words":[]}\n\n`,
    `event: of a later version\ndata: {"é":"😀"}\n\n`,
    `event: completed\ndata: {"requestId":"r","alignmentStatus":"complete"}\n\n`,
  ].join(''),
);

describe('an aligned stream', () => {
  const transport = createTransport();
  const request = (server: RawServer) =>
    transport.send({
      method: 'POST',
      url: new URL(`http://${server.host}${alignedPath}`),
      key,
      body: Buffer.from('{}'),
      paid: true,
      timeouts: timeouts.generation,
      maxBytes: bodyLimits.events,
    });
  /** Sent in these pieces, each only when the one before has been read: so they are those that the studio reads. */
  const readIn = async (pieces: readonly Buffer[], chunked: boolean): Promise<AlignedEvent[]> => {
    let read = Promise.withResolvers<undefined>();
    const server = await rawServer(async (socket) => {
      const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${Buffer.concat([...pieces]).byteLength}`;
      socket.write(answerBytes(['HTTP/1.1 200 OK', sse, length]));
      for (const piece of pieces) {
        read = Promise.withResolvers();
        socket.write(chunked ? Buffer.concat([Buffer.from(`${piece.byteLength.toString(16)}\r\n`), piece, Buffer.from('\r\n')]) : piece);
        await read.promise;
      }
      if (chunked) socket.write('0\r\n\r\n');
    });
    const events: AlignedEvent[] = [];
    const seen: number[] = [];
    async function* tapped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of body) {
        seen.push(piece.byteLength);
        yield piece;
        read.resolve(undefined);
      }
    }
    try {
      for await (const batch of readAligned(tapped((await request(server)).body()), { key })) events.push(...batch);
    } finally {
      await server.close();
    }
    expect(seen).toEqual(pieces.map((piece) => piece.byteLength));
    return events;
  };

  it('is the same in two pieces cut at any of its bytes, and in pieces of one byte', async () => {
    const whole = await readIn([stream], true);
    expect(whole.map(({ type }) => type)).toEqual(['audio', 'snapshot', 'completed']);
    for (let at = 1; at < stream.byteLength; at++)
      expect(await readIn([stream.subarray(0, at), stream.subarray(at)], at % 2 === 0), `cut at ${at}`).toEqual(whole);
    const bytes = Array.from({ length: stream.byteLength }, (_, at) => stream.subarray(at, at + 1));
    expect(await readIn(bytes, true)).toEqual(whole);
    expect(await readIn(bytes, false)).toEqual(whole);
  });

  it('that breaks off at any of its bytes may have been charged, and what came of it is handed out', async () => {
    let at = 0;
    const { client } = await open((socket) => {
      socket.write(answerBytes(['HTTP/1.1 200 OK', sse, `Content-Length: ${stream.byteLength}`], stream.subarray(0, at)));
      socket.end();
    });
    const firstWhole = stream.indexOf('\r\n\r\n') + 4;
    for (at = 0; at < stream.byteLength; at += 3) {
      const events: AlignedEvent[] = [];
      const failure = await failureOf(
        (async () => {
          for await (const batch of (await client.aligned(paid(alignedPath))).events) events.push(...batch);
        })(),
      );
      expect(failure, `ended at ${at}`).toMatchObject({ kind: 'stream-interrupted', charged: 'unknown' });
      expect(events.some(({ type }) => type === 'audio')).toBe(at >= firstWhole);
    }
  });
});

const profile = '{"user_id":"u","api_quota_remaining":1,"tier":"t","credits":1}';
const ok = 'HTTP/1.1 200 OK';
const jsonType = 'Content-Type: application/json';

/** What a server may answer that is no answer, and then end or leave hanging. */
const broken: Record<string, { bytes: Buffer; hangs?: boolean }> = {
  'nothing at all': { bytes: Buffer.alloc(0) },
  'nothing, and no end': { bytes: Buffer.alloc(0), hangs: true },
  'no HTTP': { bytes: Buffer.from('SSH-2.0-OpenSSH_9.7\r\n') },
  zeros: { bytes: Buffer.alloc(4096) },
  'half a status line': { bytes: Buffer.from('HTTP/1.1 20') },
  'half a head, and no end': { bytes: Buffer.from(`${ok}\r\n${jsonType}\r\nContent-Le`), hangs: true },
  'a status that is none': { bytes: answerBytes(['HTTP/1.1 abc OK', jsonType], profile) },
  'a status of four digits': { bytes: answerBytes(['HTTP/1.1 2000 OK', jsonType], profile) },
  'version nine': { bytes: answerBytes(['HTTP/9.9 200 OK', jsonType], profile) },
  'a header without a name': { bytes: answerBytes([ok, ': x', jsonType, 'Content-Length: 62'], profile) },
  'a header with a zero byte': { bytes: answerBytes([ok, 'X-A: a\0b', jsonType, 'Content-Length: 62'], profile) },
  'a header of 64 KB': { bytes: answerBytes([ok, `X-A: ${'a'.repeat(65_536)}`, jsonType, 'Content-Length: 62'], profile) },
  'five thousand headers': {
    bytes: answerBytes([ok, ...Array.from({ length: 5000 }, (_, at) => `X-${at}: a`), jsonType, 'Content-Length: 62'], profile),
  },
  'two lengths that differ': { bytes: answerBytes([ok, jsonType, 'Content-Length: 62', 'Content-Length: 3'], profile) },
  'a length and chunks': { bytes: answerBytes([ok, jsonType, 'Content-Length: 5', 'Transfer-Encoding: chunked'], '3e\r\n') },
  'a length below nothing': { bytes: answerBytes([ok, jsonType, 'Content-Length: -1'], profile) },
  'a length beyond counting': { bytes: answerBytes([ok, jsonType, `Content-Length: ${'9'.repeat(30)}`], profile) },
  'a length that is not met': { bytes: answerBytes([ok, jsonType, 'Content-Length: 4000'], profile) },
  'a length that is not met, and no end': { bytes: answerBytes([ok, jsonType, 'Content-Length: 4000'], profile), hangs: true },
  'a length that cuts the answer off': { bytes: answerBytes([ok, jsonType, 'Content-Length: 30'], profile) },
  'a chunk size that is none': { bytes: answerBytes([ok, jsonType, 'Transfer-Encoding: chunked'], `xyz\r\n${profile}\r\n0\r\n\r\n`) },
  'a chunk beyond counting': { bytes: answerBytes([ok, jsonType, 'Transfer-Encoding: chunked'], `${'f'.repeat(20)}\r\n${profile}`) },
  'a chunk that is longer than it says': {
    bytes: answerBytes([ok, jsonType, 'Transfer-Encoding: chunked'], `5\r\n${profile}\r\n0\r\n\r\n`),
  },
  'chunks without their end': { bytes: answerBytes([ok, jsonType, 'Transfer-Encoding: chunked'], `5\r\n${profile.slice(0, 5)}\r\n`) },
  'chunks without their end, and no end': {
    bytes: answerBytes([ok, jsonType, 'Transfer-Encoding: chunked'], `5\r\n${profile.slice(0, 5)}\r\n`),
    hangs: true,
  },
  'a coding that nobody knows': { bytes: answerBytes([ok, jsonType, 'Content-Encoding: zzz', 'Content-Length: 62'], profile) },
  'gzip that is none': { bytes: answerBytes([ok, jsonType, 'Content-Encoding: gzip', 'Content-Length: 62'], profile) },
  'no body, by its status': { bytes: answerBytes(['HTTP/1.1 204 No Content']) },
  'an upgrade': { bytes: answerBytes(['HTTP/1.1 101 Switching Protocols', 'Upgrade: x', 'Connection: Upgrade']) },
  'JSON that ends early': { bytes: answerBytes([ok, jsonType, 'Content-Length: 10'], profile.slice(0, 10)) },
  'a hundred thousand arrays in one another': { bytes: answerBytes([ok, jsonType, 'Content-Length: 100000'], '['.repeat(100_000)) },
  'JSON with a prototype': { bytes: answerBytes([ok, jsonType, 'Content-Length: 29'], '{"__proto__":{"credits":"1"}}') },
  'bytes that are no UTF-8': { bytes: answerBytes([ok, jsonType, 'Content-Length: 4'], Buffer.from([0xff, 0xfe, 0x80, 0xc0])) },
};

describe('an answer that is none', () => {
  it.each(Object.keys(broken))('%s: each way of asking ends in a failure, and what was paid for may have been charged', async (name) => {
    const { bytes, hangs } = broken[name]!;
    const answer = (socket: Socket): void => {
      socket.write(bytes);
      if (hangs !== true) socket.end();
    };
    const { server, client } = await open(answer, hangs === true ? impatience : patience);
    const ends = await Promise.all(Object.entries(asks).map(async ([what, ask]) => ({ what, failure: await failureOf(ask(client)) })));
    for (const { what, failure } of ends) {
      expect(failure, what).toBeDefined();
      expect(failure?.charged, what).toBe(what.startsWith('a paid') ? 'unknown' : 'no');
    }
    // What is paid for is never sent twice by the client itself.
    expect(server.requests.filter((text) => text.startsWith('POST'))).toHaveLength(2);
    expect(server.requests.filter((text) => text.startsWith('GET')).length).toBeLessThanOrEqual(8);
  });

  it('a right one of any bytes changed, left out, doubled or cut is an answer or a failure, and leaves the client usable', async () => {
    const right = answerBytes([ok, jsonType, 'X-Request-Id: r', 'Content-Length: 62'], profile);
    const streamed = answerBytes(
      [ok, sse, 'Transfer-Encoding: chunked'],
      `${stream.byteLength.toString(16)}\r\n${stream.toString()}\r\n0\r\n\r\n`,
    );
    let bytes = right;
    const { client } = await open((socket) => {
      socket.end(bytes);
    });
    const changes = fc.array(
      fc.record({
        how: fc.constantFrom('change', 'leave out', 'double', 'cut', 'insert'),
        at: fc.nat(10_000),
        length: fc.integer({ min: 1, max: 12 }),
        byte: fc.integer({ min: 0, max: 255 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(fc.boolean(), changes, async (isStream, list) => {
        bytes = Buffer.from(isStream ? streamed : right);
        for (const { how, at: far, length, byte } of list) {
          const at = far % Math.max(1, bytes.byteLength);
          const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at + length)];
          if (how === 'change') bytes = Buffer.concat([before, Buffer.alloc(piece.byteLength, byte), after]);
          else if (how === 'leave out') bytes = Buffer.concat([before, after]);
          else if (how === 'double') bytes = Buffer.concat([before, piece, piece, after]);
          else if (how === 'insert') bytes = Buffer.concat([before, Buffer.alloc(length, byte), piece, after]);
          else bytes = before;
        }
        await failureOf(isStream ? asks['a paid stream']!(client) : client.profile());
      }),
      { numRuns: 400 },
    );
    bytes = right;
    expect(await client.profile()).toMatchObject({ userId: 'u' });
  });

  it('two answers to one question harm nobody’s next question', async () => {
    const one = answerBytes([ok, jsonType, 'Content-Length: 62'], profile);
    const other = answerBytes([ok, jsonType, 'Content-Length: 62'], profile.replace('"u"', '"x"'));
    const { client } = await open((socket, request) => {
      socket.write(request.startsWith(`GET ${profilePath}`) ? Buffer.concat([one, other]) : one);
    });
    for (let count = 0; count < 3; count++) {
      const failure = await failureOf(client.profile().then((read) => expect(read.userId).toBe('u')));
      if (failure !== undefined) expect(failure.charged).toBe('no');
    }
    expect(await failureOf(asks['a paid job']!(client))).toMatchObject({ charged: 'unknown' });
  });
});

/** What never ends; `most`: bytes that the studio may take of it before it has had enough. What the system holds for both sides comes to it. */
const held = 16 * 1024 * 1024;
const endless: Record<string, { before: Buffer; piece: Buffer; most: number }> = {
  'a head': { before: Buffer.from(`${ok}\r\n`), piece: Buffer.from(`X-A: ${'a'.repeat(1000)}\r\n`), most: 64 * 1024 },
  'one header': { before: Buffer.from(`${ok}\r\nX-A: `), piece: Buffer.alloc(4096, 'a'), most: 64 * 1024 },
  'a status line': { before: Buffer.from('HTTP/1.1 200 '), piece: Buffer.alloc(4096, 'a'), most: 64 * 1024 },
  'an error body': { before: answerBytes(['HTTP/1.1 400 Bad', jsonType]), piece: Buffer.alloc(65_536, ' '), most: bodyLimits.error },
  'a body of JSON': { before: answerBytes([ok, jsonType]), piece: Buffer.alloc(65_536, ' '), most: 4 * bodyLimits.json },
  'a trailer': {
    before: answerBytes([ok, jsonType, 'Transfer-Encoding: chunked'], '1\r\n{\r\n0\r\n'),
    piece: Buffer.from(`X-A: ${'a'.repeat(1000)}\r\n`),
    most: 4 * 64 * 1024,
  },
  'the extension of a chunk': {
    before: answerBytes([ok, jsonType, 'Transfer-Encoding: chunked'], '1;'),
    piece: Buffer.alloc(4096, 'a'),
    most: 4 * 64 * 1024,
  },
};

describe('what never ends', () => {
  it.each(Object.keys(endless))('%s is given up at its bound, of a read and of what is paid for', async (name) => {
    const { before, piece, most } = endless[name]!;
    const { server, client } = await open((socket) => {
      socket.write(before);
      return endlessly(socket, piece);
    });
    for (const what of ['a read', 'a paid job']) {
      const before = server.written();
      expect(await failureOf(asks[what]!(client)), what).toBeDefined();
      // A read is tried four times.
      expect(server.written() - before, what).toBeLessThan((most + held) * (what === 'a read' ? 4 : 1));
    }
  });

  it('“continue” and early hints forever are no answer', async () => {
    const { client } = await open((socket) => endlessly(socket, answerBytes(['HTTP/1.1 103 Early Hints', 'Link: </a>']))); // prettier-ignore
    expect(await failureOf(asks['a paid job']!(client))).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown' });
  });

  it('one byte at a time forever is no answer either: the whole has its time too', async () => {
    const transport = createTransport();
    const server = await rawServer((socket) => {
      socket.write(answerBytes([ok, jsonType]));
      const drip = setInterval(() => socket.write(' '), 5);
      socket.once('close', () => clearInterval(drip));
    });
    cleanup.push(() => transport.close(), () => server.close()); // prettier-ignore
    const times = { connect: 5000, firstByte: 5000, idle: 5000, total: 100 };
    const url = new URL(`http://${server.host}/`);
    const answer = await transport.send({ method: 'GET', url, paid: false, timeouts: times, maxBytes: bodyLimits.json });
    expect(await failureOf(answer.bytes())).toMatchObject({ kind: 'stream-interrupted', charged: 'no' });
  });
});
