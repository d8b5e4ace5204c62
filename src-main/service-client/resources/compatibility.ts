import { openAiVoicesPath } from '#shared/wire/compatibility.ts';
import { paidSound, type AudioAnswer, type Exchange, type PaidRequest } from '../exchange.ts';
import type { Page } from '../reading/list.ts';
import { readOpenAiVoices } from '../reading/voices.ts';

/** Interface, the two compatibility endpoints: for people who test integrations. Neither knows a repetition. */
export interface CompatibilityResource {
  /** `POST /v1/tts`; the body is an `engineSpeechRequest`, and `model` goes as the header of that name. */
  engineStyle(request: PaidRequest, model?: string, signal?: AbortSignal): Promise<AudioAnswer>;
  /** `POST /v1/audio/speech`; the body is an `openAiSpeechRequest`. */
  openAiStyle(request: PaidRequest, signal?: AbortSignal): Promise<AudioAnswer>;
  openAiVoices(signal?: AbortSignal): Promise<Page<{ id: string }>>;
}

export const compatibilityResource = (exchange: Exchange): CompatibilityResource => ({
  engineStyle: (request, model, signal) => paidSound(exchange, model === undefined ? request : { ...request, headers: { model } }, signal),
  openAiStyle: (request, signal) => paidSound(exchange, request, signal),
  openAiVoices: async (signal) => (await exchange.json(openAiVoicesPath, readOpenAiVoices, signal)).value,
});
