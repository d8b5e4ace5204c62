import { FailureError, toFailure } from '#shared/failure.ts';
import { terminalJobStates } from '#shared/wire/jobs.ts';
import type { FamilyWork, Step } from '../../paid-requests/family.ts';
import { unknownState } from '../../paid-requests/media-job.ts';
import { isKnownState } from '../../service-client/reading/speech-jobs.ts';
import { failureOfJob, partOfJob } from './job-failure.ts';

/** Failure rules, row "v3 job": the same key again is the same task and one charge; its audio can be fetched at will. */
export const lineJobWork: FamilyWork<null> = {
  family: 'job',
  send: async (request, { client, signal }) => {
    const { job, retryAfterMs } = await client.createJob(request, signal);
    const { requestId, creditsUsed, quotaRemaining } = job;
    return { value: null, facts: { requestId, creditsUsed, quotaRemaining }, taskId: job.task.taskId, retryAfterMs };
  },
  ask: async (entry, { client, kept, signal }): Promise<Step> => {
    const taskId = entry.taskId ?? '';
    const { job, retryAfterMs } = await client.job(taskId, signal);
    const { status } = job.task;
    if (!isKnownState(status)) return { type: 'unclear', retryAfterMs, until: 'state', failure: unknownState(status, entry) };
    if (!terminalJobStates.some((state) => state === status)) return { type: 'going-on', retryAfterMs };
    const { creditsUsed } = job;
    const failure = { ...failureOfJob(job, creditsUsed), requestId: entry.requestId };
    if (job.task.status === 'fail') return { type: 'ended', state: 'failed', outcome: { creditsUsed, code: job.task.errorCode, failure } };
    const { body, contentType } = await client.jobAudio(taskId, signal);
    const files = [await kept.keep(body, contentType)];
    if (job.task.status === 'success') return { type: 'ended', state: 'done', outcome: { creditsUsed, result: { files } } };
    return { type: 'ended', state: 'failed', outcome: { creditsUsed, failure: { ...failure, ...partOfJob }, result: { files } } };
  },
};

/** Failure rules, row "v3 sync": for models that make no jobs. Nothing is replayed, so a sound that breaks off is paid and lost, and said to be. */
export const lineSpeechWork: FamilyWork<null> = {
  family: 'speech',
  send: async (request, { client, kept, signal }) => {
    const { body, contentType, ...facts } = await client.speech(request, signal);
    try {
      return { value: null, facts, result: { files: [await kept.keep(body, contentType)] } };
    } catch (thrown) {
      throw new FailureError({ ...toFailure(thrown), charged: 'unknown', next: 'generate-again' }, { cause: thrown });
    }
  },
};
