import { z } from 'zod';
import { failureKinds } from '../failure.ts';
import { idPattern } from '../ids.ts';
import { families } from '../paid-work.ts';
import { operation } from './operation.ts';

/** Operations of the account's own bookkeeping, and of the disk that the studio takes. */

/** A kind of thing that the studio keeps in its profile. */
export const storageParts = ['decoded', 'downloads', 'uploads', 'paid-sound', 'paid-media', 'sources', 'dubs', 'undo', 'ledger'] as const;
export type StoragePart = (typeof storageParts)[number];
/** What can be made again without the service, and so be dropped at any time. */
export const cleanable = ['decoded', 'downloads'] as const satisfies readonly StoragePart[];

const storage = z.object({
  /** `downloads`, `uploads`: exports that were downloaded, and dropped files, of this run; they go with its end. */
  parts: z.array(z.object({ part: z.enum(storageParts), bytes: z.number(), files: z.int() })),
  /** The folder of the profile. */
  folder: z.string(),
});
export type Storage = z.infer<typeof storage>;

/** The ledger's sums beside the balance that the service tells. Times are Unix milliseconds, amounts credits. */
const reconciliation = z.object({
  /** From when on, and the balance that the service reported then. */
  since: z.number(),
  creditsThen: z.number(),
  /** The balance that the service reported last, and when. */
  credits: z.number(),
  asOf: z.number(),
  /** The charges that were reported since then. */
  charged: z.number(),
  /** Credits that the service named since then, of work of which it is not known whether it was charged. */
  inDoubt: z.number(),
  /**
   * What is over since then, and whose charge the service never tells: live speech and cloned voices. `estimate`: about how many credits it took,
   * by its units and the known price, and `byFamily` the same of each kind; `unpriced`: of how many no price is known.
   */
  unreported: z.object({
    operations: z.int(),
    estimate: z.number(),
    unpriced: z.int(),
    byFamily: z.array(z.object({ family: z.enum(families), estimate: z.number() })),
  }),
  /** Work under way since then, or whose outcome is not known, and whose charge nobody has reported yet; about how much, of what has a known price; and how much of it has none. */
  open: z.int(),
  openEstimate: z.number(),
  openUnpriced: z.int(),
  /** The balance less what it should be, `charged` and `unreported` taken off: above 0 for credits that came, below for credits that went elsewhere. */
  drift: z.number(),
});
export type Reconciliation = z.infer<typeof reconciliation>;

/**
 * Paid results that nobody uses: `sound` of blocks that no project has; `line`: what voices said in auditions and dubs; `design`: candidates of
 * designs that were removed there; `other`: sounds of earlier versions of the interface.
 */
export const unusedKinds = ['sound', 'line', 'design', 'other', 'unnamed'] as const;
export type UnusedKind = (typeof unusedKinds)[number];

const tally = z.object({ files: z.int(), bytes: z.number() });
const unusedReport = z.object({
  /** Names the report when what it found is removed. */
  id: z.string().regex(idPattern),
  /** What may go, of each kind that there is; `oldest`: when the longest unused was last used, in Unix milliseconds. */
  unused: z.array(tally.extend({ kind: z.enum(unusedKinds), oldest: z.number() })),
  /** What stays: what is used or may be; what was used too lately; what was made for projects that the studio does not know. */
  used: tally,
  recent: tally,
  lost: tally,
  /** Projects that could not be read, 50 at most, and why: while there is one, no sound of a block goes. */
  unreadProjects: z.array(z.object({ path: z.string(), why: z.enum(failureKinds) })),
  /** Documents of the profile that could not be read: while there is one, nothing but the sound of blocks goes. 50 at most. */
  unreadDocuments: z.array(z.string()),
});
export type UnusedReport = z.infer<typeof unusedReport>;

export const officeOperations = {
  /** `null` until there is a balance as the base of the sums, which is the first that is read while nothing is under way. */
  'account.reconcile': operation({ out: reconciliation.nullable() }),
  /** Takes the balance of now as the base of the sums; a `conflict` while something is under way. */
  'account.recount': operation({ out: reconciliation.nullable() }),
  'storage.read': operation({ out: storage }),
  /**
   * Looks for paid results that nothing refers to and that were not used for so many days, over all projects that are known. With
   * `lostProjects` those too that were made for projects which the studio does not know any more. Removes nothing.
   */
  'storage.unused': operation({ in: z.object({ days: z.int().min(1).max(3650), lostProjects: z.boolean() }), out: unusedReport }),
  /**
   * Removes what the last report found, of these kinds, and is unused still. It was paid for, and the same would be charged again: only by
   * a person's hand. A `conflict` when there was another report since, or none. The ledger tells of each what was removed, and when.
   */
  'storage.removeUnused': operation({
    in: z.object({ reportId: z.string().regex(idPattern), kinds: z.array(z.enum(unusedKinds)).min(1).max(unusedKinds.length) }),
    out: tally.extend({ storage }),
  }),
  /** Drops what can be made again, and nothing that was paid for; what is being heard goes on. */
  'storage.clean': operation({
    in: z.object({ parts: z.array(z.enum(cleanable)).min(1).max(cleanable.length) }),
    out: z.object({ freedBytes: z.number(), storage }),
  }),
} as const;
