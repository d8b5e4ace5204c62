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

/** What the local service notes of each result; the studio says it in the language in use. */
export const movesNoLips = 'The local service replaces the sound of the video; it moves no lips.';

/** Additional properties are not shown; the local service ignores them, as v1 does elsewhere. */
export const lipSyncRequest = z.looseObject({
  video_url: mediaAddress,
  audio_url: mediaAddress,
  video_extension: z.boolean().optional(),
});

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

/** Defaults as in the job list of v3 (not shown; chosen). */
export const lipSyncQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMaximum).default(limits.pageSizeDefault),
  status: z.enum(mediaJobStates).optional(),
});
