import { z } from 'zod';

const flag = z.boolean().optional();

/** A model of speech as the studio knows it; where its service does not say, with the interface's own defaults. Formats and controls of other names stay. */
export const modelSchema = z.looseObject({
  id: z.string(),
  available: z.boolean(),
  maxTextLength: z.number(),
  outputFormats: z.array(z.string()),
  /** An absent control is not declared. */
  controls: z.object({ speed: flag, volume: flag, stability: flag, similarity: flag }).catchall(z.boolean()),
  supportedOperations: z.object({ synchronous: flag, asynchronous: flag, alignedStreaming: flag }).catchall(z.boolean()),
});
export type Model = z.infer<typeof modelSchema>;
