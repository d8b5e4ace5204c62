import { createRoute } from '@hono/zod-openapi';
import { type Context } from 'hono';
import { z } from 'zod';
import { legacyLipSyncPaths, lipSyncPath, lipSyncQuery, lipSyncRequest } from '#shared/wire/lip-sync.ts';
import { lipSyncList, lipSyncResponse, type LipSyncResponse } from '#shared/wire/responses/lip-sync.ts';
import { Dropped, type App, type Env } from '../http/environment.ts';
import { bearer, json, responses } from '../http/openapi.ts';
import { invalid } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { transaction } from '../storage/database.ts';
import { ImportFailure } from './import-failure.ts';
import { addLipSync, dataOf, planLipSync } from './lip-sync.ts';
import { type MediaJob } from './media-jobs.ts';
import { unfitting } from './replace-sound.ts';

/** Suggested poll delay in seconds. */
export const pollSeconds = '1';
export const lipSyncPrefix = 'ERR_LIP_SYNC_MEDIA_';

export const pollHeaders = (job: MediaJob): Record<string, string> => (job.completedAt === undefined ? { 'Retry-After': pollSeconds } : {});

/** Lip sync (interface, "Lip sync"), and the same by its legacy paths. */
export function lipSyncRoutes(app: App, service: Service): void {
  createRoutes(app, service);
  listRoutes(app, service);
  readRoutes(app, service);
}

const envelope = (service: Service, c: Context<Env>, job: MediaJob) =>
  ({ success: true, data: dataOf(service, c, job), requestId: c.get('requestId') }) as LipSyncResponse;

function createRoutes(app: App, service: Service): void {
  for (const path of [lipSyncPath, legacyLipSyncPaths.create]) {
    app.openapi(
      createRoute({
        method: 'post',
        path,
        summary: 'Create a lip-sync job; both files are imported first, an import that fails creates and charges nothing',
        security: bearer,
        request: { body: { required: true, content: { 'application/json': { schema: lipSyncRequest } } } },
        responses: responses(
          { 202: json('Accepted; the price is final', lipSyncResponse) },
          [400, 401, 402, 413, 415, 422, 429, 500, 503, 504],
        ),
      }),
      async (c) => {
        const body = c.req.valid('json');
        const account = c.get('account');
        const struck = c.get('struck');
        service.media.jobs.checkRoom(account);
        const fetch = (mediaKind: 'video' | 'audio', url: string) =>
          service.media.importer.import({ mediaKind, url, field: `${mediaKind}_url`, prefix: lipSyncPrefix, struck });
        const video = await fetch('video', body.video_url);
        const audio = await fetch('audio', body.audio_url);
        const misfit = await unfitting(video.bytes, audio.bytes);
        if (misfit !== undefined) {
          const at = { prefix: lipSyncPrefix, mediaKind: 'audio', stage: 'inspect', retryable: false } as const;
          throw new ImportFailure(415, at, `audio_url: ${misfit}`);
        }
        const plan = planLipSync(video.seconds, audio.seconds, body.video_extension ?? false);
        const id = transaction(service.database, () => {
          const price = { characters: 0, credits: plan.credits };
          const charge = service.charges.reserve(account, `POST ${lipSyncPath}`, c.get('requestId'), price);
          const inputs = { video: video.bytes, audio: audio.bytes };
          return addLipSync(service, c, { kind: 'lip_sync', charge, plan, ...inputs, creditsUsed: charge.credits });
        });
        if (struck.of('drop-after-charge')) throw new Dropped();
        const job = service.media.jobs.get(account, 'lip_sync', id);
        return c.json(envelope(service, c, job), 202, { Location: `${lipSyncPath}/${id}`, 'Retry-After': pollSeconds });
      },
    );
  }
}

function listRoutes(app: App, service: Service): void {
  for (const path of [lipSyncPath, legacyLipSyncPaths.list]) {
    app.openapi(
      createRoute({
        method: 'get',
        path,
        summary: 'List lip-sync jobs, newest first; for recovery and history, not for polling',
        security: bearer,
        request: { query: lipSyncQuery },
        responses: responses({ 200: json('Jobs', lipSyncList) }, [400, 401]),
      }),
      (c) => {
        const query = c.req.valid('query');
        const { page, limit } = query;
        const { total, items } = service.media.jobs.list(c.get('account'), 'lip_sync', query);
        const data = { items: items.map((job) => dataOf(service, c, job)), total, page, limit, total_pages: Math.ceil(total / limit) };
        return c.json({ success: true, data, requestId: c.get('requestId') });
      },
    );
  }
}

function readRoutes(app: App, service: Service): void {
  const read = (c: Context<Env>, id: string) => {
    const job = service.media.jobs.get(c.get('account'), 'lip_sync', id);
    return c.json(envelope(service, c, job), 200, pollHeaders(job));
  };
  app.openapi(
    createRoute({
      method: 'get',
      path: `${lipSyncPath}/{jobId}`,
      summary: 'One lip-sync job',
      security: bearer,
      request: { params: z.object({ jobId: z.string().max(128) }) },
      responses: responses({ 200: json('Job', lipSyncResponse) }, [401, 404]),
    }),
    (c) => read(c, c.req.valid('param').jobId),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: legacyLipSyncPaths.query,
      summary: 'One lip-sync job (legacy path)',
      security: bearer,
      request: { query: z.object({ id: z.string().max(128).optional(), jobId: z.string().max(128).optional() }) },
      responses: responses({ 200: json('Job', lipSyncResponse) }, [400, 401, 404]),
    }),
    (c) => {
      const { id, jobId } = c.req.valid('query');
      const wanted = id ?? jobId;
      if (wanted === undefined) throw invalid('jobId: is required in the query, by this name or as id');
      return read(c, wanted);
    },
  );
}
