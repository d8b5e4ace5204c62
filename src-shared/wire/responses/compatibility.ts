import { z } from 'zod';

/** `GET /v1/audio/voices`: every voice that the account may use; only `id` is shown by the interface. */
export const openAiVoices = z.looseObject({ voices: z.array(z.looseObject({ id: z.string(), name: z.string().optional() })) });
