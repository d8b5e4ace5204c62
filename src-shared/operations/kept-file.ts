import { z } from 'zod';

/** A paid result on this machine's disk, whole; `url` is the studio's. */
export const keptFileSchema = z.object({ url: z.string(), contentType: z.string(), bytes: z.number() });
export type KeptFile = z.infer<typeof keptFileSchema>;
