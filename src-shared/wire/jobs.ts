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

/** `task`. Known fields by the interface; the optional ones are not shown and sent by the local service. */
export const task = z.looseObject({
  taskId: z.string(),
  status: z.string(),
  voiceId: z.string().optional(),
  modelId: z.string().optional(),
  format: z.string().optional(),
  createdAt: z.string().optional(),
  completedAt: z.string().optional(),
  segmentCount: z.int().optional(),
  errorCode: z.string().optional(),
  errorMessage: z.string().optional(),
});

export const jobResponse = z.looseObject({
  task,
  record: z.looseObject({}).optional(),
  requestId: z.string().optional(),
  quotaRemaining: z.int().optional(),
  creditsUsed: z.number().optional(),
  ignoredParameters: z.array(z.string()).optional(),
});
export type JobResponse = z.infer<typeof jobResponse>;

/** Query of the job list. Unlike voices the page size is called `limit`. */
export const jobQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMaximum).default(limits.pageSizeDefault),
  status: z.enum(jobStates).optional(),
  createdAfter: z.iso
    .datetime({ offset: true, error: 'must be a date-time such as 2026-01-31T12:00:00Z (in an address, + is written %2B)' })
    .optional(),
});

/** The list's envelope is not shown; the local service sends `items` of job responses in the voice list's envelope, with `limit`. */
export const jobList = z.looseObject({
  items: z.array(jobResponse),
  total: z.int().optional(),
  page: z.int().optional(),
  limit: z.int().optional(),
  totalPages: z.int().optional(),
  requestId: z.string().optional(),
});

/**
 * One segment of a job: response shape not shown. The local service sends its text, its place in the audio in milliseconds,
 * and the words with absolute times.
 */
export const jobSegment = z.looseObject({
  taskId: z.string(),
  segmentIndex: z.int().nonnegative(),
  text: z.string(),
  status: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  words: z.array(z.looseObject({ text: z.string(), startMs: z.number(), endMs: z.number() })),
  requestId: z.string().optional(),
});
