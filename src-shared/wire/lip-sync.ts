import { z } from 'zod';
import { limits } from './common.ts';
import { mediaAddress } from './media-address.ts';

/** Interface, "Lip sync". */
export const lipSyncPath = '/api/open/v1/media/lip-sync/jobs';
/** Interface, "Versioning". `query` takes the job's id as `id` or `jobId` (not shown; chosen). */
export const legacyLipSyncPaths = {
  create: '/api/open/lip-sync/create',
  list: '/api/open/lip-sync/list',
  query: '/api/open/lip-sync/query',
} as const;

/** Additional properties are not shown; the local service ignores them, as v1 does elsewhere. */
export const lipSyncRequest = z.looseObject({
  video_url: mediaAddress,
  audio_url: mediaAddress,
  video_extension: z.boolean().optional(),
});
export type LipSyncRequest = z.infer<typeof lipSyncRequest>;

/** `pending` and `completed` are the interface's; the other two are not shown, and chosen. The last two are terminal. */
export const mediaJobStates = ['pending', 'processing', 'completed', 'failed'] as const;
export type MediaJobState = (typeof mediaJobStates)[number];

/**
 * `billing_rule`. The first is the interface's. With `video_extension` the audio alone counts: the name of that rule is not
 * shown, and chosen. Both round up to whole seconds.
 */
export const billingRules = { shorter: 'shorter_input_rounded_up', audio: 'audio_rounded_up' } as const;

/** Whole seconds that a lip sync of media of these lengths, in seconds, is billed for; with `extension` the video is made as long as the sound. */
export const billedSeconds = (video: number, audio: number, extension: boolean): number =>
  Math.ceil(extension ? audio : Math.min(video, audio));

/** What a finished job adds to `data`: not shown, and chosen. `result_url` needs no key and is good for a short while; every read makes a new one. */
const ending = {
  created_at: z.string().optional(),
  completed_at: z.string().optional(),
  result_url: z.string().optional(),
  result_expires_at: z.string().optional(),
  result_content_type: z.string().optional(),
  result_bytes: z.int().optional(),
  result_duration_seconds: z.number().optional(),
  error_code: z.string().optional(),
  error_message: z.string().optional(),
  /** What the result is not: the local service replaces the sound and moves no lips. */
  note: z.string().optional(),
};

const measured = {
  id: z.string(),
  status: z.string(),
  billing_duration_seconds: z.int(),
  video_duration_seconds: z.number(),
  audio_duration_seconds: z.number(),
  billing_rule: z.string(),
};

export const lipSyncData = z.looseObject({ ...measured, credits_used: z.int(), ...ending });
export const dubbingData = z.looseObject({
  ...measured,
  credits_used: z.looseObject({ tts: z.int(), lip_sync: z.int(), total: z.int() }),
  ...ending,
});

/** The envelope of lip-sync and dubbing jobs (interface, "Lip-sync and dubbing job"). */
export const envelopeOf = <Data extends z.ZodType>(data: Data) =>
  z.looseObject({ success: z.boolean(), message: z.string().optional(), data, requestId: z.string().optional() });
export const lipSyncResponse = envelopeOf(lipSyncData);
export type LipSyncResponse = z.infer<typeof lipSyncResponse>;

/** Defaults as in the job list of v3 (not shown; chosen). */
export const lipSyncQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMaximum).default(limits.pageSizeDefault),
  status: z.enum(mediaJobStates).optional(),
});

/** Newest first; the list's shape is not shown. */
export const lipSyncList = envelopeOf(
  z.looseObject({ items: z.array(lipSyncData), total: z.int(), page: z.int(), limit: z.int(), total_pages: z.int() }),
);
