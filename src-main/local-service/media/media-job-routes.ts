import { createHash } from 'node:crypto';
import { createRoute } from '@hono/zod-openapi';
import { type Context } from 'hono';
import { z } from 'zod';
import { codes, headers } from '#shared/wire/common.ts';
import {
  imageRequest,
  imagesPath,
  mediaModelQuery,
  mediaModelsPath,
  videoRequest,
  videosPath,
  type MediaType,
} from '#shared/wire/media.ts';
import { mediaJob, mediaModelList, type MediaJobRecord, type MediaModel } from '#shared/wire/responses/media.ts';
import { Dropped, type App, type Env } from '../http/environment.ts';
import { bearer, json, keyHeader, responses } from '../http/openapi.ts';
import { invalid, ServiceError } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { transaction } from '../storage/database.ts';
import { mediaModelOf, mediaModels, pixelsOf } from './catalogue.ts';
import { pollHeaders, pollSeconds } from './lip-sync-routes.ts';
import { endingOf } from './lip-sync.ts';
import { previewNote, type PreviewOrder } from './preview.ts';

export const keyOf = (c: Context<Env>) => c.req.header(headers.idempotencyKey) ?? '';
/** Identifies "the same request": every field of its body, in whatever order they came. */
export const digestOf = (path: string, body: object) =>
  createHash('sha256')
    .update(JSON.stringify([path, Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1))]))
    .digest('hex');

const errors = [400, 401, 402, 409, 413, 415, 422, 429, 500, 503, 504];
const taskId = z.object({ jobId: z.string().max(128) });

type ImageRequest = z.output<typeof imageRequest>;
type VideoRequest = z.output<typeof videoRequest>;

/** A creation whose body was checked against the catalogue. */
interface Creation {
  type: MediaType;
  path: string;
  body: { model: string };
  quota: number;
  preview: PreviewOrder;
  /** Addresses of pictures by the field that named them. */
  references: readonly { field: string; url: string }[];
}

/** Media models, image jobs and video jobs (interface, "Media models, images, videos"). */
export function mediaJobRoutes(app: App, service: Service): void {
  modelRoute(app);
  imageRoute(app, service);
  videoRoute(app, service);
  readRoutes(app, service);
}

function modelRoute(app: App): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: mediaModelsPath,
      summary: 'Media models of one type',
      security: bearer,
      request: { query: mediaModelQuery },
      responses: responses({ 200: json('Models', mediaModelList) }, [400, 401]),
    }),
    (c) => {
      const { mediaType } = c.req.valid('query');
      return c.json({ models: mediaModels.filter((model) => model.mediaType === mediaType), requestId: c.get('requestId') });
    },
  );
}

function imageRoute(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'post',
      path: imagesPath,
      summary: 'Create an image job',
      security: bearer,
      request: { headers: keyHeader, body: { required: true, content: { 'application/json': { schema: imageRequest } } } },
      responses: responses({ 202: json('Accepted', mediaJob) }, errors),
    }),
    (c) => {
      const body = c.req.valid('json');
      const model = usableModel(body.model, 'image');
      checkImageSize(body, model);
      const references = listImageReferences(body, model);
      const size = pixelsOf(body.aspect_ratio, body.resolution);
      const preview = { subject: JSON.stringify([body.prompt, model.id]), ...size };
      return createJob(service, c, {
        type: 'image',
        path: imagesPath,
        body,
        quota: model.quota[body.resolution] ?? 0,
        preview,
        references,
      });
    },
  );
}

function checkImageSize(body: ImageRequest, model: MediaModel): void {
  if (!model.aspectRatios?.includes(body.aspect_ratio)) {
    throw invalid(`aspect_ratio: ${model.id} offers ${model.aspectRatios?.join(', ') ?? 'none'}`);
  }
  if (!model.resolutions?.includes(body.resolution)) {
    throw invalid(`resolution: ${model.id} offers ${model.resolutions?.join(', ') ?? 'none'}`);
  }
}

/** Throws 400 where the model takes none, or not so many, or not at this resolution. */
function listImageReferences(body: ImageRequest, model: MediaModel): Creation['references'] {
  const references =
    body.image_url === undefined
      ? (body.image_urls ?? []).map((url, index) => ({ field: `image_urls.${index}`, url }))
      : [{ field: 'image_url', url: body.image_url }];
  const field = body.image_url === undefined ? 'image_urls' : 'image_url';
  if (references.length > model.references.maximum) {
    throw invalid(
      `${field}: ${model.id} takes ${model.references.maximum === 0 ? 'no' : `at most ${model.references.maximum}`} references`,
    );
  }
  if (references.length > 0 && !model.references.resolutions?.includes(body.resolution)) {
    throw invalid(`${field}: ${model.id} takes references only at ${model.references.resolutions?.join(', ') ?? 'none'}`);
  }
  return references;
}

function videoRoute(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'post',
      path: videosPath,
      summary: 'Create a video job',
      security: bearer,
      request: { headers: keyHeader, body: { required: true, content: { 'application/json': { schema: videoRequest } } } },
      responses: responses({ 202: json('Accepted', mediaJob) }, errors),
    }),
    (c) => {
      const body = c.req.valid('json');
      const model = usableModel(body.model, 'video');
      checkVideoSize(body, model);
      const references = listVideoReferences(body, model);
      const [width = 0, height = 0] = body.size.split('x').map(Number);
      const preview = { subject: JSON.stringify([body.prompt, model.id]), width, height, seconds: body.seconds };
      const quota = (model.quota['perSecond'] ?? 0) * body.seconds;
      return createJob(service, c, { type: 'video', path: videosPath, body, quota, preview, references });
    },
  );
}

