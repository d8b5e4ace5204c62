import { FailureError, toFailure } from '#shared/failure.ts';
import type { FamilyWork } from '../../paid-requests/family.ts';
import { lineJobWork } from './line-works.ts';
import { refusedResult } from '../../service-client/given-addresses.ts';

/**
 * What the command line buys by endpoints of version 1, as the studio finds it in its ledger: gone on with after a crash, and asked for by the user.
 * Version 2 and the compatibility endpoints replay nothing, so that nothing can be asked of theirs.
 */

/** Failure rules, row "v1 sync": once more with the same id, to learn the state. */
export const speechV1Work: FamilyWork<null> = {
  family: 'speech-v1',
  send: async (request, { client, kept, signal }) => {
    const { body, contentType, ...facts } = await client.speechV1.speak(request, signal);
    try {
      return { value: null, facts, result: { files: [await kept.keep(body, contentType)] } };
    } catch (thrown) {
      throw new FailureError({ ...toFailure(thrown), charged: 'unknown', next: 'generate-again' }, { cause: thrown });
    }
  },
};

/** Failure rules, row "v1 `cache=true`": the same id is answered with the stored address, whose sound is brought here before it expires. */
export const speechV1CachedWork: FamilyWork<null> = {
  family: 'speech-v1-cached',
  send: async (request, { client, signal }) => {
    const { cached, ...facts } = await client.speechV1.cached(request, signal);
    return { value: null, facts, taskId: request.requestId, result: { audio_url: cached.audio_url, expires_at: cached.expires_at } };
  },
  ask: async (entry, { client, kept, signal }) => {
    const address = entry.result?.['audio_url'];
    const { body, contentType } = await client.speechV1
      .cachedAudio(typeof address === 'string' ? address : '', signal)
      .catch((thrown: unknown) => {
        throw refusedResult(thrown, entry.requestId, entry.requestId);
      });
    return { type: 'ended', state: 'done', outcome: { result: { ...entry.result, files: [await kept.keep(body, contentType)] } } };
  },
};

/** As a job of version 3, which it is under the same id; only its creation has an address of its own. */
export const jobV1Work: FamilyWork<null> = {
  ...lineJobWork,
  family: 'job-v1',
  send: async (request, { client, signal }) => {
    const { job, retryAfterMs } = await client.speechV1.createJob(request, signal);
    const { requestId, creditsUsed, quotaRemaining } = job;
    return { value: null, facts: { requestId, creditsUsed, quotaRemaining }, taskId: job.task.taskId, retryAfterMs };
  },
};
