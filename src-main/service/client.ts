import { setTimeout as sleepFor } from 'node:timers/promises';
import { z } from 'zod';
import { fail, FailureError, toFailure, type NextStep } from '#shared/failure.ts';
import { headers } from '#shared/wire/common.ts';
import { jobList, jobResponse, jobSegment, jobsPath, type JobResponse, type JobState } from '#shared/wire/jobs.ts';
import { capabilities, capabilitiesPath, type Capabilities } from '#shared/wire/models.ts';
import { profile, profilePath, type Profile } from '#shared/wire/profile.ts';
import { alignedPath, speechPath } from '#shared/wire/speech.ts';
import { voice, voiceDetail, voicesPath, type Voice } from '#shared/wire/voices.ts';
import type { Log, Secret } from '../platform.ts';
import { readAligned, type AlignedEvent } from './aligned.ts';
import { cleanText, failureOf, parseJson, retryAfter } from './answers.ts';
import { bodyLimits, createTransport, timeouts, type Answer, type HttpRequest, type Transport } from './http.ts';
import { follow } from './redirect.ts';

export interface ServiceClientOptions {
  /** As in `Connection.id`: names the service, whatever its port. */
  connectionId: string;
  /** Scheme, host and port. */
  origin: string;
  key: Secret;
  log: Log;
  /** What to offer when the service cannot be reached. */
  whenUnreachable?: NextStep;
  trustedOrigins?: () => readonly string[];
  /** Waits between the tries of a read; tests give one that does not. */
  sleep?: Sleep;
}
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** A write that may cost: what is sent is exactly this, on every attempt. */
export interface PaidRequest {
  path: string;
  body: Uint8Array;
  idempotencyKey: string;
  requestId: string;
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
  body: AsyncIterable<Uint8Array>;
}
export interface AlignedAnswer extends AnswerFacts {
  events: AsyncIterable<AlignedEvent[]>;
}
export interface JobAnswer {
  job: JobResponse;
  /** The delay until the next question that the service suggests. */
  retryAfterMs: number | undefined;
}

/**
 * The service's interface, typed. Reads are tried again by themselves; a paid request is sent once for each call, for only
 * the ledger's rules may send it again. Everything fails with `FailureError`; no failure holds the key.
 */
export interface ServiceClient {
  readonly connectionId: string;
  readonly origin: string;
  profile(signal?: AbortSignal): Promise<Profile>;
  capabilities(signal?: AbortSignal): Promise<Capabilities>;
  /** Every voice, public and personal, all pages. */
  voices(signal?: AbortSignal): Promise<Voice[]>;
  voice(voiceId: string, signal?: AbortSignal): Promise<Voice>;
  job(taskId: string, signal?: AbortSignal): Promise<JobAnswer>;
  jobs(query: { page?: number; limit?: number; status?: JobState; createdAfter?: Date }, signal?: AbortSignal): Promise<JobList>;
  segment(taskId: string, index: number, signal?: AbortSignal): Promise<z.infer<typeof jobSegment>>;
  /** Through the service's redirects, by the rule of the bearer. */
  jobAudio(taskId: string, signal?: AbortSignal): Promise<AudioAnswer>;
  createJob(request: PaidRequest, signal?: AbortSignal): Promise<JobAnswer>;
  speech(request: PaidRequest, signal?: AbortSignal): Promise<AudioAnswer>;
  aligned(request: PaidRequest, signal?: AbortSignal): Promise<AlignedAnswer>;
  close(): void;
}
export type JobList = z.infer<typeof jobList>;

export const paths = { speech: speechPath, aligned: alignedPath, jobs: jobsPath } as const;

