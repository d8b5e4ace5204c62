import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { sourcesSchema } from '../manuscript/sources.ts';
import { castSchema } from './cast.ts';
import { pickupSchema } from './pickups.ts';

/**
 * The part of an act that no step of a document describes: from `before` to `after`. It is data, so that it can be saved with the history; who owns
 * what it changes applies it.
 */

const projectPart = z.strictObject({ cast: castSchema, sources: sourcesSchema.optional() });
/** `put` adds, or replaces by id. */
const pickupsPart = z.strictObject({ put: z.array(pickupSchema), removed: z.array(z.string().regex(idPattern)) });

export const asideSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('project'), before: projectPart, after: projectPart }),
  /** `before` takes the change `after` back. */
  z.strictObject({ kind: z.literal('pickups'), before: pickupsPart, after: pickupsPart }),
]);
export type Aside = z.infer<typeof asideSchema>;

/** What takes it back. */
export const backwards = (aside: Aside): Aside =>
  aside.kind === 'project'
    ? { kind: 'project', before: aside.after, after: aside.before }
    : { kind: 'pickups', before: aside.after, after: aside.before };
