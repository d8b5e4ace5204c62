import { fail, type FailureError, type FailureKind } from '#shared/failure.ts';
import { bucketCode, type BucketSettings } from '#shared/operations/bucket.ts';
import type { BucketAnswer } from './exchange.ts';

/** What was being done, as a sentence begins that says that it failed. */
export const doing = {
  write: 'A file could not be written to the bucket',
  read: 'The file could not be read from the bucket by its address',
  remove: 'The file could not be removed from the bucket',
  look: 'The bucket could not be looked into',
} as const;
export type Doing = keyof typeof doing;

type BucketField = keyof BucketSettings | 'secretAccessKey';
type Refusal = { kind: FailureKind; words: string; field?: BucketField };

/** S3's error codes, which what speaks as it does answers with too. */
const codes: Readonly<Record<string, (settings: BucketSettings) => Refusal>> = {
  NoSuchBucket: ({ bucket }) => ({ kind: 'not-found', words: `there is no bucket “${bucket}” at this endpoint`, field: 'bucket' }),
  InvalidBucketName: ({ bucket }) => ({ kind: 'invalid-input', words: `“${bucket}” can be no bucket’s name there`, field: 'bucket' }),
  InvalidAccessKeyId: () => ({ kind: 'unauthorized', words: 'the access key id is not known there', field: 'accessKeyId' }),
  SignatureDoesNotMatch: () => ({
    kind: 'unauthorized',
    words: 'the secret access key does not belong to the access key id',
    field: 'secretAccessKey',
  }),
  AccessDenied: () => ({ kind: 'forbidden', words: 'this access key may not do that', field: 'accessKeyId' }),
  RequestTimeTooSkewed: () => ({ kind: 'forbidden', words: 'the clock of this machine differs too much from the bucket’s' }),
  EntityTooLarge: () => ({ kind: 'too-large', words: 'it is too large for it' }),
  QuotaExceeded: () => ({ kind: 'overloaded', words: 'it is full' }),
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
export function refusalOf(what: Doing, answer: BucketAnswer, settings: BucketSettings): FailureError {
  const xml = answer.bytes.toString('utf8');
  const code = textOf(xml, 'Code') ?? '';
  const known = codes[code]?.(settings) ?? regionOf(code, xml, answer, settings) ?? byStatus(answer.status);
  return fail(known.kind, `${doing[what]}: ${known.words}.`, {
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
    return { kind: 'bad-response', words: 'the endpoint sends it on to another address, which is not followed', field: 'endpoint' };
  }
  const region = typeof named === 'string' && /^[A-Za-z0-9-]{1,64}$/u.test(named) && named !== settings.region ? named : undefined;
  return { kind: 'invalid-input', words: `the bucket is in another region${region === undefined ? '' : `, ${region}`}`, field: 'region' };
}

function byStatus(status: number): Refusal {
  if (status === 403) return { kind: 'forbidden', words: 'this access key may not do that', field: 'accessKeyId' };
  if (status === 404) return { kind: 'not-found', words: 'it is not there', field: 'bucket' };
  if (status === 413) return { kind: 'too-large', words: 'it is too large for it' };
  if (status === 503 || status === 429) return { kind: 'service-unavailable', words: 'it is busy, and was asked several times' };
  return { kind: 'bad-response', words: `it answered with status ${status}`, field: 'endpoint' };
}

/** For what came to no answer. */
export function unreachable(what: Doing, thrown: unknown): FailureError {
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? ` (${thrown.code})` : '';
  return fail('unreachable', `${doing[what]}: its endpoint cannot be reached, or broke off${code}.`, {
    charged: 'no',
    field: 'endpoint',
    code: `${bucketCode}UNREACHABLE`,
    next: 'retry',
    cause: thrown,
  });
}
