import { retryAfter } from '../answers.ts';
import type { Exchange, PaidRequest } from '../exchange.ts';
import { readCreatedSpeechJob, readSpeechJob, type SpeechJob } from '../reading/speech-jobs.ts';

export interface JobAnswer {
  job: SpeechJob;
  /** The delay until the next question that the service suggests. */
  retryAfterMs: number | undefined;
}

/** Creates a job of version 1 or 3: both are answered alike (interface, "Asynchronous TTS job response"). */
export async function createJob(exchange: Exchange, request: PaidRequest, signal?: AbortSignal): Promise<JobAnswer> {
  const { value, answer } = await exchange.writeJson(request, readCreatedSpeechJob, signal);
  const { requestId = value.requestId, creditsUsed, quotaRemaining } = exchange.factsOf(answer);
  const job = {
    ...value,
    ...(requestId !== undefined && { requestId: value.requestId ?? requestId }),
    ...(value.creditsUsed === undefined && creditsUsed !== undefined && { creditsUsed }),
    ...(value.quotaRemaining === undefined && quotaRemaining !== undefined && { quotaRemaining }),
  };
  return { job, retryAfterMs: retryAfter(answer) };
}

/** The job of this id, below the path of its version. */
export async function readJob(exchange: Exchange, jobsPath: string, taskId: string, signal?: AbortSignal): Promise<JobAnswer> {
  const { value, answer } = await exchange.json(
    `${jobsPath}/${encodeURIComponent(taskId)}`,
    (body, reading) => readSpeechJob(body, reading, { asked: taskId }) ?? { task: { taskId, status: '' } },
    signal,
  );
  return { job: value, retryAfterMs: retryAfter(answer) };
}
