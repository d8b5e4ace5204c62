import { castSchema } from '../narration/cast.ts';
import { pronunciationsSchema } from '../narration/pronunciation.ts';
import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { idPattern } from '../ids.ts';
import { blockAttributes, maximumPauseMs } from '../narration/document.ts';
import { maximumChapters } from '../narration/outline.ts';
import { wordSchema } from '../narration/take.ts';
import { operation } from './operation.ts';
import { maximumValues } from '../rpc-bounds.ts';

const id = z.string().regex(idPattern);
/** One moment of a generation. Times are milliseconds from the start of the block's audio. */
const generationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queued'), blockId: z.string() }),
  /** The service cannot be reached: the block waits in the queue until `resumed`, and nothing is sent meanwhile. */
  z.object({ type: z.literal('paused'), blockId: z.string(), failure: failureSchema }),
  z.object({ type: z.literal('resumed'), blockId: z.string() }),
  z.object({ type: z.literal('sending'), blockId: z.string() }),
  /** Sound is arriving: `liveUrl` answers with the PCM from its start and goes on until the take is whole. */
  z.object({ type: z.literal('receiving'), blockId: z.string(), liveUrl: z.string() }),
  /** A job is being made by the service. */
  z.object({ type: z.literal('waiting'), blockId: z.string() }),
  z.object({ type: z.literal('words'), blockId: z.string(), words: z.array(wordSchema) }),
  /**
   * The block has its take. The take itself comes by `studio.watch`, before this, and once. `reused`: the same work had been paid for before;
   * nothing was sent.
   */
  z.object({ type: z.literal('take'), blockId: z.string(), takeId: z.string(), reused: z.boolean() }),
  /** `takeId`: what had arrived is kept as this incomplete take. */
  z.object({ type: z.literal('failed'), blockId: z.string(), failure: failureSchema, takeId: z.string().optional() }),
]);
export type GenerationEvent = z.infer<typeof generationEventSchema>;

const estimateSchema = z.object({ blocks: z.int(), characters: z.int(), credits: z.number().nullable(), learnedFrom: z.int() });
/** Blocks of one call, at most. */
export const maximumBlocks = 20_000;
/**
 * `sentBefore`, where there are any: works that were sent before and of which only a part or nothing arrived. They may have been charged, and are bought again.
 * `outcomeUnknown`, where there are any: works that were sent before and never answered. They are sent with the same ids first: a charge for them is not repeated.
 * `paid`: blocks whose audio this profile has paid for, in another project or in this one, so that generating them is free; each with the
 * fingerprint of its work.
 */
const blocksEstimateSchema = estimateSchema.extend({
  sentBefore: z.int().optional(),
  outcomeUnknown: z.int().optional(),
  paid: z
    .array(z.object({ blockId: id, fingerprint: z.string() }))
    .max(maximumBlocks)
    .optional(),
});

/** `selection`: UTF-16 units of the block's text, `from` up to but without `to`; without it, what the take of the block does not say. */
const repairInput = {
  projectId: id,
  chapterId: id,
  blockId: id,
  selection: z.object({ from: z.int().nonnegative(), to: z.int().nonnegative() }).optional(),
};

