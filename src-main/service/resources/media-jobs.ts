import { z } from 'zod';
import { fail } from '#shared/failure.ts';
import { dubbingPath } from '#shared/wire/dubbing.ts';
import { lipSyncPath, type MediaJobState } from '#shared/wire/lip-sync.ts';
import { imagesPath, mediaModelList, mediaModelsPath, videosPath, type MediaModel, type MediaType } from '#shared/wire/media.ts';
import { retryAfter } from '../answers.ts';
import type { AnswerFacts, Exchange, PaidRequest } from '../exchange.ts';
import { jobRecordOf, type JobRecord } from '../job-record.ts';

export interface MediaJobAnswer {
  job: JobRecord;
  facts: AnswerFacts;
  /** The delay until the next question that the service suggests. */
  retryAfterMs: number | undefined;
}

/** One kind of job: made by a paid request, read by its id until it has ended. */
export interface MediaJobResource {
  create(request: PaidRequest, signal?: AbortSignal): Promise<MediaJobAnswer>;
  get(jobId: string, signal?: AbortSignal): Promise<MediaJobAnswer>;
}

export interface LipSyncQuery {
  page?: number;
  /** 100 at most. */
  limit?: number;
  status?: MediaJobState;
}

/** Interface, "Lip sync". The list is for recovery and history, not for polling. */
export interface LipSyncResource extends MediaJobResource {
  list(query: LipSyncQuery, signal?: AbortSignal): Promise<{ jobs: JobRecord[]; total: number | undefined }>;
}

/** Interface, "Media models, images, videos". */
export interface MediaResource {
  models(mediaType: MediaType, signal?: AbortSignal): Promise<MediaModel[]>;
  images: MediaJobResource;
  videos: MediaJobResource;
}

/** Everything that the service is asked for by one of these paths: create at the path, read below it. */
function jobsAt(exchange: Exchange, path: string): MediaJobResource {
  return {
    create: async (request, signal) => {
      const { value, answer } = await exchange.writeJson(request, z.looseObject({}), signal);
      const job = jobRecordOf(value);
      if (job === undefined)
        throw fail('outcome-unknown', 'The service took the request, and its answer names no job.', { charged: 'unknown' });
      return { job, facts: exchange.factsOf(answer), retryAfterMs: retryAfter(answer.header('retry-after')) };
    },
    get: async (jobId, signal) => {
      const { value, answer } = await exchange.json(`${path}/${encodeURIComponent(jobId)}`, z.looseObject({}), signal);
      const job = jobRecordOf(value);
      if (job === undefined) throw fail('bad-response', 'The service’s answer to a question for a job names no job.');
      return { job, facts: exchange.factsOf(answer), retryAfterMs: retryAfter(answer.header('retry-after')) };
    },
  };
}

export const dubbingResource = (exchange: Exchange): MediaJobResource => jobsAt(exchange, dubbingPath);

export const mediaResource = (exchange: Exchange): MediaResource => ({
  models: async (mediaType, signal) =>
    (await exchange.json(`${mediaModelsPath}?mediaType=${mediaType}`, mediaModelList, signal)).value.models,
  images: jobsAt(exchange, imagesPath),
  videos: jobsAt(exchange, videosPath),
});

/** The list's shape is not shown: what stands in `items` or `jobs`, of the answer or of its `data`, is read. */
const items = z.array(z.unknown());
const list = z.looseObject({ items: items.optional(), jobs: items.optional(), total: z.number().optional() });
const lipSyncList = z.looseObject({ ...list.shape, data: z.union([items, list]).optional() });

export const lipSyncResource = (exchange: Exchange): LipSyncResource => ({
  ...jobsAt(exchange, lipSyncPath),
  list: async ({ page, limit, status }, signal) => {
    const query = new URLSearchParams();
    if (page !== undefined) query.set('page', String(page));
    if (limit !== undefined) query.set('limit', String(limit));
    if (status !== undefined) query.set('status', status);
    const { value } = await exchange.json(`${lipSyncPath}?${query.toString()}`, lipSyncList, signal);
    const data = value.data ?? value;
    const found = Array.isArray(data) ? data : (data.items ?? data.jobs ?? []);
    return { jobs: found.flatMap((item) => jobRecordOf(item) ?? []), total: Array.isArray(data) ? undefined : data.total };
  },
});
