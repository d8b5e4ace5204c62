import { z } from 'zod';
import { dubLimits, dubSchema, dubTakeSchema } from '../dubbing/timeline.ts';
import { enoughText } from '../dubbing/voice-languages.ts';
import { maximumSavedDubHistory } from '../dubbing/saved-history.ts';
import { idPattern } from '../ids.ts';
import { variantSchema } from '../narration/take.ts';
import { absolutePath, operation } from './operation.ts';
import { exportedPeakSchema } from '../sound/exported-peak.ts';

/**
 * Dubs on a timeline. A dub's video is at `/bytes/dub/<id>/video`, the peaks of its original sound at `/bytes/dub/<id>/original.peaks`, a take's
 * at `/bytes/dub/take/<take id>.peaks` (100 pairs of signed bytes a second). What the main process has no decoder for may be decoded by the
 * window: signed 16 bit samples, interleaved, go to `POST /bytes/dub/<id>/original?at=<bytes so far>&rate=…&channels=…&start=<seconds>` in pieces,
 * each answered with `{ "taken": bytes so far }`, and `dubs.originalRead` ends it.
 */

const dubId = z.string().regex(idPattern);
const voiceId = z.string().min(1).max(200);
const line = z.object({
  text: z.string().trim().min(1).max(dubLimits.characters),
  voiceId,
  modelId: voiceId.nullable(),
  speed: z.number().min(0.5).max(2),
  /** Absent: the first take of the line. A number asks for another one, which is paid for once like the first. */
  variant: variantSchema.optional(),
});

const dubExportFormats = ['mp4', 'mov', 'wav', 'srt', 'vtt'] as const;
export type DubExportFormat = (typeof dubExportFormats)[number];

export const dubbingTimelineOperations = {
  /** The newest change first. */
  'dubs.list': operation({
    out: z.object({
      dubs: z.array(
        z.object({ id: z.string(), title: z.string(), changedAt: z.number(), samples: z.int(), segments: z.int(), made: z.int() }),
      ),
    }),
  }),
  /** The dubs that speak with a voice, the newest change first, with how many segments name it. `unread`: how many could not be looked into. */
  'dubs.usingVoice': operation({
    in: z.object({ voiceId }),
    out: z.object({ dubs: z.array(z.object({ id: z.string(), title: z.string(), segments: z.int() })), unread: z.int() }),
  }),
  /**
   * A dub of an uploaded video (`POST /bytes/upload`), which it keeps. Its original sound is decoded, reported by `fraction`. Fails with
   * `unsupported-media` for what is no video, and then keeps nothing.
   */
  'dubs.create': operation({
    in: z.object({ uploadId: dubId, name: z.string().min(1).max(1024) }),
    event: z.object({ fraction: z.number() }),
    out: dubSchema,
  }),
  'dubs.open': operation({ in: z.object({ dubId }), out: dubSchema }),
  /** Durable when it answers, with the next revision. `conflict` where another window has saved since `dub.revision`. */
  'dubs.save': operation({
    in: z.object({
      dub: dubSchema,
      /** Its history of undo, as the window packs it. */
      undo: z.string().max(maximumSavedDubHistory).optional(),
    }),
    out: z.object({ revision: z.int(), changedAt: z.number() }),
  }),
  /** The history that was saved with a dub as it is now; `null` where it was saved without one, or changed since. */
  'dubs.readUndo': operation({ in: z.object({ dubId }), out: z.object({ undo: z.string().nullable() }) }),
  /** The video's copy goes with it. What was paid for stays in the ledger and in the store. */
  'dubs.remove': operation({ in: z.object({ dubId }) }),
  /** The window has decoded the original sound, or `failed` to. */
  'dubs.originalRead': operation({ in: z.object({ dubId, failed: z.boolean().optional() }), out: dubSchema.shape.video }),

  /**
   * What the video says, as an upload to be transcribed: a WAV of one channel at 16 kHz or, where its sound is not decoded, the video itself. Fails with
   * `unsupported-media` where it has no sound, and `too-large` where it is longer than anything is transcribed.
   */
  'dubs.recording': operation({
    in: z.object({ dubId }),
    event: z.object({ fraction: z.number() }),
    /** `name`: of the file, by its type; `title`: of the video. */
    out: z.object({ uploadId: z.string(), name: z.string(), title: z.string(), bytes: z.number() }),
  }),

  /**
   * The newest transcript of exactly what the video says that was paid for at this service and is on the disk, as `dubs.recording` would send it; `null`
   * where there is none, and where the sound is not decoded yet. Nothing is sent.
   */
  'dubs.transcript': operation({ in: z.object({ dubId }), out: z.object({ transcriptId: z.string().nullable() }) }),

  /** The languages of texts (`de`), each where it is plain from the text; `null` for one that is short or unclear. Nothing is sent. */
  'dubs.languages': operation({
    in: z.object({ texts: z.array(z.string().max(enoughText)).max(dubLimits.segments) }),
    out: z.object({ languages: z.array(z.string().nullable()) }),
  }),

  /** What making these lines would send and cost; equal lines count once, `free` ones are paid for already. */
  'dubs.estimate': operation({
    in: z.object({ lines: z.array(line).max(dubLimits.segments) }),
    out: z.object({ lines: z.int(), free: z.int(), characters: z.int(), credits: z.number().nullable(), learnedFrom: z.int() }),
  }),
  /**
   * The sound of a line, bought once and kept, as `voices.say`. In the ledger it stands under the dub. `paidOnly`: one that is not paid for is `not-found`.
   * Lines of one `runId` are one batch, and one that would pass the cap of a batch is `payment-required`; without it a line is a batch of its own.
   */
  'dubs.say': operation({
    in: line.extend({ dubId, paidOnly: z.boolean().optional(), runId: dubId.optional() }),
    out: z.object({ take: dubTakeSchema, reused: z.boolean(), creditsUsed: z.number().nullable() }),
  }),
  /**
   * Names the dub's sound as it is saved: original, ducked, and every take in its place. `missing` are segments whose sound is not on the disk
   * any more; making them again costs nothing where the service still has them.
   */
  'dubs.sound': operation({
    in: z.object({ dubId }),
    out: z.object({ audioUrl: z.string(), samples: z.int(), missing: z.array(z.string()) }),
  }),
  /**
   * `mp4`: the video's own packets, untouched, with the dub in MP4 as `audioCodec`, AAC-LC unless it says otherwise, or in WebM as Opus, as the
   * video is. `mov`: the same with uncompressed sound, for editors. With `path`, a file there, never overwritten unless `overwrite`; without, a download address.
   */
  'dubs.export': operation({
    in: z.object({
      dubId,
      format: z.enum(dubExportFormats),
      audioCodec: z.enum(['aac', 'opus']).optional(),
      /** Captions name their speakers. */
      speakers: z.boolean().optional(),
      path: absolutePath.optional(),
      overwrite: z.boolean().optional(),
      /** Of all its speech, for the name of a download and the track of its sound: `en`. */
      language: z
        .string()
        .regex(/^[a-z]{2,3}$/u)
        .optional(),
    }),
    event: z.object({ fraction: z.number().min(0).max(1) }),
    out: z.object({
      name: z.string(),
      bytes: z.number(),
      path: z.string().nullable(),
      url: z.string().nullable(),
      /** `null` for captions. */
      peak: exportedPeakSchema.nullable(),
    }),
  }),
} as const;
