import type { Take } from '#shared/narration/take.ts';
import type { Model } from '#shared/catalogue/models.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import { defaultModelId } from '../voicing/voice-rules.ts';
import { messages } from '#shared/messages/index.ts';

/**
 * What can still be had of a take that did not become whole, by the way it was asked for. That follows from the model: words
 * with times where they can be had, else a job, else one answer.
 */
export function incompleteWords(take: Take, voice: Voice | undefined, models: readonly Model[]): string {
  const modelId = take.modelId ?? (voice && defaultModelId(voice));
  const offered = models.find((known) => known.id === modelId)?.supportedOperations;
  const charged = take.creditsUsed === null ? messages.narration.maybeCharged : '';
  return messages.narration.generatingAgainAfter(recoveryWords(offered), charged);
}

function recoveryWords(offered: Model['supportedOperations'] | undefined): string {
  if (offered?.alignedStreaming === true) return messages.narration.recoverStream;
  if (offered?.asynchronous === true) return messages.narration.recoverJob;
  if (offered?.synchronous === true) return messages.narration.recoverResponse;
  return messages.narration.recoverPartial;
}
