import type { Command } from 'commander';
import { fail, FailureError, toFailure, type Failure, readText, reword } from '#shared/failure.ts';
import { jobsPath, jobStates, terminalJobStates, type JobState } from '#shared/wire/jobs.ts';
import { readPages } from '../../service-client/reading/list.ts';
import type { SpeechJob } from '../../service-client/reading/speech-jobs.ts';
import type { Order } from '../../paid-requests/engine.ts';
import { ofAnotherAccount } from '../../paid-requests/ownership.ts';
import { sendPaid, sendPaidAgain, type Paid, type Send } from '../../paid-requests/send.ts';
import type { JobAnswer } from '../../service-client/resources/speech-jobs.ts';
import type { AudioAnswer } from '../../service-client/exchange.ts';
import { readPromised } from '../../service-client/polling.ts';
import { aCount, pageSize, toSpeechRequest, readSpokenText, withSpeech, type SpeechOptions } from './input.ts';
import { cutShort, JobGivenUpError, usageError } from './output.ts';
import { handedOver, tracing, writeOut } from './paid.ts';
import { waitForJob, type JobLook } from './polling.ts';
import type { Runner, Work } from './run.ts';
import type { Session } from './session.ts';
import { checkOut } from './sound-file.ts';
import { toSpeechOrder } from './speech-order.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** `tts`: version 3 jobs, which the service keeps, and whose creation is known by its key. */
export function ttsCommands(program: Command, run: Runner): void {
  const tts = program.command('tts').description(messages.cli.tts.ttsCommand);
  withSpeech(tts.command('create').description(messages.cli.tts.createCommand))
    .option('--wait', messages.cli.options.waitOnly)
    .option('--out <file>', messages.cli.options.waitAndWriteSound)
    .action(
      run.action<SpeechOptions & { wait?: true; out?: string }>(async (work, options) => {
        const { output, signal } = work;
        await checkOut(options.out, work);
        const request = toSpeechRequest(await readSpokenText(options, work.stdin, signal), options);
        const session = await work.session();
        output.progress('sending …');
        const payment = toSpeechOrder({ family: 'job', path: jobsPath }, request, work);
        const created = await tracing(session, 'job', '', () => create(work, session, payment));
        const { taskId } = created.job.task;
        const { out } = options;
        if (options.wait !== true && out === undefined) return printJob(work, created.job);
        const job = await taken(taskId, () => final(work, session, taskId, created));
        if (out === undefined || job.task.status !== 'success') return printJob(work, { ...created.job, ...job }, session);
        await settleJob(session, taskId, job);
        const again = message('cli.tts.serviceHasIt', taskId);
        const written = await handedOver(again, () => download(work, session, taskId, out, true));
        return printJob(work, { ...created.job, ...job }, undefined, written);
      }),
    );
  tts
    .command('get')
    .description(messages.cli.tts.getCommand)
    .argument('<job>')
    .option('--wait', messages.cli.options.waitOnly)
    .action(
      run.action<{ wait?: true }>(async (work, { wait }, [taskId = '']) => {
        const session = await work.session();
        const job = wait === true ? await final(work, session, taskId) : (await session.client.job(taskId, work.signal)).job;
        await printJob(work, job, session);
      }),
    );
  tts
    .command('list')
    .description(messages.cli.options.listAccountJobsCommand)
    .option('--page <number>', messages.cli.options.onePage, aCount)
    .option('--limit <number>', messages.cli.options.jobsOfPage, pageSize, 100)
    .option('--status <state>', jobStates.join(', '))
    .option('--created-after <time>', messages.cli.tts.createdAfterOption)
    .action(
      run.action<{ page?: number; limit: number; status?: string; createdAfter?: string }>(async (work, options) => {
        const query = listQuery(options);
        const { client } = await work.session();
        const only = options.page;
        const { items, pages, isCut } = await readPages(
          (page) => client.jobs({ ...query, page }, work.signal),
          ({ task }) => task.taskId,
          {
            from: only ?? 1,
            most: only === undefined ? work.common.maxPages : 1,
          },
        );
        if (only === undefined && isCut) work.output.note(cutShort(pages));
        const lines = items.map(({ task }) => [task.taskId, task.status, task.modelId ?? '', task.createdAt ?? ''].join('\t'));
        await work.output.result({ total: items.length, items }, lines);
      }),
    );
  tts
    .command('download')
    .description(messages.cli.tts.downloadCommand)
    .argument('<job>')
    .requiredOption('--out <file>', messages.cli.options.whereTo)
    .action(
      run.action<{ out: string }>(async (work, { out }, [taskId = '']) => {
        await checkOut(out, work);
        const session = await work.session();
        const written = await download(work, session, taskId, out);
        await settleJob(session, taskId, undefined);
        if (out !== '-') await work.output.result({ taskId, ...written }, [messages.cli.output.typeAndBytes(out, written.bytes)]);
      }),
    );
}

/**
 * Creates a job under its key. A key that this profile's command line has used for the same request goes on with that one, and one that the
 * service knows has the same job: either way it is paid for once.
 */
