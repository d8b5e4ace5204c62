import { z } from 'zod';
import { operation } from './operation.ts';
import { families } from '../paid-work.ts';
import { modelSchema } from '../catalogue/models.ts';

/** Credits, at most; `null` for no cap. */
const budgetSchema = z.object({ perBatch: z.number().nonnegative().nullable(), perDay: z.number().nonnegative().nullable() });

export const accountSchema = z.object({
  userId: z.string(),
  /** Empty where the service does not say. */
  tier: z.string(),
  /** `null` where the service does not say. */
  credits: z.number().nullable(),
  apiQuotaRemaining: z.number().nullable(),
  /** When the service said so, Unix milliseconds. */
  asOf: z.number(),
});
export type Account = z.infer<typeof accountSchema>;

/** Rows of usage that are read at once, at most. */
export const maximumUsage = 5_000;
const usageEntry = z.object({
  /** Of this machine's calendar, `2026-11-25`. */
  day: z.string(),
  family: z.enum(families),
  /** Empty where the work was for no project. */
  projectId: z.string(),
  /** What the dub was called, where the work was for one. */
  projectName: z.string().optional(),
  /** Credits that were reported. */
  credits: z.number(),
  operations: z.int(),
  /** API quota that was reported: images and videos take it, and no credits. */
  quota: z.number(),
  /** About how many more credits it took, of work whose charge nobody reported, by its known price. */
  estimate: z.number(),
  /** About how many more, of work of which it is not known whether it was charged. */
  possible: z.number(),
  /** Operations whose charge nobody reported, and whose price is not known. */
  unreported: z.int(),
});
export type UsageEntry = z.infer<typeof usageEntry>;

/** The account of the service in use, its models and the caps on what is spent. */
export const accountOperations = {
  /**
   * The caps that main enforces, and the credits of the current account since midnight; `null` where it cannot be reached. `possibleToday`: how many of
   * those are of work of which it is not known whether, or how much, it was charged.
   */
  'budget.read': operation({ out: budgetSchema.extend({ spentToday: z.number().nullable(), possibleToday: z.number() }) }),
  'budget.update': operation({ in: budgetSchema.partial(), out: budgetSchema }),
  'account.refresh': operation({ out: accountSchema }),

  /** The account's own record, unknown fields included. */
  'profile.read': operation({ out: z.record(z.string(), z.json()) }),
  /** A field that the interface does not name is `invalid-input` unless the service's own document declares it. */
  'profile.update': operation({
    in: z.object({ fields: z.record(z.string().min(1).max(100), z.union([z.string().max(2048), z.number(), z.boolean()])) }),
    out: z.record(z.string(), z.json()),
  }),

  /** What the work of so many days up to now cost on the connected service, newest day first. */
  'usage.read': operation({
    in: z.object({ days: z.int().min(1).max(366) }),
    out: z.object({ entries: z.array(usageEntry).max(maximumUsage) }),
  }),

  'models.list': operation({ out: z.object({ models: z.array(modelSchema), asOf: z.number() }) }),
} as const;
