import { z } from 'zod';
import { limits } from './common.ts';

/**
 * Not shown, and chosen by the local service: the audio of a job that is not ready is a 409 `ERR_NOT_READY` with `Retry-After`, of a failed one a 404;
 * stored audio is kept for 30 days (`record.audioExpiresAt`), then a 404; an account with 1,000 waiting jobs gets a 429;
 * `partial_fail` keeps the audio of the segments that were made and is refunded whole, as is `fail`.
 */
export const jobsPath = '/api/open/v3/speech/tts/jobs';

/** Interface, "Asynchronous TTS job": exactly these five; the last three are terminal. */
export const jobStates = ['pending', 'processing', 'success', 'partial_fail', 'fail'] as const;
export type JobState = (typeof jobStates)[number];
export const terminalJobStates: readonly JobState[] = ['success', 'partial_fail', 'fail'];

/** Query of the job list. Unlike voices the page size is called `limit`. */
export const jobQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMaximum).default(limits.pageSizeDefault),
  status: z.enum(jobStates).optional(),
  createdAfter: z.iso
    .datetime({ offset: true, error: 'must be a date-time such as 2026-01-31T12:00:00Z (in an address, + is written %2B)' })
    .optional(),
});
