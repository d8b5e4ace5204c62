import { shortenToLine } from '#shared/cut-text.ts';
import { fail, toFailure } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import type { MediaModel } from '#shared/catalogue/media.ts';
import type { paidOperations } from '#shared/operations/paid.ts';
import type { In } from '#shared/rpc.ts';
import { imagesPath, mediaModelsPath, videosPath } from '#shared/wire/media.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Order } from '../../paid-requests/engine.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { mediaJobWork } from '../../paid-requests/media-job.ts';
import { createFingerprint, jsonBody } from '../../paid-requests/family.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import type { Declared } from '../../service-client/resources/documents.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

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
): Order {
  const fields = { prompt, model, aspect_ratio: aspectRatio, resolution, image_url: imageUrl, image_urls: imageUrls };
  return {
    family: 'image',
    path: imagesPath,
    body: jsonBody(fields),
    modelId: model,
    summary: messages.imagesVideo.imageOfPrompt(shortenToLine(prompt)),
    fingerprint: createFingerprint('image', connectionId, what ?? fields),
  };
}

/** The same of a video, whose amount is known before: what is asked for is what is made. */
export function videoPayment(order: VideoOrder, connectionId: string, what?: unknown): Order {
  const { prompt, model, seconds, size, firstFrameUrl, lastFrameUrl, referenceImageUrls } = order;
  const references = { first_frame_url: firstFrameUrl, last_frame_url: lastFrameUrl, reference_image_urls: referenceImageUrls };
  const fields = { prompt, model, seconds, size, ...references };
  return {
    family: 'video',
    path: videosPath,
    body: jsonBody(fields),
    modelId: model,
    amount: Math.ceil(seconds),
    unit: 'second',
    summary: messages.imagesVideo.videoOfPrompt(shortenToLine(prompt)),
    fingerprint: createFingerprint('video', connectionId, what ?? fields),
  };
}

/** The names under which the interface's other endpoints give frames and references: sent where the service's own document declares them. */
const referenceFields = ['first_frame_url', 'last_frame_url', 'reference_image_urls'];

/** A video model that says nothing of references takes those whose names its service declares (failure rule 12). */
function withDeclaredReferences(model: MediaModel, declared: Declared | undefined): MediaModel {
  if (model.mediaType !== 'video' || model.references.maximum > 0) return model;
  const fields = referenceFields.filter((field) => declared?.field('POST', videosPath, field) === true);
  return { ...model, references: { maximum: fields.length, fields } };
}

/**
 * A request for a video names frames and references only where the service's own document declares their names, which the interface does not show (failure
 * rule 12). Fails with `invalid-input` for one that is not declared.
 */
export async function checkReferences(order: VideoOrder, { documents }: ServiceClient, signal: AbortSignal): Promise<void> {
  const given = [
    { name: 'first_frame_url', field: 'firstFrameUrl', isGiven: order.firstFrameUrl !== undefined },
    { name: 'last_frame_url', field: 'lastFrameUrl', isGiven: order.lastFrameUrl !== undefined },
    { name: 'reference_image_urls', field: 'referenceImageUrls', isGiven: order.referenceImageUrls !== undefined },
  ].filter(({ isGiven }) => isGiven);
  if (given.length === 0) return;
  const declared = await documents.declared(signal);
  for (const { name, field } of given)
    if (!declared.field('POST', videosPath, name)) throw fail('invalid-input', message('imagesVideo.fieldNotTaken', name), { field });
}

export function createMedia(
  coordinator: PaidCoordinator,
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
        return { models: [], notUnderstood: [], available: false };
      try {
        const { models, notUnderstood } = await client.media.models(mediaType, signal);
        return { models: models.map((model) => withDeclaredReferences(model, declared)), notUnderstood, available: true };
      } catch (thrown) {
        if (toFailure(thrown).kind !== 'not-found') throw thrown;
        return { models: [], notUnderstood: [], available: false };
      }
    },
    'images.create': async (order, { signal }) =>
      coordinator.shown((await coordinator.send(imageWork, imagePayment(order, connection.current().id), signal)).entry),
    'videos.create': async (order, { signal }) => {
      await checkReferences(order, await connection.ready(signal), signal);
      return coordinator.shown((await coordinator.send(videoWork, videoPayment(order, connection.current().id), signal)).entry);
    },
  };
}
