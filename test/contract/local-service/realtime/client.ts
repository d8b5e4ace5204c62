import { decode, encode } from '@msgpack/msgpack';
import { WebSocket } from 'ws';
import { livePaths, subprotocols, type RealtimeVersion } from '#shared/wire/realtime.ts';
import { camel, snake } from '#shared/wire/realtime-spelling.ts';
import { serverEventV2 } from '#shared/wire/realtime-v2.ts';
import { serverEventV3 } from '#shared/wire/realtime-v3.ts';
import { type LocalService } from '../../../helpers/local-service.ts';

export type Fields = Record<string, unknown>;
/** An event of the server under version 3 names, whichever version sent it. */
export interface Heard extends Fields {
  event: string;
}

const respell = (names: (name: string) => string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((inner) => respell(names, inner));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [names(name), respell(names, inner)]));
};

export interface Connection {
  key?: string | undefined;
  headers?: Record<string, string>;
  path?: string;
  protocols?: string[];
  /** Without the bearer, as a browser connects. */
  browser?: boolean;
}

export function open(service: LocalService, version: RealtimeVersion, { key, headers, path, protocols, browser }: Connection = {}) {
  const authorization = { Authorization: `Bearer ${key ?? service.apiKey}` };
  return new WebSocket(`${service.realtimeUrl}${path ?? livePaths[version]}`, protocols ?? [subprotocols[version]], {
    headers: { ...(browser !== true && authorization), ...headers },
    perMessageDeflate: false,
  });
}

/** A client of one connection. What it hears is checked against the version's schema; fields are read and written in version 3's names. */
export class Client {
  readonly heard: Heard[] = [];
  readonly socket: WebSocket;
  readonly version: RealtimeVersion;
  #at = 0;
  #events = 0;
  #wake: () => void = () => undefined;
  #failure: Error | undefined;
  closed: { code: number } | undefined;

  constructor(socket: WebSocket, version: RealtimeVersion) {
    this.socket = socket;
    this.version = version;
    socket.on('message', (data: Buffer) => {
      try {
        const event = version === 'v2' ? serverEventV2.parse(decode(data)) : serverEventV3.parse(decode(data));
        this.heard.push((version === 'v2' ? respell(camel, event) : event) as Heard);
      } catch (error) {
        this.#failure = error as Error;
      }
      this.#wake();
    });
    socket.on('error', (error) => {
      this.#failure ??= error;
    });
    socket.on('close', (code) => {
      this.closed = { code };
      this.#wake();
    });
  }

  static async connect(service: LocalService, version: RealtimeVersion, connection: Connection = {}): Promise<Client> {
    const client = new Client(open(service, version, connection), version);
    await new Promise((resolve, reject) => client.socket.once('open', resolve).once('error', reject));
    if (connection.browser !== true) await client.until('authenticated');
    return client;
  }

  /** Sends an event; without one it gets an id of its own. Returns the id. */
  send(fields: Fields): string {
    this.#events += 1;
    const eventId = typeof fields['eventId'] === 'string' ? fields['eventId'] : `c${this.#events}`;
    this.raw({ eventId, ...fields });
    return eventId;
  }

  /** Exactly these fields, respelled. */
  raw(fields: Fields): void {
    this.socket.send(encode(this.version === 'v2' ? respell(snake, fields) : fields));
  }

  /** The next event that nobody has waited for. */
  async next(): Promise<Heard> {
    for (;;) {
      const event = this.heard[this.#at];
      if (event !== undefined) {
        this.#at += 1;
        return event;
      }
      if (this.#failure) throw this.#failure;
      if (this.closed) throw new Error(`closed with ${this.closed.code} after ${JSON.stringify(this.heard.map((one) => one.event))}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async until(event: string): Promise<Heard> {
    for (;;) {
      const next = await this.next();
      if (next.event === event) return next;
      if (next.event === 'error' || next.event === 'finish') throw new Error(`${event} expected, came ${JSON.stringify(next)}`);
    }
  }

  /** What answers this event. */
  async ask(fields: Fields): Promise<Heard> {
    const eventId = this.send(fields);
    for (;;) {
      const next = await this.next();
      if (next['inReplyTo'] === eventId) return next;
    }
  }

  /** Everything up to the end of the connection, and its close code. */
  async rest(): Promise<{ events: Heard[]; code: number }> {
    const from = this.#at;
    while (this.closed === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#failure) throw this.#failure;
    this.#at = this.heard.length;
    return { events: this.heard.slice(from), code: this.closed.code };
  }

  get audio(): Buffer {
    return Buffer.concat(this.heard.flatMap((event) => (event.event === 'audio' ? [event['audio'] as Uint8Array] : [])));
  }

  close(): void {
    this.socket.terminate();
  }
}

/** What the handshake was answered with instead of an upgrade. */
export function refused(socket: WebSocket): Promise<{ status: number; body: Fields }> {
  return new Promise((resolve, reject) => {
    socket.on('open', () => reject(new Error('The connection was upgraded')));
    socket.on('error', reject);
    socket.on('unexpected-response', (_, response) => {
      let text = '';
      response.on('data', (bytes: Buffer) => (text += bytes.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Fields }));
    });
  });
}

export const names = (events: readonly Heard[]) =>
  events.map((event) => event.event).filter((name, index, all) => name !== 'audio' || all[index - 1] !== 'audio');
