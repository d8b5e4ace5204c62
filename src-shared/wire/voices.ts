import { z } from 'zod';
import { limits, listOf } from './common.ts';

export const voicesPath = '/api/open/v3/voices';
export const voicesV1Path = '/api/open/v1/voices';

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

/** A voice as the studio lists it: the v3 item with what the v1 item adds, where that was read. */
export const catalogueVoice = z.looseObject({
  ...voice.shape,
  description: z.string().optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type CatalogueVoice = z.infer<typeof catalogueVoice>;

export const voiceListV1 = listOf(voiceV1);

/**
 * Who sees a personal voice (not shown what `public` does; chosen): a `private` one its account alone, a `public` one every account, which may
 * speak with it and finds it among the public voices. For its owner it stays personal; nobody else may delete it.
 */
export const visibilities = ['private', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

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

const paging = {
  page: whole(1, 1_000_000).default(1),
  pageSize: whole(1, limits.pageSizeMaximum).default(limits.pageSizeDefault),
  includePersonal: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** Case-insensitive, in name or description; surrounding blanks do not count. */
  search: z.string().max(200).optional(),
};

/** Query of `GET /api/open/v3/voices`; anything else in the query is ignored (not shown; chosen). */
export const voiceQuery = z.object(paging);

/** Interface, "Voice listing (v1)". */
export const modelTypes = ['public', 'personal', 'all'] as const;
export type ModelType = (typeof modelTypes)[number];

/**
 * Query of `GET /api/open/v1/voices`. `modelType` wins over `includePersonal`, which only changes its default from `public` to `all`.
 * Not shown, and chosen: `language` is compared with the primary language letter by letter (`en-US`, never `en`); `supportsLanguage` finds a code among
 * the voice's languages whatever its case, and a language alone (`en`) finds each of its regions; other query fields are ignored.
 */
export const voiceQueryV1 = z.object({
  ...paging,
  modelType: z.enum(modelTypes).optional(),
  language: z.string().min(1).max(limits.languageCharacters).optional(),
  supportsLanguage: z.string().min(1).max(limits.languageCharacters).optional(),
});
export type VoiceQueryV1 = z.output<typeof voiceQueryV1>;
