import { z } from 'zod';
import { modelIds } from './models.ts';

/**
 * Interface, the two compatibility endpoints. Their clients were written for others, so fields that are not named here are ignored. Their answers
 * are 200, 400, 401, 402, 429 and 500 alone: what elsewhere is a 404, 413 or 503 (voice, size, model) is a 400 here, with the
 * same code. Neither has idempotency: `X-Request-Id` is a trace. `pcm` is 16 bit little-endian mono without a header; `Content-Type` is
 * `audio/pcm; rate=22050; channels=1` (not shown; chosen).
 */
export const engineSpeechPath = '/v1/tts';
export const openAiSpeechPath = '/v1/audio/speech';
export const openAiVoicesPath = '/v1/audio/voices';

const speed = z.number().min(0.5).max(2).optional();
/** Sent as if they were stability and similarity, and in their range. */
const mapped = z.number().min(0.5).max(1.5).optional();

/** `POST /v1/tts`. A top-level `speed` counts when there is no `prosody.speed` (not shown; chosen). A `format` of another name is `mp3`. */
export const engineSpeechRequest = z.looseObject({
  text: z.string().min(1),
  reference_id: z.string().min(1).max(128),
  format: z.string().max(64).optional(),
  prosody: z.looseObject({ speed }).optional(),
  speed,
  temperature: mapped,
  top_p: mapped,
  normalize: z.boolean().optional(),
  chunk_length: z.number().optional(),
  latency: z.string().optional(),
});
export type EngineSpeechRequest = z.infer<typeof engineSpeechRequest>;

const headerModels: Readonly<Record<string, string>> = {
  's2.1-pro': 'alpha-s21pro',
  's2.1-pro-free': 'alpha-s21pro-free',
  's2.1-flash': 'alpha-s21-flash',
  's2.1-pro-flash': 'alpha-s21pro-flash',
  's2-pro': 'alpha-s2pro',
  s1: 'alpha-s1',
  's1-mini': 'alpha-s1',
  'speech-1.5': 'alpha-s1',
  // The interface writes "`speech-1.5` and `1.6`": both readings of the second are taken.
  'speech-1.6': 'alpha-s1',
  '1.6': 'alpha-s1',
};

/** The engine model that a `model` header of `POST /v1/tts` means; undefined for none or an unknown one: then the default speaks. */
export function modelOfHeader(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  return Object.hasOwn(headerModels, header) ? headerModels[header] : modelIds.find(({ id }) => id === header)?.id;
}

/** `POST /v1/audio/speech`. */
export const openAiSpeechRequest = z.looseObject({
  model: z.string().min(1).max(128),
  input: z.string().min(1),
  voice: z.union([z.string().min(1).max(128), z.looseObject({ id: z.string().min(1).max(128) })], {
    error: 'must be a voice id, or an object with one as its id',
  }),
  response_format: z.enum(['mp3', 'wav', 'pcm']).optional(),
  speed,
});
export type OpenAiSpeechRequest = z.infer<typeof openAiSpeechRequest>;
