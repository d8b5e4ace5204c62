import { z } from 'zod';
import { audioFormats, limits } from './common.ts';

export const speechPath = '/api/open/v3/speech/tts';
export const alignedPath = '/api/open/v3/speech/tts/aligned';

/** Interface, "v3 request body". Strict: any other property is a 400. Text is counted in UTF-16 units (not shown; chosen). */
export const speechRequest = z.strictObject({
  text: z.string().min(1).max(limits.textCharacters),
  voiceId: z.string().min(1).max(128),
  modelId: z.string().min(1).max(128).optional(),
  format: z.enum(audioFormats).optional(),
  speed: z.number().min(0.5).max(2).optional(),
  volume: z.number().min(-20).max(20).optional(),
  pitch: z.number().min(-12).max(12).optional(),
  stability: z.number().min(0.5).max(1.5).optional(),
  similarity: z.number().min(0.5).max(1.5).optional(),
  language: z.string().min(1).max(limits.languageCharacters).optional(),
  emotion: z.string().min(1).max(limits.emotionCharacters).optional(),
  instruction: z.string().max(limits.instructionCharacters).optional(),
  textNormalization: z.boolean().optional(),
  filterEmoji: z.boolean().optional(),
});
export type SpeechRequest = z.infer<typeof speechRequest>;

/**
 * The controls that a model may lack; those are ignored and listed in `X-OpenAPI-Ignored-Parameters`. What happens to an emotion id that a
 * model with `emotion` does not know is not shown: the local service ignores and lists it too.
 */
export const genericControls = [
  'speed',
  'volume',
  'pitch',
  'stability',
  'similarity',
  'emotion',
  'instruction',
  'textNormalization',
] as const;
