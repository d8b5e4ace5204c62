import { z } from 'zod';

/** Interface, "Voice": the create-voice response; `requestId` is the local service's own. */
export const createdVoice = z.looseObject({
  voiceId: z.string(),
  title: z.string(),
  description: z.string(),
  createdAt: z.string(),
});

export type CreatedVoice = z.infer<typeof createdVoice>;

/**
 * Interface, "Voice deletion": the response. A deletion stands in the charge book with nothing taken. Not shown, and chosen: another account's
 * `public` voice is a 403 as the catalogue's are, its private one a 404; speech that is being made with the voice is finished.
 */
export const deletedVoice = z.looseObject({ voiceId: z.string() });
