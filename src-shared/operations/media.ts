import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { absolutePath, operation } from './operation.ts';
import { mediaAddress } from '../wire/media-address.ts';
import { imageRequest, mediaTypes, videoRequest } from '../wire/media.ts';
import { paidOperationSchema } from './paid.ts';

/** Images and videos as a person works with them: made with references to earlier ones, kept in a gallery with what they were made of. */

const operationId = z.string().regex(idPattern);

/** Pictures that one request may refer to. */
export const mostReferences = 4;

/** A picture that is referred to: by an address that the service fetches, or an image of the gallery. */
export const mediaReference = z.union([z.object({ address: mediaAddress }), z.object({ operationId })]);
export type MediaReference = z.infer<typeof mediaReference>;

export const referenceRoles = ['reference', 'first-frame', 'last-frame'] as const;
export type ReferenceRole = (typeof referenceRoles)[number];

/** What was asked for. `references` in their order: the gallery's image where it was one, and the address that was sent. */
const mediaOrderSchema = z.object({
  prompt: z.string(),
  model: z.string(),
  aspectRatio: z.string().nullable(),
  resolution: z.string().nullable(),
  seconds: z.number().nullable(),
  size: z.string().nullable(),
  references: z.array(z.object({ role: z.enum(referenceRoles), address: z.string(), operationId: z.string().nullable() })),
});
export type MediaOrder = z.infer<typeof mediaOrderSchema>;

/** An image or a video of the ledger. `key` is its `Idempotency-Key`. */
export const mediaRecordSchema = z.object({
  operation: paidOperationSchema,
  kind: z.enum(mediaTypes),
  order: mediaOrderSchema,
  key: z.string(),
});
export type MediaRecord = z.infer<typeof mediaRecordSchema>;

const references = z.array(mediaReference).max(mostReferences);

/** What is asked to be made. */
const mediaMake = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('image'),
    prompt: imageRequest.shape.prompt,
    model: imageRequest.shape.model,
    aspectRatio: imageRequest.shape.aspect_ratio,
    resolution: imageRequest.shape.resolution.optional(),
    references,
    asList: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('video'),
    prompt: videoRequest.shape.prompt,
    model: videoRequest.shape.model,
    seconds: z.number().positive().max(600),
    size: videoRequest.shape.size,
    firstFrame: mediaReference.optional(),
    lastFrame: mediaReference.optional(),
    references,
  }),
]);

export const mediaOperations = {
  /**
   * Answers when the service has taken it; `jobs.follow` tells the rest. A reference to the gallery is sent by the service's own address while
   * that lives; after that, a service on this machine is given the file itself, any other by way of the person's bucket, and without one it is
   * `not-found`: nothing is sent. Of an image one
   * reference is one address, unless `asList`, and several are an ordered list; never both.
   */
  'media.make': operation({
    in: mediaMake,
    out: paidOperationSchema,
  }),
  /** The newest image or video of exactly this at the connected service that is made or under way; `null` where there is none. Nothing is sent. */
  'media.earlier': operation({ in: mediaMake, out: z.object({ operationId: z.string().nullable() }) }),
  /** Newest first; those whose prompt or model hold every word of `search`. `before` is the `next` of the page before. */
  'media.gallery': operation({
    in: z.object({
      kind: z.enum(mediaTypes).optional(),
      search: z.string().max(200).optional(),
      /** Those that were removed from the gallery, in place of the others. */
      removed: z.boolean().default(false),
      before: operationId.optional(),
      limit: z.int().min(1).max(100).default(40),
    }),
    out: z.object({ items: z.array(mediaRecordSchema), next: z.string().nullable() }),
  }),
  /** The service's own address of a result, while it lives: fails with `not-found` when it does not. Asked of the service; free. */
  'media.address': operation({ in: z.object({ operationId }), out: z.object({ address: z.string() }) }),
  /** A copy of the result. With `path`, a file there, never overwritten unless `overwrite`; without, a download address. */
  'media.save': operation({
    in: z.object({ operationId, path: absolutePath.optional(), overwrite: z.boolean().optional() }),
    out: z.object({ name: z.string(), bytes: z.number(), path: z.string().nullable(), url: z.string().nullable() }),
  }),
} as const;
