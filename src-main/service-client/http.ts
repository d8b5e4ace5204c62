import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Readable } from 'node:stream';
import tls from 'node:tls';
import zlib from 'node:zlib';
import { fail, FailureError, privateAddress } from '#shared/failure.ts';
import { guardedLookup, isOnThisMachine, judgeLiteral, type PlaceJudge } from '../infra/network-place.ts';
import type { Secret } from '../infra/platform.ts';
import { message, type Message } from '#shared/messages/message.ts';

/**
 * One request and its answer. Built on `node:http` and not on `fetch`, because only a socket of our own tells honestly
 * whether anything had left when a request failed: a paid request gets a new connection, and is written to it only once it
 * stands (for TLS: once its certificate is accepted). A connection kept alive cannot tell a refusal from a lost answer.
 */

/** All in milliseconds. */
export interface Timeouts {
  connect: number;
  /** From the standing connection to the answer's status. */
  firstByte: number;
  /** Between two pieces of the body. */
  idle: number;
  total: number;
}
export const timeouts = {
  read: { connect: 10_000, firstByte: 30_000, idle: 30_000, total: 60_000 },
  download: { connect: 10_000, firstByte: 30_000, idle: 60_000, total: 30 * 60_000 },
  generation: { connect: 10_000, firstByte: 120_000, idle: 60_000, total: 30 * 60_000 },
} as const satisfies Record<string, Timeouts>;

/** Decoded bytes of a body, at most. */
export const bodyLimits = {
  error: 64 * 1024,
  json: 8 * 1024 * 1024,
  audio: 512 * 1024 * 1024,
  events: 1024 * 1024 * 1024,
  file: 4 * 1024 * 1024 * 1024,
} as const;

export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers?: Readonly<Record<string, string>>;
  /** Sent as the bearer, and revealed nowhere else. */
  key?: Secret | undefined;
  body?: Uint8Array;
  /** Called with how much of the body has left, as it leaves. While it does, the wait for the answer begins again. */
  onSent?: ((bytes: number) => void) | undefined;
  /** The address was given by an answer, and may be signed: it is not logged. */
  given?: boolean;
  /** Where the address may lead; anywhere, where nothing is named: a person gave it. */
  reach?: Reach | undefined;
  /** May cost something: decides the connection and what a failure says about the charge. */
  paid: boolean;
  timeouts: Timeouts;
  /** Decoded bytes of a successful body, at most. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

/** The networks that an address which nobody typed may lead into: `here` is this machine. */
export type Reach = 'public' | 'public-and-here';

export interface Answer {
  readonly status: number;
  readonly url: URL;
  /** Lower case, without parameters; empty when there is none. */
  readonly contentType: string;
  header(name: string): string | undefined;
  /** Once only. Leaving the loop ends the request. */
  body(maxBytes?: number): AsyncGenerator<Uint8Array, void, undefined>;
  bytes(maxBytes?: number): Promise<Buffer>;
  discard(): void;
}

export interface Transport {
  send(request: HttpRequest): Promise<Answer>;
  close(): void;
}

/**
 * Owns the connections that reads keep alive. A request whose address leads further than its reach fails with `forbidden`, the code
 * {@link privateAddress} and its origin, before anything is connected. `resolve` looks names up.
 */
