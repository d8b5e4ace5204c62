import { fail, FailureError, toFailure, type FailureKind } from '#shared/failure.ts';
import { createAlignment, mapWords, mapWordsSoFar, type TimedWord } from '#shared/narration/alignment.ts';
import { terminalJobStates } from '#shared/wire/jobs.ts';
import type { PaidResult, ResultFacts } from '../../library/types.ts';
import type { AlignedCompletion, AlignedEvent } from '../../service-client/aligned.ts';
import type { SpeechJob } from '../../service-client/reading/speech-jobs.ts';
import type { PaidRequest } from '../../service-client/exchange.ts';
import { pollDelay, pollUntilOver, readPromised } from '../../service-client/polling.ts';
import type { OngoingRequest } from '../../paid-requests/engine.ts';
import { failureOfJob, partOfJob } from './job-failure.ts';
import type { Flight } from './single-flight.ts';
import {
  chargedFor,
  readFacts,
  learn,
  readTokens,
  UnmadeError,
  type MakingEvent,
  type MakingTools,
  type Operation,
  type Seen,
} from './operation.ts';
import { pour, receive } from './receive.ts';
import { message } from '#shared/messages/message.ts';

/** One run of an operation. `again`: it was begun before, by an earlier call or an earlier run of the program. */
export interface Run {
  operation: Operation;
  request: OngoingRequest;
  tools: MakingTools;
  flight: Flight<MakingEvent>;
  again: boolean;
  seen: Seen;
}

/** The endpoint families, by their rows in the failure rules. */
export const families: Readonly<Record<Operation['family'], (run: Run) => Promise<PaidResult>>> = {
  aligned: runAligned,
  speech: runSpeech,
  job: runJob,
};

/** Sends by the rules, and says when it leaves. */
function send<T>({ request, flight, seen }: Run, once: (request: PaidRequest, signal: AbortSignal) => Promise<T>): Promise<T> {
  return request.attempt((sent, signal) => {
    flight.tell({ type: 'sending' });
    const onSent = (): void => {
      seen.sent = (seen.sent ?? 0) + 1;
      flight.tell({ type: 'sent' });
    };
    return once({ ...sent, onSent }, signal);
  });
}

/** What the service answers is paid for, and a stream is given once: a person who stops a run no longer waits for it, and its sound lands all the same. */
const goOnAlone = (flight: Run['flight']): void => flight.letGo();

/** Milliseconds between two tellings of words, at least: each replaces the one before. */
const wordsEvery = 100;

async function runAligned(run: Run): Promise<PaidResult> {
  const { operation, tools, flight, seen } = run;
  const answer = await send(run, (request, signal) => tools.client.aligned(request, signal));
  learn(seen, answer);
  goOnAlone(flight);
  const tokens = readTokens(operation);
  const alignment = createAlignment();
  const heard: { completion?: AlignedCompletion; timingLost: boolean; wordsChanged: boolean } = { timingLost: false, wordsChanged: false };
  let wordsTold = -Infinity;

  const take = (event: AlignedEvent): void => {
    if (event.type === 'snapshot') alignment.snapshot(event.chunkSeq, event.words);
    else if (event.type === 'invalidated') alignment.invalidate(event.chunkSeq);
    else if (event.type === 'timing-lost') heard.timingLost = true;
    else if (event.type === 'completed') heard.completion = event.completion;
    if (event.type === 'snapshot' || event.type === 'invalidated') heard.wordsChanged = true;
  };
  const timing = (whole: boolean): Pick<ResultFacts, 'alignment' | 'words'> => {
    const words = alignment.words();
    const complete = whole && heard.completion?.alignmentStatus === 'complete' && !heard.timingLost;
    return {
      alignment: words.length === 0 ? 'none' : complete ? 'complete' : 'partial',
      words: whole ? mapWords(tokens, words) : mapWordsSoFar(tokens, words),
    };
  };

  return receive(
    operation,
    tools,
    seen,
    async (arrival) => {
      let receiving = false;
      for await (const batch of answer.events) {
        const audio = batch.flatMap((event) => (event.type === 'audio' && event.bytes.byteLength > 0 ? [event.bytes] : []));
        if (audio.length > 0) {
          await arrival.write(Buffer.concat(audio)); // on disk before anything else
          if (!receiving) flight.tell({ type: 'receiving', liveUrl: arrival.liveUrl });
          receiving = true;
        }
        batch.forEach(take);
        // A snapshot may come before its sound; words belong to a sound that a listener knows of.
        if (receiving && heard.wordsChanged && performance.now() - wordsTold >= wordsEvery) {
          heard.wordsChanged = false;
          wordsTold = performance.now();
          flight.tell({ type: 'words', words: mapWordsSoFar(tokens, alignment.words()) });
        }
      }
      if (heard.completion !== undefined) learn(seen, heard.completion);
      if (!receiving) throw fail('bad-response', message('speech.soundMissing'));
      flight.tell({ type: 'received' });
    },
    timing,
  );
}

async function runSpeech(run: Run): Promise<PaidResult> {
  const { operation, tools, flight, seen } = run;
  const answer = await send(run, (request, signal) => tools.client.speech(request, signal));
  learn(seen, answer);
  goOnAlone(flight);
  const timing = (): Pick<ResultFacts, 'alignment' | 'words'> => ({ alignment: 'none', words: [] });
  return receive(operation, tools, seen, (arrival) => pour(answer.body, arrival, flight), timing);
}

/** Milliseconds between two questions about a job where the service suggests nothing, and from the first to the last. */
const pace = { first: 500, slowest: 15_000 } as const;
const longestJob = 60 * 60_000;
/** What a job that the service has taken may answer before all of the service knows of it, or while something stands between. */
const mayPass: readonly FailureKind[] = ['not-found', 'bad-response'];

