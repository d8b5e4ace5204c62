import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { secret } from '#main/infra/secrets/secret.ts';
import { openRealtime, socketLimits, type ReceivedEvent } from '#main/service-client/realtime/socket.ts';
import type { Failure } from '#shared/failure.ts';
import { answerBytes, endlessly, frameBytes, rawServer, upgradeBytes, type RawServer } from './raw-server.ts';
import { toldFailure } from './told-failure.ts';

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0)) await clean();
});

const key = secret('hostile-key-0123456789');

async function open(answer: (socket: Socket, request: string) => void | Promise<void>): Promise<RawServer> {
  const server = await rawServer(answer);
  cleanup.push(() => server.close());
  return server;
}
const connect = (server: RawServer, signal = new AbortController().signal) =>
  openRealtime({ origin: `ws://${server.host}`, version: 'v3', key, handshakeMs: 400 }, signal);

/** Connects and takes what comes until it is over. */
async function heard(server: RawServer): Promise<{ events: ReceivedEvent[]; failure: Failure }> {
  const events: ReceivedEvent[] = [];
  try {
    const socket = await connect(server);
    for (let taken = await socket.take(); taken.length > 0; taken = await socket.take()) events.push(...taken);
    throw socket.ending();
  } catch (thrown) {
    return { events, failure: toldFailure(thrown, key) };
  }
}

const pong = (at: number): Uint8Array =>
  encode({ event: 'pong', eventId: `e${at}`, traceId: 't', timestamp: 1, sessionId: 's', inReplyTo: 'p' });

describe('a handshake', () => {
  const request = (status: string, more: readonly string[] = [], body = ''): Buffer =>
    answerBytes([`HTTP/1.1 ${status}`, ...more, `Content-Length: ${body.length}`], body);
  const wrong: Record<string, (socket: Socket, text: string) => unknown> = {
    'that is not answered': () => undefined,
    'that is not answered whole': (socket, text) => socket.write(upgradeBytes(text).subarray(0, 60)),
    'that is closed': (socket) => socket.end(),
    'that is answered by no HTTP': (socket) => socket.end('SSH-2.0-OpenSSH_9.7\r\n'),
    'whose answer is of another question': (socket, text) =>
      socket.write(upgradeBytes(text.replace(/^sec-websocket-key: .+$/imu, 'Sec-WebSocket-Key: other'))),
    'that grants another protocol': (socket, text) =>
      socket.write(upgradeBytes(text.replace(/^sec-websocket-protocol: .+$/imu, 'Sec-WebSocket-Protocol: soap'))),
    'that grants an extension that nobody asked for': (socket, text) =>
      socket.write(upgradeBytes(text, ['Sec-WebSocket-Extensions: permessage-deflate'])),
    'of endless headers': (socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n');
      return endlessly(socket, Buffer.from(`X-A: ${'a'.repeat(1000)}\r\n`));
    },
    'that leads elsewhere': (socket) => socket.end(request('302 Found', ['Location: http://127.0.0.1:1/'])),
    'that is welcomed and not upgraded': (socket) => socket.end(request('200 OK', ['Content-Type: application/json'], '{}')),
    'that is refused without an end': (socket) => {
      socket.write(answerBytes(['HTTP/1.1 503 Busy', 'Content-Type: application/json']));
      return endlessly(socket, Buffer.alloc(4096, ' '));
    },
    'that is refused and left hanging': (socket) =>
      socket.write(answerBytes(['HTTP/1.1 503 Busy', 'Content-Type: application/json', 'Content-Length: 10'], '{')),
    'that is refused a byte at a time': (socket) => {
      socket.write(answerBytes(['HTTP/1.1 503 Busy', 'Content-Type: application/json']));
      const drip = setInterval(() => socket.write(' '), 20);
      socket.once('close', () => clearInterval(drip));
    },
  };
  it.each(Object.keys(wrong))('%s ends in a failure, and nothing was charged', async (name) => {
    const server = await open(async (socket, text) => {
      await wrong[name]!(socket, text);
    });
    const { failure } = await heard(server);
    expect(failure.charged).toBe('no');
    expect(server.requests).toHaveLength(1);
    expect(server.written()).toBeLessThan(16 * 1024 * 1024);
  });
});

