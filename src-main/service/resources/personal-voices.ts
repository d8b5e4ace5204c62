import type { z } from 'zod';
import { createdVoice, deletedVoice, type CreatedVoice } from '#shared/wire/voice-creation.ts';
import { voiceListV1, voicesV1Path, type ModelType } from '#shared/wire/voices.ts';
import type { AnswerFacts, Exchange, PaidRequest } from '../exchange.ts';

/** Interface, "Voice listing (v1)"; what is left out takes the service's default. */
export interface VoiceFilter {
  page?: number;
  /** 100 at most. */
  pageSize?: number;
  modelType?: ModelType;
  includePersonal?: boolean;
  /** Exact primary-language code. */
  language?: string;
  supportsLanguage?: string;
  search?: string;
}
export type VoicePage = z.infer<typeof voiceListV1>;

/** Interface, "Voice listing (v1)", "Voice creation (cloning)" and "Voice deletion". */
export interface PersonalVoicesResource {
  list(filter: VoiceFilter, signal?: AbortSignal): Promise<VoicePage>;
  /** The body is a form of `multipart/form-data`. */
  create(request: PaidRequest, signal?: AbortSignal): Promise<{ voice: CreatedVoice; facts: AnswerFacts }>;
  remove(request: PaidRequest, signal?: AbortSignal): Promise<{ voiceId: string; facts: AnswerFacts }>;
}

export const voicePath = (voiceId: string): string => `${voicesV1Path}/${encodeURIComponent(voiceId)}`;

export const personalVoicesResource = (exchange: Exchange): PersonalVoicesResource => ({
  list: async (filter, signal) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
    return (await exchange.json(`${voicesV1Path}?${query.toString()}`, voiceListV1, signal)).value;
  },
  create: async (request, signal) => {
    const { value, answer } = await exchange.writeJson(request, createdVoice, signal);
    return { voice: value, facts: exchange.factsOf(answer) };
  },
  remove: async (request, signal) => {
    const { value, answer } = await exchange.writeJson(request, deletedVoice, signal);
    return { voiceId: value.voiceId, facts: exchange.factsOf(answer) };
  },
});
