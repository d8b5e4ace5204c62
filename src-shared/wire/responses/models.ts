import { z } from 'zod';

/**
 * Interface, "Model capability (v3)". Which keys beyond the four shown tell of `pitch`, `emotion`, `instruction` and `textNormalization`
 * is not shown: the local service declares those under their own names; an absent key reads as "not declared". Unknown fields,
 * controls and operations are kept.
 */
export const model = z.looseObject({
  id: z.string(),
  available: z.boolean(),
  maxTextLength: z.int().positive(),
  outputFormats: z.array(z.string()),
  controls: z.looseObject({
    speed: z.boolean().optional(),
    volume: z.boolean().optional(),
    stability: z.boolean().optional(),
    similarity: z.boolean().optional(),
  }),
  supportedOperations: z.looseObject({
    synchronous: z.boolean().optional(),
    asynchronous: z.boolean().optional(),
    alignedStreaming: z.boolean().optional(),
  }),
});

export type Model = z.infer<typeof model>;

export const capabilities = z.looseObject({
  contractVersion: z.string(),
  route: z.string(),
  models: z.array(model),
});

export type Capabilities = z.infer<typeof capabilities>;