const voicesPerPage = 100;
/** Pages of voices, at most: 50,000 voices. */
const maximumVoicePages = 500;
const pagesAtOnce = 4;

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { origin, key, log } = options;
  const sleep: Sleep = options.sleep ?? sleepOnTimer;
  const transport: Transport = createTransport();
  const trust = { origin, trustedOrigins: options.trustedOrigins ?? (() => []) };

  /** Sends, logs one line without anything secret, and turns an answer that is no success into its failure. */
  const exchange = async (request: HttpRequest, send: (request: HttpRequest) => Promise<Answer>): Promise<Answer> => {
    const started = performance.now();
    const facts = { method: request.method, path: request.url.pathname, origin, requestId: request.headers?.[headers.requestId] };
    const ms = (): number => Math.round(performance.now() - started);
    try {
      const answer = await send(request);
      log.debug('service answered', { ...facts, status: answer.status, ms: ms() });
      if (answer.status >= 200 && answer.status < 300) return answer;
      throw await failureOf(answer, { paid: request.paid, key });
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.kind !== 'cancelled') log.warn('a request failed', { ...facts, ms: ms(), kind: failure.kind, code: failure.code });
      if (failure.kind === 'unreachable' && options.whenUnreachable !== undefined)
        throw new FailureError({ ...failure, next: options.whenUnreachable }, { cause: thrown });
      throw thrown;
    }
  };

  const read = (path: string, limits: Pick<HttpRequest, 'timeouts' | 'maxBytes'>, signal?: AbortSignal): Promise<Answer> => {
    const request: HttpRequest = { method: 'GET', url: new URL(path, origin), key, paid: false, signal, ...limits };
    return exchange(request, (sent) => follow(transport, sent, trust));
  };

  const json = <T extends z.ZodType>(path: string, schema: T, signal?: AbortSignal): Promise<{ value: z.output<T>; answer: Answer }> =>
    retrying(
      async () => {
        const answer = await read(path, { timeouts: timeouts.read, maxBytes: bodyLimits.json }, signal);
        return { value: parsed(schema, parseJson((await answer.bytes()).toString('utf8'), key), path), answer };
      },
      sleep,
      signal,
    );

  const write = (request: PaidRequest, accept: string, maxBytes: number, signal?: AbortSignal): Promise<Answer> =>
    exchange(
      {
        method: 'POST',
        url: new URL(request.path, origin),
        key,
        paid: true,
        body: request.body,
        headers: {
          'Content-Type': 'application/json',
          Accept: accept,
          [headers.idempotencyKey]: request.idempotencyKey,
          [headers.requestId]: request.requestId,
        },
        timeouts: timeouts.generation,
        maxBytes,
        signal,
      },
      (sent) => transport.send(sent),
    );

  const factsOf = (answer: Answer): AnswerFacts => {
    const requestId = answer.header(headers.requestId);
    return {
      status: answer.status,
      requestId: requestId === undefined ? undefined : cleanText(requestId, key),
      quotaRemaining: numberOf(answer.header(headers.quotaRemaining)),
      creditsUsed: numberOf(answer.header(headers.creditsUsed)),
      ignoredParameters: listOfNames(answer.header(headers.ignoredParameters)).map((name) => cleanText(name, key)),
    };
  };

  const jobPath = (taskId: string): string => `${jobsPath}/${encodeURIComponent(taskId)}`;

  const voicePage = async (page: number, signal?: AbortSignal): Promise<VoicePage> => {
    const query = `page=${page}&pageSize=${voicesPerPage}&includePersonal=true`;
    return (await json(`${voicesPath}?${query}`, voicePageSchema, signal)).value;
  };

  return {
    connectionId: options.connectionId,
    origin,
    profile: async (signal) => (await json(profilePath, profile, signal)).value,
    capabilities: async (signal) => (await json(capabilitiesPath, capabilities, signal)).value,
    voices: async (signal) => {
      const first = await voicePage(1, signal);
      const pages = [first];
      const last = Math.min(first.totalPages, maximumVoicePages);
      if (first.totalPages > last) log.warn('more voices than are listed', { pages: first.totalPages, listed: last });
      for (let page = 2; page <= last; page += pagesAtOnce) {
        const some = Array.from({ length: Math.min(pagesAtOnce, last - page + 1) }, (_, index) => voicePage(page + index, signal));
        pages.push(...(await Promise.all(some)));
      }
      // A voice that was added meanwhile pushes another onto two pages.
      return [...new Map(pages.flatMap((page) => page.items).map((item) => [item.voiceId, item])).values()];
    },
    voice: async (voiceId, signal) => (await json(`${voicesPath}/${encodeURIComponent(voiceId)}`, voiceDetail, signal)).value,
    job: async (taskId, signal) => {
      const { value, answer } = await json(jobPath(taskId), jobResponse, signal);
      return { job: value, retryAfterMs: retryAfter(answer.header('retry-after')) };
    },
    jobs: async ({ page, limit, status, createdAfter }, signal) => {
      const query = new URLSearchParams();
      if (page !== undefined) query.set('page', String(page));
      if (limit !== undefined) query.set('limit', String(limit));
      if (status !== undefined) query.set('status', status);
      if (createdAfter !== undefined) query.set('createdAfter', createdAfter.toISOString());
      return (await json(`${jobsPath}?${query.toString()}`, jobList, signal)).value;
    },
    segment: async (taskId, index, signal) => (await json(`${jobPath(taskId)}/segments/${index}`, jobSegment, signal)).value,
    jobAudio: async (taskId, signal) => {
      const limits = { timeouts: timeouts.download, maxBytes: bodyLimits.audio };
      const answer = await retrying(() => read(`${jobPath(taskId)}/audio`, limits, signal), sleep, signal);
      return { ...factsOf(answer), body: audioBody(answer, 'no') };
    },
    createJob: async (request, signal) => {
      const answer = await write(request, 'application/json', bodyLimits.json, signal);
      const text = await answer.bytes().catch((thrown: unknown) => {
        if (signal?.aborted === true) throw thrown;
        return Buffer.alloc(0);
      });
      const known = jobResponse.safeParse(parseJson(text.toString('utf8'), key));
      // The service took the job and its answer is lost: the same key asks for the same job again.
      if (!known.success) throw fail('outcome-unknown', 'The service took the job, and its answer cannot be read.', { charged: 'unknown' });
      const facts = factsOf(answer);
      const job = { ...known.data, requestId: known.data.requestId ?? facts.requestId };
      return { job, retryAfterMs: retryAfter(answer.header('retry-after')) };
    },
    speech: async (request, signal) => {
      const answer = await write(request, 'audio/*, application/json', bodyLimits.audio, signal);
      return { ...factsOf(answer), body: audioBody(answer, 'unknown') };
    },
    aligned: async (request, signal) => {
      const answer = await write(request, 'text/event-stream', bodyLimits.events, signal);
      if (answer.contentType !== 'text/event-stream') throw notAudio(answer, 'unknown');
      return { ...factsOf(answer), events: readAligned(answer.body(), { key }) };
    },
    close: () => transport.close(),
  };
}

