import { z } from 'zod';
import { speechRequest } from './speech.ts';

export const speechV2Path = '/api/open/v2/speech/tts';

const { text, voiceId, modelId, format, speed, volume, pitch, stability, similarity, language, emotion, instruction, textNormalization } =
  speechRequest.shape;

/**
 * Interface, "TTS v2 sync". Not shown, and chosen by the local service: what is not named here is ignored (v2 clients send `token` and the like);
 * of `modelId`, `engineModelId`, `qwenModel` and `version` the first counts that was sent, but a historical one only when it names a
 * model: else the default of the voice's family speaks. `minimaxEmotion` counts when there is no `emotion`. Ignored controls are
 * listed as in v3. An `X-Request-Id` is the idempotency key of v2, as of v1.
 */
export const speechV2Request = z.looseObject({
  text,
  voiceId,
  modelId,
  format,
  speed,
  volume,
  pitch,
  stability,
  similarity,
  language,
  emotion,
  instruction,
  textNormalization,
  engineModelId: z.string().max(128).optional(),
  version: z.union([z.string().max(128), z.number()], { error: 'must be a text of at most 128 characters, or a number' }).optional(),
  qwenModel: z.string().max(128).optional(),
  minimaxEmotion: z.string().max(64).optional(),
});
export type SpeechV2Request = z.infer<typeof speechV2Request>;
