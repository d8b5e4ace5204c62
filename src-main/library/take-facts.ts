import { takeSchema } from '#shared/narration/take.ts';

/** What of a take its row keeps beside the columns that are searched: the same in a project's file and in the store of paid sound. */
export const takeFacts = takeSchema.pick({
  text: true,
  voiceId: true,
  modelId: true,
  alignment: true,
  words: true,
  creditsUsed: true,
  requestId: true,
  ignoredParameters: true,
  controls: true,
  source: true,
  fileName: true,
  variant: true,
  derivedFrom: true,
  derivedAs: true,
});
