import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { sourcesSchema } from '../manuscript/sources.ts';
import { castSchema } from './cast.ts';
import { pickupSchema } from './pickups.ts';
import { maximumPronunciations, pronunciationSchema } from './pronunciation.ts';

/**
 * The part of an act that no step of a document describes: from `before` to `after`. It is data, so that it can be saved with the history; who owns
 * what it changes applies it.
 */

const entries = z.array(pronunciationSchema).max(maximumPronunciations);
const projectPart = z.strictObject({
  cast: castSchema,
  sources: sourcesSchema.optional(),
  /** The narrator. */
  voiceId: z.string().nullable().optional(),
  modelId: z.string().nullable().optional(),
  /** Entries of the project's table that went (`before`), and those that came. */
  pronunciations: entries.optional(),
});
/** `put` adds, or replaces by id. */
const pickupsPart = z.strictObject({ put: z.array(pickupSchema), removed: z.array(z.string().regex(idPattern)) });

export const asideSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('project'), before: projectPart, after: projectPart }),
  /** `before` takes the change `after` back. */
  z.strictObject({ kind: z.literal('pickups'), before: pickupsPart, after: pickupsPart }),
  /** Entries that went from the table of the project, with `shared` from that of all projects, and those that came. */
  z.strictObject({ kind: z.literal('pronunciations'), shared: z.boolean(), before: entries, after: entries }),
]);
export type Aside = z.infer<typeof asideSchema>;

/** What takes it back. */
export function backwards(aside: Aside): Aside {
  switch (aside.kind) {
    case 'project':
      return { ...aside, before: aside.after, after: aside.before };
    case 'pickups':
      return { ...aside, before: aside.after, after: aside.before };
    case 'pronunciations':
      return { ...aside, before: aside.after, after: aside.before };
  }
}