export function createTransport(resolve: typeof lookup = lookup): Transport {
  // Those of each reach are apart, so that no connection is used again for an address that may not lead there.
  const agents = new Map<string, http.Agent>();
  const agentFor = ({ url, reach }: HttpRequest): http.Agent => {
    const name = `${url.protocol} ${reach ?? 'anywhere'}`;
    const options = { keepAlive: true, maxSockets: 8 };
    const agent = agents.get(name) ?? (url.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options));
    agents.set(name, agent);
    return agent;
  };
  return {
    send: (request) => exchange(request, agentFor(request), resolve),
    close: () => {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

function judgeFor({ origin, protocol }: URL, reach: Reach): PlaceJudge {
  return (place, host, address) => {
    if (place === 'public' || (place === 'here' && reach === 'public-and-here')) return;
    const where = place === 'here' ? message('service.thisComputer') : message('service.privateNetwork');
    const named = host === address ? host : message('service.hostAtAddress', host, address);
    // What may be trusted is what a connection may be made to (addresses.ts).
    const trustable = protocol === 'https:' || isOnThisMachine(origin);
    const unless = trustable ? message('service.unlessTrusted') : message('service.onlyHttpsTrusted');
    throw fail('forbidden', message('service.privateAddressNotFetched', origin, where, named, unless), {
      code: privateAddress,
      next: trustable ? 'trust-origin' : 'report',
      origin,
    });
  };
}

type Broken = 'connect-timeout' | 'first-byte-timeout' | 'idle-timeout' | 'total-timeout' | 'cancelled' | 'too-long';

/** Why this side ended an exchange; everything else that ends one came from the network. */
class Ended extends Error {
  readonly why: Broken;
  constructor(why: Broken) {
    super(why);
    this.why = why;
  }
}

async function exchange(request: HttpRequest, agent: http.Agent, resolve: typeof lookup): Promise<Answer> {
  const { url, timeouts: allowed, signal, reach } = request;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw fail('bad-response', message('service.schemeNotFetched', url.protocol));
  if (signal?.aborted === true) throw fail('cancelled', message('failures.stopped'));
  const judge = reach === undefined ? undefined : judgeFor(url, reach);
  if (judge) judgeLiteral(url, judge);

  /** True from the moment from which bytes may have left. Until then a failure is never charged. */
  let sent = false;
  let end: (why: Broken) => void = () => undefined;
  let phase: NodeJS.Timeout | undefined;
  const arm = (milliseconds: number, why: Broken): void => {
    clearTimeout(phase);
    phase = setTimeout(() => end(why), milliseconds);
  };
  const connected = (): void => {
    sent = true;
    arm(allowed.firstByte, 'first-byte-timeout');
  };
  const total = setTimeout(() => end('total-timeout'), allowed.total);
  const onAbort = (): void => end('cancelled');
  signal?.addEventListener('abort', onAbort, { once: true });
  const release = (): void => {
    clearTimeout(phase);
    clearTimeout(total);
    signal?.removeEventListener('abort', onAbort);
  };

  try {
    arm(allowed.connect, 'connect-timeout');
    let socket: net.Socket | undefined;
    if (request.paid) {
      const opening = openSocket(url);
      end = (why) => opening.socket.destroy(new Ended(why));
      socket = await opening.standing;
      connected();
    }
    const outgoing = (socket === undefined && url.protocol === 'https:' ? https : http).request({
      host: hostOf(url),
      port: portOf(url),
      path: url.pathname + url.search,
      method: request.method,
      headers: headersOf(request),
      ...(judge && { lookup: guardedLookup(judge, resolve) }),
      ...(socket === undefined ? { agent } : { createConnection: () => socket }),
    });
    end = (why) => outgoing.destroy(new Ended(why));
    const incoming = await untilAnswered(request, outgoing, {
      connected,
      leaving: () => arm(allowed.firstByte, 'first-byte-timeout'),
    });
    clearTimeout(phase);
    end = (why) => incoming.destroy(new Ended(why));
    incoming.on('error', () => undefined); // read by the iterating caller; discarded otherwise
    return answerOf(request, incoming, { arm, disarm: () => clearTimeout(phase), release });
  } catch (thrown) {
    release();
    throw sendFailure(request, thrown, sent);
  }
}

/** Sends the body, and waits for the head of the answer. `connected`: bytes may leave from now on. `leaving`: another piece of the body has left. */
function untilAnswered(
  { body, onSent }: HttpRequest,
  outgoing: http.ClientRequest,
  on: { connected: () => void; leaving: () => void },
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.on('response', resolve);
    outgoing.on('error', reject); // stays: a late error of the socket has a listener
    // An upgrade that nobody asked for ends the connection without an error.
    outgoing.on('close', () => reject(new Error('closed')));
    outgoing.on('socket', (taken) => {
      if (!taken.connecting) on.connected();
      else taken.once(taken instanceof tls.TLSSocket ? 'secureConnect' : 'connect', on.connected);
    });
    if (body === undefined || body.byteLength <= reportedBytes) {
      outgoing.end(body, () => onSent?.(body?.byteLength ?? 0));
    } else
      writeInPieces(outgoing, body, (bytes) => {
        on.leaving();
        onSent?.(bytes);
      });
  });
}

