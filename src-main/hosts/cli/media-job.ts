import type { Command } from 'commander';
import { fail, FailureError, formatFailure } from '#shared/failure.ts';
import type { paidOperations, PaidOperation } from '#shared/operations/paid.ts';
import type { OperationFamily } from '#shared/paid-work.ts';
import type { Parsed } from '#shared/rpc.ts';
import { failedJob, noResult, toResult } from '../../paid-requests/media-job.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import type { JobRecord } from '../../service-client/reading/media-job.ts';
import type { MediaJobResource } from '../../service-client/resources/media-jobs.ts';
import { usageError } from './output.ts';
import { call, filesOut, printed, tracing, writeOut } from './paid.ts';
import { stillMaking, waitForJob } from './polling.ts';
import type { Runner, Work } from './run.ts';
import type { Session } from './session.ts';
import { checkOut } from './sound-file.ts';
import { refusedResult } from '../../service-client/given-addresses.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

export interface WaitOptions {
  wait?: true;
  out?: string;
}
type JobOperation = 'lipSync.create' | 'dubbing.create' | 'images.create' | 'videos.create';

/** A job in lists: its id, where it stands, when it was made. */
export const jobLine = ({ id, status, createdAt = '' }: JobRecord): string => [id, status, createdAt].join('\t');

export function withWaiting(command: Command): Command {
  return command.option('--wait', messages.cli.options.wait).option('--out <file>', messages.cli.options.waitAndWrite);
}

/** Has a job made, waits for it where that is wanted, and prints it. */
export async function ordered<Name extends JobOperation>(
  work: Work,
  order: {
    name: string;
    family: OperationFamily;
    operation: Name;
    input: Parsed<(typeof paidOperations)[Name]>;
    wait: true | undefined;
    out: string | undefined;
  },
): Promise<void> {
  const { name, family, operation, input, wait, out } = order;
  await checkOut(out, work);
  const session = await work.session();
  work.output.progress('sending …');
  const taken = await tracing(session, family, `${name} list`, () => call(session, operation, input, work.signal));
  if (wait !== true && out === undefined) return printJob(work, session, taken);
  const over = await untilOver(work, session, taken, name);
  if (over.state !== 'done') throw new FailureError(over.failure ?? fail('service-failed', message('cli.media.couldNotMake')).failure);
  if (out !== undefined) await filesOut(work, session, over, out);
  await printJob(work, session, over, out);
}

async function printJob({ output }: Work, session: Session, operation: PaidOperation, out?: string): Promise<void> {
  if (out === '-') return;
  const value = { ...printed(session, operation), ...(out !== undefined && { out }) };
  const isOfQuota = operation.family === 'image' || operation.family === 'video';
  const cost = isOfQuota
    ? messages.cli.output.ofQuota(operation.quotaUsed ?? '?')
    : messages.cli.output.credits(operation.creditsUsed ?? '?');
  const place = out ?? value.files[0]?.path;
  await output.result(value, [[operation.taskId ?? '', operation.state, cost, ...(place === undefined ? [] : [place])].join('\t')]);
}

/** Within `--wait-timeout`; what the service makes goes on there. */
async function untilOver(work: Work, session: Session, taken: PaidOperation, name: string): Promise<PaidOperation> {
  const { common, output, signal } = work;
  const patience = AbortSignal.timeout(common.waitTimeout * 1000);
  const { coordinator } = session.paid().work;
  try {
    return await coordinator.untilOver(taken.operationId, AbortSignal.any([signal, patience]), ({ state, failure }) =>
      output.progress(failure === null ? `${state} …` : formatFailure(failure)),
    );
  } catch (thrown) {
    if (signal.aborted || !patience.aborted) throw thrown;
    throw stillMaking(work, `${name} get ${taken.taskId ?? ''} --wait`, taken.requestId);
  }
}

interface Kind {
  name: string;
  family: OperationFamily;
  resource: (client: ServiceClient) => MediaJobResource;
}

/** `get`: where a job stands, and with `--out` what came of it. */
export function getCommand(group: Command, run: Runner, kind: Kind): void {
  withWaiting(group.command('get').description(messages.cli.media.getCommand).argument('<job>')).action(
    run.action<WaitOptions>(async (work, { wait, out }, [jobId = '']) => {
      await checkOut(out, work);
      if (jobId.trim() === '') throw usageError(message('cli.media.whichJob'), '<job>');
      const session = await work.session();
      const job = await finalJob(work, session, kind, jobId, wait === true || out !== undefined);
      const { id, status, creditsUsed, quotaUsed, fields, standing } = job;
      if (standing === 'failed') {
        await settle(session, kind, job);
        throw new FailureError(failedJob(job, { creditsUsed: null, requestId: id }).failure);
      }
      let bytes: number | undefined;
      if (out !== undefined) {
        if (job.resultUrl === undefined) throw new FailureError(noResult(job, job.creditsUsed));
        const file = await session.client.files.media(job.resultUrl, work.signal).catch((thrown: unknown) => {
          throw refusedResult(thrown, id);
        });
        bytes = await writeOut(work, out, file.body);
        await settle(session, kind, job);
        if (out === '-') return;
      }
      const written = out === undefined ? {} : { out, bytes };
      await work.output.result({ jobId: id, status, standing, creditsUsed, quotaUsed, job: fields, ...written }, [
        [jobLine(job), ...(out === undefined ? [] : [out])].join('\t'),
      ]);
    }),
  );
}

async function finalJob(work: Work, session: Session, { name, family, resource }: Kind, jobId: string, waits: boolean): Promise<JobRecord> {
  // What the request named is not taken for the result, where this profile's command line has sent it.
  const begun = await session.ledger.list({ families: [family], text: jobId, limit: 50 });
  const sent = begun.find(({ taskId }) => taskId === jobId)?.body;
  return waitForJob(work, session.clock, `${name} get ${jobId} --wait`, async () => {
    const { job, retryAfterMs } = await resource(session.client).get(jobId, work.signal, sent);
    const isOver = job.standing === 'completed' || job.standing === 'failed';
    return { value: job, isOver: !waits || isOver, status: job.status, retryAfterMs };
  });
}

/** Writes the end of a job into the ledger where this profile's command line has begun it. */
async function settle({ ledger }: Session, { family }: Kind, job: JobRecord): Promise<void> {
  const waiting = await ledger.list({ families: [family], states: ['waiting'], limit: 200 });
  const entry = waiting.find(({ taskId }) => taskId === job.id);
  if (entry === undefined) return;
  const { creditsUsed, billingSeconds: amount } = job;
  if (job.standing === 'failed') await ledger.settle(entry.operationId, 'failed', failedJob(job, entry));
  else await ledger.settle(entry.operationId, 'done', { creditsUsed, amount, result: toResult(job) });
}
