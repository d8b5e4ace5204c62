import { z } from 'zod';
import { limits } from './common.ts';
import { type Family } from './models.ts';

export const speechV1Path = '/api/open/v1/speech/tts';
export const jobsV1Path = '/api/open/v1/speech/tts/jobs';

/**
 * Interface, "TTS v1". Old clients send fields of their own: what is not named here is ignored, a named field of a wrong type or range
 * is a 400. The bounds of `stability`, `similarity` and `speed` depend on the family ({@link v1Ranges}); those here hold for all.
 *
 * Not shown, and chosen by the local service:
 * - `modelId` is the engine model whenever `voiceId` or `reference_id` is sent too, or when it names a model. Sent alone and naming no model, it
 *   is read as the voice id, as the v1 schema has it.
 * - `voiceId` and `reference_id` that differ are a 400: either could be meant. Without any voice the answer is a 400, no voice is chosen.
 * - A control that the model lacks is ignored and listed in `X-OpenAPI-Ignored-Parameters`, as in v3.
 * - The text has no limit of v1's own: the model's `maxTextLength` holds.
 * - `X-Request-Id` is the idempotency key; an `Idempotency-Key` serves when that alone is sent.
 */
const controls = {
  speed: z.number().min(0.5).max(2).optional(),
  volume: z.number().min(-20).max(20).optional(),
  stability: z.number().min(0).max(1.5).optional(),
  similarity: z.number().min(0).max(1.5).optional(),
  pitch: z.number().min(-12).max(12).optional(),
  language: z.string().min(1).max(limits.languageCharacters).optional(),
  emotion: z.string().min(1).max(limits.emotionCharacters).optional(),
  instruction: z.string().max(limits.instructionCharacters).optional(),
  textNormalization: z.boolean().optional(),
};
const id = z.string().min(1).max(128);

export const speechV1Request = z.looseObject({
  text: z.string().min(1),
  voiceId: id.optional(),
  reference_id: id.optional(),
  modelId: id.optional(),
  format: z.enum(['mp3', 'wav']).optional(),
  cache: z.boolean().optional(),
  ...controls,
});
export type SpeechV1Request = z.infer<typeof speechV1Request>;

/**
 * Body of `POST /speech/tts/jobs`: additional properties are allowed. Not shown, and chosen: the controls and aliases of v1 sync act here too;
 * `engineModelId` goes before `modelId`, in v1 sync too. The sound of a v1 job is fetched at the v3 address of the same id, as v1 shows none.
 */
export const jobV1Request = z.looseObject({ ...speechV1Request.shape, engineModelId: id.optional() });

interface Range {
  minimum: number;
  maximum: number;
  /** Of the family's models, where the interface names one. */
  default: number;
  /** Added to a value, it is what the same setting is called in v3 (0.5 to 1.5 around 1). */
  toV3: number;
}

/** Interface, "TTS v1": eta models have ranges of their own. Their defaults sound like the others' defaults. */
export const v1Ranges = (family: Family): Readonly<Record<'stability' | 'similarity' | 'speed', Range>> =>
  family === 'eta'
    ? {
        stability: { minimum: 0, maximum: 1, default: 0.5, toV3: 0.5 },
        similarity: { minimum: 0, maximum: 1, default: 0.75, toV3: 0.25 },
        speed: { minimum: 0.7, maximum: 1.2, default: 1, toV3: 0 },
      }
    : {
        stability: { minimum: 0.5, maximum: 1.5, default: 1, toV3: 0 },
        similarity: { minimum: 0.5, maximum: 1.5, default: 1, toV3: 0 },
        speed: { minimum: 0.5, maximum: 2, default: 1, toV3: 0 },
      };
