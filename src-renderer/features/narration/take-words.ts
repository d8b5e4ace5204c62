import type { Take } from '#shared/narration/take.ts';
import type { Model } from '#shared/catalogue/models.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import { defaultModelId } from './voice-rules.ts';

/**
 * What can still be had of a take that did not become whole, by the way it was asked for. That follows from the model: words
 * with times where they can be had, else a job, else one answer.
 */
export function incompleteWords(take: Take, voice: Voice | undefined, models: readonly Model[]): string {
  const modelId = take.modelId ?? (voice && defaultModelId(voice));
  const offered = models.find((known) => known.id === modelId)?.supportedOperations;
  const charged = take.creditsUsed === null ? ' Whether it was charged is not known.' : '';
  return `${recoveryWords(offered)}${charged} Making it anew is a new request, and is charged as one.`;
}

function recoveryWords(offered: Model['supportedOperations'] | undefined): string {
  if (offered?.alignedStreaming === true)
    return 'The stream broke off. What arrived is kept and can be played; the service cannot take a stream up again.';
  if (offered?.asynchronous === true)
    return 'Only a part of this job came. What came is kept and can be played; the service called the job ended.';
  if (offered?.synchronous === true)
    return 'The answer broke off. What arrived is kept and can be played; the service does not send an answer twice.';
  return 'It did not arrive whole. What arrived is kept and can be played.';
}
