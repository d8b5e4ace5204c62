import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { livePaths, realtimeVersions, subprotocols, type RealtimeVersion } from '#shared/wire/realtime.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { Client } from './client.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
beforeAll(async () => (service = await startLocalService({ realtime: { heartbeatMs: 1_000 } })));
afterAll(() => service.stop());

const million = 1_000_000;

interface Ending {
  /** What was answered to the handshake. */
  head: string;
  /** Of the server's close frame; 0 when it only cut the connection. */
  code: number;
}

/** A WebSocket client of bare bytes that never answers a ping. Resolves once the server has ended the connection. */
function attack(version: RealtimeVersion, send: (socket: Socket) => void): Promise<Ending> {
  return new Promise((resolve) => {
    const { hostname, port, host } = new URL(service.baseUrl);
    const lines = [
      `GET ${livePaths[version]} HTTP/1.1`,
      ...[`Host: ${host}`, 'Connection: Upgrade', 'Upgrade: websocket', `Authorization: Bearer ${service.apiKey}`],
      ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Extensions: permessage-deflate'],
      `Sec-WebSocket-Protocol: ${subprotocols[version]}`,
    ];
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n`),
    );
    let heard = Buffer.alloc(0);
    let upgraded = false;
    socket.on('data', (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes]);
      if (upgraded || !heard.includes('\r\n\r\n')) return;
      upgraded = true;
      send(socket);
    });
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      const end = heard.indexOf('\r\n\r\n');
      resolve({ head: heard.subarray(0, end).toString('latin1'), code: closeCode(heard.subarray(end + 4)) });
    });
  });
}

/** Of the first close frame among the server's frames, none of which is longer than 65,535 bytes here. */
function closeCode(frames: Buffer): number {
  for (let at = 0; at + 4 <= frames.length;) {
    const short = frames[at + 1]!;
    if ((frames[at]! & 0x0f) === 8) return frames.readUInt16BE(at + 2);
    at += short === 126 ? 4 + frames.readUInt16BE(at + 2) : 2 + short;
  }
  return 0;
}

/** A client's frame, under a mask of zeros: its first byte as it is given, and more bytes announced than are sent when `announced` says so. */
function frame(first: number, payload: Buffer, announced = payload.length): Buffer {
  const head = Buffer.alloc(14);
  head[0] = first;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(announced), 2);
  return Buffer.concat([head, payload]);
}

async function resident(): Promise<number> {
  const status = await readFile(`/proc/${service.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1] ?? 0) * 1024;
}
async function serves(version: RealtimeVersion) {
  const client = await Client.connect(service, version);
  expect(await client.ask({ event: 'ping' })).toMatchObject({ event: 'pong' });
  client.close();
}

const final = 0x80;
const [binary, text, continued, packed] = [0x02, 0x01, 0x00, 0x40];

test.each(realtimeVersions)(
  '%s: a million random bytes on the socket, however framed, end it with its code in bounded memory',
  async (version) => {
    const bytes = randomBytes(million);
    const before = await resident();
    const endings: [name: string, codes: readonly number[], send: (socket: Socket) => void][] = [
      // Random bytes are now and then a frame of their own before they are none.
      ['bare', [0, 1002, 1003, 1006, 1007, 1008, 1009], (socket) => socket.write(bytes)],
      ['one frame', [1009], (socket) => socket.write(frame(final | binary, bytes))],
      ['one text frame', [1009], (socket) => socket.write(frame(final | text, bytes))],
      [
        'frames without end',
        [1009],
        (socket) => {
          socket.write(frame(binary, bytes.subarray(0, 1_000)));
          for (let at = 1_000; at < million; at += 9_000) socket.write(frame(continued, bytes.subarray(at, at + 9_000)));
        },
      ],
      [
        'events of random bytes',
        [1008],
        (socket) => {
          for (let at = 0; at < million; at += 5_000) socket.write(frame(final | binary, bytes.subarray(at, at + 5_000)));
        },
      ],
      [
        'a packed frame',
        [1002],
        (socket) => socket.write(frame(final | packed | binary, deflateRawSync(Buffer.alloc(64 * million), { level: 9 }))),
      ],
    ];
    for (const [name, codes, send] of endings) {
      const { head, code } = await attack(version, send);
      expect(head, name).toMatch(/^HTTP\/1\.1 101 /u);
      expect(head, name).not.toMatch(/permessage-deflate/iu);
      expect(codes, name).toContain(code);
    }
    expect((await resident()) - before).toBeLessThan(100 * 1024 * 1024);
    await serves(version);
  },
);

test.concurrent.each(realtimeVersions)(
  '%s: half a frame, silence and a half-open socket are dropped by the heartbeat, and hold up nobody',
  async (version) => {
    const held = [
      attack(version, (socket) => socket.write(frame(final | binary, Buffer.alloc(10), 60_000))),
      attack(version, (socket) => socket.write(Buffer.from([0x82]))),
      attack(version, () => undefined),
      attack(version, (socket) => socket.end()),
    ];
    await serves(version);
    for (const { head } of await Promise.all(held)) expect(head).toMatch(/^HTTP\/1\.1 101 /u);
    await serves(version);
  },
);
