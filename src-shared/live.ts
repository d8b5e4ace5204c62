import { z } from 'zod';
import { failureSchema } from './failure.ts';
import { idPattern } from './ids.ts';
import { realtimeFormats, realtimeModes, realtimeVersions } from './wire/realtime.ts';
import { messageSchema } from './messages/message.ts';

/** What a window and main say to each other while somebody speaks live. Sizes are characters (UTF-16 units) and bytes of encoded sound. */

export const liveLimits = {
  /** Of one phrase; longer ones are for a narration. */
  phraseCharacters: 10_000,
  /** Phrases that wait to be sent, and their characters. */
  waitingPhrases: 500,
  waitingCharacters: 500_000,
  /**
   * Sound that was sent and not acknowledged, where the caller acknowledges; beyond it the service is not read. Some twenty-five minutes at
   * 22 kHz, which the longest phrase takes at half its pace: a service that waits for its client longer than it cares to ends the session.
   */
  unheardBytes: 64 * 1024 * 1024,
} as const;

const id = z.string().regex(idPattern);
/** The caller's own name of a phrase, once in a session. */
const phraseId = z.string().regex(/^[\w-]{1,64}$/u);
const text = z.string().min(1).max(liveLimits.phraseCharacters);

/** How a voice speaks. By its names of version 3; what the model lacks is ignored with a warning, or refused by version 2 without `parameterProfile`. */
export const liveControls = z
  .strictObject({
    speed: z.number(),
    volume: z.number(),
    pitch: z.number(),
    stability: z.number(),
    similarity: z.number(),
    language: z.string().min(1).max(32),
    emotion: z.string().min(1).max(64),
    instructions: z.string().min(1).max(1_600),
    optimizeInstructions: z.boolean(),
    textNormalization: z.boolean(),
    chunkLength: z.int(),
    latency: z.string().min(1).max(32),
    parameterProfile: z.literal('product_v1'),
  })
  .partial();
export type LiveControls = z.infer<typeof liveControls>;

/** What a control may be, and what it is where nothing is set. */
const controlRange = z.object({ minimum: z.number(), maximum: z.number(), default: z.number() });
export type ControlRange = z.infer<typeof controlRange>;

/** In characters, and billable units of a session; never above those of the interface. */
const limitsSchema = z.object({
  inputCharacters: z.int(),
  textCharacters: z.int(),
  segmentCharacters: z.int(),
  sessionUnits: z.int(),
});
export type LiveLimits = z.infer<typeof limitsSchema>;

/** What can be spoken live: what the service says of itself, completed by the interface's own defaults. */
export const liveCapabilities = z.object({
  modes: z.array(z.enum(realtimeModes)),
  formats: z.array(z.enum(realtimeFormats)),
  limits: limitsSchema,
  /** Where it is `false` the service did not list its models: a model that is not among these may be spoken with as well. */
  listsModels: z.boolean(),
  models: z.array(
    z.object({
      id: z.string(),
      available: z.boolean(),
      formats: z.array(z.enum(realtimeFormats)),
      /** What it takes, by the names of version 3; a number with its range. */
      parameters: z.record(z.string(), z.union([z.literal(true), controlRange])),
      /** The service names the parameters of this model: it takes no other. */
      listsParameters: z.boolean(),
      maxSegmentCharacters: z.int(),
    }),
  ),
});
export type LiveCapabilities = z.infer<typeof liveCapabilities>;
export type LiveModel = LiveCapabilities['models'][number];

export const liveInput = z.object({
  version: z.enum(realtimeVersions).default('v3'),
  /** `reliable`: one request for many phrases, which survives a lost connection. `simple`: one request for each phrase, and what is lost is lost. */
  mode: z.enum(realtimeModes).default('reliable'),
  voiceId: z.string().min(1).max(128),
  modelId: z.string().min(1).max(128),
  format: z.enum(realtimeFormats).default('pcm'),
  controls: liveControls.default({}),
  /** The caller sends `heard`, and main holds the service back for it. */
  acknowledges: z.boolean().default(false),
});
export type LiveInput = z.output<typeof liveInput>;

