import type { AnswerFacts, Exchange, PaidRequest } from '../exchange.ts';
import { readTranscription, type TranscriptionAnswer } from '../reading/transcription.ts';

/** Interface, "Speech to text". */
export interface TranscriptionsResource {
  create(request: PaidRequest, signal?: AbortSignal): Promise<{ transcription: TranscriptionAnswer; facts: AnswerFacts }>;
}

export const transcriptionsResource = (exchange: Exchange): TranscriptionsResource => ({
  create: async (request, signal) => {
    const { value: transcription, answer } = await exchange.writeJson(request, readTranscription, signal);
    const { creditsUsed = transcription.creditsUsed, quotaRemaining = transcription.quotaRemaining, ...facts } = exchange.factsOf(answer);
    return { transcription, facts: { ...facts, creditsUsed, quotaRemaining } };
  },
});
