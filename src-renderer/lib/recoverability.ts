import type { Failure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';

/** What becomes of paid work when its answer is lost on the way. */
export type Recoverability = 'kept' | 'fetch-again' | 'lost' | 'unknown';

/** The ways in which the service is asked for paid work; each has its row in the failure rules ("By family"). */
export type WorkFamily = 'job' | 'aligned' | 'sync' | 'cached' | 'realtime' | 'create' | 'result';

export const recoverabilityWords: Record<Recoverability, string> = {
  kept: messages.shapes.saved,
  'fetch-again': messages.shapes.recoverable,
  lost: messages.shapes.notRecoverable,
  unknown: messages.shapes.unknown,
};

/** What a family promises if the answer is lost, and why, for people. */
export const recoverabilityOfFamily: Record<WorkFamily, { is: Recoverability; why: string }> = {
  job: {
    is: 'fetch-again',
    why: messages.shapes.recoverJob,
  },
  aligned: {
    is: 'lost',
    why: messages.shapes.recoverStream,
  },
  sync: { is: 'lost', why: messages.shapes.recoverOnce },
  cached: { is: 'fetch-again', why: messages.shapes.recoverReplay },
  realtime: { is: 'kept', why: messages.shapes.recoverLive },
  create: {
    is: 'unknown',
    why: messages.shapes.recoverList,
  },
  result: { is: 'kept', why: messages.shapes.recoverSaved },
};

/** What is left of the work that failed; `undefined` where nothing was paid that could be lost. */
export function recoverabilityOf(failure: Failure): { is: Recoverability; why: string } | undefined {
  if (failure.charged === 'no') return undefined;
  if (failure.code === 'ERR_REQUEST_ALREADY_COMPLETED') return { is: 'lost', why: messages.shapes.lostOnce };
  if (failure.kind === 'stream-interrupted') return { is: 'kept', why: messages.shapes.lostStream };
  return undefined;
}