async function create({ signal, output }: Work, session: Session, payment: Order): Promise<JobAnswer> {
  const { client, ledger } = session;
  const send: Send<SpeechJob> = async (request, aborted) => {
    const { job, retryAfterMs } = await client.createJob(request, aborted);
    const { taskId } = job.task;
    const { requestId, creditsUsed, quotaRemaining } = job;
    return { value: job, facts: { requestId, creditsUsed, quotaRemaining }, taskId, result: { taskId }, retryAfterMs };
  };
  const call = { signal, onWait: () => output.progress(messages.cli.speech.serviceWaits) };
  const before = payment.idempotencyKey === undefined ? undefined : await ledger.entryOfKey(payment.idempotencyKey);
  if (before !== undefined && before.family === payment.family && Buffer.compare(before.body, payment.body) === 0) {
    if (before.connectionId !== client.connectionId) throw new FailureError(ofAnotherAccount(before));
    if (before.taskId !== null) return client.job(before.taskId, signal);
    if (before.state === 'unknown') return answerOf(await sendPaidAgain(session, before, send, call));
  }
  return answerOf(await sendPaid(session, payment, send, call));
}

const answerOf = ({ value, retryAfterMs }: Paid<SpeechJob>): JobAnswer => ({ job: value, retryAfterMs });

function final(work: Work, { client, clock }: Session, taskId: string, created?: JobAnswer): Promise<SpeechJob> {
  const look = ({ job, retryAfterMs }: JobAnswer): JobLook<SpeechJob> => {
    const { status } = job.task;
    return { value: job, isOver: terminalJobStates.some((state) => state === status), status, retryAfterMs, requestId: job.requestId };
  };
  const ask = async () => look(await client.job(taskId, work.signal));
  return waitForJob(work, clock, `tts get ${taskId} --wait`, ask, created && look(created));
}

/** A job that the service has taken may be made and charged, whatever keeps this run from seeing how it ends. */
async function taken<T>(taskId: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.charged !== 'no') throw thrown;
    throw new FailureError(reword(failure, message('cli.tts.jobAccepted', readText(failure), taskId), { charged: 'unknown' }), {
      cause: thrown,
    });
  }
}

interface Written {
  out: string;
  bytes: number;
}

/** `made`: this run has seen that the sound is there, so that it is looked for where the service does not find it at once. */
async function download(work: Work, { client, clock }: Session, taskId: string, out: string, made = false): Promise<Written> {
  const { signal } = work;
  const ask = (): Promise<AudioAnswer> => client.jobAudio(taskId, signal);
  const sound = await (made ? readPromised(ask, { sleep: clock.sleep, signal }) : ask());
  return { out, bytes: await writeOut(work, out, sound.body) };
}

/** Tells a job, its end in the ledger too. A job that failed is a refusal of the service, with its own words. */
async function printJob({ output, common }: Work, job: SpeechJob, session?: Session, written?: Written): Promise<void> {
  const { taskId, status } = job.task;
  if (session !== undefined) await settleJob(session, taskId, job);
  const failure = givenUp(job);
  if (failure !== undefined) throw new JobGivenUpError(failure);
  if (written?.out === '-') return;
  if (common.json === true) return output.result(written === undefined ? job : { ...job, ...written }, []);
  const facts = [taskId, status, ...(job.creditsUsed === undefined ? [] : [messages.cli.output.credits(job.creditsUsed)])];
  await output.result(null, [[...facts, ...(written === undefined ? [] : [written.out])].join('\t')]);
}

/** Why a job is over and not made. What it took is what the service says; whether that was given back it does not. */
function givenUp({ task, creditsUsed, requestId }: SpeechJob): Failure | undefined {
  const { taskId, status, errorCode, errorMessage } = task;
  if (status !== 'fail' && status !== 'partial_fail') return undefined;
  const why = errorMessage === undefined ? '' : `: ${errorMessage}`;
  const text = status === 'fail' ? message('cli.tts.notMade', why, taskId) : message('cli.tts.partMade', why, taskId);
  return fail('service-failed', text, {
    charged: creditsUsed === 0 ? 'no' : 'unknown',
    next: 'generate-again',
    ...(errorCode !== undefined && { code: errorCode }),
    ...(requestId !== undefined && { requestId }),
  }).failure;
}

/** Writes the end of a job into the ledger where this profile's command line has begun it. */
async function settleJob({ ledger }: Session, taskId: string, job: SpeechJob | undefined): Promise<void> {
  if (job !== undefined && !terminalJobStates.some((state) => state === job.task.status)) return;
  const waiting = await ledger.list({ families: ['job'], states: ['waiting'], limit: 200 });
  const entry = waiting.find((one) => one.taskId === taskId);
  if (entry === undefined) return;
  const failure = job === undefined ? undefined : givenUp(job);
  await ledger.settle(entry.operationId, failure === undefined ? 'done' : 'failed', { creditsUsed: job?.creditsUsed, failure });
}

function listQuery(options: { limit: number; status?: string; createdAfter?: string }) {
  const { limit, status, createdAfter } = options;
  const state = jobStates.find((one) => one === status);
  if (status !== undefined && state === undefined) throw usageError(message('cli.tts.unknownStatus', jobStates.join(', ')), '--status');
  const after = createdAfter === undefined ? undefined : new Date(createdAfter);
  if (after !== undefined && Number.isNaN(after.getTime())) throw usageError(message('cli.tts.notATime'), '--created-after');
  return { limit, ...(state !== undefined && { status: state satisfies JobState }), ...(after !== undefined && { createdAfter: after }) };
}
