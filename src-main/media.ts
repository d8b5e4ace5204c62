import { toFailure } from '#shared/failure.ts';
import type { Services } from '#shared/operations.ts';
import type { paidOperations } from '#shared/operations/paid.ts';
import type { In } from '#shared/rpc.ts';
import { imagesPath, mediaModelsPath, videosPath } from '#shared/wire/media.ts';
import type { ConnectionKeeper } from './connection.ts';
import type { Payment } from './ledger/pay.ts';
import type { PaidDesk } from './paid-work/desk.ts';
import { mediaJobWork } from './paid-work/media-job.ts';
import { fingerprintOf, jsonBody, lineOf } from './paid-work/work.ts';

/** Failure rules, row "images, videos": the same key is answered with the original response, so that they are sent again by themselves. */
export const imageWork = mediaJobWork('image', (client) => client.media.images);
export const videoWork = mediaJobWork('video', (client) => client.media.videos);

type ImageOrder = In<(typeof paidOperations)['images.create']>;
type VideoOrder = In<(typeof paidOperations)['videos.create']>;

/** Draws on API quota, not on credits. `what` names the work where its addresses are of the moment. */
export function imagePayment(
  { prompt, model, aspectRatio, resolution, imageUrl, imageUrls }: ImageOrder,
  connectionId: string,
  what?: unknown,
): Payment {
  const fields = { prompt, model, aspect_ratio: aspectRatio, resolution, image_url: imageUrl, image_urls: imageUrls };
  return {
    ...{ family: 'image', path: imagesPath, body: jsonBody(fields), modelId: model },
    summary: `Image: “${lineOf(prompt)}”`,
    fingerprint: fingerprintOf('image', connectionId, what ?? fields),
  };
}

/** The same of a video, whose amount is known before: what is asked for is what is made. */
export function videoPayment(order: VideoOrder, connectionId: string, what?: unknown): Payment {
  const { prompt, model, seconds, size, firstFrameUrl, lastFrameUrl, referenceImageUrls } = order;
  const references = { first_frame_url: firstFrameUrl, last_frame_url: lastFrameUrl, reference_image_urls: referenceImageUrls };
  const fields = { prompt, model, seconds, size, ...references };
  return {
    ...{ family: 'video', path: videosPath, body: jsonBody(fields), modelId: model, amount: Math.ceil(seconds), unit: 'second' },
    summary: `Video: “${lineOf(prompt)}”`,
    fingerprint: fingerprintOf('video', connectionId, what ?? fields),
  };
}

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
    'images.create': async (order, { signal }) =>
      desk.shown((await desk.buy(imageWork, imagePayment(order, connection.current().id), signal)).entry),
    'videos.create': async (order, { signal }) =>
      desk.shown((await desk.buy(videoWork, videoPayment(order, connection.current().id), signal)).entry),
  };
}
