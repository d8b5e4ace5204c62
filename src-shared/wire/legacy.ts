import { z } from 'zod';
import { modelTypes } from './voices.ts';

/**
 * Interface, "Versioning": the legacy voice paths, all of them POST. Their arguments are not shown; the local service takes:
 * `create-model` the multipart form of `POST /api/open/v1/voices`; `delete-model` a JSON body with `voiceId`, or `reference_id`, the one legacy alias of a
 * voice id (both must agree); `list-models` the query of `GET /api/open/v1/voices`, in the query or as a JSON body, which wins and may be absent.
 * Answers are those of the current paths.
 */
export const legacyVoicePaths = {
  create: '/api/open/create-model',
  delete: '/api/open/delete-model',
  list: '/api/open/list-models',
} as const;

export const legacyDelete = z
  .looseObject({ voiceId: z.string().min(1).max(128).optional(), reference_id: z.string().min(1).max(128).optional() })
  .refine(({ voiceId, reference_id }) => voiceId !== undefined || reference_id !== undefined, { path: ['voiceId'], message: 'is required' })
  .refine(({ voiceId, reference_id }) => voiceId === undefined || reference_id === undefined || voiceId === reference_id, {
    path: ['reference_id'],
    message: 'differs from voiceId',
  });

/** Numbers and booleans may come as such or as text, as they do in a query. */
export const legacyList = z.looseObject({
  page: z.union([z.int(), z.string()], { error: 'must be a whole number' }).optional(),
  pageSize: z.union([z.int(), z.string()], { error: 'must be a whole number' }).optional(),
  modelType: z.enum(modelTypes).optional(),
  includePersonal: z.union([z.boolean(), z.string()], { error: 'must be true or false' }).optional(),
  language: z.string().optional(),
  supportsLanguage: z.string().optional(),
  search: z.string().optional(),
});
