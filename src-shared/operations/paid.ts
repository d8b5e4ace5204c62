import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { idPattern } from '../ids.ts';
import { controlsSchema } from '../narration/document.ts';
import { variantSchema } from '../narration/take.ts';
import { absolutePath, operation } from './operation.ts';
import { keptFileSchema } from './kept-file.ts';
import { uploadingSchema } from './bucket.ts';
import { families, operationStates, units } from '../paid-work.ts';
import { limits } from '../wire/common.ts';
import { dubbingRequest } from '../wire/dubbing.ts';
import { jobStates } from '../wire/jobs.ts';
import { mediaJobStates } from '../wire/lip-sync.ts';
import { mediaAddress } from '../wire/media-address.ts';
import { imageRequest, mediaTypes, videoRequest } from '../wire/media.ts';
import { mediaModelSchema } from '../catalogue/media.ts';
import { transcriptionRequest } from '../wire/transcription.ts';
import { cloneLimits, voiceDescription, voiceName, voiceVisibility } from '../wire/voice-creation.ts';
import { designLimits, designProviders, designRequest } from '../wire/voice-designs.ts';
import { modelTypes } from '../wire/voices.ts';
import { catalogueVoiceSchema, listedVoiceSchema } from '../catalogue/voices.ts';
import { messages } from '../messages/index.ts';

/** Operations of paid work that is no sound of a block, and of the ledger that holds all of it. */

/** Of `voices.say` and `voices.quote`; a line is a line, and an audition has an end. */
export const sayLimits = { characters: 1000, voices: 200 } as const;

const operationId = z.string().regex(idPattern);
const remoteId = z.string().min(1).max(200);

export type { KeptFile } from './kept-file.ts';

/** What a person may do with an operation, by the failure rules. `look-up`: see what came of it in the service's list, and adopt it. */
export const operationActions = ['retry', 'look-up', 'salvage', 'stop-waiting', 'give-up'] as const;

/** One paid operation of the ledger. Times are Unix milliseconds. */
export const paidOperationSchema = z.object({
  operationId: z.string(),
  family: z.enum(families),
  summary: z.string(),
  state: z.enum(operationStates),
  /** The service that it belongs to, as in `Connection.id`. */
  connectionId: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  attempts: z.int(),
  latencyMs: z.number().nullable(),
  modelId: z.string().nullable(),
  /** The voice that speaks, or was made, where it is known. */
  voiceId: z.string().optional(),
  /** What its price is learned from. */
  amount: z.number(),
  unit: z.enum(units),
  /** After a refund what is left: 0 for a job that failed. */
  creditsUsed: z.number().nullable(),
  /**
   * About how much it took, or may have taken where its outcome is unknown, where it is over and the service never reported a charge, as of live
   * speech: its units at the learned price. An estimate, never a charge. Present in `jobs.list`, `jobs.show` and where the ledger's work is announced; absent while no price is known.
   */
  creditsEstimate: z.number().optional(),
  /** What an image or a video took: API quota, not credits. */
  quotaUsed: z.number().nullable(),
  refundedCredits: z.number().nullable(),
  refundedQuota: z.number().nullable(),
  /** The studio's id of the request, and the service's own. */
  requestId: z.string(),
  serviceRequestId: z.string().nullable(),
  status: z.int().nullable(),
  code: z.string().nullable(),
  taskId: z.string().nullable(),
  /** Its outcome is unknown, and the same was requested again since: sent once more, it may be charged besides. In `jobs.list` and `jobs.show`. */
  isRequestedAgain: z.literal(true).optional(),
  /** The project that it is for, or the dub. */
  projectId: z.string().nullable(),
  /** What the dub was called, where it is for one. */
  projectName: z.string().optional(),
  /** Why it failed, why nobody knows, or what keeps it waiting. */
  failure: failureSchema.nullable(),
  /** What came of it: ids and fields as the service sent them. */
  result: z.record(z.string(), z.json()).nullable(),
  files: z.array(keptFileSchema),
  actions: z.array(z.enum(operationActions)),
});
export type PaidOperation = z.infer<typeof paidOperationSchema>;

const candidateSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string().nullable(),
  status: z.string().nullable(),
});
export type Candidate = z.infer<typeof candidateSchema>;

/** A candidate of a design. `preview` is null for one that the service had dropped before it was here. */
const designCandidate = z.object({ candidateId: z.string(), provider: z.string().nullable(), preview: keptFileSchema.nullable() });
const providers = z
  .array(z.enum(designProviders))
  .min(1)
  .max(2)
  .refine((list) => new Set(list).size === list.length, messages.design.providersMustDiffer);