/** Bytes of a body between two reports of what has left. */
const reportedBytes = 256 * 1024;

/** Each piece waits until the one before it is with the system. An answer that comes early, a refusal, ends it: its reader looks no further. */
function writeInPieces(outgoing: http.ClientRequest, body: Uint8Array, onSent: (bytes: number) => void): void {
  const next = (at: number): void => {
    if (outgoing.destroyed) return;
    const piece = body.subarray(at, at + reportedBytes);
    const end = at + piece.byteLength;
    outgoing.write(piece, (error) => {
      if (error) return;
      onSent(end);
      if (end < body.byteLength) next(end);
      else outgoing.end();
    });
  };
  next(0);
}

interface Watch {
  arm(milliseconds: number, why: Broken): void;
  disarm(): void;
  release(): void;
}

function answerOf(request: HttpRequest, incoming: http.IncomingMessage, watch: Watch): Answer {
  const header = headerOf(incoming);
  const discard = (): void => {
    watch.release();
    incoming.destroy();
  };
  async function* body(maxBytes = request.maxBytes): AsyncGenerator<Uint8Array, void, undefined> {
    let count = 0;
    const iterator = decoded(incoming, header('content-encoding'))[Symbol.asyncIterator]();
    try {
      for (;;) {
        watch.arm(request.timeouts.idle, 'idle-timeout');
        const next = await iterator.next();
        watch.disarm();
        if (next.done === true) {
          if (!incoming.complete) throw new Error('aborted');
          return;
        }
        const chunk = next.value as Buffer;
        count += chunk.byteLength;
        if (count > maxBytes) throw new Ended('too-long');
        yield chunk;
      }
    } catch (thrown) {
      throw bodyFailure(request, thrown, incoming.destroyed ? incoming.errored : null);
    } finally {
      // A body that was read to its end leaves its connection to the next read.
      if (incoming.complete && incoming.readableEnded) watch.release();
      else discard();
    }
  }
  return toAnswer(incoming, { url: request.url, body, discard });
}

const headerOf =
  ({ headers }: http.IncomingMessage) =>
  (name: string): string | undefined => {
    const value = headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  };

/** The status and the headers of an answer, with what reads its body. */
export function toAnswer(incoming: http.IncomingMessage, { url, body, discard }: Pick<Answer, 'url' | 'body' | 'discard'>): Answer {
  const header = headerOf(incoming);
  return {
    status: incoming.statusCode ?? 0,
    url,
    contentType: (header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
    header,
    body,
    bytes: async (maxBytes) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body(maxBytes)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    discard,
  };
}

/** Bodies are asked for as they are. One that comes compressed all the same is unpacked, and counted unpacked. */
function decoded(incoming: http.IncomingMessage, encoding = 'identity'): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return incoming;
  // What came before a break is handed out: the missing end is reported by `incoming.complete`.
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const stream =
    name === 'gzip' || name === 'x-gzip'
      ? zlib.createGunzip({ finishFlush: Z_SYNC_FLUSH })
      : name === 'deflate'
        ? zlib.createInflate({ finishFlush: Z_SYNC_FLUSH })
        : name === 'br'
          ? zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH })
          : undefined;
  if (stream === undefined) throw fail('bad-response', message('service.notAskedToCompress'));
  incoming.on('error', (error) => {
    if (error instanceof Ended) stream.destroy(error);
    else stream.end();
  });
  return incoming.pipe(stream);
}

