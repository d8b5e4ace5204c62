import { cutText } from '#shared/cut-text.ts';
import type { Failure } from '#shared/failure.ts';
import { fail } from '#shared/failure.ts';
import { asId, asRecord, asText, Fields, findFirst, noNote, type Reading } from './fields.ts';
import { readList, type Page } from './list.ts';
import { findResultAddress, type ResultKind, type SentAddresses } from './result-address.ts';
import { message } from '#shared/messages/message.ts';

/**
 * Where a job stands, whatever its service calls that: the interface shows `pending` and `completed`, and leaves the other states open. `unknown`: of
 * another name; it is taken for one that goes on, for a while.
 */
type JobStanding = 'going-on' | 'unknown' | 'completed' | 'failed';

/** Which of the four resources a job is of: what it makes, and the names under which its request gives addresses. */
export interface MediaJobKind {
  makes: ResultKind;
  inputs: readonly string[];
}
export const mediaJobKinds = {
  lipSync: { makes: 'video', inputs: ['video_url', 'audio_url'] },
  dubbing: { makes: 'video', inputs: ['video_url', 'audio_url', 'tts_audio_url'] },
  image: { makes: 'image', inputs: ['image_url', 'image_urls'] },
  video: { makes: 'video', inputs: ['image_url', 'image_urls', 'audio_url'] },
} as const satisfies Record<string, MediaJobKind>;

/**
 * What is known of a lip-sync, dubbing, image or video job. The interface shows few names of these records: the usual spellings are read, in the
 * envelope and in what it wraps; what was sent is in `fields` as it came.
 */
export interface JobRecord {
  id: string;
  /** As it came; empty where none did. */
  status: string;
  standing: JobStanding;
  /** Website credits; what an image or a video takes is API quota, and stands in `quotaUsed`. */
  creditsUsed: number | undefined;
  /** Of a dubbing: what of its credits was for speech. */
  speechCredits: number | undefined;
  quotaUsed: number | undefined;
  quotaRemaining: number | undefined;
  billingSeconds: number | undefined;
  createdAt: string | undefined;
  resultUrl: string | undefined;
  resultBytes: number | undefined;
  errorCode: string | undefined;
  errorMessage: string | undefined;
  fields: Readonly<Record<string, unknown>>;
}

const envelopes = ['data', 'task', 'job', 'record', 'result', 'response'];
const idNames = ['task_id', 'taskId', 'id', 'job_id', 'jobId', 'uuid'];
/** Ids of something else. */
const otherIds = /request|trace|user|account|model|voice|project|session|org|event|event|connection|parent|reference|correlation/iu;

const completed = new Set(['completed', 'complete', 'succeeded', 'success', 'successful', 'done', 'finished', 'ready']);
const failed = new Set([
  ...['failed', 'fail', 'failure', 'error', 'errored', 'cancelled', 'canceled', 'aborted', 'rejected', 'expired'],
  ...['timeout', 'timed_out', 'refunded'],
]);
const goingOn = new Set([
  ...['pending', 'processing', 'queued', 'queueing', 'running', 'in_progress', 'in_queue', 'created', 'submitted', 'started', 'starting'],
  ...['accepted', 'waiting', 'scheduled', 'preparing', 'importing', 'downloading', 'generating', 'rendering', 'encoding', 'uploading'],
  ...['saving', 'finalizing', 'working', 'active'],
]);

/**
 * Reads the answer to the creation of a job, or to a question for one. `asked`: the id that was asked for, which is the job's whatever the answer
 * calls it; without it an answer that names no job is `undefined`. `sent`: the body of its request, where it is known.
 */
export function readMediaJob(
  body: unknown,
  { note }: Pick<Reading, 'note'>,
  kind: MediaJobKind,
  { asked, sent }: { asked?: string | undefined; sent?: unknown } = {},
): JobRecord | undefined {
  const whole = withoutList(body);
  if (asRecord(whole) === undefined) return asked === undefined ? undefined : recordOf([], asked, body, kind, sent);
  const objects = objectsIn(whole, note);
  const inEnvelopes = objects.slice(1);
  // What an envelope wraps goes before the envelope, whose own id may be of the answer.
  const named = findFirst([...inEnvelopes.slice(0, 3), ...objects], (fields) => {
    const id = idIn(fields.raw);
    return id === undefined ? undefined : { id, fields };
  });
  const id = asked ?? named?.id ?? namedAsText(whole);
  if (id === undefined) return undefined;
  const main = named?.fields ?? objects[1] ?? objects[0];
  return recordOf(main === undefined ? [] : [main, ...objects.filter((one) => one !== main)], id, whole, kind, sent);
}

/** A page of jobs. Fails with `bad-response` where no list can be recognized. */
export function readMediaJobs(body: unknown, reading: Reading, kind: MediaJobKind, what: string): Page<JobRecord> {
  return readList(body, reading, { what, path: 'jobs', names: ['jobs', 'tasks'] }, (item) => readMediaJob(item, reading, kind));
}

