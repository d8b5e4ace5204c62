import { z } from 'zod';
import { jobList, jobResponse, jobSegment, jobsPath, type JobResponse, type JobState } from '#shared/wire/jobs.ts';
import { capabilities, capabilitiesPath, type Capabilities } from '#shared/wire/models.ts';
import { profile, profilePath, type Profile } from '#shared/wire/profile.ts';
import { alignedPath, speechPath } from '#shared/wire/speech.ts';
import { voice, voiceDetail, voicesPath, type Voice } from '#shared/wire/voices.ts';
import type { Secret } from '../platform.ts';
import { readAligned, type AlignedEvent } from './aligned.ts';
import { retryAfter } from './answers.ts';
import {
  soundOf,
  createExchange,
  notAudio,
  paidSound,
  type AnswerFacts,
  type AudioAnswer,
  type ExchangeOptions,
  type PaidRequest,
} from './exchange.ts';
import { bodyLimits, timeouts } from './http.ts';
import { compatibilityResource, type CompatibilityResource } from './resources/compatibility.ts';
import { documentsResource, type DocumentsResource } from './resources/documents.ts';
import { speechV1Resource, type SpeechV1Resource } from './resources/speech-v1.ts';
import { speechV2Resource, type SpeechV2Resource } from './resources/speech-v2.ts';
import { realtimeResource, type RealtimeResource } from './resources/realtime.ts';
import { designsResource, type DesignsResource } from './resources/designs.ts';
import { filesResource, type FilesResource } from './resources/files.ts';
import {
  dubbingResource,
  lipSyncResource,
  mediaResource,
  type LipSyncResource,
  type MediaJobResource,
  type MediaResource,
} from './resources/media-jobs.ts';
import { personalVoicesResource, type PersonalVoicesResource } from './resources/personal-voices.ts';
import { transcriptionsResource, type TranscriptionsResource } from './resources/transcriptions.ts';

export interface ServiceClientOptions extends ExchangeOptions {
  /** Where realtime speech is: `ws:` or `wss:`, host and port. */
  realtimeUrl?: string | undefined;
}

export interface AlignedAnswer extends AnswerFacts {
  events: AsyncIterable<AlignedEvent[]>;
}
export interface JobAnswer {
  job: JobResponse;
  /** The delay until the next question that the service suggests. */
  retryAfterMs: number | undefined;
}

/**
 * The service's interface, typed. Reads are tried again by themselves; a paid request is sent once for each call, for only
 * the ledger's rules may send it again. Everything fails with `FailureError`; no failure holds the key.
 */
export interface ServiceClient {
  readonly connectionId: string;
  readonly origin: string;
  profile(signal?: AbortSignal): Promise<Profile>;
  capabilities(signal?: AbortSignal): Promise<Capabilities>;
  /** Every voice, public and personal, all pages, or so many of them; `onPage` is told how many are read, and how many the service counts. */
  voices(signal?: AbortSignal, maximumPages?: number, onPage?: (read: number, total: number | null) => void): Promise<Voice[]>;
  voicePage(query: VoiceQuery, signal?: AbortSignal): Promise<VoicePage>;
  voice(voiceId: string, signal?: AbortSignal): Promise<Voice>;
  job(taskId: string, signal?: AbortSignal): Promise<JobAnswer>;
  jobs(query: { page?: number; limit?: number; status?: JobState; createdAfter?: Date }, signal?: AbortSignal): Promise<JobList>;
  segment(taskId: string, index: number, signal?: AbortSignal): Promise<z.infer<typeof jobSegment>>;
  /** Through the service's redirects, by the rule of the bearer. */
  jobAudio(taskId: string, signal?: AbortSignal): Promise<AudioAnswer>;
  createJob(request: PaidRequest, signal?: AbortSignal): Promise<JobAnswer>;
  speech(request: PaidRequest, signal?: AbortSignal): Promise<AudioAnswer>;
  aligned(request: PaidRequest, signal?: AbortSignal): Promise<AlignedAnswer>;
  readonly speechV1: SpeechV1Resource;
  readonly speechV2: SpeechV2Resource;
  readonly compatibility: CompatibilityResource;
  readonly documents: DocumentsResource;
  /** The body is a `profileUpdate`; which further fields are taken is the service's to say. */
  updateProfile(request: PaidRequest, signal?: AbortSignal): Promise<AnswerFacts & { profile: Profile }>;
  /** For cleaning what the service says back; opened by the transport alone. */
  readonly key: Secret;
  readonly realtime: RealtimeResource;
  readonly personalVoices: PersonalVoicesResource;
  readonly designs: DesignsResource;
  readonly lipSync: LipSyncResource;
  readonly dubbing: MediaJobResource;
  readonly media: MediaResource;
  readonly transcriptions: TranscriptionsResource;
  readonly files: FilesResource;
  close(): void;
}
export type JobList = z.infer<typeof jobList>;
/** Interface, "TTS v3", `GET /voices`; what is left out takes the service's default. */
export interface VoiceQuery {
  page?: number;
  /** 100 at most. */
  pageSize?: number;
  includePersonal?: boolean;
  search?: string;
}

