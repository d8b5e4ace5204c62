import { z } from 'zod';
import { transcription, transcriptionSegment, type TranscriptionSegment } from '#shared/wire/transcription.ts';
import type { AnswerFacts, Exchange, PaidRequest } from '../exchange.ts';

/** Fields inside a segment are not shown by the interface: one that has other fields stays as it was sent, and has no times. */
const answered = z.looseObject({
  ...transcription.shape,
  segments: z.array(z.union([transcriptionSegment, z.looseObject({})])).default([]),
  credits_used: z.number().optional(),
  quota_remaining: z.int().optional(),
});
export type TranscriptionAnswer = z.infer<typeof answered>;
export type { TranscriptionSegment };

/** Interface, "Speech to text". */
export interface TranscriptionsResource {
  create(request: PaidRequest, signal?: AbortSignal): Promise<{ transcription: TranscriptionAnswer; facts: AnswerFacts }>;
}

export const transcriptionsResource = (exchange: Exchange): TranscriptionsResource => ({
  create: async (request, signal) => {
    const { value, answer } = await exchange.writeJson(request, answered, signal);
    const facts = exchange.factsOf(answer);
    return {
      transcription: value,
      facts: {
        ...facts,
        creditsUsed: facts.creditsUsed ?? value.credits_used,
        quotaRemaining: facts.quotaRemaining ?? value.quota_remaining,
      },
    };
  },
});
