import { Fields, findFirst, understood, type Reading } from './fields.ts';

/** Interface, "Cached synchronous TTS response". Without its address there is nothing to fetch; the rest may be unknown. */
export interface CachedSpeech {
  audio_url: string;
  credits_used?: number;
  quota_remaining?: number;
  /** A text that `Date.parse` reads. */
  expires_at?: string;
}

/** `undefined` for an answer that names no address. */
export function readCachedSpeech(body: unknown, { note }: Pick<Reading, 'note'>): CachedSpeech | undefined {
  const places = new Fields(body, 'cached speech', note).andWithin('data', 'result', 'audio');
  const address = findFirst(places, (one) => one.text('audio_url', 'audioUrl', 'url'));
  if (address === undefined) return undefined;
  return understood(places[0]?.raw ?? {}, {
    audio_url: address,
    credits_used: findFirst(places, (one) => one.number('credits_used', 'creditsUsed')),
    quota_remaining: findFirst(places, (one) => one.number('quota_remaining', 'quotaRemaining')),
    expires_at: findFirst(places, (one) => one.time('expires_at', 'expiresAt')),
  });
}
