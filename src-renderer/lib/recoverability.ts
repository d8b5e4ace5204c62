import type { Failure } from '#shared/failure.ts';

/** What becomes of paid work when its answer is lost on the way. */
export type Recoverability = 'kept' | 'fetch-again' | 'lost' | 'unknown';

/** The ways in which the service is asked for paid work; each has its row in the failure rules ("By family"). */
export type WorkFamily = 'job' | 'aligned' | 'sync' | 'cached' | 'realtime' | 'create' | 'result';

export const recoverabilityWords: Record<Recoverability, string> = {
  kept: 'Kept',
  'fetch-again': 'Can be fetched again',
  lost: 'Paid, not recoverable',
  unknown: 'Unknown',
};

/** What a family promises if the answer is lost, and why, for people. */
export const recoverabilityOfFamily: Record<WorkFamily, { is: Recoverability; why: string }> = {
  job: {
    is: 'fetch-again',
    why: 'Made as a job: if the connection breaks, the service still has the sound, and it is fetched again at no charge.',
  },
  aligned: {
    is: 'lost',
    why: 'Heard while it is made: if the connection breaks, what has arrived is kept as an incomplete take; the rest is paid and cannot be fetched.',
  },
  sync: { is: 'lost', why: 'Answered once: if the answer is lost on the way, it is paid and cannot be fetched.' },
  cached: { is: 'fetch-again', why: 'The service keeps this answer for a while: asked again with the same id, it is not charged again.' },
  realtime: { is: 'kept', why: 'Spoken live: what has been heard is kept; what was not is not.' },
  create: {
    is: 'unknown',
    why: 'If the answer is lost, the service’s list has to show whether it was made. It is never sent again by itself.',
  },
  result: { is: 'kept', why: 'It is whole and on this machine. Nothing has to be fetched.' },
};

/** What is left of the work that failed; `undefined` where nothing was paid that could be lost. */
export function recoverabilityOf(failure: Failure): { is: Recoverability; why: string } | undefined {
  if (failure.charged === 'no') return undefined;
  if (failure.code === 'ERR_REQUEST_ALREADY_COMPLETED')
    return { is: 'lost', why: 'The service made it and answered once. That answer did not arrive, and it is not given twice.' };
  if (failure.kind === 'stream-interrupted')
    return { is: 'kept', why: 'What had arrived is kept as an incomplete take. The rest cannot be fetched.' };
  if (failure.kind === 'outcome-unknown')
    return { is: 'unknown', why: 'It was sent, and no answer came: whether it was made cannot be known from here.' };
  return undefined;
}
