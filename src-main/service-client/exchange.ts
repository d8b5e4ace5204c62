import { setTimeout as sleepFor } from 'node:timers/promises';
import type { z } from 'zod';
import { fail, FailureError, toFailure, type Failure, type FailureKind, type NextStep } from '#shared/failure.ts';
import { withoutSignatures } from '#shared/signed-address.ts';
import { headers } from '#shared/wire/common.ts';
import type { Log, Secret } from '../infra/platform.ts';
import { cleanText, readFailure, parseJson } from './answers.ts';
import { unbroken } from './download.ts';
import { bodyLimits, createTransport, timeouts, type Answer, type HttpRequest, type Timeouts, type Transport } from './http.ts';
import { asRecord, asText, noteOnce, type Reader, type Reading } from './reading/fields.ts';
import { follow } from './given-addresses.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

export interface ExchangeOptions {
  /** As in `Connection.id`: names the service, whatever its port. */
  connectionId: string;
  /** Scheme, host and port. */
  origin: string;
  key: Secret;
  log: Log;
  /** What to offer when the service cannot be reached. */
  whenUnreachable?: NextStep;
  trustedOrigins?: () => readonly string[];
  /** Milliseconds to the answer and between two pieces of it, where they are not the usual ones. */
  requestTimeout?: number | undefined;
  /** Waits between the tries of a read; tests give one that does not. */
  sleep?: Sleep;
  /** How often a read is tried at most, where not the usual number of times. */
  readTries?: number;
  /** Called as each request ends, with what stopped it. */
  onOutcome?: (failure: Failure | undefined) => void;
}
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** A write that may cost: what is sent is exactly this, on every attempt. */
export interface PaidRequest {
  /** `POST` where it is not named. */
  method?: 'POST' | 'DELETE';
  path: string;
  body: Uint8Array;
  /** `application/json` where it is not named. */
  contentType?: string;
  idempotencyKey: string;
  requestId: string;
  /** Beside those of every request. */
  headers?: Readonly<Record<string, string>>;
  /** Called with how much of the body has left. */
  onSent?: (bytes: number) => void;
}

/** What the headers of a success say about it; `undefined` where they say nothing. */
export interface AnswerFacts {
  status: number;
  requestId: string | undefined;
  quotaRemaining: number | undefined;
  creditsUsed: number | undefined;
  ignoredParameters: string[];
}
export interface AudioAnswer extends AnswerFacts {
  contentType: string;
  body: AsyncIterable<Uint8Array>;
}

/** How many bytes of a successful answer are taken in, and how long is waited for which part of it. */
interface Allowed {
  maxBytes: number;
  timeouts: Timeouts;
}

/** How a body is read: by a reader of `reading/`, or by a schema that is lenient itself. */
type Reads<T> = Reader<T> | Pick<z.ZodType<T>, 'safeParse'>;

/** The code of a success that names nothing by which the work could be found again. */
export const unreadableAnswer = 'UNREADABLE_ANSWER';
/** Characters of such an answer that are logged. */
const maximumLogged = 3_000;

const readTries = 4;
const longestWait = 30_000;
/** What passes by itself, so that a read may be tried again. */
export const passingFailures: readonly FailureKind[] = [
  'unreachable',
  'service-failed',
  'service-unavailable',
  'service-timeout',
  'stream-interrupted',
  'rate-limited',
];

/** What the resources of the interface are made of: one service, one key, one way to send, log and fail. */
export class Exchange {
  readonly connectionId: string;
  readonly origin: string;
  readonly key: Secret;
  readonly log: Log;
  readonly #options: ExchangeOptions;
  readonly #note: Reading['note'];
  readonly #sleep: Sleep;
  readonly #transport: Transport = createTransport();
  #isClosed = false;

  constructor(options: ExchangeOptions) {
    this.connectionId = options.connectionId;
    this.origin = options.origin;
    this.key = options.key;
    this.log = options.log;
    this.#options = options;
    this.#note = noteOnce(options.log);
    this.#sleep = options.sleep ?? sleepOnTimer;
  }

  /**
   * A GET of a file through the service's redirects, by the rule of the bearer; tried again by itself, also where it breaks off in its middle.
   * `path` is one of the interface, or a whole address that an answer gave.
   */
  async download(path: string, allowed: Allowed, signal?: AbortSignal): Promise<Answer> {
    const ask = (more?: Readonly<Record<string, string>>): Promise<Answer> =>
      this.#retrying(() => this.#read(path, allowed, signal, more), signal);
    const pause = (tries: number, retryAfterMs = backoff(tries)): Promise<void> => this.#sleep(retryAfterMs, signal);
    return unbroken(await ask(), ask, pause);
  }

