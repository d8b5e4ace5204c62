import { z } from 'zod';

const credits = z.number().nonnegative();

/**
 * What a service that the studio started takes, in credits, as it says when it is ready. The interface shows no prices: a hosted service has no
 * such list.
 */
export const priceListSchema = z.object({
  /** For a character, by the model that speaks. */
  character: z.record(z.string(), credits),
  /** For a character of the preview text, by each provider. */
  design: credits,
  saved_design: credits,
  clone: credits,
  /** For a second. */
  transcription: credits,
  lip_sync: credits,
});
export type PriceList = z.infer<typeof priceListSchema>;
