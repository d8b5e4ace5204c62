import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { WebSocket } from 'ws';
import { fail, FailureError } from '#shared/failure.ts';
import { livePaths, subprotocols, type RealtimeVersion } from '#shared/wire/realtime.ts';
import type { Secret } from '../../infra/platform.ts';
import { readFailure } from '../answers.ts';
import { bodyLimits, findReason, toAnswer, type Answer } from '../http.ts';
import { AudioFrames, type AudioFrame } from './audio-frames.ts';
import { decodeEvent, encodeEvent, frameLimits, type SentEvent } from './codec.ts';
import type { AudioEvent, PcmFormat, ReportOddity, ServerEvent } from './server-events.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** Bounds of one connection. */
export const socketLimits = {
  handshakeMs: 15_000,
  /** What was read and nobody has taken yet; beyond it the socket is not read. */
  queuedBytes: 4 * 1024 * 1024,
  queuedEvents: 4096,
  /** What was sent and the system has not taken yet; beyond it `send` waits. */
  unsentBytes: 256 * 1024,
  beatMs: 15_000,
  /** Beats without a word of the service after which the connection counts as lost. */
  missedBeats: 3,
} as const;

export interface RealtimeTarget {
  /** `ws:` or `wss:`, without a path. */
  origin: string;
  version: RealtimeVersion;
  /** Goes into the handshake's header and nowhere else. */
  key: Secret;
  /** Instead of the key: a browser's ticket and the origin that it was issued for. The key is then not sent. */
  ticket?: { token: Secret; origin: string } | undefined;
  handshakeMs?: number;
  beatMs?: number;
  /** Called with what is odd about the events that come. */
  report?: ReportOddity;
}

/** An event of the service, of sound what is used of it. */
export type ReceivedEvent = Exclude<ServerEvent, { event: 'audio' | 'pong' }> | ReceivedAudio | RoundTrip;
export interface ReceivedAudio {
  event: 'audio';
  segmentId: string | undefined;
  sequence: number | undefined;
  audio: Uint8Array;
  /** The CRC-32 of `audio`, which is worked out while its bytes are at hand: later it costs twice the time. */
  sum: number;
  /** Of the connection's first sound, where the service says. */
  pcm: PcmFormat | undefined;
}
/** A ping was answered. */
interface RoundTrip {
  event: 'pong';
  /** Milliseconds; `undefined` where it answers no ping of ours. */
  roundTripMs: number | undefined;
}

/** One connection of the realtime interface, of either version. */
export interface RealtimeSocket {
  readonly version: RealtimeVersion;
  /** What has come since the last call, in order, and at least one event; nothing once the connection is over. */
  take(): Promise<ReceivedEvent[]>;
  /** Answers when there is room for more. Fails with `stream-interrupted` when the connection is over. */
  send(event: SentEvent): Promise<void>;
  /** Asks for a sign of life; the answer is an event. */
  ping(): void;
  /** Why it is over, once `take` came back empty. */
  ending(): FailureError;
  /** Ends it at once. */
  terminate(): void;
}

/**
 * Connects and is authenticated by the handshake, or by a ticket in the first event. A refusal before the upgrade fails as the same status
 * fails over HTTP. Nothing is charged by a connection.
 */
export async function openRealtime(target: RealtimeTarget, signal: AbortSignal): Promise<RealtimeSocket> {
  checkStopped(signal);
  const { version, key, ticket } = target;
  const socket = new WebSocket(`${target.origin}${livePaths[version]}`, [subprotocols[version]], {
    headers: {
      'User-Agent': 'Voicewright',
      ...(ticket === undefined ? { Authorization: `Bearer ${key.reveal()}` } : { Origin: ticket.origin }),
    },
    // A small deflated message expands without bound.
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: frameLimits.bytes,
  });
  const connection = new Connection(socket, target);
  const leave = (): void => socket.terminate();
  signal.addEventListener('abort', leave, { once: true });
  let late: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      // For all of it, a refusal's words included: the library's own bound starts again with every byte.
      late = setTimeout(() => reject(notConnected(target, new Error('it timed out'))), target.handshakeMs ?? socketLimits.handshakeMs);
      socket.once('open', resolve);
      socket.once('unexpected-response', (_request, response: IncomingMessage) => {
        void readFailure(answerOf(response), { paid: false, key }).then((failure) => {
          socket.terminate();
          reject(failure);
        });
      });
      socket.once('error', (error) => reject(notConnected(target, error)));
    });
    if (ticket !== undefined) await connection.send({ event: 'auth', eventId: randomUUID(), token: ticket.token.reveal() });
    return connection;
  } catch (thrown) {
    socket.terminate();
    checkStopped(signal);
    throw thrown;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', leave);
  }
}

function checkStopped(signal: AbortSignal): void {
  if (signal.aborted) throw fail('cancelled', message('failures.stopped'));
}

class Connection implements RealtimeSocket {
  readonly version: RealtimeVersion;
  readonly #socket: WebSocket;
  readonly #sound: AudioFrames;
  #queue: ReceivedEvent[] = [];
  #bytes = 0;
  #wake: () => void = () => undefined;
  #over: FailureError | undefined;
  #silentBeats = 0;
  /** The first sound is read whole: it may say what raw samples are. */
  #hadSound = false;
  /** When the ping was sent that is not answered yet. */
  #pingedAt: number | undefined;
  readonly #report: ReportOddity;
  readonly #beats: NodeJS.Timeout;

