import { z } from 'zod';

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
  /** What the result is not: `movesNoLips` of `wire/lip-sync.ts`. */
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

/** Newest first; the list's shape is not shown. */
export const lipSyncList = envelopeOf(
  z.looseObject({ items: z.array(lipSyncData), total: z.int(), page: z.int(), limit: z.int(), total_pages: z.int() }),
);
