import { fail, FailureError, toFailure, type Failure, readText, reword } from '#shared/failure.ts';
import type { OperationFamily } from '#shared/paid-work.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import { isSigned, signedUntil, withoutSignatures } from '#shared/signed-address.ts';
import type { LedgerEntry, Outcome } from './ledger/types.ts';
import { isOnThisMachine } from '../infra/network-place.ts';
import { parseJson, ServiceFailure } from '../service-client/answers.ts';
import type { ServiceClient } from '../service-client/client.ts';
import { jobFailure, type JobRecord } from '../service-client/reading/media-job.ts';
import { isRefusedAddress, refusedResult } from '../service-client/given-addresses.ts';
import type { MediaJobAnswer, MediaJobResource } from '../service-client/resources/media-jobs.ts';
import type { FamilyWork, WorkTools } from './family.ts';
import { message } from '#shared/messages/message.ts';

/** Lip sync, dubbing, images and videos: a job that the service takes, and whose result is downloaded by itself when it is there. */
export function mediaJobWork(
  family: OperationFamily,
  resource: (client: ServiceClient) => MediaJobResource,
): FamilyWork<JobRecord> & Required<Pick<FamilyWork, 'ask'>> {
  return {
    family,
    send: async (request, { client, signal }) => {
      const { job, facts, retryAfterMs } = await resource(client)
        .create(request, signal)
        .catch((thrown: unknown) => {
          throw importsCostNothing.includes(family) ? ofImport(thrown, request.body) : thrown;
        });
      const { creditsUsed, quotaRemaining = facts.quotaRemaining, billingSeconds: amount } = job;
      return { value: job, facts: { ...facts, creditsUsed, quotaRemaining }, taskId: job.id, result: toResult(job), amount, retryAfterMs };
    },
    ask: async (entry, tools) => {
      const { job, retryAfterMs } = await resource(tools.client).get(entry.taskId ?? '', tools.signal, entry.body);
      if (job.standing === 'going-on') return { type: 'going-on', retryAfterMs };
      if (job.standing === 'unknown') return { type: 'unclear', retryAfterMs, until: 'state', failure: unknownState(job.status, entry) };
      const { creditsUsed = entry.creditsUsed ?? undefined, billingSeconds: amount } = job;
      if (job.standing === 'completed') {
        if (job.resultUrl === undefined) return { type: 'unclear', retryAfterMs, until: 'result', failure: noResult(job, creditsUsed) };
        // At the address that this very answer named: such addresses last for minutes.
        const file = await mediaFile(job.resultUrl, tools, job.resultBytes).catch((thrown: unknown) => {
          throw refusedResult(thrown, job.id, entry.requestId);
        });
        const files = [file];
        return { type: 'ended', state: 'done', outcome: { creditsUsed, amount, result: { ...toResult(job), files } } };
      }
      return { type: 'ended', state: 'failed', outcome: failedJob(job, entry) };
    },
  };
}

/** A state of another name than those of the interface and their usual synonyms: taken for one in which the service works, for a while. */
export function unknownState(status: string, { creditsUsed }: Pick<LedgerEntry, 'creditsUsed'>): Failure {
  const name = status === '' ? message('mediaJobs.stateMissing') : message('mediaJobs.stateUnknown', status.slice(0, 60));
  return fail('bad-response', message('mediaJobs.mayBeFinished', name), {
    charged: creditsUsed === null || creditsUsed > 0 ? 'unknown' : 'no',
    next: 'retry',
  }).failure;
}

/** A job that is finished without an address at which its result can be recognized. */
export function noResult({ id, status }: JobRecord, creditsUsed: number | undefined): Failure {
  return fail('bad-response', message('mediaJobs.resultAddressMissing', id, status), {
    charged: creditsUsed === undefined ? 'unknown' : creditsUsed > 0 ? 'yes' : 'no',
    next: 'retry',
  }).failure;
}

/** Media are imported before the job is there or charged (interface, "Lip sync"). */
const importsCostNothing: readonly OperationFamily[] = ['lip-sync', 'dubbing'];

/** An answer that names the media whose import failed says thereby that nothing was charged, also where its status alone (504) would not. */
function ofImport(thrown: unknown, body: Uint8Array): unknown {
  if (!(thrown instanceof ServiceFailure)) return thrown;
  const { mediaKind: kind } = thrown.body;
  if (kind === undefined) return thrown;
  const ended = hasEnded(kind, body);
  const link = findLink(kind, body);
  if (thrown.failure.charged !== 'unknown' && !ended && link === undefined) return thrown;
  const isSure = thrown.failure.charged !== 'unknown' && !ended;
  const next = isSure ? thrown.failure.next : thrown.retryable === false ? 'fix-input' : 'retry';
  const said = readText(thrown.failure);
  const text = ended
    ? message('mediaJobs.bucketAddressExpired', kind)
    : link === undefined
      ? said
      : message('mediaJobs.ofLink', said, link);
  return new ServiceFailure(reword(thrown.failure, text, { charged: 'no', next }), thrown.body);
}

