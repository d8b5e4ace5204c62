import { z } from 'zod';
import { mediaTypes, resolutions } from '../media.ts';

/**
 * Response shape not shown; chosen. `quota` is what a job draws from the API quota: by resolution for images, for each second for videos.
 * `references` says how many pictures an edit may name, and at which resolutions.
 */
export const mediaModel = z.looseObject({
  id: z.string(),
  name: z.string(),
  mediaType: z.enum(mediaTypes),
  available: z.boolean(),
  resolutions: z.array(z.enum(resolutions)).optional(),
  aspectRatios: z.array(z.string()).optional(),
  sizes: z.array(z.string()).optional(),
  seconds: z.array(z.int()).optional(),
  references: z.looseObject({ maximum: z.int(), resolutions: z.array(z.enum(resolutions)).optional(), fields: z.array(z.string()) }),
  quota: z.record(z.string(), z.int()),
});

export type MediaModel = z.infer<typeof mediaModel>;

export const mediaModelList = z.looseObject({ models: z.array(mediaModel), requestId: z.string().optional() });

/** Field names of these records are not shown; chosen. States as of lip-sync jobs. A repeated creation is answered with the first answer, word for word. */
export const mediaJob = z.looseObject({
  task_id: z.string(),
  status: z.string(),
  media_type: z.enum(mediaTypes),
  model: z.string(),
  quota_used: z.int(),
  quota_remaining: z.int(),
  created_at: z.string(),
  completed_at: z.string().optional(),
  result_url: z.string().optional(),
  result_expires_at: z.string().optional(),
  result_content_type: z.string().optional(),
  error_code: z.string().optional(),
  error_message: z.string().optional(),
  /** That the local service draws a preview instead of asking a model. */
  note: z.string().optional(),
  requestId: z.string().optional(),
});

export type MediaJobRecord = z.infer<typeof mediaJob>;