  /** A GET of JSON, tried again by itself. Fails with `bad-response` for what is no JSON, and as the reader does. */
  json<T>(path: string, reads: Reads<T>, signal?: AbortSignal): Promise<{ value: T; answer: Answer }> {
    return this.#retrying(async () => {
      const answer = await this.#read(path, { timeouts: timeouts.read, maxBytes: bodyLimits.json }, signal);
      const body = parseJson((await answer.bytes()).toString('utf8'), this.key);
      if (body === undefined) throw fail('bad-response', message('service.notJson', withoutQuery(path)));
      return { value: readBody(reads, body, this.#readingOf(answer), path), answer };
    }, signal);
  }

  /** Sends a paid request once, for only the ledger's rules may send it again. Follows no redirect. */
  write(request: PaidRequest, accept: string, maxBytes: number, signal?: AbortSignal): Promise<Answer> {
    const sent: HttpRequest = {
      method: request.method ?? 'POST',
      url: new URL(request.path, this.origin),
      key: this.key,
      paid: true,
      body: request.body,
      onSent: request.onSent,
      headers: {
        ...request.headers,
        ...(request.body.byteLength > 0 && { 'Content-Type': request.contentType ?? 'application/json' }),
        Accept: accept,
        [headers.idempotencyKey]: request.idempotencyKey,
        [headers.requestId]: request.requestId,
      },
      timeouts: this.#boundedTimeouts(timeouts.generation),
      maxBytes,
      signal,
    };
    return this.#exchange(sent, () => this.#transport.send(sent));
  }

  /**
   * Sends a paid request whose answer is JSON. A success is one whatever its body holds, as long as the reader finds in it what the work goes on by. Where it
   * does not, and answers `undefined`, it fails with `bad-response` and {@link unreadableAnswer}: the service has taken the request, and the log has what it answered.
   * A body that breaks off leaves the outcome unknown.
   */
  async writeJson<T>(request: PaidRequest, reads: Reads<T | undefined>, signal?: AbortSignal): Promise<{ value: T; answer: Answer }> {
    const answer = await this.write(request, 'application/json', bodyLimits.json, signal);
    const bytes = await answer.bytes().catch((thrown: unknown) => {
      if (signal?.aborted === true) throw thrown;
      return undefined;
    });
    const text = bytes?.toString('utf8') ?? '';
    const body = parseJson(text, this.key);
    const value = typeof reads === 'function' ? reads(body, this.#readingOf(answer)) : reads.safeParse(body).data;
    if (value !== undefined) return { value, answer };
    if (bytes === undefined) throw fail('outcome-unknown', message('service.responseIncomplete'), { charged: 'unknown' });
    throw this.#unreadable(request, answer, text, body);
  }

  factsOf(answer: Answer): AnswerFacts {
    const requestId = answer.header(headers.requestId);
    return {
      status: answer.status,
      requestId: requestId === undefined ? undefined : cleanText(requestId, this.key),
      quotaRemaining: numberOf(answer.header(headers.quotaRemaining)),
      creditsUsed: numberOf(answer.header(headers.creditsUsed)),
      ignoredParameters: listOfNames(answer.header(headers.ignoredParameters)).map((name) => cleanText(name, this.key)),
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#transport.close();
  }

  /** A GET through the service's redirects; once. */
  #read(
    path: string,
    { timeouts: usual, maxBytes }: Allowed,
    signal: AbortSignal | undefined,
    more?: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const request: HttpRequest = {
      method: 'GET',
      url: new URL(path, this.origin),
      key: this.key,
      paid: false,
      given: !path.startsWith('/'),
      signal,
      ...(more !== undefined && { headers: more }),
      timeouts: this.#boundedTimeouts(usual),
      maxBytes,
    };
    const { trustedOrigins = () => [] } = this.#options;
    return this.#exchange(request, () => follow(this.#transport, request, { origin: this.origin, trustedOrigins }));
  }

  /** Sends, logs one line without anything secret, and turns an answer that is no success into its failure. */
  async #exchange(request: HttpRequest, send: () => Promise<Answer>): Promise<Answer> {
    const { onOutcome, whenUnreachable } = this.#options;
    const started = performance.now();
    // An address that an answer gave may be signed in its path and its query alike: neither is anybody's to read.
    const path = request.given === true ? message('service.redactedAddress') : request.url.pathname;
    const facts = { method: request.method, path, origin: request.url.origin, requestId: request.headers?.[headers.requestId] };
    const ms = (): number => Math.round(performance.now() - started);
    try {
      const answer = await send();
      this.log.debug('service answered', { ...facts, status: answer.status, ms: ms() });
      if (answer.status >= 200 && answer.status < 300) {
        onOutcome?.(undefined);
        return answer;
      }
      throw await readFailure(answer, { paid: request.paid, key: this.key });
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.kind !== 'cancelled') {
        // What ends with the program, or with a change of the service, is nothing to report.
        const level = this.#isClosed ? 'debug' : 'warn';
        const name = request.given === true ? messages.service.redactedAddress : request.url.pathname;
        this.log[level](`${request.method} ${name} failed: ${failure.kind}`, {
          ...facts,
          ms: ms(),
          kind: failure.kind,
          code: failure.code,
        });
      }
      onOutcome?.(failure);
      if (failure.kind === 'unreachable' && whenUnreachable !== undefined)
        throw new FailureError({ ...failure, next: whenUnreachable }, { cause: thrown });
      throw thrown;
    }
  }

  #unreadable(request: PaidRequest, answer: Answer, text: string, body: unknown): FailureError {
    this.log.warn('a paid request was answered with nothing to find it by', {
      path: request.path,
      status: answer.status,
      answer: withoutSignatures(body === undefined ? cleanText(text, this.key) : JSON.stringify(body)).slice(0, maximumLogged),
    });
    const reason = asText(asRecord(body)?.['message']);
    return fail('bad-response', message('service.resultNotNamed', reason === undefined ? '.' : `: ${cleanText(reason, this.key)}`), {
      charged: 'unknown',
      status: answer.status,
      code: unreadableAnswer,
      requestId: this.factsOf(answer).requestId ?? request.requestId,
    });
  }

  /** Somebody who waits for an answer may bound the usual ones. */
  #boundedTimeouts(usual: Timeouts): Timeouts {
    const most = this.#options.requestTimeout;
    if (most === undefined) return usual;
    return { connect: Math.min(usual.connect, most), firstByte: most, idle: most, total: Math.max(usual.total, most) };
  }

  /** Reads cost nothing and are tried again: after a growing wait with jitter, or when the service says. */
  async #retrying<T>(once: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const mostTries = this.#options.readTries ?? readTries;
    for (let tries = 1; ; tries++) {
      try {
        return await once();
      } catch (thrown) {
        const { kind, retryAfterMs } = toFailure(thrown);
        if (tries >= mostTries || !passingFailures.includes(kind)) throw thrown;
        if (retryAfterMs !== undefined && retryAfterMs > longestWait) throw thrown;
        await this.#sleep(retryAfterMs ?? backoff(tries), signal);
      }
    }
  }

  #readingOf(answer: Answer): Reading {
    return { note: this.#note, header: (name) => answer.header(name) };
  }
}