/** The link that a person gave for this kind of media, as it may be shown; `undefined` for a file of this machine or of the bucket. */
function findLink(kind: string, body: Uint8Array): string | undefined {
  const address = (parseJson(Buffer.from(body).toString('utf8')) as Record<string, unknown> | undefined)?.[`${kind}_url`];
  return typeof address !== 'string' || isSigned(address) || isOnThisMachine(address) ? undefined : address.slice(0, 300);
}

/** Whether the address that the service was given for this kind of media was good only until now. */
function hasEnded(kind: string, body: Uint8Array): boolean {
  const address = (parseJson(Buffer.from(body).toString('utf8')) as Record<string, unknown> | undefined)?.[`${kind}_url`];
  return typeof address === 'string' && (signedUntil(address) ?? Infinity) < Date.now();
}

/** What a job that the service gave up is written down as. */
export function failedJob(
  job: JobRecord,
  { creditsUsed: taken, requestId }: Pick<LedgerEntry, 'creditsUsed' | 'requestId'>,
): Outcome & { failure: Failure } {
  // What was made before the job keeps its price: the speech of a dubbing.
  const kept = job.speechCredits ?? 0;
  // A total below that is none of both: the answer may name what is left after the refund. Then the one of the creation holds.
  const total = [job.creditsUsed, taken].find((credits) => credits != null && credits >= kept);
  const failure = jobFailure(job, requestId);
  const refunds = {
    ...(total == null ? {} : { refundedCredits: total - kept }),
    ...(job.quotaUsed === undefined ? {} : { quotaUsed: 0, refundedQuota: job.quotaUsed }),
  };
  return {
    creditsUsed: kept,
    amount: job.billingSeconds,
    code: job.errorCode,
    failure: kept > 0 ? reword(failure, message('mediaJobs.speechStaysPaid', readText(failure)), { charged: 'yes' }) : failure,
    result: { ...toResult(job), ...refunds },
  };
}

/** What an adopted job is written down as. */
export function adoptedJob({ job, facts }: MediaJobAnswer): { taskId: string; outcome: Outcome } {
  const { creditsUsed, billingSeconds: amount } = job;
  return { taskId: job.id, outcome: { status: facts.status, creditsUsed, amount, result: toResult(job) } };
}

/** Downloads what an answer named by its address. One that is gone is asked for again, for the next answer names another. */
export async function mediaFile(address: string, { client, kept, signal }: WorkTools, bytes?: number): Promise<KeptFile> {
  try {
    const { body, contentType } = await client.files.media(address, signal);
    return await kept.keep(body, contentType, bytes);
  } catch (thrown) {
    const failure = toFailure(thrown);
    const expired = failure.kind === 'not-found' || (failure.kind === 'forbidden' && !isRefusedAddress(failure.code));
    if (!expired) throw thrown;
    throw new FailureError(reword(failure, message('mediaJobs.resultNotAtAddress'), { kind: 'service-unavailable', next: 'wait' }), {
      cause: thrown,
    });
  }
}

/** Larger records than this are left out: the ledger bounds what it holds of a result. */
const maximumRecordCharacters = 16_000;
const addresses = ['result_url', 'resultUrl', 'output_url', 'outputUrl', 'url', 'result_expires_at'];

export function toResult(job: JobRecord): Record<string, unknown> {
  const stored = Object.fromEntries(Object.entries(job.fields).filter(([name]) => !addresses.includes(name)));
  // The address is good for a while, and for everyone who has it. The service may also say back what it fetched: that permission is nothing to keep either.
  const withoutAddress = JSON.stringify(stored, (_, value: unknown) => (value === job.resultUrl ? undefined : value));
  const fields = JSON.parse(withoutSignatures(withoutAddress)) as Record<string, unknown>;
  return {
    ...(JSON.stringify(fields).length > maximumRecordCharacters ? {} : { job: fields }),
    ...(job.quotaUsed === undefined ? {} : { quotaUsed: job.quotaUsed }),
    ...(job.speechCredits === undefined ? {} : { speechCredits: job.speechCredits }),
  };
}
