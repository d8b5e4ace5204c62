import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { idPattern } from '../ids.ts';
import { absolutePath, operation } from './operation.ts';
import { editsSchema } from '../transcripts/edits.ts';
import { transcriptFormats } from '../transcripts/make.ts';
import { segmentSchema } from '../transcripts/read.ts';
import { mediaAddress } from '../wire/media-address.ts';
import { transcriptionRequest } from '../wire/transcription.ts';
import { uploadingSchema } from './bucket.ts';
import { keptFileSchema } from './kept-file.ts';
import { paidOperationSchema } from './paid.ts';
import { messageSchema } from '../messages/message.ts';

/** Transcripts as a person works with them: made of an address or of a file of this machine, kept, edited, searched, exported. */

const operationId = z.string().regex(idPattern);
const uploadId = z.string().regex(idPattern);
const fileName = z.string().trim().min(1).max(255);

/** A transcription of the ledger, and what is kept of it. */
const transcriptRecordSchema = z.object({
  operation: paidOperationSchema,
  /** Of the file, or the last part of the address. */
  name: z.string(),
  /** The language that the service was given; `null` where nothing. */
  language: z.string().nullable(),
  timestamps: z.boolean(),
  /** The sound, where it is on this machine; `null` where only the service had it. */
  sound: keptFileSchema.nullable(),
  /** The address that the service was given by a person; `null` where it was a file of this machine. */
  address: z.string().nullable(),
  /** Of the sound, as the service said. */
  seconds: z.number().nullable(),
  /** The beginning of the text, as the service sent it. */
  excerpt: z.string(),
  edited: z.boolean(),
});
export type TranscriptRecord = z.infer<typeof transcriptRecordSchema>;

const transcriptSchema = z.object({
  record: transcriptRecordSchema,
  /** As the service sent them. */
  segments: z.array(segmentSchema),
  /** Fields of the answer that have no use here, as they came. */
  rest: z.record(z.string(), z.json()),
  edits: editsSchema,
});
export type Transcript = z.infer<typeof transcriptSchema>;

export const transcriptOperations = {
  /** Whether the service can fetch a file of this machine, and why not. */
  'transcripts.reach': operation({
    out: z.object({ reason: messageSchema.nullable(), /** As in `source.reach`. */ bucket: z.string().nullable() }),
  }),
  /**
   * Looks at an upload before anything is sent: fails with `unsupported-media` or `too-large` and the reason. `seconds` of its sound.
   */
  'transcripts.inspect': operation({ in: z.object({ uploadId, name: fileName }), out: z.object({ seconds: z.number() }) }),
  /**
   * Sent once, and never again by itself. An upload is kept first, so that it can be heard with its transcript; it is given an address of this
   * machine for as long as the service works on it. `failure` says why the answer, which is paid for, could not be kept on the disk; it is here all
   * the same.
   */
  'transcripts.create': operation({
    in: z.object({
      source: z.union([
        z.object({ uploadId, name: fileName }),
        /** The sound that is kept with an earlier one: a new request, which is paid for. */
        z.object({ operationId }),
        z.object({ address: mediaAddress }),
      ]),
      language: transcriptionRequest.shape.language,
      timestamps: z.boolean(),
    }),
    /** As soon as the ledger has it; before, while the file goes into the person's bucket. */
    event: z.union([z.object({ operationId: z.string() }), uploadingSchema]),
    out: transcriptSchema.extend({ failure: failureSchema.nullable() }),
  }),
  /** Newest first; those whose name or beginning hold every word of `search`. `before` is the `next` of the page before. */
  'transcripts.list': operation({
    in: z.object({
      search: z.string().max(200).optional(),
      before: operationId.optional(),
      limit: z.int().min(1).max(100).default(50),
    }),
    out: z.object({ transcripts: z.array(transcriptRecordSchema), next: z.string().nullable() }),
  }),
  /** Fails with `file-missing` where the answer is not on the disk. */
  'transcripts.open': operation({ in: z.object({ operationId }), out: transcriptSchema }),
  /** All edits in place of those before; durable when it answers. */
  'transcripts.edit': operation({ in: z.object({ operationId, edits: editsSchema }) }),
  /** Keeps the sound of a transcript that was made of an address, so that it can be heard. */
  'transcripts.attach': operation({ in: z.object({ operationId, uploadId, name: fileName }), out: transcriptRecordSchema }),
  /** As it is read now. With `path`, a file there, never overwritten unless `overwrite`; without, a download address. */
  'transcripts.export': operation({
    in: z.object({
      operationId,
      format: z.enum(transcriptFormats),
      /** See `CaptionChoice`. */
      split: z.boolean(),
      speakers: z.boolean(),
      path: absolutePath.optional(),
      overwrite: z.boolean().optional(),
    }),
    out: z.object({ name: z.string(), bytes: z.number(), path: z.string().nullable(), url: z.string().nullable() }),
  }),
} as const;
