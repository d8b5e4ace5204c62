import { z } from 'zod';

/** Interface, "Profile". Unknown extra fields are kept. */
export const profile = z.looseObject({
  user_id: z.string(),
  api_quota_remaining: z.int(),
  tier: z.string(),
  credits: z.int(),
});

export type Profile = z.infer<typeof profile>;