export const liveSend = z.discriminatedUnion('type', [
  z.object({ type: z.literal('say'), id: phraseId, text }),
  /** Changes a phrase that has not been sent; one that has stays as it was, and `refused` says so. */
  z.object({ type: z.literal('edit'), id: phraseId, text }),
  /** Drops what has not been sent: these, or all. What was sent is finished, kept and charged. */
  z.object({ type: z.literal('drop'), ids: z.array(phraseId).max(liveLimits.waitingPhrases).optional() }),
  /** Bytes of sound taken in since the session began. */
  z.object({ type: z.literal('heard'), bytes: z.number().nonnegative() }),
  /** No further phrase comes; what was said is spoken to its end. So does the end of what is sent. */
  z.object({ type: z.literal('finish') }),
]);
export type LiveSend = z.infer<typeof liveSend>;

/** `code` is empty where the service sent none. `message` is what the service says, or what the studio does. */
const warning = z.object({ code: z.string(), message: z.union([z.string(), messageSchema]), path: z.string().optional() });
const pcm = z.object({ sampleRate: z.int(), channels: z.int(), bitDepth: z.int() });

export const liveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('state'),
    state: z.enum(['connecting', 'ready', 'reconnecting', 'idle']),
    failure: failureSchema.optional(),
    /** Of `idle`: why the service's session ended before it was asked to. What waits begins another. */
    because: z.enum(['draining', 'timeout', 'units']).optional(),
  }),
  /** A request has begun; a session has several when the service ends one, or its units are used up. */
  z.object({
    type: z.literal('ready'),
    operationId: id,
    requestId: z.string(),
    /** Of the service, where it names them. */
    sessionId: z.string().optional(),
    provider: z.string().optional(),
    /** What the service answers with; what was asked for, where it does not say. */
    modelId: z.string(),
    voiceId: z.string(),
    format: z.string(),
    pcm: pcm.optional(),
    effectiveRequest: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    warnings: z.array(warning),
  }),
  /** What raw samples are, where only their first frame says so; before any of their sound. */
  z.object({ type: z.literal('pcm'), pcm }),
  z.object({ type: z.literal('queued'), id: phraseId }),
  /** On its way, and written down; it cannot be taken back. */
  z.object({ type: z.literal('sent'), id: phraseId, segmentId: z.string() }),
  z.object({ type: z.literal('accepted'), id: phraseId, segmentId: z.string(), reservedUnits: z.number().optional() }),
  /** The service has no room for it yet; it is offered again, and charged once. */
  z.object({ type: z.literal('held'), id: phraseId, segmentId: z.string() }),
  /** The next bytes of the session's sound; they are on the disk. */
  z.object({ type: z.literal('audio'), id: phraseId, segmentId: z.string(), bytes: z.instanceof(Uint8Array) }),
  /** The header of a format that has one; once for each request, before its first sound. */
  z.object({ type: z.literal('header'), bytes: z.instanceof(Uint8Array) }),
  /** So many bytes of it never came, or came too late to be in their place here. */
  z.object({ type: z.literal('gap'), id: phraseId, segmentId: z.string(), missingBytes: z.number() }),
  /** After a reconnection the service spoke this phrase again, and not alike: the sound goes on in the other reading. */
  z.object({ type: z.literal('spliced'), id: phraseId, segmentId: z.string() }),
  /** `whole`: every byte of it is on the disk. */
  z.object({ type: z.literal('completed'), id: phraseId, segmentId: z.string(), bytes: z.int(), whole: z.boolean() }),
  /** This phrase was not and will not be spoken. */
  z.object({ type: z.literal('refused'), id: phraseId, failure: failureSchema }),
  z.object({ type: z.literal('dropped'), id: phraseId }),
  z.object({ type: z.literal('usage'), sessionUnits: z.number().optional(), quotaRemaining: z.number().optional() }),
  z.object({ type: z.literal('warning'), ...warning.shape }),
  /** Milliseconds there and back, and from a phrase's sending to its first sound. */
  z.object({ type: z.literal('latency'), roundTripMs: z.number() }),
  z.object({ type: z.literal('first-sound'), id: phraseId, ms: z.number() }),
  /** Phrases that were never sent, when a session ends on a failure; nothing of them was charged. */
  z.object({ type: z.literal('unsent'), ids: z.array(phraseId) }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** What was kept of one request. */
export const liveKept = z.object({
  operationId: id,
  requestId: z.string(),
  segments: z.int(),
  units: z.int(),
  /** The sound, in the profile; `null` when there is none. */
  path: z.string().nullable(),
  bytes: z.int(),
  /** Every phrase that was sent is there to its last byte. */
  whole: z.boolean(),
  /** Of what was spoken, where its format says it. */
  durationMs: z.number().optional(),
});
export type LiveKept = z.infer<typeof liveKept>;
