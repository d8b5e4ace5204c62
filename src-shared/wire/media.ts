import { z } from 'zod';
import { mediaAddress } from './media-address.ts';

/** Interface, "Media models, images, videos". */
export const mediaModelsPath = '/api/open/v1/media/models';
export const imagesPath = '/api/open/v1/media/images/jobs';
export const videosPath = '/api/open/v1/media/videos/jobs';

export const mediaTypes = ['image', 'video'] as const;
export type MediaType = (typeof mediaTypes)[number];
export const mediaModelQuery = z.object({ mediaType: z.enum(mediaTypes) });

export const resolutions = ['1k', '2k', '4k'] as const;
export type Resolution = (typeof resolutions)[number];

export const promptCharacters = 4_000;
const prompt = z.string().trim().min(1).max(promptCharacters);

/** Strict, so that a misspelt field is reported instead of paid for (not shown; chosen). */
export const imageRequest = z
  .strictObject({
    prompt,
    model: z.string().min(1).max(128),
    aspect_ratio: z.string().regex(/^\d{1,2}:\d{1,2}$/u, 'must be like 16:9'),
    resolution: z.enum(resolutions).default('1k'),
    image_url: mediaAddress.optional(),
    image_urls: z.array(mediaAddress).min(1).max(4).optional(),
  })
  .refine((body) => body.image_url === undefined || body.image_urls === undefined, {
    path: ['image_urls'],
    message: 'cannot be sent together with image_url',
  });

/** The names of frames and references are not shown; chosen. */
export const videoRequest = z.strictObject({
  prompt,
  model: z.string().min(1).max(128),
  seconds: z.number(),
  size: z.string().regex(/^\d{2,4}x\d{2,4}$/u, 'must be like 1280x720'),
  first_frame_url: mediaAddress.optional(),
  last_frame_url: mediaAddress.optional(),
  reference_image_urls: z.array(mediaAddress).min(1).max(4).optional(),
});
