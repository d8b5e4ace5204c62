import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode, encode } from '@msgpack/msgpack';
import { WebSocketServer, type WebSocket } from 'ws';

export type Fields = Record<string, unknown>;

/** One connection as the script sees it. */
export interface Peer {
  readonly socket: WebSocket;
  /** Which connection of the service it is, from 1. */
  readonly number: number;
  /** Sends an event with the envelope that every event has. */
  say(fields: Fields): void;
  /** Exactly these bytes. */
  raw(bytes: Uint8Array): void;
  audio(sequence: number, bytes: Uint8Array, segmentId: unknown): void;
}
export type Script = (peer: Peer, event: Fields) => void;

export interface ScriptedService {
  baseUrl: string;
  realtimeUrl: string;
  apiKey: string;
  /** Of each handshake. */
  handshakes: { url: string; headers: IncomingHttpHeaders }[];
  /** Every frame of a client, and which connection it came on. */
  frames: { connection: number; bytes: Buffer; event: Fields }[];
  /** What `GET /v3/tts/requests/…` answers; 404 without. */
  status: Fields | undefined;
  /** Stored audio by segment id. */
  stored: Map<string, Uint8Array>;
  close(): Promise<void>;
}

const capabilities = {
  contractVersion: 'v3',
  protocol: 'realtime.tts.msgpack.v3',
  modes: ['simple', 'reliable'],
  formats: ['pcm'],
  providers: ['p'],
  parameters: [],
  models: [{ id: 'model', provider: 'p', available: true, formats: ['pcm', 'mp3'], parameters: {}, maxSegmentCharacters: 10_000 }],
};

/** A realtime service of version 3 that does what a test says, good or bad. */
export async function scriptedService(
  script: Script,
  limits: Readonly<Record<string, number>> = {},
  greet: (peer: Peer) => void = greeting,
): Promise<ScriptedService> {
  const service: Omit<ScriptedService, 'baseUrl' | 'realtimeUrl' | 'close'> = {
    apiKey: 'canary-key-0123456789',
    handshakes: [],
    frames: [],
    status: undefined,
    stored: new Map(),
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    const segment = /\/segments\/([^/]+)\/audio$/u.exec(path)?.[1];
    const sound = segment === undefined ? undefined : service.stored.get(segment);
    const body = path.endsWith('/profile')
      ? { user_id: 'u', api_quota_remaining: 5, tier: 't', credits: 9 }
      : path.endsWith('/capabilities')
        ? { ...capabilities, limits }
        : path.includes('/requests/')
          ? service.status
          : undefined;
    if (sound !== undefined) response.writeHead(200, { 'Content-Type': 'audio/pcm' }).end(sound);
    else if (body === undefined || segment !== undefined)
      response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"code":"ERR_NOT_FOUND","message":"none"}');
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  let connections = 0;
  let events = 0;
  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const number = ++connections;
    service.handshakes.push({ url: request.url ?? '', headers: request.headers });
    const say = (fields: Fields): void => socket.send(encode({ eventId: `e${++events}`, traceId: 't', timestamp: Date.now(), ...fields }));
    const peer: Peer = {
      socket,
      number,
      say,
      raw: (bytes) => socket.send(bytes),
      audio: (sequence, bytes, segmentId) =>
        say({ event: 'audio', requestId: 'r', sessionId: `s${number}`, segmentId, sequence, audio: bytes, format: 'pcm' }),
    };
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const event = decode(data) as Fields;
      service.frames.push({ connection: number, bytes: data, event });
      script(peer, event);
    });
    greet(peer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(service, {
    baseUrl: `http://127.0.0.1:${port}`,
    realtimeUrl: `ws://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** What every connection begins with. */
function greeting(peer: Peer): void {
  peer.say({ event: 'authenticated', sessionId: `s${peer.number}`, site: 'x', protocolVersion: 'v3', quota: 1 });
}

/** What a service that behaves answers; `speak` gives the sound of a segment its own way. */
export function wellBehaved(speak: (peer: Peer, segmentId: unknown, text: string) => void): Script {
  const texts = new Map<Peer, string>();
  return (peer, event) => {
    const inReplyTo = event['eventId'];
    const requestId = 'r';
    if (event['event'] === 'start') ready(peer, event);
    else if (event['event'] === 'text') {
      texts.set(peer, (texts.get(peer) ?? '') + String(event['text']));
      const counts = { acceptedSequence: event['sequence'], acceptedCharacters: 1, bufferedCharacters: 1, remainingCapacity: 1 };
      peer.say({ event: 'input_ack', requestId, inReplyTo, ...counts });
    } else if (event['event'] === 'flush') {
      const text = texts.get(peer) ?? '';
      texts.delete(peer);
      const { segmentId } = event;
      peer.say({ event: 'segment_accepted', requestId, inReplyTo, segmentId, segmentCharacters: text.length, reservedUnits: text.length });
      speak(peer, segmentId, text);
    } else if (event['event'] === 'input') speak(peer, 'segment-1', String(event['text']));
    else if (event['event'] === 'stop') finish(peer);
  };
}

function ready(peer: Peer, start: Fields): void {
  const { requestId = 'r', mode } = start;
  const facts = { provider: 'p', modelId: 'model', voiceId: 'v', format: 'pcm', sampleRate: 24_000, channels: 1, bitDepth: 16 };
  peer.say({ event: 'ready', inReplyTo: start['eventId'], mode, requestId, sessionId: `s${peer.number}`, ...facts });
}
export function completed(peer: Peer, segmentId: unknown, audioBytes: number): void {
  peer.say({ event: 'segment_completed', requestId: 'r', segmentId, segmentUnits: 1, audioBytes });
}
export function finish(peer: Peer, reason = 'completed'): void {
  peer.say({ event: 'finish', requestId: 'r', sessionId: `s${peer.number}`, reason, units: 1 });
  peer.socket.close(1000);
}