describe('frames', () => {
  const after = async (bytes: readonly Uint8Array[], ends = true) =>
    heard(
      await open((socket, text) => {
        socket.write(Buffer.concat([upgradeBytes(text), frameBytes(pong(1)), ...bytes]));
        if (ends) socket.end();
      }),
    );

  const bad: Record<string, Uint8Array> = {
    'a length of nine exabytes': frameBytes(Buffer.alloc(0), { claimed: 2n ** 63n - 1n }),
    'a length beyond the bound': frameBytes(Buffer.alloc(0), { claimed: 4n * 1024n * 1024n + 1n }),
    'reserved bits': frameBytes(pong(2), { first: 0xf2 }),
    'a kind that nobody knows': frameBytes(pong(2), { first: 0x83 }),
    'a frame that goes on with nothing': frameBytes(pong(2), { first: 0x80 }),
    'a message begun within another': Buffer.concat([frameBytes(pong(2), { first: 0x02 }), frameBytes(pong(3), { first: 0x02 })]),
    'a ping in pieces': frameBytes(Buffer.from('a'), { first: 0x09 }),
    'a ping of more than may be': frameBytes(Buffer.alloc(126), { first: 0x89 }),
    'a close of one byte': frameBytes(Buffer.from('a'), { first: 0x88 }),
    'a close for no reason that there is': frameBytes(Buffer.from([0xff, 0xff]), { first: 0x88 }),
    'text that is no UTF-8': frameBytes(Buffer.from([0xff, 0xfe]), { first: 0x81 }),
    'a masked frame': Buffer.concat([Buffer.from([0x82, 0x81, 1, 2, 3, 4]), Buffer.from('a')]),
    'a message in pieces that never ends': Buffer.concat(
      Array.from({ length: 80 }, (_, at) => frameBytes(Buffer.alloc(65_536, 0xc0), { first: at === 0 ? 0x02 : 0x00 })),
    ),
    'half a frame': frameBytes(pong(2)).subarray(0, 5),
    'nothing more': Buffer.alloc(0),
  };
  it.each(Object.keys(bad))('%s ends the connection; what came before is handed out', async (name) => {
    // A server that is told of its fault is waited for no longer than it takes to end: both ways of leaving are tried.
    for (const ends of [true, ...(name.startsWith('half') || name.startsWith('nothing') ? [] : [false])]) {
      const { events, failure } = await after([bad[name]!], ends);
      expect(events.map(({ event }) => event)).toEqual(['pong']);
      expect(['stream-interrupted', 'bad-response']).toContain(failure.kind);
    }
  });

  it('of any bytes, lengths and depths are events or the end', async () => {
    const depth = fc.integer({ min: 1, max: 60_000 }).map((levels) => Buffer.concat([Buffer.alloc(levels, 0x91), Buffer.from([0xc0])]));
    const lengths = fc
      .record({ head: fc.constantFrom(0xc4, 0xc5, 0xc6, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf), rest: fc.uint8Array({ maxLength: 12 }) })
      .map(({ head, rest }) => Buffer.concat([Buffer.from([head]), rest]));
    const values = fc.record({
      event: fc.constantFrom('audio', 'ready', 'finish', 'error', 'pong', 'x'),
      sequence: fc.anything({ maxDepth: 3 }),
    });
    const payloads = fc.oneof(
      depth,
      lengths,
      fc.uint8Array({ maxLength: 300 }),
      values.map((value) => tryEncode(value)),
    );
    const raw = fc.uint8Array({ minLength: 1, maxLength: 40 });
    const streams = fc.array(
      fc.oneof({ weight: 4, arbitrary: payloads.map((payload) => frameBytes(payload)) }, { weight: 1, arbitrary: raw }),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    let bytes: readonly Uint8Array[] = [];
    const server = await open((socket, text) => {
      socket.end(Buffer.concat([upgradeBytes(text), ...bytes]));
    });
    await fc.assert(
      fc.asyncProperty(streams, async (list) => {
        bytes = list;
        await heard(server);
      }),
      { numRuns: 200 },
    );
  });

  it('that nobody takes are not read on: what is held is bounded', async () => {
    const server = await open((socket, text) => {
      socket.write(upgradeBytes(text));
      return endlessly(socket, Buffer.concat(Array.from({ length: 500 }, (_, at) => frameBytes(pong(at)))));
    });
    const socket = await connect(server);
    const stalled = async (): Promise<number> => {
      for (let before = -1, now = server.written(); ; before = now, now = server.written()) {
        if (before === now && now > 0) return now;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const written = await stalled();
    expect(written).toBeLessThan(32 * 1024 * 1024); // the system's own buffers
    // One piece of the network's may complete a few more.
    expect((await socket.take()).length).toBeLessThan(2 * socketLimits.queuedEvents);
    socket.terminate();
  });

  it('pings without an end, whose answers nobody reads, end the connection before much is held', async () => {
    const pings = Buffer.concat(Array.from({ length: 1000 }, () => frameBytes(Buffer.alloc(125, 1), { first: 0x89 })));
    const flood = 64 * 1024 * 1024;
    const server = await open(async (socket, text) => {
      socket.write(upgradeBytes(text));
      socket.pause();
      for (let sent = 0; sent < flood && !socket.destroyed; sent += pings.byteLength)
        await new Promise((resolve) => socket.write(pings, resolve));
      socket.end(frameBytes(Buffer.from([0x03, 0xe8]), { first: 0x88 }));
    });
    expect((await heard(server)).failure).toMatchObject({ kind: 'stream-interrupted' });
    expect(server.written()).toBeLessThan(flood / 2);
  });
});

function tryEncode(value: unknown): Uint8Array {
  try {
    return encode(value);
  } catch {
    return Uint8Array.from([0xc1]); // what the format has no form for
  }
}
