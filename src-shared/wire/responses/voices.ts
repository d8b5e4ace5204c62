import { z } from 'zod';
import { listOf } from './common.ts';

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

/** Interface, "Voice": the v1 list item. Timestamps are ISO 8601. */
export const voiceV1 = z.looseObject({
  voiceId: z.string(),
  title: z.string(),
  description: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  isPersonal: z.boolean(),
});

export type VoiceV1 = z.infer<typeof voiceV1>;

export const voiceListV1 = listOf(voiceV1);

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