function recordOf(objects: readonly Fields[], id: string, whole: unknown, kind: MediaJobKind, sent: unknown): JobRecord {
  const status = findFirst(objects, (one) => asText(one.raw['status']) ?? asText(one.raw['state']))?.trim() ?? '';
  const number = (...names: string[]): number | undefined => findFirst(objects, (one) => one.number(...names));
  const text = (...names: string[]): string | undefined => findFirst(objects, (one) => one.text(...names));
  const result = findResultAddress(whole, kind.makes, sentAddresses(sent, kind), id);
  const errors = objects.flatMap((one) => one.within('error') ?? []);
  const error = (...names: string[]): string | undefined =>
    findFirst(errors, (one) => names.map((name) => asId(one.raw[name])).find(Boolean));
  const errorCode = text('error_code', 'errorCode') ?? error('code', 'type');
  return {
    id,
    status,
    standing: standingOf(status, result?.isNamed === true, errorCode),
    ...creditsIn(objects),
    quotaUsed: number('quota_used', 'quotaUsed'),
    quotaRemaining: number('quota_remaining', 'quotaRemaining'),
    billingSeconds: number('billing_duration_seconds', 'billingDurationSeconds'),
    createdAt: findFirst(objects, (one) => one.time('created_at', 'createdAt', 'created')),
    resultUrl: result?.address,
    resultBytes: number('result_bytes'),
    errorCode,
    errorMessage:
      text('error_message', 'errorMessage') ?? error('message', 'detail') ?? findFirst(objects, (one) => asText(one.raw['error'])),
    fields: objects[0]?.raw ?? {},
  };
}

/** `credits_used`: a number of a lip sync, the parts of a dubbing (interface, "Lip-sync and dubbing job"). */
function creditsIn(objects: readonly Fields[]): Pick<JobRecord, 'creditsUsed' | 'speechCredits'> {
  const parts = findFirst(objects, (one) => one.within('credits_used') ?? one.within('creditsUsed'));
  if (parts === undefined)
    return { creditsUsed: findFirst(objects, (one) => one.number('credits_used', 'creditsUsed')), speechCredits: undefined };
  const [speech, lipSync] = [parts.number('tts', 'speech'), parts.number('lip_sync', 'lipSync')];
  const sum = speech === undefined && lipSync === undefined ? undefined : (speech ?? 0) + (lipSync ?? 0);
  return { creditsUsed: parts.number('total') ?? sum, speechCredits: speech };
}

/** The answer, and the objects that it may wrap a job in, each of them once. */
function objectsIn(whole: unknown, note: Reading['note']): Fields[] {
  const top = new Fields(whole, 'job', note);
  const first = top.andWithin(...envelopes);
  const second = first.slice(1).flatMap((one) => one.andWithin(...envelopes).slice(1));
  return [...first, ...second];
}

/** Some services answer with a list of one. */
function withoutList(body: unknown): unknown {
  if (Array.isArray(body)) return body.length === 1 ? (body[0] as unknown) : body;
  const record = asRecord(body);
  for (const name of ['data', 'jobs', 'tasks']) {
    const list = record?.[name];
    if (Array.isArray(list) && list.length === 1 && asRecord(list[0]) !== undefined)
      return { ...record, [name]: undefined, data: list[0] as unknown };
  }
  return body;
}

function idIn(record: Readonly<Record<string, unknown>>): string | undefined {
  const usual = idNames.map((name) => asId(record[name])).find((id) => id !== undefined);
  if (usual !== undefined) return usual;
  const name = Object.keys(record).find((one) => /(?:[_-]id|[a-z]I[dD]|^ID)$/u.test(one) && !otherIds.test(one));
  return name === undefined ? undefined : asId(record[name]);
}

/** An id in the place of the job that it is of: `{"task": "abc"}`. */
function namedAsText(whole: unknown): string | undefined {
  const record = asRecord(whole);
  for (const name of ['task', 'job', 'data']) {
    const value = record?.[name];
    if (typeof value === 'string' && /^\S{1,200}$/u.test(value)) return value;
  }
  return undefined;
}

/** A state of another name is recognized by what the interface puts beside it: a result on success, an error code on failure. */
function standingOf(status: string, hasResult: boolean, errorCode: string | undefined): JobStanding {
  const name = status.toLowerCase().replaceAll(/[\s-]+/gu, '_');
  if (completed.has(name)) return 'completed';
  if (failed.has(name)) return 'failed';
  if (goingOn.has(name)) return 'going-on';
  if (hasResult) return 'completed';
  return errorCode === undefined || /^(?:0|ok|none|null)$/iu.test(errorCode) ? 'unknown' : 'failed';
}

/** The addresses of a request, and the names that they stand under there; of a request that is not known, the names that its kind may have. */
function sentAddresses(sent: unknown, kind: MediaJobKind): SentAddresses {
  const record = asRecord(sent);
  if (record === undefined) return { names: kind.inputs, addresses: [] };
  const texts = Object.values(record).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]));
  return {
    names: Object.keys(record),
    addresses: texts.filter((value) => typeof value === 'string' && /^https?:/iu.test(value)) as string[],
  };
}

/** The failure of a job that the service gave up: a failed job is refunded in full (interface, "Lip sync" and "Media models, images, videos"). */
export function jobFailure(record: JobRecord, requestId: string): Failure {
  const why = record.errorMessage === undefined ? '.' : `: ${cutText(record.errorMessage, 300).replace(/[.\s]+$/u, '')}.`;
  return fail('service-failed', message('service.couldNotMakeRefunded', why), {
    charged: 'no',
    refunded: true,
    next: 'generate-again',
    requestId,
    ...(record.errorCode === undefined ? {} : { code: record.errorCode.slice(0, 100) }),
  }).failure;
}

/** The two fields of a dubbing whose speech was made and whose lip sync was not (interface, "Video dubbing"); where they stand is not shown. */
export function readPaidSpeech(body: unknown): { address: string; creditsUsed: number | undefined } | undefined {
  const places = new Fields(body, 'dubbing error', noNote).andWithin('details', 'data', 'error', 'detail');
  const address = findFirst(places, (one) => one.text('tts_audio_url'));
  return address === undefined ? undefined : { address, creditsUsed: findFirst(places, (one) => one.number('tts_credits_used')) };
}
