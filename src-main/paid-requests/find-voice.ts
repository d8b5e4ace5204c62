import type { LedgerEntry } from './ledger/types.ts';

/** What a request or its answer says of the voice; a form, or a body that is not kept any more, says nothing. */
export function findVoice({ body, result }: Partial<Pick<LedgerEntry, 'body' | 'result'>>): string | undefined {
  if (typeof result?.['voiceId'] === 'string') return result['voiceId'];
  if (!body || body.length > maximumReadBody || body[0] !== openingBrace) return undefined;
  try {
    const fields = JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>;
    const voice = fields['voiceId'] ?? fields['voice_id'] ?? fields['reference_id'] ?? fields['voice'];
    return typeof voice === 'string' && voice !== '' ? voice : undefined;
  } catch {
    return undefined;
  }
}
/** Longer ones are no speech, in bytes. */
const maximumReadBody = 256 * 1024;
/** What JSON begins with here, and no form does. */
const openingBrace = 0x7b;
