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

/**
 * Transcripts as a person works with them: recognised by the service, from an address or a file of this machine, or aligned here to a text that is known;
 * kept, edited, searched, exported.
 */

/** Of the operation that it was paid for with, or its own. */
const id = z.string().regex(idPattern);
const uploadId = z.string().regex(idPattern);
const fileName = z.string().trim().min(1).max(255);
/** `name` ends as its type does; `title` is what the transcript is called, where people know what it was made of by another name. */
const uploadedFile = z.object({ uploadId, name: fileName, title: fileName.optional() });

/** Characters of a text that is pasted: more than is said in two hours. */
export const knownTextCharacters = 200_000;

/** Seconds of a recording that is aligned here. */
export const longestAligned = 2 * 3600;

/** A transcription of the ledger, or one that was aligned here, and what is kept of it. */
const transcriptRecordSchema = z.object({
  id,
  /** Unix milliseconds. */
  createdAt: z.number(),
  /** `null` for one that was aligned: nothing was sent, nothing is charged. */
  operation: paidOperationSchema.nullable(),
  /** What the text was called that it was aligned to; `null` where that was pasted, and for one that was recognised. */
  textName: z.string().nullable(),
  /** Sentences or captions of that text that the recording ends before; 0 for one that was recognised. */
  unsaid: z.number(),
  /** The service says that many of its words may be wrong. */
  draft: z.boolean(),
  /** The service made this speech, and knows its words; said of one that is open. */
  isOwnSpeech: z.boolean().optional(),
  /** Clone made it of a recording, for the text of its form. */
  isForClone: z.boolean().optional(),
  /** Of the file, or the last part of the address. */
  name: z.string(),
  /** The language that the service was given, `null` where nothing; of one that was aligned, the text's. */
  language: z.string().nullable(),
  timestamps: z.boolean(),
  /** The sound, where it is on this machine; `null` where only the service had it. */
  sound: keptFileSchema.nullable(),
  /** The address that the service was given by a person; `null` where it was a file of this machine. */
  address: z.string().nullable(),
  /** Of the sound, as the service said. */
  seconds: z.number().nullable(),
  /** The beginning of the text, as it reads now. */
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

/** `name`: of a model that a person added, else `null`. `languages`: first parts of BCP 47 tags; `null` for any. */
const recogniserSchema = z.object({
  kind: z.enum(['none', 'draft', 'model', 'program']),
  name: z.string().nullable(),
  languages: z.array(z.string()).nullable(),
});
export type RecogniserState = z.infer<typeof recogniserSchema>;

/** What a recording is known to say. */
const knownTextSchema = z.union([
  /** A manuscript or a captions file. */
  z.object({ uploadId, name: fileName }),
  z.object({ text: z.string().trim().min(1).max(knownTextCharacters) }),
  /** A chapter of an open project; `name` is what the window calls it. */
  z.object({ projectId: z.string().regex(idPattern), chapterId: z.string().regex(idPattern), name: fileName }),
]);
export type KnownText = z.infer<typeof knownTextSchema>;

export const transcriptOperations = {
  /** Whether the service can fetch a file of this machine, and why not. */
  'transcripts.reach': operation({
    out: z.object({
      reason: messageSchema.nullable(),
      /** As in `source.reach`. */
      bucket: z.string().nullable(),
      /** What the local service recognises besides its own speech; `null` where the service does not say. */
      recogniser: recogniserSchema.nullable(),
    }),
  }),
  /**
   * Looks at an upload before anything is sent: fails with `unsupported-media` or `too-large` and the reason. `seconds` of its sound.
   */
  'transcripts.inspect': operation({
    /** `purpose`: to be aligned, a recording may be as long as two hours, and of any size. */
    in: z.object({ uploadId, name: fileName, purpose: z.enum(['recognition', 'alignment']).default('recognition') }),
    out: z.object({ seconds: z.number() }),
  }),
  /**
   * Sent once, and never again by itself. An upload is kept first, so that it can be heard with its transcript; it is given an address of this
   * machine for as long as the service works on it. `failure` says why the answer, which is paid for, could not be kept on the disk; it is here all
   * the same.
   */
  'transcripts.create': operation({
    in: z.object({
      source: z.union([
        uploadedFile,
        /** The sound that is kept with an earlier one: a new request, which is paid for. */
        z.object({ id }),
        z.object({ address: mediaAddress }),
      ]),
      language: transcriptionRequest.shape.language,
      timestamps: z.boolean(),
    }),
    /** As soon as the ledger has it; before, while the file goes into the person's bucket. */
    event: z.union([z.object({ operationId: z.string() }), uploadingSchema]),
    out: transcriptSchema.extend({ failure: failureSchema.nullable() }),
  }),
  /**
   * Finds a known text in a recording, on this machine: nothing is sent, nothing is charged. Fails with `unprocessable` where the recording is silent or
   * says another text, with `unsupported-media` for a language that words cannot be found in, and names the field of what cannot be used.
   */
  'transcripts.align': operation({
    in: z.object({
      source: z.union([uploadedFile, z.object({ id })]),
      text: knownTextSchema,
      language: transcriptionRequest.shape.language,
    }),
    /** How far it is, from 0 to 1. */
    event: z.object({ fraction: z.number() }),
    out: transcriptSchema,
  }),
  /** Newest first; those whose name, beginning or corrections hold every word of `search`. `before` is the `next` of the page before. */
  'transcripts.list': operation({
    in: z.object({
      search: z.string().max(200).optional(),
      /** Those that were removed from the list, in place of the others. */
      removed: z.boolean().default(false),
      before: z.string().max(200).optional(),
      limit: z.int().min(1).max(100).default(50),
    }),
    out: z.object({ transcripts: z.array(transcriptRecordSchema), next: z.string().nullable() }),
  }),
  /** Fails with `file-missing` where the answer is not on the disk. */
  'transcripts.open': operation({ in: z.object({ id }), out: transcriptSchema }),
  /** All edits in place of those before; durable when it answers. */
  'transcripts.edit': operation({ in: z.object({ id, edits: editsSchema }) }),
  /** Keeps the sound of a transcript that was made of an address, so that it can be heard. */
  'transcripts.attach': operation({ in: z.object({ id, uploadId, name: fileName }), out: transcriptRecordSchema }),
  /** As it is read now. With `path`, a file there, never overwritten unless `overwrite`; without, a download address. */
  'transcripts.export': operation({
    in: z.object({
      id,
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