function headersOf(request: HttpRequest): Record<string, string> {
  return {
    Host: request.url.host,
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    'User-Agent': 'Voicewright',
    ...request.headers,
    ...(request.body === undefined ? {} : { 'Content-Length': String(request.body.byteLength) }),
    ...(request.key === undefined ? {} : { Authorization: `Bearer ${request.key.reveal()}` }),
  };
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/u, '$1');
const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port));

/** A connection that stands: for TLS, with a certificate that was accepted. Nothing is written to it here. */
function openSocket(url: URL): { socket: net.Socket; standing: Promise<net.Socket> } {
  const where = { host: hostOf(url), port: portOf(url), noDelay: true };
  const secure = url.protocol === 'https:';
  const name = net.isIP(where.host) === 0 ? { servername: where.host } : {};
  const socket = secure ? tls.connect({ ...where, ...name, ALPNProtocols: ['http/1.1'] }) : net.connect(where);
  const standing = new Promise<net.Socket>((resolve, reject) => {
    socket.on('error', reject); // stays: an error between two owners must have a listener
    socket.once('close', () => reject(new Error('closed')));
    socket.once(secure ? 'secureConnect' : 'connect', () => resolve(socket));
  });
  return { socket, standing };
}

function sendFailure(request: HttpRequest, thrown: unknown, sent: boolean): FailureError {
  if (thrown instanceof FailureError) return thrown;
  const why = thrown instanceof Ended ? thrown.why : undefined;
  const charged = sent && request.paid ? 'unknown' : 'no';
  if (why === 'cancelled') return fail('cancelled', message('failures.stopped'), { charged });
  const { origin } = request.url;
  if (!sent) return fail('unreachable', message('service.originUnreachable', origin, findReason(thrown)));
  if (request.paid)
    return fail(
      'outcome-unknown',
      message('service.sentWithoutAnswer', why === undefined ? message('service.connectionEndedSuffix') : message('service.inTimeSuffix')),
      { charged },
    );
  return why === undefined
    ? fail('service-failed', message('service.connectionEnded'))
    : fail('service-timeout', message('service.noAnswerInTime'));
}

function bodyFailure(request: HttpRequest, thrown: unknown, cause: Error | null): FailureError {
  if (thrown instanceof FailureError) return thrown;
  const ended = thrown instanceof Ended ? thrown : cause instanceof Ended ? cause : undefined;
  const charged = request.paid ? 'unknown' : 'no';
  if (ended?.why === 'cancelled') return fail('cancelled', message('failures.stopped'), { charged });
  if (ended?.why === 'too-long') return fail('bad-response', message('service.tooMuchSent'), { charged });
  if (isPackingError(thrown)) return fail('bad-response', message('service.compressionUnreadable'), { charged });
  const text = ended === undefined ? message('service.endedBeforeWhole') : message('service.stoppedSending');
  return fail('stream-interrupted', text, { charged, next: request.paid ? 'generate-again' : 'retry' });
}

function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError) return codeOf(thrown.errors[0]);
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}

const isPackingError = (thrown: unknown): boolean => /^(Z_|ERR__?ZLIB|ERR_BROTLI|ERR__ERROR_FORMAT)/u.test(codeOf(thrown));

export function findReason(thrown: unknown): Message {
  if (thrown instanceof Ended) return message('service.reasonTimeout');
  const code = codeOf(thrown);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return message('service.reasonUnknownName');
  if (code === 'ECONNREFUSED') return message('service.reasonRefused');
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH') return message('service.reasonNoRoute');
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/u.test(code)) return message('service.reasonCertificate');
  if (/SSL|TLS|EPROTO/u.test(code)) return message('service.reasonTls');
  return message('service.reasonFailed');
}
