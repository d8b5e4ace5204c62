import { z } from 'zod';
import { operation } from './operation.ts';
import { messages } from '../messages/index.ts';

/**
 * A bucket of the person's own (S3 and what speaks as it does), through which a hosted service gets files of this machine. One for all hosted
 * connections: it is the person's storage, whichever service reads from it.
 */

/** What the code of every failure of the bucket begins with; after it, S3's own. */
export const bucketCode = 'BUCKET_';

/** How long an address may be good for, in hours: seven days are the longest that S3 signs. */
export const addressHours = { least: 1, most: 168, usual: 24 } as const;

/** What may be typed in each field; its message follows the field's name in a sentence. */
export const bucketSettingsSchema = z.object({
  /** Its origin: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: z.string().trim().min(1, messages.bucket.isEmpty).max(2048),
  region: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{1,64}$/u, messages.bucket.regionShape),
  bucket: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,62}$/u, messages.bucket.bucketNameShape),
  /** What every key in it begins with; may be empty. */
  prefix: z
    .string()
    .trim()
    .max(200, messages.bucket.prefixTooLong)
    .regex(/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?)?$/u, messages.bucket.prefixShape),
  /** The bucket's name stands in the path, and not before the host. */
  pathStyle: z.boolean(),
  accessKeyId: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,256}$/u, messages.bucket.visibleCharacters),
  hours: z.int().min(addressHours.least, messages.bucket.anHourAtLeast).max(addressHours.most, messages.bucket.sevenDaysAtMost),
});
export type BucketSettings = z.infer<typeof bucketSettingsSchema>;

/** As it is kept. The secret goes in, and never comes out. */
const knownBucketSchema = bucketSettingsSchema.extend({
  /** Where the secret is: the system's secret store, this session alone, or nowhere. */
  secret: z.enum(['system', 'session', 'none']),
  /** Files in it that jobs under way are made of. */
  files: z.int(),
});
export type KnownBucket = z.infer<typeof knownBucketSchema>;

/** As it is typed: what is wrong with it is said by field. */
const typed = z.string().max(4096);
const typedBucket = z.object({
  endpoint: typed,
  region: typed,
  bucket: typed,
  prefix: typed,
  accessKeyId: typed,
  secretAccessKey: typed.optional(),
  pathStyle: z.boolean(),
  hours: z.number(),
});
export type TypedBucket = z.infer<typeof typedBucket>;

/** How far a file is on its way into the bucket; `sent` is all of its `bytes` only when the bucket has them. */
export const uploadingSchema = z.object({ name: z.string(), sent: z.number(), bytes: z.number() });
export type Uploading = z.infer<typeof uploadingSchema>;

export const bucketOperations = {
  'bucket.read': operation({
    out: z.object({ bucket: knownBucketSchema.nullable(), /** As in `connections.list`. */ keepsKeys: z.boolean() }),
  }),
  /**
   * Without a secret, the one that is kept stays. Fails with `invalid-input` and the field. `conflict` while jobs are made of files in the bucket
   * that this would leave.
   */
  'bucket.set': operation({ in: typedBucket, out: knownBucketSchema }),
  /** Its secret is removed too. `conflict` as above, unless `leave`: then what is in it is for the person to delete. */
  'bucket.remove': operation({ in: z.object({ leave: z.boolean().optional() }) }),
  /**
   * Writes a small file, reads it by an address without credentials, and removes it, with what is typed. Fails with what is wrong and the field
   * that it is about. `here`: the endpoint is on this machine, where no hosted service can read.
   */
  'bucket.test': operation({ in: typedBucket, out: z.object({ here: z.boolean() }) }),
} as const;
