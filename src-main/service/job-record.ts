import type { Failure } from '#shared/failure.ts';

/** Where a job stands, whatever its service calls that: the interface shows `pending` and `completed`, and leaves the other states open. */
export type JobStanding = 'going-on' | 'completed' | 'failed';

/**
 * What is known of a lip-sync, dubbing, image or video job. Most field names of these records are not shown by the interface: those that the
 * local service sends are read, and the usual other spellings; what was sent is kept in `fields` as it came.
 */
export interface JobRecord {
  id: string;
  status: string;
  standing: JobStanding;
  /** Website credits; what an image or a video takes is API quota, and stands in `quotaUsed`. */
  creditsUsed: number | undefined;
  /** Of a dubbing: what of its credits was for speech, and what for the lip sync. */
  speechCredits: number | undefined;
  quotaUsed: number | undefined;
  quotaRemaining: number | undefined;
  billingSeconds: number | undefined;
  createdAt: string | undefined;
  resultUrl: string | undefined;
  resultBytes: number | undefined;
  errorCode: string | undefined;
  errorMessage: string | undefined;
  fields: Record<string, unknown>;
}

type Fields = Record<string, unknown>;

const completed = new Set(['completed', 'complete', 'succeeded', 'success', 'done', 'finished']);
const failed = new Set(['failed', 'fail', 'error', 'errored', 'cancelled', 'canceled', 'rejected', 'expired', 'timeout', 'refunded']);

/** A record out of an answer: the answer itself, or what stands in its `data`, `task` or `job`. `undefined` for one without an id. */
export function jobRecordOf(answer: unknown): JobRecord | undefined {
  const whole = fieldsIn(answer);
  if (whole === undefined) return undefined;
  const fields = fieldsIn(whole['data']) ?? fieldsIn(whole['task']) ?? fieldsIn(whole['job']) ?? whole;
  const text = (...names: string[]) => first(fields, names, (value) => (typeof value === 'string' && value !== '' ? value : undefined));
  const number = (...names: string[]) => first(fields, names, asNumber);
  const id = text('task_id', 'taskId', 'id', 'job_id', 'jobId');
  if (id === undefined) return undefined;
  const status = text('status', 'state') ?? 'pending';
  const resultUrl = text('result_url', 'resultUrl', 'output_url', 'outputUrl', 'url');
  const parts = fieldsIn(fields['credits_used']);
  const error = fieldsIn(fields['error']);
  return {
    id,
    status,
    standing: standingOf(status.toLowerCase(), resultUrl),
    creditsUsed: parts === undefined ? number('credits_used', 'creditsUsed') : asNumber(parts['total']),
    speechCredits: parts === undefined ? undefined : asNumber(parts['tts']),
    quotaUsed: number('quota_used', 'quotaUsed'),
    quotaRemaining: number('quota_remaining', 'quotaRemaining'),
    billingSeconds: number('billing_duration_seconds'),
    createdAt: text('created_at', 'createdAt'),
    resultUrl,
    resultBytes: number('result_bytes'),
    errorCode: text('error_code', 'errorCode') ?? asText(error?.['code']),
    errorMessage: text('error_message', 'errorMessage') ?? asText(error?.['message']) ?? asText(fields['error']),
    fields,
  };
}

/** The failure of a job that the service gave up: a failed job is refunded in full (interface, "Lip sync" and "Media models, images, videos"). */
export function jobFailure(record: JobRecord, requestId: string): Failure {
  const why = record.errorMessage === undefined ? '.' : `: ${record.errorMessage.slice(0, 300)}`;
  return {
    ...{ kind: 'service-failed', charged: 'no', next: 'generate-anew', requestId },
    message: `The service could not make this, and gives back what it had taken${why}`,
    ...(record.errorCode === undefined ? {} : { code: record.errorCode.slice(0, 100) }),
  };
}

function standingOf(status: string, resultUrl: string | undefined): JobStanding {
  if (completed.has(status)) return 'completed';
  if (failed.has(status)) return 'failed';
  return resultUrl === undefined ? 'going-on' : 'completed';
}

function first<T>(fields: Fields, names: readonly string[], read: (value: unknown) => T | undefined): T | undefined {
  for (const name of names) {
    const value = read(fields[name]);
    if (value !== undefined) return value;
  }
  return undefined;
}

const fieldsIn = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
const asText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const asNumber = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
