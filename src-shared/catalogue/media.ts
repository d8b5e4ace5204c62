import { z } from 'zod';
import { mediaTypes } from '../wire/media.ts';

/** A model of images or videos as the studio knows it: what its service does not say is absent, and offered by the interface's rules. */
export const mediaModelSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  mediaType: z.enum(mediaTypes),
  available: z.boolean(),
  resolutions: z.array(z.string()).optional(),
  aspectRatios: z.array(z.string()).optional(),
  sizes: z.array(z.string()).optional(),
  seconds: z.array(z.number()).optional(),
  /** Pictures that a request may refer to, at which resolutions, and under which names of the request they are sent. */
  references: z.object({ maximum: z.number(), resolutions: z.array(z.string()).optional(), fields: z.array(z.string()) }),
  /** API quota by resolution, or `perSecond`; empty where nothing is known. */
  quota: z.record(z.string(), z.number()),
});
export type MediaModel = z.infer<typeof mediaModelSchema>;