const saveFields = {
  candidateId: remoteId,
  name: voiceName,
  description: voiceDescription.optional(),
  visibility: voiceVisibility.optional(),
  language: z.string().min(1).max(limits.languageCharacters).optional(),
};

/** What a person made of a design by listening. Kept in the profile; no part of what was paid for. */
export const designMarksSchema = z.object({
  /** Not listed any more. The ledger and the sounds stay. */
  removed: z.boolean(),
  /** The id of the candidate that won. */
  winner: remoteId.nullable(),
  /** 1 to 5, by candidate. */
  scores: z.record(remoteId, z.int().min(1).max(5)),
  /** It has been shown which candidate is whose. */
  revealed: z.boolean(),
});
export type DesignMarks = z.infer<typeof designMarksSchema>;

/** A design of the ledger with everything that came of it. */
const designRecordSchema = z.object({
  /** The paid operation; its `taskId` is the design's id. */
  operation: paidOperationSchema,
  prompt: z.string(),
  previewText: z.string(),
  providers: z.array(z.enum(designProviders)),
  candidates: z.array(designCandidate),
  /** When the service drops it, ISO 8601, where it said so. */
  expiresAt: z.string().nullable(),
  /** What was asked to be saved as a voice, oldest first, with what was asked and how it ended; `voiceId` where it is there. */
  saves: z.array(z.object({ operation: paidOperationSchema, fields: z.object(saveFields), voiceId: z.string().nullable() })),
  marks: designMarksSchema,
});
export type DesignRecord = z.infer<typeof designRecordSchema>;

const made = z.object({ operation: paidOperationSchema });
const said = z.string().trim().min(1).max(sayLimits.characters);
const pace = z.number().min(0.5).max(2);
const voiceMade = made.extend({ voiceId: z.string() });
const language = z.string().min(1).max(limits.languageCharacters);

/** Voices, and projects, whose names have the text of a search, at most. */
export const mostNamed = 500;

/** Which operations of the ledger. */
const jobsQuery = z.object({
  states: z.array(z.enum(operationStates)).max(operationStates.length).optional(),
  families: z.array(z.enum(families)).max(families.length).optional(),
  /** With `families`: what is for a dub is found too, whatever its family. */
  forDubs: z.boolean().optional(),
  projectId: operationId.optional(),
  /** As in `Connection.id`. */
  connectionId: z.string().min(1).max(2048).optional(),
  /** Begun at or after, and before, in Unix milliseconds. */
  from: z.number().nonnegative().optional(),
  to: z.number().nonnegative().optional(),
  /** Credits, both included; or what nobody has reported the cost of. */
  cost: z.union([z.object({ from: z.number().nonnegative(), to: z.number().nonnegative() }), z.literal('unknown')]).optional(),
  /** Found in its summary, in ids and codes, in the name of its dub and in the text that was sent. */
  text: z.string().max(200).optional(),
  /** With `text`: work with one of these voices, or for one of these projects, is found too. The window knows their names, the ledger their ids. */
  voiceIds: z.array(remoteId).max(mostNamed).optional(),
  projectIds: z.array(operationId).max(mostNamed).optional(),
  /** These alone, and all but these. */
  operationIds: z.array(operationId).max(400).optional(),
  exceptIds: z.array(operationId).max(400).optional(),
});
export type JobsQuery = z.infer<typeof jobsQuery>;

const earlierSchema = z.object({ operationId: z.string().nullable() });

/** The whole seconds that the window expects to be billed: what the cap of a day counts until the service has said it. No part of what is asked for. */
const expectedSeconds = z.int().min(1).max(86_400).optional();

const dubbingOrder = z.object({
  videoUrl: mediaAddress,
  text: dubbingRequest.shape.text,
  voiceId: dubbingRequest.shape.reference_id,
  modelId: dubbingRequest.shape.model_id,
  speed: dubbingRequest.shape.speed,
  language: dubbingRequest.shape.language,
  fitAudioToVideo: z.boolean().optional(),
});

const designOrder = z.object({
  prompt: designRequest.shape.prompt,
  previewText: designRequest.shape.previewText,
  providers: providers.optional(),
});

