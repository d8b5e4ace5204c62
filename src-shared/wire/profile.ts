import { z } from 'zod';

export const profilePath = '/api/open/v1/profile';

/** Interface, "Profile". Unknown extra fields are kept. */
export const profile = z.looseObject({
  user_id: z.string(),
  api_quota_remaining: z.int(),
  tier: z.string(),
  credits: z.int(),
});
export type Profile = z.infer<typeof profile>;

/**
 * `POST /api/open/v1/profile`. Not shown which fields are updatable beyond `webhookUrl`: the local service ignores unknown
 * fields here, as the interface allows. An empty string removes the address (not shown; chosen).
 */
export const profileUpdate = z.looseObject({
  webhookUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/u }).max(2048)], { error: 'must be an http or https address, or empty' })
    .optional(),
});
