import { z } from 'zod';

/**
 * Not shown, and chosen: what the local service transcribes besides its own speech. `draft` is an installed recogniser whose words are often wrong,
 * `model` one that a person added, called `name`, `program` the one that `--recogniser` names. `languages`: first parts of BCP 47 tags; `null` where the recogniser is asked in any.
 */
const transcriptionAbility = z.looseObject({
  recogniser: z.enum(['none', 'draft', 'model', 'program']),
  name: z.string().optional(),
  languages: z.array(z.string()).nullable(),
});

/** Interface, "Profile". Unknown extra fields are kept. */
export const profile = z.looseObject({
  user_id: z.string(),
  api_quota_remaining: z.int(),
  tier: z.string(),
  credits: z.int(),
  transcription: transcriptionAbility.optional(),
});

export type Profile = z.infer<typeof profile>;
