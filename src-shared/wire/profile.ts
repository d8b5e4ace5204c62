import { z } from 'zod';

export const profilePath = '/api/open/v1/profile';

/**
 * `POST /api/open/v1/profile`. Not shown which fields are updatable beyond `webhookUrl`: the local service ignores unknown
 * fields here, as the interface allows. An empty string removes the address (not shown; chosen).
 */
export const profileUpdate = z.looseObject({
  webhookUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/u }).max(2048)], { error: 'must be an http or https address, or empty' })
    .optional(),
});
