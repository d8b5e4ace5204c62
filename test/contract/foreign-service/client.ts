import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { decode, encode } from '@msgpack/msgpack';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { ForeignService } from '../../helpers/foreign-service/index.ts';

export type Json = Record<string, unknown>;

export const aString: unknown = expect.any(String);
export const aNumber: unknown = expect.any(Number);
export const aBoolean: unknown = expect.any(Boolean);
export const anObject: unknown = expect.any(Object);

/** A plain client: nothing but fetch, the bearer header and JSON. */
export function makeClient(service: ForeignService, key = service.key) {
  const authorization = { authorization: `Bearer ${key}` };
  const address = (path: string) => (path.startsWith('http') ? path : service.baseUrl + path);
  return {
    get: (path: string) => fetch(address(path), { headers: authorization }),
    remove: (path: string) => fetch(address(path), { method: 'DELETE', headers: authorization }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(address(path), {
        method: 'POST',
        headers: { ...authorization, ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body instanceof FormData ? body : JSON.stringify(body),
      }),
  };
}

export async function read(response: Response): Promise<Json> {
  return (await response.json()) as Json;
}

/** What ffprobe finds in some bytes: its kinds of streams and its length in seconds. */
export async function probe(bytes: ArrayBuffer | Uint8Array): Promise<{ kinds: string[]; codecs: string[]; seconds: number }> {
  const path = join(tmpdir(), `foreign-test-${randomUUID()}`);
  await writeFile(path, new Uint8Array(bytes));
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path]);
  await rm(path);
  const found = JSON.parse(stdout) as { streams: { codec_type: string; codec_name: string }[]; format: { duration: string } };
  const kinds = found.streams.map((stream) => stream.codec_type);
  return { kinds, codecs: found.streams.map((stream) => stream.codec_name), seconds: Number(found.format.duration) };
}

/** The length in seconds of a WAV file of 16 bit mono, read without another program. */
export function wavSeconds(bytes: ArrayBuffer | Uint8Array): number {
  const file = Buffer.from(bytes as Uint8Array);
  expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 12)).toBe('RIFFWAVE');
  return (file.length - 44) / 2 / file.readUInt32LE(24);
}

/** Every value in a tree that has this name. */
export function valuesNamed(value: unknown, name: RegExp): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    const own: unknown[] = name.test(key) ? [each] : [];
    return own.concat(valuesNamed(each, name));
  });
}

/** The first http address in a tree. */
export function addressIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value.startsWith('http') ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const each of Object.values(value)) {
    const found = addressIn(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Server-sent events by the rules of the standard that matter here: lines, fields, comments, data over several lines. */
export function parseEvents(text: string): { event: string; data: Json }[] {
  const events: { event: string; data: Json }[] = [];
  for (const block of text.split(/(?:\r\n|\n)(?:\r\n|\n)+/)) {
    const fields = block.split(/\r\n|\n/).flatMap((line) => {
      const match = /^(\w+): ?(.*)$/.exec(line);
      return match === null ? [] : [{ name: match[1], value: match[2] ?? '' }];
    });
    const data = fields.filter((field) => field.name === 'data').map((field) => field.value);
    const event = fields.find((field) => field.name === 'event')?.value;
    if (event !== undefined && data.length > 0) events.push({ event, data: JSON.parse(data.join('\n')) as Json });
  }
  return events;
}

/** One realtime connection, with all that came. */
export class Live {
  readonly events: Json[] = [];
  readonly closed: Promise<number>;
  private readonly socket: WebSocket;
  private readonly listeners = new Set<() => void>();

  constructor(
    service: ForeignService,
    version: 'v2' | 'v3',
    headers: Record<string, string> = { authorization: `Bearer ${service.key}` },
    query = '',
  ) {
    this.socket = new WebSocket(`${service.realtimeUrl}/${version}/tts/live${query}`, [`realtime.tts.msgpack.${version}`], { headers });
    this.socket.on('message', (data) => {
      this.events.push(decode(data as Buffer) as Json);
      for (const listener of this.listeners) listener();
    });
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code) => resolve(code));
      this.socket.on('error', () => resolve(0));
    });
  }

  /** Waits for the first event of a name that has not been waited for. */
  async until(name: string, from = 0): Promise<Json> {
    for (;;) {
      const found = this.events.slice(from).find((event) => event['event'] === name);
      if (found !== undefined) return found;
      await new Promise<void>((resolve, reject) => {
        const listener = () => {
          this.listeners.delete(listener);
          resolve();
        };
        this.listeners.add(listener);
        void this.closed.then((code) => {
          if (this.events.slice(from).some((event) => event['event'] === name)) resolve();
          else reject(new Error(`Closed with ${code} before ${name}: ${JSON.stringify(this.events.map((event) => event['event']))}`));
        });
      });
    }
  }

  send(frame: Json): void {
    this.socket.send(encode(frame));
  }

  /** Sends frames as soon as the connection is open. */
  sendWhenOpen(...frames: Json[]): void {
    this.socket.once('open', () => {
      for (const frame of frames) this.send(frame);
    });
  }

  sendRaw(data: string | Buffer): void {
    this.socket.send(data);
  }

  close(): void {
    this.socket.terminate();
  }

  audio(): Buffer {
    const frames = this.events.filter((event) => event['event'] === 'audio');
    frames.sort((one, other) => Number(one['sequence']) - Number(other['sequence']));
    return Buffer.concat(frames.map((frame) => frame['audio'] as Uint8Array));
  }
}
