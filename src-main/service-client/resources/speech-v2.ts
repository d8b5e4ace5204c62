import { paidSound, type AudioAnswer, type Exchange, type PaidRequest } from '../exchange.ts';

/** Interface, "TTS v2 sync". Bodies are those of `speechV2Request`; lost sound cannot be had again. */
export interface SpeechV2Resource {
  speak(request: PaidRequest, signal?: AbortSignal): Promise<AudioAnswer>;
}

export const speechV2Resource = (exchange: Exchange): SpeechV2Resource => ({
  speak: (request, signal) => paidSound(exchange, request, signal),
});