export const paidOperations = {
  /** The ledger's operations, newest first; `before` is the last one of the page before. */
  'jobs.list': operation({
    in: jobsQuery.extend({
      /** Only those that a person has removed from the list of their panel, or has not; left out, both. `sum` is of both. */
      removed: z.boolean().optional(),
      before: operationId.optional(),
      limit: z.int().min(1).max(200).default(50),
    }),
    /**
     * `sum`: of everything that is found, on the first page alone; `quota`: the API quota of images and videos; `estimate`: what the estimates of its
     * operations come to, besides `credits`; `possible`: how many more it is at most, if what may have been charged was, as far as the prices are known.
     */
    out: z.object({
      operations: z.array(paidOperationSchema),
      sum: z.object({ operations: z.int(), credits: z.number(), quota: z.number(), estimate: z.number(), possible: z.number() }).nullable(),
    }),
  }),
  /**
   * Takes a result, or a transcript that was aligned here, out of the list of its panel, or puts it back. It is only hidden: its file, its edits and its
   * line in Jobs stay.
   */
  'results.setRemoved': operation({ in: z.object({ id: operationId, removed: z.boolean() }) }),
  /** The projects and dubs that paid work was for, the one that was worked on last first; `projectName` is that of a dub. */
  'jobs.projects': operation({
    out: z.object({
      projects: z.array(z.object({ projectId: z.string(), projectName: z.string().optional(), operations: z.int(), lastAt: z.number() })),
    }),
  }),
  /**
   * What is found, as CSV (RFC 4180), newest first. With `path`, a file there, never overwritten unless `overwrite`; without, a download
   * address.
   */
  'jobs.export': operation({
    in: jobsQuery.extend({ path: absolutePath.optional(), overwrite: z.boolean().optional() }),
    out: z.object({ name: z.string(), bytes: z.number(), path: z.string().nullable(), url: z.string().nullable(), rows: z.int() }),
  }),
  /** One operation with its timeline, and what was sent: `text` where it is text, cut to 16,000 characters; the key is in none of it. */
  'jobs.show': operation({
    in: z.object({ operationId }),
    out: made.extend({
      events: z.array(z.object({ at: z.number(), event: z.string(), facts: z.record(z.string(), z.json()) })),
      request: z.object({
        method: z.string(),
        path: z.string(),
        contentType: z.string(),
        bytes: z.int(),
        text: z.string().nullable(),
        /** As they are sent with every attempt, the key left out. */
        headers: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
      /** When a person removed its files as used by nothing; `null` where nobody did, or the same bytes are here again. Unix milliseconds. */
      removedAt: z.number().nullable(),
      /** The block that it is for, where it is for one. */
      block: z.object({ projectId: z.string(), chapterId: z.string(), blockId: z.string() }).nullable(),
    }),
  }),
  /** Tells each change until it is over or cannot go on; fails with what keeps it from going on. */
  'jobs.follow': operation({ in: z.object({ operationId }), event: paidOperationSchema, out: paidOperationSchema }),
  /** Asks with the same ids how it ended, verifies it, or goes on waiting for it: never a second charge. */
  'jobs.retry': operation({ in: z.object({ operationId }), out: paidOperationSchema }),
  /** What the service's list has that may have come of an operation whose outcome is unknown, the likeliest first. */
  'jobs.lookUp': operation({ in: z.object({ operationId }), out: z.object({ candidates: z.array(candidateSchema) }) }),
  'jobs.adopt': operation({ in: z.object({ operationId, id: remoteId }), out: paidOperationSchema }),
  /** Of a dubbing whose speech was made and whose lip sync was not: the lip sync alone, as a new operation that costs its own price. */
  'jobs.salvage': operation({ in: z.object({ operationId }), out: paidOperationSchema }),
  /** The service cannot be made to stop; what it does goes on there, and can be gone on with by `jobs.retry`. */
  'jobs.stopWaiting': operation({ in: z.object({ operationId }), out: paidOperationSchema }),
  /** Of one whose outcome asking again did not bring out: it stays unknown and is asked for no more, and the same order is a new request. */
  'jobs.giveUp': operation({ in: z.object({ operationId }), out: paidOperationSchema }),
  /** A page of the service's own list; `operationId` is the ledger's operation where it was begun here. */
  'jobs.elsewhere': operation({
    in: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('speech'), page: z.int().min(1), limit: z.int().min(1).max(100), status: z.enum(jobStates).optional() }),
      z.object({
        kind: z.literal('lip-sync'),
        page: z.int().min(1),
        limit: z.int().min(1).max(100),
        status: z.enum(mediaJobStates).optional(),
      }),
    ]),
    out: z.object({
      jobs: z.array(
        z.object({
          taskId: z.string(),
          status: z.string(),
          createdAt: z.string().nullable(),
          creditsUsed: z.number().nullable(),
          operationId: z.string().nullable(),
        }),
      ),
      total: z.number().nullable(),
    }),
  }),
  /** What is learned of a price from what was paid; `null` while nothing is. */
  'jobs.price': operation({
    in: z.union([
      z.object({ unit: z.enum(units), modelId: z.string().min(1).max(128) }),
      z.object({ unit: z.enum(units), family: z.enum(families) }),
    ]),
    out: z.object({ creditsPerUnit: z.number(), samples: z.int() }).nullable(),
  }),

  /** The newest lip sync of exactly this at the connected service that is made or under way; `null` where there is none. Nothing is sent. */
  'lipSync.earlier': operation({
    in: z.object({ videoUrl: mediaAddress, audioUrl: mediaAddress, videoExtension: z.boolean().optional() }),
    out: earlierSchema,
  }),
  /** Answers when the service has taken the job; `jobs.follow` tells the rest. The service fetches both addresses itself. */
  'lipSync.create': operation({
    in: z.object({ videoUrl: mediaAddress, audioUrl: mediaAddress, videoExtension: z.boolean().optional(), expectedSeconds }),
    /** While a file goes into the person's bucket; leaving until then stops it, and nothing is sent. */
    event: uploadingSchema,
    out: paidOperationSchema,
  }),
  /**
   * Has the service speak a text to an address of its own (interface, "TTS v1", `cache`), for a service that cannot fetch a file of this machine.
   * Paid by the character; the same again is free while its address lives. `expiresAt` in Unix milliseconds, `null` where the service does not say.
   */
  'lipSync.sound': operation({
    in: z.object({
      text: z.string().min(1).max(limits.textCharacters),
      voiceId: z.string().min(1).max(128),
      modelId: z.string().min(1).max(128).optional(),
      controls: controlsSchema.optional(),
    }),
    out: z.object({ operation: paidOperationSchema, address: z.string(), expiresAt: z.number().nullable(), reused: z.boolean() }),
  }),
  /** As `lipSync.earlier`. */
  'dubbing.earlier': operation({ in: dubbingOrder, out: earlierSchema }),
  'dubbing.create': operation({
    in: dubbingOrder.extend({ expectedSeconds }),
    event: uploadingSchema,
    out: paidOperationSchema,
  }),
  /**
   * `available` is false where the service has no such endpoint for the account; then there are no models. `notUnderstood`: entries of its catalogue
   * that are no models as far as the studio can tell, by name.
   */
  'media.models': operation({
    in: z.object({ mediaType: z.enum(mediaTypes) }),
    out: z.object({ models: z.array(mediaModelSchema), notUnderstood: z.array(z.string()), available: z.boolean() }),
  }),
  'images.create': operation({
    in: z.object({
      prompt: imageRequest.shape.prompt,
      model: imageRequest.shape.model,
      aspectRatio: imageRequest.shape.aspect_ratio,
      resolution: imageRequest.shape.resolution.optional(),
      imageUrl: imageRequest.shape.image_url,
      imageUrls: imageRequest.shape.image_urls,
    }),
    out: paidOperationSchema,
  }),
  'videos.create': operation({
    in: z.object({
      prompt: videoRequest.shape.prompt,
      model: videoRequest.shape.model,
      seconds: z.number().positive().max(600),
      size: videoRequest.shape.size,
      firstFrameUrl: videoRequest.shape.first_frame_url,
      lastFrameUrl: videoRequest.shape.last_frame_url,
      referenceImageUrls: videoRequest.shape.reference_image_urls,
    }),
    out: paidOperationSchema,
  }),

  /** Never sent again by itself. `failure` says why what came could not be kept on the disk; it is in the answer all the same. */
  'transcription.create': operation({
    in: z.object({
      audioUrl: mediaAddress,
      language: transcriptionRequest.shape.language,
      ignoreTimestamps: z.boolean().optional(),
      fileName: transcriptionRequest.shape.file_name,
    }),
    out: made.extend({
      text: z.string(),
      /** Seconds; `null` where the service does not say. */
      duration: z.number().nullable(),
      /** True where the service says that many words may be wrong. */
      draft: z.boolean(),
      /** As they came: their fields are not shown by the interface. */
      segments: z.array(z.record(z.string(), z.json())),
      failure: failureSchema.nullable(),
    }),
  }),

  /** One page of the voices, by the filters that the interface has. */
  'voices.search': operation({
    in: z.object({
      page: z.int().min(1).max(1_000_000).default(1),
      pageSize: z.int().min(1).max(limits.pageSizeMaximum).default(limits.pageSizeDefault),
      modelType: z.enum(modelTypes).optional(),
      includePersonal: z.boolean().optional(),
      language: language.optional(),
      supportsLanguage: language.optional(),
      search: z.string().max(200).optional(),
    }),
    /** `null` where the service does not count. */
    out: z.object({ voices: z.array(listedVoiceSchema), total: z.number().nullable(), totalPages: z.number().nullable() }),
  }),
  /** What the service says of one voice, as far as that can be understood, and its other fields as they came. */
  'voices.get': operation({ in: z.object({ voiceId: remoteId }), out: catalogueVoiceSchema.partial().required({ voiceId: true }) }),
  /**
   * One line, spoken by a voice outside any project, kept whole in the profile. The same line by the same voice and model is never bought
   * twice: then `reused` is true and `operation` null, also without a service when `modelId` is named. Without `modelId`, the voice's default;
   * without `speed`, its own pace, which is 1. `variant` asks for another take of the same line: each number is a line of its own.
   */
  'voices.say': operation({
    in: z.object({
      voiceId: remoteId,
      modelId: remoteId.optional(),
      text: said,
      speed: pace.optional(),
      variant: variantSchema.optional(),
    }),
    out: z.object({ operation: paidOperationSchema.nullable(), file: keptFileSchema, reused: z.boolean() }),
  }),
  /**
   * What `voices.say` of a line by each of these voices would cost, in their order. `credits` is 0 for one that is paid for already (`file` is
   * its sound) and null while nothing is known of the price; `learnedFrom` counts the operations that prices were learned from.
   */
  'voices.quote': operation({
    in: z.object({
      text: said,
      speed: pace.optional(),
      variant: variantSchema.optional(),
      voices: z.array(z.object({ voiceId: remoteId, modelId: remoteId })).max(sayLimits.voices),
    }),
    out: z.object({
      lines: z.array(z.object({ voiceId: z.string(), file: keptFileSchema.nullable(), credits: z.number().nullable() })),
      learnedFrom: z.int(),
    }),
  }),
  /**
   * `files` are uploads (`POST /bytes/upload`), with the names that they had. `consent`: the sender confirms that the person whose voice it
   * is agreed. It is written into the ledger, and no part of what is sent.
   */
  'voices.clone': operation({
    in: z.object({
      name: voiceName,
      description: voiceDescription.optional(),
      referenceText: z.string().max(cloneLimits.referenceTextCharacters).optional(),
      visibility: voiceVisibility.optional(),
      languages: z.array(language).min(1).max(cloneLimits.languages).optional(),
      files: z
        .array(z.object({ uploadId: operationId, name: z.string().min(1).max(255) }))
        .min(1)
        .max(20),
      consent: z.literal(true),
    }),
    out: voiceMade,
  }),
  /** `operation` is null where the service had no such voice any more, and nothing was sent. Nothing is refunded. */
  'voices.delete': operation({ in: z.object({ voiceId: remoteId }), out: z.object({ operation: paidOperationSchema.nullable() }) }),

  /**
   * Answers when the previews are on the disk. The same order while an earlier one is under way, or its outcome is not known, goes on with
   * that one and its ids: it is charged once.
   */
  'designs.create': operation({
    in: designOrder,
    out: made.extend({ designId: z.string(), candidates: z.array(designCandidate) }),
  }),
  /** As `lipSync.earlier`; what was removed from the history counts. */
  'designs.earlier': operation({ in: designOrder, out: earlierSchema }),
  'designs.save': operation({ in: z.object({ designId: remoteId, ...saveFields }), out: voiceMade }),
  /**
   * The designs of the ledger, newest first: those whose prompt, preview text or voices hold every word of `search`, whatever its case.
   * `before` is the `next` of the page before; `next` is null on the last.
   */
  'designs.list': operation({
    in: z.object({
      search: z.string().max(200).optional(),
      /** Those that were removed from the history, in place of the others. */
      removed: z.boolean().default(false),
      before: operationId.optional(),
      limit: z.int().min(1).max(100).default(50),
    }),
    out: z.object({ designs: z.array(designRecordSchema), next: z.string().nullable() }),
  }),
  'designs.mark': operation({ in: designMarksSchema.partial().extend({ operationId }), out: designMarksSchema }),
  /** What a design would cost, learned from those that were paid for: `null` while nothing is. `characters` are those of the preview text. */
  'designs.estimate': operation({
    in: z.object({
      characters: z.int().min(0).max(designLimits.previewCharacters),
      providers: z.int().min(1).max(designProviders.length),
    }),
    out: z.object({ credits: z.number().nullable(), learnedFrom: z.int() }),
  }),
} as const;
