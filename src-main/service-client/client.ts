import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { fail } from '#shared/failure.ts';
import type { TimedWord } from '#shared/narration/alignment.ts';
import { jobsPath, type JobState } from '#shared/wire/jobs.ts';
import { capabilitiesPath } from '#shared/wire/models.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { alignedPath, speechPath } from '#shared/wire/speech.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import type { Secret } from '../infra/platform.ts';
import { readAligned, type AlignedEvent } from './aligned.ts';
import {
  toAudioAnswer,
  Exchange,
  notAudio,
  paidSound,
  type AnswerFacts,
  type AudioAnswer,
  type ExchangeOptions,
  type PaidRequest,
} from './exchange.ts';
import { bodyLimits, timeouts } from './http.ts';
import type { Reading } from './reading/fields.ts';
import { readPages, type Page } from './reading/list.ts';
import { readCapabilities, type Capabilities } from './reading/models.ts';
import { isProfile, readProfile, type Profile } from './reading/profile.ts';
import { readSegmentWords, readSpeechJobs, type SpeechJob } from './reading/speech-jobs.ts';
import { readVoiceDetails, readVoices, type VoiceDetails } from './reading/voices.ts';
import { refusedResult } from './given-addresses.ts';
import { addedModelsResource, type AddedModelsResource } from './resources/added-models.ts';
import { compatibilityResource, type CompatibilityResource } from './resources/compatibility.ts';
import { documentsResource, type DocumentsResource } from './resources/documents.ts';
import { createJob, readJob, type JobAnswer } from './resources/speech-jobs.ts';
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
import { message } from '#shared/messages/message.ts';

export interface ServiceClientOptions extends ExchangeOptions {
  /** Where realtime speech is: `ws:` or `wss:`, host and port. */
  realtimeUrl?: string | undefined;
}

interface AlignedAnswer extends AnswerFacts {
  events: AsyncIterable<AlignedEvent[]>;
}
/**
 * The service's interface, typed. Reads are tried again by themselves; a paid request is sent once for each call, for only
 * the ledger's rules may send it again. Everything fails with `FailureError`; no failure holds the key.
 */
export interface ServiceClient {
  readonly connectionId: string;
  readonly origin: string;
  /** As in `ServiceClientOptions`. */
  readonly realtimeUrl: string | undefined;
  profile(signal?: AbortSignal): Promise<Profile>;
  capabilities(signal?: AbortSignal): Promise<Capabilities>;
  /** Every voice, public and personal, all pages, or so many of them; `onPage` is called with how many are read, and how many the service counts. */
  voices(signal?: AbortSignal, maximumPages?: number, onPage?: (read: number, total: number | null) => void): Promise<CatalogueVoice[]>;
  voicePage(query: VoiceQuery, signal?: AbortSignal): Promise<Page<CatalogueVoice>>;
  /** That there is such a voice, and what is known of it: its fields are not shown by the interface. */
  voice(voiceId: string, signal?: AbortSignal): Promise<VoiceDetails>;
  job(taskId: string, signal?: AbortSignal): Promise<JobAnswer>;
  jobs(query: { page?: number; limit?: number; status?: JobState; createdAfter?: Date }, signal?: AbortSignal): Promise<Page<SpeechJob>>;
  /** The words of one segment of a job; `undefined` where the service says none that can be recognized. */
  segmentWords(taskId: string, index: number, signal?: AbortSignal): Promise<TimedWord[] | undefined>;
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
  /** Of the local service alone. */
  readonly addedModels: AddedModelsResource;
  close(): void;
}
/** Interface, "TTS v3", `GET /voices`; what is left out takes the service's default. */
interface VoiceQuery {
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
  const exchange = new Exchange(options);
  const { origin, key, log } = exchange;
  const realtime = realtimeResource(options, options.realtimeUrl);

  const jobPath = (taskId: string): string => `${jobsPath}/${encodeURIComponent(taskId)}`;

  const voicePage = async (query: VoiceQuery, signal?: AbortSignal): Promise<Page<CatalogueVoice>> => {
    const named = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) named.set(name, String(value));
    return (await exchange.json(`${voicesPath}?${named.toString()}`, readVoices, signal)).value;
  };
  const profile = async (signal?: AbortSignal): Promise<Profile> => {
    const read = (body: unknown, reading: Reading) => ({ found: readProfile(body, reading), isProfile: isProfile(body, reading) });
    const { found, isProfile: hasFields } = (await exchange.json(profilePath, read, signal)).value;
    if (found !== undefined) return found;
    throw fail('bad-response', message('service.profileNamesNoAccount'), hasFields ? { field: 'user_id' } : {});
  };

  return {
    connectionId: options.connectionId,
    origin,
    realtimeUrl: options.realtimeUrl,
    profile,
    capabilities: async (signal) => (await exchange.json(capabilitiesPath, readCapabilities, signal)).value,
    voices: async (signal, maximumPages = maximumVoicePages, onPage) => {
      const { items, pages, isCut } = await readPages(
        (page) => voicePage({ page, pageSize: voicesPerPage, includePersonal: true }, signal),
        ({ voiceId }) => voiceId,
        { most: maximumPages, atOnce: pagesAtOnce, onPage: (read, { total }) => onPage?.(read, total ?? null) },
      );
      if (isCut) log.warn('more voices than are listed', { listed: pages });
      return items;
    },
    voicePage,
    voice: async (voiceId, signal) =>
      (await exchange.json(`${voicesPath}/${encodeURIComponent(voiceId)}`, readVoiceDetails(voiceId), signal)).value,
    job: (taskId, signal) => readJob(exchange, jobsPath, taskId, signal),
    jobs: async ({ page, limit, status, createdAfter }, signal) => {
      const query = new URLSearchParams();
      if (page !== undefined) query.set('page', String(page));
      if (limit !== undefined) query.set('limit', String(limit));
      if (status !== undefined) query.set('status', status);
      if (createdAfter !== undefined) query.set('createdAfter', createdAfter.toISOString());
      return (await exchange.json(`${jobsPath}?${query.toString()}`, readSpeechJobs, signal)).value;
    },
    segmentWords: async (taskId, index, signal) =>
      (await exchange.json(`${jobPath(taskId)}/segments/${index}`, readSegmentWords, signal)).value,
    jobAudio: async (taskId, signal) => {
      const limits = { timeouts: timeouts.download, maxBytes: bodyLimits.audio };
      const answer = await exchange.download(`${jobPath(taskId)}/audio`, limits, signal).catch((thrown: unknown) => {
        throw refusedResult(thrown, taskId);
      });
      return toAudioAnswer(exchange, answer, 'no');
    },
    createJob: (request, signal) => createJob(exchange, request, signal),
    speech: (request, signal) => paidSound(exchange, request, signal),
    speechV1: speechV1Resource(exchange),
    speechV2: speechV2Resource(exchange),
    compatibility: compatibilityResource(exchange),
    documents: documentsResource(exchange),
    updateProfile: async (request, signal) => {
      const { value, answer } = await exchange.writeJson(request, (body, reading) => readProfile(body, reading) ?? null, signal);
      // The update has succeeded; what the profile is now, the service is asked where its answer does not say.
      return { ...exchange.factsOf(answer), profile: value ?? (await profile(signal)) };
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
    addedModels: addedModelsResource(exchange),
    key,
    realtime,
    close: () => {
      exchange.close();
      realtime.close();
    },
  };
}
