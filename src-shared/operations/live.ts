import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { idPattern } from '../ids.ts';
import { liveCapabilities, liveControls, liveEvent, liveInput, liveKept, liveLimits, liveSend } from '../live.ts';
import { operation } from './operation.ts';
import { operationStates } from '../paid-work.ts';
import { takeSchema } from '../narration/take.ts';
import { realtimeFormats, realtimeModes, realtimeVersions } from '../wire/realtime.ts';

/** Operations of speaking live: the session itself, what a person sets up for it, and the sessions that were held. */

const id = z.string().regex(idPattern);

export const liveStateLimits = {
  phrases: 100,
  phraseCharacters: 2_000,
  waiting: 500,
  draftCharacters: liveLimits.phraseCharacters,
} as const;

const text = z.string().trim().min(1);
/** What a person speaks with, and keeps at hand; of the profile. */
export const liveStateSchema = z.object({
  /** Phrases that are kept for their keys, in their order. */
  phrases: z.array(z.object({ id, text: text.max(liveStateLimits.phraseCharacters) })).max(liveStateLimits.phrases),
  /** What stands in the field, and what waits behind it to be sent: neither is lost with the window. */
  draft: z.string().max(liveStateLimits.draftCharacters),
  waiting: z.array(text.max(liveLimits.phraseCharacters)).max(liveStateLimits.waiting),
  settings: z.object({
    version: z.enum(realtimeVersions),
    mode: z.enum(realtimeModes),
    voiceId: z.string().max(128).nullable(),
    modelId: z.string().max(128).nullable(),
    format: z.enum(realtimeFormats),
    /** Of those, a session is begun with what its model takes. */
    controls: liveControls.default({}),
    /** The output of Live in earlier versions; `outputDeviceId` of the settings takes it over. */
    deviceId: z.string().max(512).exactOptional(),
  }),
});
export type StoredLive = z.infer<typeof liveStateSchema>;

const spokenSchema = z.object({
  segmentId: z.string(),
  text: z.string(),
  bytes: z.int(),
  whole: z.boolean(),
  /** Studio address of its own sound; `null` where there is none that can be played. */
  url: z.string().nullable(),
});

/** One request to the service, as it is on the disk. */
const liveRequestSchema = z.object({
  operationId: id,
  requestId: z.string(),
  /** Requests of one session share it. */
  sessionId: z.string(),
  createdAt: z.number(),
  connectionId: z.string(),
  state: z.enum(operationStates),
  /** It is being spoken now, in this studio. */
  running: z.boolean(),
  failure: failureSchema.nullable(),
  creditsUsed: z.number().nullable(),
  version: z.enum(realtimeVersions),
  mode: z.enum(realtimeModes),
  format: z.enum(realtimeFormats),
  voiceId: z.string(),
  modelId: z.string(),
  whole: z.boolean(),
  url: z.string().nullable(),
  segments: z.array(spokenSchema),
});
export type LiveRequestRecord = z.infer<typeof liveRequestSchema>;

export const liveOperations = {
  /** What can be spoken live, and its limits. */
  'live.capabilities': operation({ in: z.object({ version: z.enum(realtimeVersions).default('v3') }), out: liveCapabilities }),
  /**
   * A live session: phrases in, their sound out, each bit of it on the disk before it is sent. Ends when what is sent ends, or `finish` is
   * sent, and everything is spoken. Cancelling ends it at once and keeps what came; phrases that were sent may be charged.
   */
  'live.speak': operation({ in: liveInput, event: liveEvent, send: liveSend, out: z.object({ requests: z.array(liveKept) }) }),
  /** Goes on with a reliable request whose end is not known, with exactly the same phrases; what is whole on the disk is not sent again. */
  'live.resume': operation({ in: z.object({ operationId: id }), event: liveEvent, out: liveKept }),

  'live.state': operation({ out: liveStateSchema }),
  /** Changes what is given, and leaves the rest. Durable when it answers. */
  'live.updateState': operation({ in: liveStateSchema.partial(), out: liveStateSchema }),

  /** The requests of the sessions that were held, newest first; `before` is the last one of the page before. */
  'live.sessions': operation({
    in: z.object({ before: id.optional(), limit: z.int().min(1).max(100).default(50) }),
    out: z.object({ requests: z.array(liveRequestSchema), next: id.nullable() }),
  }),
  /**
   * Copies the sound of phrases into blocks of an open project's chapter, each as a take with words whose times are estimated. A phrase that is
   * not whole becomes an incomplete take. Costs nothing. Fails with `not-found` for a chapter or block that is not there.
   */
  'live.keep': operation({
    in: z.object({
      projectId: id,
      chapterId: id,
      phrases: z
        .array(z.object({ operationId: id, segmentId: z.string().min(1).max(128), blockId: id }))
        .min(1)
        .max(2_000),
    }),
    out: z.object({ takes: z.array(takeSchema) }),
  }),
} as const;