/** Generating blocks, and repairing what was generated. */
export const speechOperations = {
  /**
   * What `speech.generate` of the same blocks would send and cost. Credits are `null` while nothing has been learned. With `changed`, as it would
   * be with another cast or other pronunciations; of the blocks in `texts`, if they had these texts. With `others`, together with blocks of
   * other chapters: the same words in the same voice are bought once.
   */
  'speech.estimate': operation({
    in: z.object({
      projectId: id,
      chapterId: id,
      blockIds: z.array(id).max(maximumBlocks),
      others: z
        .array(z.object({ chapterId: id, blockIds: z.array(id).max(maximumBlocks) }))
        .max(maximumChapters)
        .optional(),
      another: z.boolean().optional(),
      texts: z.record(id, z.string()).optional(),
      changed: z
        .object({ cast: castSchema, pronunciations: pronunciationsSchema, sharedPronunciations: pronunciationsSchema })
        .partial()
        .optional(),
    }),
    maxValues: maximumValues,
    out: blocksEstimateSchema,
  }),
  /**
   * The same for texts that the project does not have yet, or has in other words, beside the chapter `chapterId`. With `changed`, in a project that is
   * otherwise as this one; without a project, in a new one. `paid`: of the blocks, those whose sound was paid for before, and is free.
   */
  'speech.estimate-texts': operation({
    in: z.object({
      projectId: id.nullable(),
      chapterId: id.nullable(),
      blocks: z
        .array(blockAttributes.pick({ voiceId: true, modelId: true, controls: true, characterId: true }).extend({ text: z.string() }))
        .max(maximumBlocks),
      changed: z
        .object({
          voiceId: z.string().max(128).nullable(),
          modelId: z.string().max(128).nullable(),
          cast: castSchema,
          pronunciations: pronunciationsSchema,
        })
        .partial()
        .optional(),
    }),
    maxValues: maximumValues,
    out: estimateSchema.extend({ paid: z.int() }),
  }),
  /**
   * Makes the takes of blocks, several at a time; they are sent in the order given, and one failure does not stop the rest. A block that is
   * paid for already is not sent. Cancelling stops what is under way and keeps what arrived. With `another`, the next reading
   * of the same work that the project does not have yet: on purpose, and paid for unless this profile has paid for it before.
   */
  'speech.generate': operation({
    in: z.object({ projectId: id, chapterId: id, blockIds: z.array(id).min(1).max(maximumBlocks), another: z.boolean().optional() }),
    event: generationEventSchema,
    out: z.object({ made: z.int(), reused: z.int(), failed: z.int() }),
  }),

  /**
   * What an earlier run of the studio was asked to generate and did not send, because it ended first. Without what was made, sent, deleted or
   * locked since.
   */
  'speech.unsent': operation({
    in: z.object({ projectId: id }),
    out: z.object({
      chapters: z.array(z.object({ chapterId: id, blocks: z.array(z.object({ id, text: z.string() })) })),
    }),
    maxValues: maximumValues,
  }),
  /**
   * Names what is to be generated after the run that goes on, in this order, for as long as the call is open: what a crash or a closed window
   * leaves of it is unsent too. Cancelling the call forgets it.
   */
  'speech.announce': operation({
    in: z.object({
      projectId: id,
      chapters: z
        .array(z.object({ chapterId: id, blockIds: z.array(id).max(maximumBlocks) }))
        .min(1)
        .max(maximumChapters),
    }),
    maxValues: maximumValues,
  }),
  /** Forgets them, for a person does not want them any more. */
  'speech.forget-unsent': operation({ in: z.object({ projectId: id }) }),

  /**
   * What `speech.repair` of the same words would generate, and cost. `texts`: whole sentences, as they would be sent; none where words of the take
   * only go. Fails with `invalid-input` where the block has no sound, no word times or nothing to repair, and with `conflict` where its take was made
   * with another voice or other settings.
   */
  'speech.repair-plan': operation({
    in: z.object(repairInput),
    out: z.object({
      texts: z.array(z.string()),
      /** Nothing of the take stays: the whole block is generated. */
      isWhole: z.boolean(),
      characters: z.int(),
      credits: z.number().nullable(),
      learnedFrom: z.int(),
    }),
  }),
  /**
   * Generates the sentences of a block that the selection touches, and those that its take does not say, and puts them into the take. The result is a
   * new take of the block, of its text of now; nothing stands for the block otherwise than before. Sentences that are paid for and in no take yet are
   * not bought again.
   */
  'speech.repair': operation({
    in: z.object(repairInput),
    out: z.object({ takeId: id, beforeTakeId: id, reused: z.boolean(), creditsUsed: z.number().nullable() }),
  }),

  /**
   * Cuts the take of a block that was split for one of its halves, or joins those of two that were joined, so that the block has the sound of its
   * words; that of a half that another character speaks now is stale. Nothing is sent. `takeId`: `null` where the block has its sound already, or word
   * times do not allow it. `pauseMs`: silence between two.
   */
  'speech.keep-sound': operation({
    in: z.object({
      projectId: id,
      chapterId: id,
      blockId: id,
      takeIds: z.array(id).min(1).max(2),
      pauseMs: z.number().min(0).max(maximumPauseMs),
    }),
    out: z.object({ takeId: id.nullable() }),
  }),
} as const;
