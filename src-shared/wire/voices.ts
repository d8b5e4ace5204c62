import { z } from 'zod';
import { limits } from './common.ts';

export const voicesPath = '/api/open/v3/voices';
export const voicesV1Path = '/api/open/v1/voices';

/**
 * Who sees a personal voice (not shown what `public` does; chosen): a `private` one its account alone, a `public` one every account, which may
 * speak with it and finds it among the public voices. For its owner it stays personal; nobody else may delete it.
 */
export const visibilities = ['private', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

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
