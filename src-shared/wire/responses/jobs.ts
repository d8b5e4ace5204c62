import { z } from 'zod';

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
