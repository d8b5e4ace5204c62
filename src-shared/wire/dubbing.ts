import { z } from 'zod';
import { limits } from './common.ts';
import { mediaAddress } from './media-address.ts';

/** Interface, "Video dubbing". */
export const dubbingPath = '/api/open/v1/media/video-dubbing/jobs';

export const dubbingRequest = z.looseObject({
  video_url: mediaAddress,
  text: z.string().min(1).max(limits.textCharacters),
  reference_id: z.string().min(1).max(128),
  model_id: z.string().min(1).max(128).optional(),
  speed: z.number().min(0.5).max(2).optional(),
  language: z.string().min(1).max(limits.languageCharacters).optional(),
  fit_audio_to_video: z.boolean().default(false),
});
export type DubbingRequest = z.infer<typeof dubbingRequest>;

/** How far `fit_audio_to_video` may change the pace that the speech has by itself, and how near to the video it must come: so many seconds, or that share. */
export const fitRange = { slowest: 0.5, fastest: 2, toleranceSeconds: 0.15, toleranceShare: 0.01 } as const;

/** Not shown, and chosen (422): the speech cannot be fitted to the video within the range. */
export const dubbingFitCode = 'ERR_DUBBING_FIT_OUT_OF_RANGE';
