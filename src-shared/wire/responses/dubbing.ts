import { z } from 'zod';
import { errorBody } from './common.ts';
import { dubbingData, envelopeOf } from './lip-sync.ts';

export const dubbingResponse = envelopeOf(dubbingData);

export type DubbingResponse = z.infer<typeof dubbingResponse>;

/**
 * An error after the speech was made: its charge stands. Where the two fields are is not shown; the local service sends them beside
 * `code`. Sending the same request with the same key again reuses that speech, uncharged, and tries the rest again (chosen).
 */
export const dubbingError = errorBody.extend({ tts_audio_url: z.string().optional(), tts_credits_used: z.int().optional() });
