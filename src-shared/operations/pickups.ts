import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { pickupRowSchema } from '../narration/pickup-csv.ts';
import { maximumPickups, pickupSchema } from '../narration/pickups.ts';
import { maximumValues } from '../rpc-bounds.ts';
import { absolutePath, operation } from './operation.ts';

const id = z.string().regex(idPattern);

/** Places in takes that somebody should look at. Changes come to every window as `pickups` of `studio.watch`. */
export const pickupOperations = {
  /** Of the whole project, also of takes that do not sound now; `checked` are the ids of the takes that were checked. */
  'pickups.list': operation({ in: z.object({ projectId: id }), out: z.object({ pickups: z.array(pickupSchema), checked: z.array(id) }) }),
  /** Adds pickups, or replaces them by id, and removes others; durable, all or nothing, when it answers. */
  'pickups.change': operation({
    in: z.object({ projectId: id, put: z.array(pickupSchema).max(maximumPickups), removed: z.array(id).max(maximumPickups) }),
    maxValues: maximumValues,
  }),
  /** Checks the takes that stand for blocks and are not checked yet. How far that is comes as `checks` of `studio.watch`. */
  'pickups.check': operation({ in: z.object({ projectId: id }) }),
  /** Leaves the takes that are not checked yet unchecked. */
  'pickups.stop-checks': operation({ in: z.object({ projectId: id }) }),
  /** Pickups as CSV. With `path`, a file there, never overwritten unless `overwrite`; without, a download address. */
  'pickups.export': operation({
    in: z.object({ rows: z.array(pickupRowSchema).max(maximumPickups), path: absolutePath.optional(), overwrite: z.boolean().optional() }),
    maxValues: maximumValues,
    out: z.object({ name: z.string(), path: z.string().nullable(), url: z.string().nullable() }),
  }),
} as const;