/** Sends a paid request whose answer is whole sound. */
export async function paidSound(exchange: Exchange, request: PaidRequest, signal?: AbortSignal): Promise<AudioAnswer> {
  const answer = await exchange.write(request, 'audio/*, application/json', bodyLimits.audio, signal);
  return toAudioAnswer(exchange, answer, 'unknown');
}

/** `charged`: what is to be said of the charge where the answer is no sound. */
export function toAudioAnswer(exchange: Pick<Exchange, 'factsOf'>, answer: Answer, charged: 'no' | 'unknown'): AudioAnswer {
  return { ...exchange.factsOf(answer), contentType: answer.contentType, body: audioBody(answer, charged) };
}

/** A 200 whose type is no sound is a failure, never a take. */
function audioBody(answer: Answer, charged: 'no' | 'unknown'): AsyncIterable<Uint8Array> {
  if (!/^audio\/|^application\/(?:octet-stream|ogg)$|^binary\/octet-stream$/u.test(answer.contentType)) throw notAudio(answer, charged);
  return answer.body();
}

export function notAudio(answer: Answer, charged: 'no' | 'unknown'): FailureError {
  answer.discard();
  const type = /^[\w.+-]+\/[\w.+-]+$/u.test(answer.contentType) ? answer.contentType : message('service.namelessType');
  return fail('bad-response', message('service.notSound', type), { charged, status: answer.status });
}

function readBody<T>(reads: Reads<T>, body: unknown, reading: Reading, path: string): T {
  if (typeof reads === 'function') return reads(body, reading);
  const result = reads.safeParse(body);
  if (result.success) return result.data;
  const where = result.error.issues[0]?.path.join('.') ?? '';
  const place = where === '' ? '' : ` (${where})`;
  throw fail('bad-response', message('service.responseInvalid', withoutQuery(path), place));
}

const withoutQuery = (path: string): string => path.split('?')[0] ?? path;

function numberOf(value: string | undefined): number | undefined {
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The form of the ignored parameters' header is not shown: a comma list and a JSON array are both read. */
function listOfNames(value: string | undefined): string[] {
  if (value === undefined) return [];
  const array: unknown = parseJson(value);
  if (Array.isArray(array)) return array.flatMap((name) => asText(name) ?? []);
  return value.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

/** Milliseconds before try `tries + 1`: doubling from a quarter of a second, at most ten seconds, with jitter. */
export function backoff(tries: number, random: () => number = Math.random): number {
  const whole = Math.min(10_000, 250 * 2 ** (tries - 1));
  return Math.round(whole * (0.5 + random() / 2));
}

export const sleepOnTimer: Sleep = async (milliseconds, signal) => {
  await sleepFor(milliseconds, undefined, signal === undefined ? {} : { signal });
};
