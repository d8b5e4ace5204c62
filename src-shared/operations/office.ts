import { z } from 'zod';
import { operation } from '../operation.ts';

/** Operations of the account's own bookkeeping, and of the disk that the studio takes. */

/** A kind of thing that the studio keeps in its profile. */
export const storageParts = ['decoded', 'downloads', 'uploads', 'paid-sound', 'paid-media', 'sources', 'dubs', 'ledger'] as const;
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
  /** From when on, and the balance that the service told then. */
  since: z.number(),
  creditsThen: z.number(),
  /** The balance that the service told last, and when. */
  credits: z.number(),
  asOf: z.number(),
  /** What the ledger has been told of charges since then. */
  charged: z.number(),
  /** Work since then whose charge nobody has told yet; and about how much, of what has a known price. */
  open: z.int(),
  openEstimate: z.number(),
  /** The balance less what it should be: above 0 for credits that came, below for credits that went elsewhere. */
  drift: z.number(),
});
export type Reconciliation = z.infer<typeof reconciliation>;

export const officeOperations = {
  /** `null` until there is a balance to reckon from, which is the first that is told while nothing is under way. */
  'account.reconcile': operation({ out: reconciliation.nullable() }),
  /** Takes the balance of now as the one to reckon from; a `conflict` while something is under way. */
  'account.recount': operation({ out: reconciliation.nullable() }),
  'storage.read': operation({ out: storage }),
  /** Drops what can be made again, and nothing that was paid for; what is being heard goes on. */
  'storage.clean': operation({
    in: z.object({ parts: z.array(z.enum(cleanable)).min(1).max(cleanable.length) }),
    out: z.object({ freedBytes: z.number(), storage }),
  }),
} as const;
