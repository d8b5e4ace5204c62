import { toFailure } from '#shared/failure.ts';
import type { Services } from '#shared/operations.ts';
import { imagesPath, mediaModelsPath, videosPath } from '#shared/wire/media.ts';
import type { ConnectionKeeper } from './connection.ts';
import type { PaidDesk } from './paid-work/desk.ts';
import { mediaJobWork } from './paid-work/media-job.ts';
import { fingerprintOf, jsonBody, lineOf } from './paid-work/work.ts';

/** Failure rules, row "images, videos": the same key is answered with the original response, so that they are sent again by themselves. */
export const imageWork = mediaJobWork('image', (client) => client.media.images);
export const videoWork = mediaJobWork('video', (client) => client.media.videos);

/** Of videos the amount is known before: what is asked for is what is made. Both draw on API quota, not on credits. */
export function createMedia(
  desk: PaidDesk,
  connection: ConnectionKeeper,
): Pick<Services, 'media.models' | 'images.create' | 'videos.create'> {
  return {
    'media.models': async ({ mediaType }, { signal }) => {
      const client = await connection.ready(signal);
      // Interface: what is absent from the document is not available for the account. A document that cannot be read says nothing.
      const declared = await client.documents.declared(signal).catch((thrown: unknown) => {
        if (toFailure(thrown).kind === 'cancelled') throw thrown;
        return undefined;
      });
      const needed = [['GET', mediaModelsPath] as const, ['POST', mediaType === 'image' ? imagesPath : videosPath] as const];
      if (declared !== undefined && !needed.every(([method, path]) => declared.endpoint(method, path)))
        return { models: [], available: false };
      try {
        return { models: await client.media.models(mediaType, signal), available: true };
      } catch (thrown) {
        if (toFailure(thrown).kind !== 'not-found') throw thrown;
        return { models: [], available: false };
      }
    },
    'images.create': async ({ prompt, model, aspectRatio, resolution, imageUrl, imageUrls }, { signal }) => {
      const fields = { prompt, model, aspect_ratio: aspectRatio, resolution, image_url: imageUrl, image_urls: imageUrls };
      const payment = {
        ...{ family: 'image' as const, path: imagesPath, body: jsonBody(fields), modelId: model },
        summary: `Image: “${lineOf(prompt)}”`,
        fingerprint: fingerprintOf('image', connection.current().id, fields),
      };
      return desk.shown((await desk.buy(imageWork, payment, signal)).entry);
    },
    'videos.create': async ({ prompt, model, seconds, size, firstFrameUrl, lastFrameUrl, referenceImageUrls }, { signal }) => {
      const references = { first_frame_url: firstFrameUrl, last_frame_url: lastFrameUrl, reference_image_urls: referenceImageUrls };
      const fields = { prompt, model, seconds, size, ...references };
      const payment = {
        ...{ family: 'video' as const, path: videosPath, body: jsonBody(fields), modelId: model, amount: Math.ceil(seconds) },
        unit: 'second' as const,
        summary: `Video: “${lineOf(prompt)}”`,
        fingerprint: fingerprintOf('video', connection.current().id, fields),
      };
      return desk.shown((await desk.buy(videoWork, payment, signal)).entry);
    },
  };
}