export const paths = { speech: speechPath, aligned: alignedPath, jobs: jobsPath } as const;

const voicesPerPage = 100;
/** Pages of voices, at most: 50,000 voices. */
const maximumVoicePages = 500;
const pagesAtOnce = 4;

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const exchange = createExchange(options);
  const { origin, key, log } = exchange;
  const realtime = realtimeResource(options, options.realtimeUrl);

  const jobPath = (taskId: string): string => `${jobsPath}/${encodeURIComponent(taskId)}`;

  const voicePage = async (query: VoiceQuery, signal?: AbortSignal): Promise<VoicePage> => {
    const named = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) named.set(name, String(value));
    return (await exchange.json(`${voicesPath}?${named.toString()}`, voicePageSchema, signal)).value;
  };

  return {
    connectionId: options.connectionId,
    origin,
    profile: async (signal) => (await exchange.json(profilePath, profile, signal)).value,
    capabilities: async (signal) => (await exchange.json(capabilitiesPath, capabilities, signal)).value,
    voices: async (signal, maximumPages = maximumVoicePages, onPage) => {
      const pageOf = (page: number): Promise<VoicePage> => voicePage({ page, pageSize: voicesPerPage, includePersonal: true }, signal);
      const first = await pageOf(1);
      const pages = [first];
      const tell = (): void =>
        onPage?.(
          pages.reduce((sum, { items }) => sum + items.length, 0),
          first.total ?? null,
        );
      tell();
      const last = Math.min(first.totalPages, maximumPages);
      if (first.totalPages > last) log.warn('more voices than are listed', { pages: first.totalPages, listed: last });
      for (let page = 2; page <= last; page += pagesAtOnce) {
        const some = Array.from({ length: Math.min(pagesAtOnce, last - page + 1) }, (_, index) => pageOf(page + index));
        pages.push(...(await Promise.all(some)));
        tell();
      }
      // A voice that was added meanwhile pushes another onto two pages.
      return [...new Map(pages.flatMap((page) => page.items).map((item) => [item.voiceId, item])).values()];
    },
    voicePage,
    voice: async (voiceId, signal) => (await exchange.json(`${voicesPath}/${encodeURIComponent(voiceId)}`, voiceDetail, signal)).value,
    job: async (taskId, signal) => {
      const { value, answer } = await exchange.json(jobPath(taskId), jobResponse, signal);
      return { job: value, retryAfterMs: retryAfter(answer.header('retry-after')) };
    },
    jobs: async ({ page, limit, status, createdAfter }, signal) => {
      const query = new URLSearchParams();
      if (page !== undefined) query.set('page', String(page));
      if (limit !== undefined) query.set('limit', String(limit));
      if (status !== undefined) query.set('status', status);
      if (createdAfter !== undefined) query.set('createdAfter', createdAfter.toISOString());
      return (await exchange.json(`${jobsPath}?${query.toString()}`, jobList, signal)).value;
    },
    segment: async (taskId, index, signal) => (await exchange.json(`${jobPath(taskId)}/segments/${index}`, jobSegment, signal)).value,
    jobAudio: async (taskId, signal) => {
      const limits = { timeouts: timeouts.download, maxBytes: bodyLimits.audio };
      const answer = await exchange.download(`${jobPath(taskId)}/audio`, limits, signal);
      return soundOf(exchange, answer, 'no');
    },
    createJob: async (request, signal) => {
      const { value, answer } = await exchange.writeJson(request, jobResponse, signal);
      const facts = exchange.factsOf(answer);
      const job = { ...value, requestId: value.requestId ?? facts.requestId };
      return { job, retryAfterMs: retryAfter(answer.header('retry-after')) };
    },
    speech: (request, signal) => paidSound(exchange, request, signal),
    speechV1: speechV1Resource(exchange),
    speechV2: speechV2Resource(exchange),
    compatibility: compatibilityResource(exchange),
    documents: documentsResource(exchange),
    updateProfile: async (request, signal) => {
      const { value, answer } = await exchange.writeJson(request, profile, signal);
      return { ...exchange.factsOf(answer), profile: value };
    },
    aligned: async (request, signal) => {
      const answer = await exchange.write(request, 'text/event-stream', bodyLimits.events, signal);
      if (answer.contentType !== 'text/event-stream') throw notAudio(answer, 'unknown');
      return { ...exchange.factsOf(answer), events: readAligned(answer.body(), { key }) };
    },
    personalVoices: personalVoicesResource(exchange),
    designs: designsResource(exchange),
    lipSync: lipSyncResource(exchange),
    dubbing: dubbingResource(exchange),
    media: mediaResource(exchange),
    transcriptions: transcriptionsResource(exchange),
    files: filesResource(exchange),
    key,
    realtime,
    close: () => {
      exchange.close();
      realtime.close();
    },
  };
}

const voicePageSchema = z.looseObject({
  total: z.int().nonnegative().optional(),
  totalPages: z.int().nonnegative().default(1),
  items: z.array(voice),
});
export type VoicePage = z.infer<typeof voicePageSchema>;