function checkVideoSize(body: VideoRequest, model: MediaModel): void {
  if (!model.seconds?.includes(body.seconds)) throw invalid(`seconds: ${model.id} offers ${model.seconds?.join(', ') ?? 'none'}`);
  if (!model.sizes?.includes(body.size)) throw invalid(`size: ${model.id} offers ${model.sizes?.join(', ') ?? 'none'}`);
}

/** Throws 400 for a field that the model does not take. */
function listVideoReferences(body: VideoRequest, model: MediaModel): Creation['references'] {
  const references = [
    { field: 'first_frame_url', url: body.first_frame_url },
    { field: 'last_frame_url', url: body.last_frame_url },
    ...(body.reference_image_urls ?? []).map((url, index) => ({ field: `reference_image_urls.${index}`, url })),
  ].flatMap(({ field, url }) => (url === undefined ? [] : [{ field, url }]));
  const misplaced = references.find(({ field }) => !model.references.fields.includes(field.split('.')[0] ?? field));
  if (misplaced) throw invalid(`${misplaced.field}: ${model.id} takes ${model.references.fields.join(', ')}`);
  return references;
}

function readRoutes(app: App, service: Service): void {
  for (const [type, path] of [
    ['image', imagesPath],
    ['video', videosPath],
  ] as const) {
    app.openapi(
      createRoute({
        method: 'get',
        path: `${path}/{jobId}`,
        summary: `One ${type} job`,
        security: bearer,
        request: { params: taskId },
        responses: responses({ 200: json('Job', mediaJob) }, [401, 404]),
      }),
      (c) => readJob(service, c, type, c.req.valid('param').jobId),
    );
  }
}

function readJob(service: Service, c: Context<Env>, type: MediaType, id: string) {
  const job = service.media.jobs.get(c.get('account'), type, id);
  const body = { ...job.accepted, status: job.state, ...endingOf(service, c, job), requestId: c.get('requestId') } as MediaJobRecord;
  return c.json(body, 200, pollHeaders(job));
}

/** Sends the answer of an earlier request of this key, or imports what is referred to, charges and creates the job. */
async function createJob(service: Service, c: Context<Env>, creation: Creation) {
  const { type, path, body } = creation;
  const account = c.get('account');
  const key = keyOf(c);
  const fingerprint = digestOf(path, body);
  const earlier = service.requestIds.check(account, key, fingerprint);
  if (earlier !== undefined) return replay(service, c, creation, earlier);
  service.media.jobs.checkRoom(account);
  const digests = await importReferences(service, c, creation.references);
  const work = { ...creation.preview, subject: JSON.stringify([creation.preview.subject, digests]) };
  const id = transaction(service.database, () => {
    // Another call with this key may have been accepted while references were fetched.
    const accepted = service.requestIds.check(account, key, fingerprint);
    if (accepted !== undefined) return accepted;
    const charge = service.charges.reserve(account, `POST ${path}`, key, { characters: creation.quota, credits: 0 });
    const added = service.media.jobs.add(account, {
      kind: type,
      charge,
      work,
      accepted: (task_id, created_at) => ({
        task_id,
        status: 'pending',
        media_type: type,
        model: body.model,
        quota_used: charge.characters,
        quota_remaining: charge.quotaRemaining,
        created_at,
        note: previewNote,
      }),
      fails: c.get('struck').of('fail-generation') !== undefined,
    });
    service.requestIds.claim(account, key, fingerprint, charge.id, added);
    return added;
  });
  if (c.get('struck').of('drop-after-charge')) throw new Dropped();
  return replay(service, c, creation, id);
}

/** The original answer, as it was: reading the job says how far it is. */
function replay(service: Service, c: Context<Env>, { type, path }: Creation, id: string) {
  const { accepted } = service.media.jobs.get(c.get('account'), type, id);
  return c.json({ ...accepted, requestId: c.get('requestId') } as MediaJobRecord, 202, {
    Location: `${path}/${id}`,
    'Retry-After': pollSeconds,
  });
}

/** SHA-256 of each picture, in hex. */
async function importReferences(service: Service, c: Context<Env>, references: Creation['references']): Promise<string[]> {
  const digests: string[] = [];
  for (const { field, url } of references) {
    const order = { mediaKind: 'image', url, field, prefix: 'ERR_MEDIA_', struck: c.get('struck') } as const;
    const { bytes } = await service.media.importer.import(order);
    digests.push(createHash('sha256').update(bytes).digest('hex'));
  }
  return digests;
}

/** Throws 400 for one that is not there, and 503 for one that is not available. */
function usableModel(id: string, type: MediaType): MediaModel {
  const model = mediaModelOf(id, type);
  if (model === undefined) throw invalid(`model: there is no ${type} model of this id; read ${mediaModelsPath}?mediaType=${type}`);
  if (!model.available) throw new ServiceError(503, codes.modelUnavailable, `model: ${id} is not available`);
  return model;
}
