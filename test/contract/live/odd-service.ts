import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode, encode } from '@msgpack/msgpack';
import { WebSocketServer, type WebSocket } from 'ws';
import type { RealtimeVersion } from '#shared/wire/realtime.ts';
import { snake } from '#shared/wire/realtime-spelling.ts';
import type { Fields } from './scripted-service.ts';

/**
 * How a service may write what the interface does not pin down. `bare`: the fields that the client cannot do without. `nulls`: all others are
 * there, and `null`. `strange`: other types, decimals, unknown events and fields, numbers of frames that start anywhere and jump.
 */
export const dialects = ['bare', 'nulls', 'strange'] as const;
export type Dialect = (typeof dialects)[number];

/** What the interface names, by its version 3 names. */
const named: Readonly<Record<string, readonly string[]>> = {
  authenticated: ['sessionId', 'site', 'protocolVersion', 'quota'],
  ready: ['mode', 'requestId', 'sessionId', 'provider', 'modelId', 'voiceId', 'format', 'effectiveRequest', 'sampleRate', 'warnings'],
  input_ack: ['requestId', 'acceptedSequence', 'acceptedCharacters', 'bufferedCharacters', 'remainingCapacity'],
  segment_accepted: ['requestId', 'segmentId', 'segmentCharacters', 'reservedUnits'],
  audio: ['requestId', 'sessionId', 'segmentId', 'format', 'sampleRate'],
  usage: ['requestId', 'segmentId', 'segmentUnits', 'sessionUnits', 'quotaRemaining', 'audioBytes'],
  segment_completed: ['requestId', 'segmentUnits', 'audioBytes'],
  finish: ['requestId', 'sessionId', 'reason', 'units'],
  pong: ['sessionId', 'requestId', 'timestamp'],
};
const strange: readonly unknown[] = [1.5, 'x', [null, { a: 1 }], { deep: { er: [new Date(0)] } }, true, -7];
/** Another id would be another segment's. */
const strangeId = { of: ['whom'] };

function written(dialect: Dialect, version: RealtimeVersion, event: string, needed: Fields): Fields {
  const names = [...(named[event] ?? []), 'eventId', 'traceId', 'timestamp'].filter((name) => !(name in needed));
  const others =
    dialect === 'bare'
      ? []
      : names.map((name, at): [string, unknown] => [
          name,
          dialect === 'nulls' ? null : name === 'segmentId' ? strangeId : strange[(at + name.length) % strange.length],
        ]);
  const fields = { ...Object.fromEntries(others), ...needed, ...(dialect === 'strange' && { somethingNew: { a: [1] } }) };
  const spelled = version === 'v2' ? Object.entries(fields).map(([name, value]): [string, unknown] => [snake(name), value]) : undefined;
  return { event, ...(spelled === undefined ? fields : Object.fromEntries(spelled)) };
}

/** The sound of a phrase: some frames that say whose they are. */
export const framesOf = (text: string): Buffer[] => Array.from({ length: 5 }, (_, at) => Buffer.from(`${text}#${at};`.padEnd(40, '.')));

export interface OddService {
  baseUrl: string;
  realtimeUrl: string;
  apiKey: string;
  /** Every event of a client. */
  events: Fields[];
  close(): Promise<void>;
}

/** A realtime service of both versions in one dialect. `refuse`: what answers `start`, before the connection is closed. */
export async function oddService(dialect: Dialect, refuse?: Fields): Promise<OddService> {
  const events: Fields[] = [];
  const server = createServer((request, response) => {
    const body =
      request.url?.endsWith('/profile') === true
        ? { user_id: 'u', api_quota_remaining: 5, tier: 't', credits: 9 }
        : { bare: undefined, nulls: {}, strange: ['?'] }[dialect];
    response.writeHead(body === undefined || request.url?.includes('/requests/') === true ? 404 : 200, {
      'Content-Type': 'application/json',
    });
    response.end(JSON.stringify(body ?? null));
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket: WebSocket, request) => {
    const version = request.url?.startsWith('/v2/') === true ? 'v2' : 'v3';
    const say = (event: string, needed: Fields = {}): void => {
      if (dialect === 'strange') socket.send(encode({ event: `new_${event}`, [event]: null }));
      socket.send(encode(written(dialect, version, event, needed)));
    };
    const texts: string[] = [];
    let sequence = { bare: 1, nulls: 0, strange: 900 }[dialect];
    const speak = (text: string): void => {
      for (const audio of framesOf(text)) {
        say('audio', { audio, sequence });
        sequence += dialect === 'strange' ? 7 : 1;
      }
    };
    const act = (event: Fields): void => {
      const inReplyTo = event[version === 'v2' ? 'event_id' : 'eventId'];
      if (event['event'] === 'start' && refuse !== undefined) {
        socket.send(encode({ event: 'error', ...refuse }));
        socket.close(1011);
      } else if (event['event'] === 'start')
        say('ready', dialect === 'strange' ? { warnings: { speed: 'was lowered', volume: { text: 7 } } } : {});
      else if (event['event'] === 'ping') say('pong');
      else if (event['event'] === 'text') {
        texts.push(String(event['text']));
        say('input_ack', dialect === 'bare' ? {} : { inReplyTo });
      } else if (event['event'] === 'flush') {
        say('segment_accepted', dialect === 'bare' ? {} : { inReplyTo });
        speak(texts.splice(0).join(''));
        say('usage');
        say('segment_completed');
      } else if (event['event'] === 'input') {
        speak(String(event['text']));
        say('finish');
        socket.close(1000);
      } else if (event['event'] === 'stop') {
        say('finish');
        socket.close(1000);
      }
    };
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const event = decode(data) as Fields;
      events.push(event);
      act(event);
    });
    say('authenticated');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    realtimeUrl: `ws://127.0.0.1:${port}`,
    apiKey: 'canary-key-0123456789',
    events,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