  constructor(socket: WebSocket, { version, report = () => undefined, beatMs = socketLimits.beatMs }: RealtimeTarget) {
    this.#socket = socket;
    this.version = version;
    this.#report = report;
    this.#sound = new AudioFrames(version);
    socket.on('message', (data, binary) => this.#arrived(data as Buffer, binary));
    socket.on('error', (error) => this.#end(lost(error.message)));
    socket.on('close', (code) => this.#end(lost(message('service.realtimeClosed'), `CLOSED_${String(code)}`)));
    this.#beats = setInterval(() => this.#beat(), beatMs);
  }

  #arrived(data: Buffer, binary: boolean): void {
    this.#silentBeats = 0;
    if (this.#over !== undefined) return;
    try {
      if (!binary) throw fail('bad-response', message('service.textForMessagePack'), { charged: 'unknown' });
      const event = (this.#hadSound ? this.#sound.read(data) : undefined) ?? decodeEvent(data, this.#report);
      if (event === undefined) return;
      this.#queue.push(this.#receive(event));
      this.#bytes += data.byteLength;
    } catch (thrown) {
      this.#end(thrown instanceof FailureError ? thrown : lost(String(thrown)));
      this.#socket.terminate();
      return;
    }
    if (this.#bytes > socketLimits.queuedBytes || this.#queue.length >= socketLimits.queuedEvents) this.#socket.pause();
    this.#wake();
  }

  #receive(event: AudioFrame | ServerEvent): ReceivedEvent {
    if (event.event === 'audio') {
      this.#hadSound = true;
      return heardAudio(event);
    }
    if (event.event !== 'pong') return event;
    const roundTripMs = this.#pingedAt === undefined ? undefined : performance.now() - this.#pingedAt;
    this.#pingedAt = undefined;
    return { event: 'pong', roundTripMs };
  }

  async take(): Promise<ReceivedEvent[]> {
    while (this.#queue.length === 0 && this.#over === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
    const taken = this.#queue;
    this.#queue = [];
    this.#bytes = 0;
    if (this.#socket.isPaused) {
      this.#silentBeats = 0;
      this.#socket.resume();
    }
    return taken;
  }

  send(event: SentEvent): Promise<void> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.reject(lost(message('service.realtimeOver')));
    return new Promise((resolve, reject) => {
      const full = this.#socket.bufferedAmount > socketLimits.unsentBytes;
      this.#socket.send(encodeEvent(this.version, event), (error) => {
        if (error) reject(lost(error.message));
        else resolve();
      });
      if (!full) resolve();
    });
  }

  ending(): FailureError {
    return this.#over ?? lost(message('service.realtimeOver'));
  }

  terminate(): void {
    this.#end(lost(message('service.realtimeEndedHere')));
    this.#socket.terminate();
  }

  #beat(): void {
    // Who does not read cannot hear the answer either.
    if (this.#socket.isPaused || this.#socket.readyState !== WebSocket.OPEN) return;
    this.#silentBeats += 1;
    if (this.#silentBeats > socketLimits.missedBeats) {
      this.#end(lost(message('service.realtimeSilent')));
      this.#socket.terminate();
    } else this.ping();
  }

  ping(): void {
    this.#pingedAt ??= performance.now();
    void this.send({ event: 'ping', eventId: randomUUID(), timestamp: Date.now() }).catch(() => undefined);
  }

  #end(failure: FailureError): void {
    this.#over ??= failure;
    clearInterval(this.#beats);
    this.#wake();
  }
}

function heardAudio(event: AudioFrame | AudioEvent): ReceivedAudio {
  const { segmentId, sequence, audio } = event;
  return { event: 'audio', segmentId, sequence, audio, sum: crc32(audio), pcm: 'pcm' in event ? event.pcm : undefined };
}

/** `code`: what a person quotes to the service's support. */
function lost(why: Message | string, code?: string): FailureError {
  return fail('stream-interrupted', message('service.realtimeLost', typeof why === 'string' ? why.replace(/[.]$/u, '') : why), {
    charged: 'unknown',
    next: 'retry',
    ...(code !== undefined && { code }),
  });
}

function notConnected(target: RealtimeTarget, error: Error): FailureError {
  const fromNetwork = 'code' in error && typeof error.code === 'string' && !error.code.startsWith('WS_ERR');
  if (fromNetwork || /timed out|socket hang up/u.test(error.message))
    return fail('unreachable', message('service.realtimeUnreachable', target.origin, findReason(error)));
  return fail('bad-response', message('service.subprotocolNotSpoken', target.origin, subprotocols[target.version]));
}

/** What the service answered instead of an upgrade, as an answer over HTTP. */
function answerOf(response: IncomingMessage): Answer {
  async function* body(maxBytes: number = bodyLimits.error): AsyncGenerator<Uint8Array, void, undefined> {
    let count = 0;
    for await (const chunk of response) {
      count += (chunk as Buffer).byteLength;
      if (count > maxBytes) return;
      yield chunk as Buffer;
    }
  }
  return toAnswer(response, { url: new URL('http://realtime.invalid'), body, discard: () => response.destroy() });
}
