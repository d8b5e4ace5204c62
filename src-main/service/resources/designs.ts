import { fail } from '#shared/failure.ts';
import { createdVoice, type CreatedVoice } from '#shared/wire/voice-creation.ts';
import { design, voiceDesignsPath, type Design } from '#shared/wire/voice-designs.ts';
import { soundOf, type AnswerFacts, type AudioAnswer, type Exchange, type PaidRequest } from '../exchange.ts';
import { bodyLimits, timeouts } from '../http.ts';

/** Interface, "Voice design". */
export interface DesignsResource {
  create(request: PaidRequest, signal?: AbortSignal): Promise<{ design: Design; facts: AnswerFacts }>;
  /** `audio/wav` or `audio/mpeg`; 404 once the service has dropped it. */
  preview(designId: string, candidateId: string, signal?: AbortSignal): Promise<AudioAnswer>;
  save(request: PaidRequest, signal?: AbortSignal): Promise<{ voice: CreatedVoice; facts: AnswerFacts }>;
}

const one = encodeURIComponent;
export const designSavePath = (designId: string): string => `${voiceDesignsPath}/${one(designId)}/voices`;

/** The interface names `voiceId` alone; the rest may be missing. */
const saved = createdVoice.partial({ title: true, description: true, createdAt: true });

export const designsResource = (exchange: Exchange): DesignsResource => ({
  create: async (request, signal) => {
    const { value, answer } = await exchange.writeJson(request, design, signal);
    if (value.candidates.length === 0)
      throw fail('outcome-unknown', 'The service took the design, and its answer has no candidates.', { charged: 'unknown' });
    const facts = exchange.factsOf(answer);
    return {
      design: value,
      facts: {
        ...facts,
        creditsUsed: facts.creditsUsed ?? value.billing?.credits_used,
        quotaRemaining: facts.quotaRemaining ?? value.billing?.quota_remaining,
      },
    };
  },
  preview: async (designId, candidateId, signal) => {
    const path = `${voiceDesignsPath}/${one(designId)}/candidates/${one(candidateId)}/audio`;
    const allowed = { timeouts: timeouts.download, maxBytes: bodyLimits.audio };
    const answer = await exchange.download(path, allowed, signal);
    return soundOf(exchange, answer, 'no');
  },
  save: async (request, signal) => {
    const { value, answer } = await exchange.writeJson(request, saved, signal);
    const { title = '', description = '', createdAt = '' } = value;
    return { voice: { ...value, title, description, createdAt }, facts: exchange.factsOf(answer) };
  },
});