const voicePageSchema = z.looseObject({ totalPages: z.int().nonnegative().default(1), items: z.array(voice) });
type VoicePage = z.infer<typeof voicePageSchema>;

/** A 200 whose type is no sound is a failure, never a take. */
function audioBody(answer: Answer, charged: 'no' | 'unknown'): AsyncIterable<Uint8Array> {
  if (!answer.contentType.startsWith('audio/') && answer.contentType !== 'application/octet-stream') throw notAudio(answer, charged);
  return answer.body();
}

function notAudio(answer: Answer, charged: 'no' | 'unknown'): FailureError {
  answer.discard();
  const type = /^[\w.+-]+\/[\w.+-]+$/u.test(answer.contentType) ? answer.contentType : 'nothing that has a name';
  return fail('bad-response', `The service answered with ${type} where sound was expected.`, { charged, status: answer.status });
}

function parsed<T extends z.ZodType>(schema: T, value: unknown, path: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const where = result.error.issues[0]?.path.join('.') ?? '';
  const place = where === '' ? '' : ` (${where})`;
  throw fail('bad-response', `The service's answer to ${path.split('?')[0] ?? path} is not what it should be${place}.`);
}

function numberOf(value: string | undefined): number | undefined {
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The form of the ignored parameters' header is not shown: a comma list and a JSON array are both read. */
function listOfNames(value: string | undefined): string[] {
  if (value === undefined) return [];
  const array = z.array(z.string()).safeParse(parseJson(value));
  return array.success ? array.data : value.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

const readTries = 4;
const longestWait = 30_000;

/** Reads cost nothing and are tried again: after a growing wait with jitter, or when the service says. */
async function retrying<T>(once: () => Promise<T>, sleep: Sleep, signal: AbortSignal | undefined): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await once();
    } catch (thrown) {
      const { kind, retryAfterMs } = toFailure(thrown);
      const passing = ['unreachable', 'service-failed', 'service-unavailable', 'service-timeout', 'stream-interrupted', 'rate-limited'];
      if (tries >= readTries || !passing.includes(kind)) throw thrown;
      if (retryAfterMs !== undefined && retryAfterMs > longestWait) throw thrown;
      await sleep(retryAfterMs ?? backoff(tries), signal);
    }
  }
}

/** Milliseconds before try `tries + 1`: doubling from a quarter of a second, at most ten seconds, with jitter. */
export function backoff(tries: number, random: () => number = Math.random): number {
  const whole = Math.min(10_000, 250 * 2 ** (tries - 1));
  return Math.round(whole * (0.5 + random() / 2));
}

export const sleepOnTimer: Sleep = async (milliseconds, signal) => {
  await sleepFor(milliseconds, undefined, signal === undefined ? {} : { signal });
};
