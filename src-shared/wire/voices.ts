import { z } from 'zod';
import { limits, listOf } from './common.ts';

export const voicesPath = '/api/open/v3/voices';

/** Interface, "Voice": the v3 list item. Unknown fields are kept. */
export const voice = z.looseObject({
  voiceId: z.string(),
  name: z.string(),
  isPersonal: z.boolean(),
  primaryLanguage: z.string(),
  languages: z.array(z.string()),
  modelIds: z.array(z.string()),
});
export type Voice = z.infer<typeof voice>;

export const voiceList = listOf(voice);

/**
 * `GET /api/open/v3/voices/{voiceId}`: fields not shown. The local service sends the list item with `description`,
 * `createdAt` and `requestId`; a client relies on the list item's fields alone.
 */
export const voiceDetail = z.looseObject({
  ...voice.shape,
  description: z.string().optional(),
  createdAt: z.string().optional(),
  requestId: z.string().optional(),
});

const whole = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);

/** Query of `GET /api/open/v3/voices`; anything else in the query is ignored (not shown; chosen). */
export const voiceQuery = z.object({
  page: whole(1, 1_000_000).default(1),
  pageSize: whole(1, limits.pageSizeMaximum).default(limits.pageSizeDefault),
  includePersonal: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  search: z.string().max(200).optional(),
});