async function runJob(run: Run): Promise<PaidResult> {
  const { operation, flight, seen } = run;
  const { taskId, firstAfterMs } = operation.taskId === null ? await createJob(run) : { taskId: operation.taskId, firstAfterMs: undefined };
  seen.taken = true;
  goOnAlone(flight);
  flight.tell({ type: 'waiting' });
  try {
    return await fetchJob(run, taskId, firstAfterMs);
  } catch (thrown) {
    // It has ended the same way several times; everything else can be tried again, for the service keeps the job.
    if (![...mayPass, 'damaged'].includes(toFailure(thrown).kind)) throw thrown;
    seen.over = true;
    // A read that is refused costs nothing, and what it asks for was paid for all the same.
    throw unmade(thrown, chargedFor(seen));
  }
}

async function createJob(run: Run): Promise<{ taskId: string; firstAfterMs: number | undefined }> {
  const { tools, seen } = run;
  const { job, retryAfterMs } = await send(run, (request, signal) => tools.client.createJob(request, signal));
  const { requestId, creditsUsed, quotaRemaining, ignoredParameters } = job;
  learn(seen, { requestId, creditsUsed, quotaRemaining, ignoredParameters: ignoredParameters ?? [] });
  await run.request.accept(job.task.taskId);
  return { taskId: job.task.taskId, firstAfterMs: retryAfterMs };
}

async function fetchJob(run: Run, taskId: string, firstAfterMs: number | undefined): Promise<PaidResult> {
  const { operation, tools, flight, seen } = run;
  const job = await untilFinal(run, taskId, firstAfterMs);
  learn(seen, { creditsUsed: job.creditsUsed, quotaRemaining: job.quotaRemaining, ignoredParameters: job.ignoredParameters ?? [] });
  if (job.task.status === 'fail') {
    seen.over = true;
    throw new FailureError(failureOfJob(job, seen.creditsUsed));
  }
  if (run.again) {
    // A part of it, or all, may have landed before the program ended.
    const landed = await tools.library.recover(operation.operationId, operation.format, {
      ...readFacts(operation),
      creditsUsed: seen.creditsUsed ?? null,
    });
    if (landed?.state === 'complete') return landed;
  }
  const words = await wordsOfJob(run, job);
  const timing = (): Pick<ResultFacts, 'alignment' | 'words'> => ({
    alignment: words.length === 0 ? 'none' : 'complete',
    words: mapWords(readTokens(operation), words),
  });
  const audio = await download(run, taskId);
  return receive(
    operation,
    tools,
    seen,
    async (arrival) => {
      await pour(piecesOf(audio), arrival, flight);
      if (job.task.status === 'success') return;
      seen.over = true;
      throw fail('service-failed', partOfJob.text, { charged: chargedFor(seen), next: partOfJob.next });
    },
    timing,
  );
}

async function untilFinal(run: Run, taskId: string, firstAfterMs: number | undefined): Promise<SpeechJob> {
  const { client, clock } = run.tools;
  const { signal } = run.flight;
  if (firstAfterMs !== undefined) await clock.sleep(pollDelay(0, firstAfterMs, pace), signal);
  const ask = async () => {
    const { job, retryAfterMs } = await patiently(run, () => client.job(taskId, signal));
    return { job, retryAfterMs, isOver: terminalJobStates.some((state) => state === job.task.status) };
  };
  const tooLate = () => fail('service-timeout', message('speech.takesOverAnHour'), { charged: 'unknown' });
  const { job } = await pollUntilOver(ask, { clock, signal, pace, longest: longestJob, tooLate });
  return job;
}

const patiently = <T>({ tools, flight }: Run, read: () => Promise<T>): Promise<T> =>
  readPromised(read, { sleep: tools.clock.sleep, signal: flight.signal, passes: mayPass });

/** The words of a job's segments, where the service has them. Their shape is not shown: anything unexpected means none. */
async function wordsOfJob(run: Run, job: SpeechJob): Promise<TimedWord[]> {
  const maximumSegments = 1000;
  const words: TimedWord[] = [];
  try {
    for (let index = 0; index < Math.min(job.task.segmentCount ?? 0, maximumSegments); index++) {
      const said = await run.tools.client.segmentWords(job.task.taskId, index, run.flight.signal);
      if (said === undefined) return [];
      words.push(...said);
    }
    return words;
  } catch (thrown) {
    // Where the service is gone they are read when it is back.
    if (['cancelled', 'unreachable'].includes(toFailure(thrown).kind)) throw thrown;
    run.tools.log.info('a job has no word times', { taskId: job.task.taskId, kind: toFailure(thrown).kind });
    return [];
  }
}

/** Read whole before it is handed on: it can be fetched again, and what arrives cannot begin again. Bounded by the client. */
async function download(run: Run, taskId: string): Promise<Buffer> {
  return patiently(run, async () => {
    const audio = await run.tools.client.jobAudio(taskId, run.flight.signal);
    learn(run.seen, { ignoredParameters: audio.ignoredParameters });
    const chunks: Uint8Array[] = [];
    for await (const chunk of audio.body) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
}

// oxlint-disable-next-line typescript/require-await -- what was read already, in the shape of what is still being read
async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array, void, undefined> {
  const size = 256 * 1024;
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

/** A failure with what was kept, whatever was thrown. */
export function unmade(thrown: unknown, charged?: UnmadeError['failure']['charged']): UnmadeError {
  const failure = toFailure(thrown);
  return new UnmadeError(
    charged === undefined ? failure : { ...failure, charged },
    thrown instanceof UnmadeError ? thrown.kept : undefined,
  );
}
