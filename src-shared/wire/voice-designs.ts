import { z } from 'zod';
import { limits, mustBePlain, plainText } from './common.ts';
import { voiceDescription, voiceName, voiceVisibility } from './voice-creation.ts';

/** Interface, "Voice design". Below it: `/{designId}/candidates/{candidateId}/audio` and `/{designId}/voices`. */
export const voiceDesignsPath = '/api/open/v1/voice-designs';

export const designProviders = ['alpha', 'beta'] as const;
export type DesignProvider = (typeof designProviders)[number];

/** Characters at most. Not shown by the interface, and chosen by the local service. */
export const designLimits = { promptCharacters: 1_000, previewCharacters: 500 } as const;

/**
 * Body of `POST /api/open/v1/voice-designs`. Not shown, and chosen by the local service: the longest prompt and preview text, and that they are plain text; that unknown properties
 * are a 400; two candidates for each provider; that the language is the one that the prompt names, else the first of `Accept-Language` that is spoken
 * here, else `en-US`; the price, one character of quota and one credit for each character that is spoken.
 *
 * A missing `Idempotency-Key` is a 400. The same key and body is answered with the stored result, charged once; another body, or a key that was used for anything else,
 * is a 409 `ERR_REQUEST_ID_CONFLICT`; one still running a 409 `ERR_REQUEST_IN_PROGRESS`; one that failed a 409 `ERR_REQUEST_PREVIOUSLY_REFUNDED`.
 */
export const designRequest = z.strictObject({
  prompt: z.string().trim().min(1).max(designLimits.promptCharacters).regex(plainText, mustBePlain),
  previewText: z.string().trim().min(1).max(designLimits.previewCharacters).regex(plainText, mustBePlain),
  providers: z
    .array(z.enum(designProviders))
    .min(1)
    .max(2)
    .refine((list) => new Set(list).size === list.length, 'must differ')
    .optional(),
});
export type DesignRequest = z.output<typeof designRequest>;

/**
 * Not shown, and chosen: previews of alpha are `audio/wav`, of beta `audio/mpeg`; previews that are gone are a 404 with this code, on download and on save.
 */
export const previewExpired = 'ERR_PREVIEW_EXPIRED';

/** Body of the save. Unknown properties are a 400 (not shown; chosen). A candidate may be saved several times, each time as a voice of its own. */
export const designSave = z.strictObject({
  candidateId: z.string().min(1).max(128),
  name: voiceName,
  description: voiceDescription.optional(),
  visibility: voiceVisibility.optional(),
  language: z.string().min(1).max(limits.languageCharacters).optional(),
});
export type DesignSave = z.output<typeof designSave>;
