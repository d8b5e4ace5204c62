import { voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { toAudioAnswer, type AnswerFacts, type AudioAnswer, type Exchange, type PaidRequest } from '../exchange.ts';
import { bodyLimits, timeouts } from '../http.ts';
import { readDesign, type Design } from '../reading/designs.ts';
import { readCreatedVoice, type CreatedVoice } from '../reading/voices.ts';

/** Interface, "Voice design". */
export interface DesignsResource {
  create(request: PaidRequest, signal?: AbortSignal): Promise<{ design: Design; facts: AnswerFacts }>;
  /** `audio/wav` or `audio/mpeg`; 404 once the service has dropped it. */
  preview(designId: string, candidateId: string, signal?: AbortSignal): Promise<AudioAnswer>;
  save(request: PaidRequest, signal?: AbortSignal): Promise<{ voice: CreatedVoice; facts: AnswerFacts }>;
}

const one = encodeURIComponent;
export const designSavePath = (designId: string): string => `${voiceDesignsPath}/${one(designId)}/voices`;

export const designsResource = (exchange: Exchange): DesignsResource => ({
  create: async (request, signal) => {
    const { value: design, answer } = await exchange.writeJson(request, readDesign, signal);
    const { creditsUsed = design.creditsUsed, quotaRemaining = design.quotaRemaining, ...facts } = exchange.factsOf(answer);
    return { design, facts: { ...facts, creditsUsed, quotaRemaining } };
  },
  preview: async (designId, candidateId, signal) => {
    const path = `${voiceDesignsPath}/${one(designId)}/candidates/${one(candidateId)}/audio`;
    const allowed = { timeouts: timeouts.download, maxBytes: bodyLimits.audio };
    const answer = await exchange.download(path, allowed, signal);
    return toAudioAnswer(exchange, answer, 'no');
  },
  save: async (request, signal) => {
    const { value: voice, answer } = await exchange.writeJson(request, readCreatedVoice, signal);
    return { voice, facts: exchange.factsOf(answer) };
  },
});
