import { z } from 'zod';

/**
 * Interface, "Cached synchronous TTS response". `audio_url` carries its own signature, needs no key, and answers 404 once it has expired
 * (after 15 minutes, not shown; chosen). A replay is the stored response, address and expiry included, also after that.
 */
export const cachedSpeech = z.looseObject({
  success: z.boolean(),
  audio_url: z.url(),
  format: z.string(),
  characters_used: z.int(),
  credits_used: z.int(),
  quota_remaining: z.int(),
  expires_at: z.iso.datetime({ offset: true }),
});

export type CachedSpeech = z.infer<typeof cachedSpeech>;
