import type { ListedVoice } from '#shared/catalogue/voices.ts';
import { voicesV1Path, type ModelType } from '#shared/wire/voices.ts';
import type { AnswerFacts, Exchange, PaidRequest } from '../exchange.ts';
import type { Page } from '../reading/list.ts';
import { readCreatedVoice, readListedVoices, type CreatedVoice } from '../reading/voices.ts';

/** Interface, "Voice listing (v1)"; what is left out takes the service's default. */
interface VoiceFilter {
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

/** Interface, "Voice listing (v1)", "Voice creation (cloning)" and "Voice deletion". */
export interface PersonalVoicesResource {
  list(filter: VoiceFilter, signal?: AbortSignal): Promise<Page<ListedVoice>>;
  /** The body is a form of `multipart/form-data`. */
  create(request: PaidRequest, signal?: AbortSignal): Promise<{ voice: CreatedVoice; facts: AnswerFacts }>;
  remove(request: PaidRequest, signal?: AbortSignal): Promise<{ voiceId: string; facts: AnswerFacts }>;
}

export const voicePath = (voiceId: string): string => `${voicesV1Path}/${encodeURIComponent(voiceId)}`;
export const readVoiceId = (path: string): string => decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));

export const personalVoicesResource = (exchange: Exchange): PersonalVoicesResource => ({
  list: async (filter, signal) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
    return (await exchange.json(`${voicesV1Path}?${query.toString()}`, readListedVoices, signal)).value;
  },
  create: async (request, signal) => {
    const { value: voice, answer } = await exchange.writeJson(request, readCreatedVoice, signal);
    return { voice, facts: exchange.factsOf(answer) };
  },
  remove: async (request, signal) => {
    // A deletion that succeeded is of the voice that was named, whatever its answer says.
    const voiceId = readVoiceId(request.path);
    const { answer } = await exchange.writeJson(request, () => voiceId, signal);
    return { voiceId, facts: exchange.factsOf(answer) };
  },
});
