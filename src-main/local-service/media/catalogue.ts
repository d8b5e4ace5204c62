import { type MediaType, type Resolution } from '#shared/wire/media.ts';
import { type MediaModel } from '#shared/wire/responses/media.ts';

const aspectRatios = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '21:9'];
const references = ['image_url', 'image_urls'];

/** The media models; the interface names none. They draw alike and differ in references, resolutions, sizes, lengths and price. */
export const mediaModels: readonly MediaModel[] = [
  {
    id: 'alpha-image-1',
    name: 'Alpha Image',
    mediaType: 'image',
    available: true,
    resolutions: ['1k', '2k', '4k'],
    aspectRatios,
    references: { maximum: 4, resolutions: ['1k'], fields: references },
    quota: { '1k': 400, '2k': 800, '4k': 1_600 },
  },
  {
    id: 'beta-image-1',
    name: 'Beta Image',
    mediaType: 'image',
    available: true,
    resolutions: ['1k', '2k', '4k'],
    aspectRatios,
    references: { maximum: 4, resolutions: ['1k', '2k', '4k'], fields: references },
    quota: { '1k': 600, '2k': 1_200, '4k': 2_400 },
  },
  {
    id: 'gamma-image-1-lite',
    name: 'Gamma Image Lite',
    mediaType: 'image',
    available: true,
    resolutions: ['1k'],
    aspectRatios: ['1:1', '16:9', '9:16'],
    references: { maximum: 0, resolutions: [], fields: [] },
    quota: { '1k': 200 },
  },
  {
    id: 'delta-image-1',
    name: 'Delta Image',
    mediaType: 'image',
    available: false,
    resolutions: ['1k'],
    aspectRatios: ['1:1'],
    references: { maximum: 0, resolutions: [], fields: [] },
    quota: { '1k': 200 },
  },
  {
    id: 'alpha-video-1',
    name: 'Alpha Video',
    mediaType: 'video',
    available: true,
    sizes: ['1280x720', '720x1280', '640x360', '360x640', '320x320'],
    seconds: [2, 4, 6, 8],
    references: { maximum: 2, fields: ['first_frame_url', 'last_frame_url'] },
    quota: { perSecond: 1_000 },
  },
  {
    id: 'beta-video-1',
    name: 'Beta Video',
    mediaType: 'video',
    available: true,
    sizes: ['640x360', '360x640', '320x320'],
    seconds: [2, 3, 4, 5, 6, 7, 8, 9, 10],
    references: { maximum: 4, fields: ['reference_image_urls'] },
    quota: { perSecond: 600 },
  },
];

const byId = new Map(mediaModels.map((model) => [model.id, model]));

export function mediaModelOf(id: string, type: MediaType): MediaModel | undefined {
  const model = byId.get(id);
  return model?.mediaType === type ? model : undefined;
}

const longSides: Readonly<Record<Resolution, number>> = { '1k': 1_024, '2k': 2_048, '4k': 4_096 };

/** Pixels of a picture: the longer side by resolution, the other by ratio, even. */
export function pixelsOf(aspectRatio: string, resolution: Resolution): { width: number; height: number } {
  const [across = 1, down = 1] = aspectRatio.split(':').map(Number);
  const long = longSides[resolution];
  const short = 2 * Math.round((long * Math.min(across, down)) / Math.max(across, down) / 2);
  return across >= down ? { width: long, height: short } : { width: short, height: long };
}
