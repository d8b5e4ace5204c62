import { fail, type FailureError, type FailureKind } from '#shared/failure.ts';
import { bucketCode, type BucketSettings } from '#shared/operations/bucket.ts';
import type { BucketAnswer } from './exchange.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** What was being done, as a sentence begins that says that it failed. */
export const doing = {
  write: message('bucket.fileNotWritten'),
  read: message('bucket.fileNotRead'),
  remove: message('bucket.fileNotRemoved'),
  look: message('bucket.bucketNotRead'),
} as const;
export type Doing = keyof typeof doing;

type BucketField = keyof BucketSettings | 'secretAccessKey';
type Refusal = { kind: FailureKind; why: Message; field?: BucketField };

/** S3's error codes, which what speaks as it does answers with too. */
const codes: Readonly<Record<string, (settings: BucketSettings) => Refusal>> = {
  NoSuchBucket: ({ bucket }) => ({ kind: 'not-found', why: message('bucket.noSuchBucket', bucket), field: 'bucket' }),
  InvalidBucketName: ({ bucket }) => ({ kind: 'invalid-input', why: message('bucket.invalidBucketName', bucket), field: 'bucket' }),
  InvalidAccessKeyId: () => ({ kind: 'unauthorized', why: message('bucket.unknownAccessKey'), field: 'accessKeyId' }),
  SignatureDoesNotMatch: () => ({
    kind: 'unauthorized',
    why: message('bucket.secretDoesNotMatch'),
    field: 'secretAccessKey',
  }),
  AccessDenied: () => ({ kind: 'forbidden', why: message('bucket.notAllowed'), field: 'accessKeyId' }),
  RequestTimeTooSkewed: () => ({ kind: 'forbidden', why: message('bucket.clockDiffers') }),
  EntityTooLarge: () => ({ kind: 'too-large', why: message('bucket.fileTooLarge') }),
  QuotaExceeded: () => ({ kind: 'overloaded', why: message('bucket.full') }),
};

/** Codes that say that the request was signed for another region. */
const ofRegion = [
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
  'InvalidRegion',
];

const textOf = (xml: string, tag: string): string | undefined => new RegExp(`<${tag}>([^<]{1,200})</${tag}>`, 'u').exec(xml)?.[1]?.trim();

/** Why an answer is no success, with the field of the settings that it is about. Nothing was paid for. */
export function toRefusal(what: Doing, answer: BucketAnswer, settings: BucketSettings): FailureError {
  const xml = answer.bytes.toString('utf8');
  const code = textOf(xml, 'Code') ?? '';
  const known = codes[code]?.(settings) ?? regionOf(code, xml, answer, settings) ?? byStatus(answer.status);
  return fail(known.kind, message('bucket.failedBecause', doing[what], known.why), {
    charged: 'no',
    status: answer.status,
    next: known.field === undefined ? 'wait' : 'fix-input',
    ...(known.field !== undefined && { field: known.field }),
    code: `${bucketCode}${/^[A-Za-z]{1,80}$/u.test(code) ? code : String(answer.status)}`,
  });
}

function regionOf(code: string, xml: string, { status, headers }: BucketAnswer, settings: BucketSettings): Refusal | undefined {
  const named = textOf(xml, 'Region') ?? headers['x-amz-bucket-region'];
  const redirected = status >= 300 && status < 400;
  if (!ofRegion.includes(code) && !(redirected && named !== undefined)) {
    if (!redirected) return undefined;
    return { kind: 'bad-response', why: message('bucket.redirected'), field: 'endpoint' };
  }
  const region = typeof named === 'string' && /^[A-Za-z0-9-]{1,64}$/u.test(named) && named !== settings.region ? named : undefined;
  return { kind: 'invalid-input', why: message('bucket.otherRegion', region === undefined ? '' : `, ${region}`), field: 'region' };
}

function byStatus(status: number): Refusal {
  if (status === 403) return { kind: 'forbidden', why: message('bucket.notAllowed'), field: 'accessKeyId' };
  if (status === 404) return { kind: 'not-found', why: message('bucket.notThere'), field: 'bucket' };
  if (status === 413) return { kind: 'too-large', why: message('bucket.fileTooLarge') };
  if (status === 503 || status === 429) return { kind: 'service-unavailable', why: message('bucket.busy') };
  return { kind: 'bad-response', why: message('bucket.answeredStatus', status), field: 'endpoint' };
}

/** For what came to no answer. */
export function unreachable(what: Doing, thrown: unknown): FailureError {
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? ` (${thrown.code})` : '';
  return fail('unreachable', message('bucket.endpointUnreachable', doing[what], code), {
    charged: 'no',
    field: 'endpoint',
    code: `${bucketCode}UNREACHABLE`,
    next: 'retry',
    cause: thrown,
  });
}
