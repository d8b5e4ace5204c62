import { dubbingPath } from '#shared/wire/dubbing.ts';
import { lipSyncPath } from '#shared/wire/lip-sync.ts';
import { imagesPath, mediaModelsPath, videosPath, type MediaType } from '#shared/wire/media.ts';
import { parseJson, retryAfter } from '../answers.ts';
import type { AnswerFacts, Exchange, PaidRequest } from '../exchange.ts';
import type { Page } from '../reading/list.ts';
import { mediaJobKinds, readMediaJob, readMediaJobs, type JobRecord, type MediaJobKind } from '../reading/media-job.ts';
import { readMediaModels, type MediaModels } from '../reading/media-models.ts';

export interface MediaJobAnswer {
  job: JobRecord;
  facts: AnswerFacts;
  /** The delay until the next question that the service suggests. */
  retryAfterMs: number | undefined;
}

/** One kind of job: made by a paid request, read by its id until it has ended. */
export interface MediaJobResource {
  create(request: PaidRequest, signal?: AbortSignal): Promise<MediaJobAnswer>;
  /** `sent`: the body of its request, where that is known; what it names is not taken for the result. */
  get(jobId: string, signal?: AbortSignal, sent?: Uint8Array): Promise<MediaJobAnswer>;
}

interface LipSyncQuery {
  page?: number;
  /** 100 at most. */
  limit?: number;
  /** The one state that the interface names as a filter. */
  status?: 'completed';
}

/** Interface, "Lip sync". The list is for recovery and history, not for polling. */
export interface LipSyncResource extends MediaJobResource {
  list(query: LipSyncQuery, signal?: AbortSignal): Promise<Page<JobRecord>>;
}

/** Interface, "Media models, images, videos". */
export interface MediaResource {
  models(mediaType: MediaType, signal?: AbortSignal): Promise<MediaModels>;
  images: MediaJobResource;
  videos: MediaJobResource;
}
/** Everything that the service is asked for by one of these paths: create at the path, read below it. */
function jobsAt(exchange: Exchange, path: string, kind: MediaJobKind): MediaJobResource {
  const bodyOf = (bytes: Uint8Array | undefined): unknown => bytes && parseJson(Buffer.from(bytes).toString('utf8'));
  return {
    create: async (request, signal) => {
      const sent = bodyOf(request.body);
      const { value: job, answer } = await exchange.writeJson(
        request,
        (body, reading) => readMediaJob(body, reading, kind, { sent }),
        signal,
      );
      return { job, facts: exchange.factsOf(answer), retryAfterMs: retryAfter(answer) };
    },
    get: async (jobId, signal, sent) => {
      const { value, answer } = await exchange.json(
        `${path}/${encodeURIComponent(jobId)}`,
        (body, reading) => readMediaJob(body, reading, kind, { asked: jobId, sent: bodyOf(sent) }),
        signal,
      );
      if (value === undefined) throw new Error('A job that was asked for has the id that it was asked for by.');
      return { job: value, facts: exchange.factsOf(answer), retryAfterMs: retryAfter(answer) };
    },
  };
}

export const dubbingResource = (exchange: Exchange): MediaJobResource => jobsAt(exchange, dubbingPath, mediaJobKinds.dubbing);

export const mediaResource = (exchange: Exchange): MediaResource => ({
  models: async (mediaType, signal) =>
    (await exchange.json(`${mediaModelsPath}?mediaType=${mediaType}`, readMediaModels(mediaType), signal)).value,
  images: jobsAt(exchange, imagesPath, mediaJobKinds.image),
  videos: jobsAt(exchange, videosPath, mediaJobKinds.video),
});

export const lipSyncResource = (exchange: Exchange): LipSyncResource => ({
  ...jobsAt(exchange, lipSyncPath, mediaJobKinds.lipSync),
  list: async ({ page, limit, status }, signal) => {
    const query = new URLSearchParams();
    if (page !== undefined) query.set('page', String(page));
    if (limit !== undefined) query.set('limit', String(limit));
    if (status !== undefined) query.set('status', status);
    const reads = (body: unknown, reading: Parameters<typeof readMediaJobs>[1]) =>
      readMediaJobs(body, reading, mediaJobKinds.lipSync, 'lip-sync jobs');
    return (await exchange.json(`${lipSyncPath}?${query.toString()}`, reads, signal)).value;
  },
});
