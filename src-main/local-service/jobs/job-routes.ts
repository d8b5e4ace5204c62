import { createRoute } from '@hono/zod-openapi';
import { type Context } from 'hono';
import { z } from 'zod';
import { codes, contentTypes, headers, limits } from '#shared/wire/common.ts';
import { jobQuery, jobsPath, terminalJobStates } from '#shared/wire/jobs.ts';
import { jobList, jobResponse, jobSegment } from '#shared/wire/responses/jobs.ts';
import { speechRequest, type SpeechRequest } from '#shared/wire/speech.ts';
import { jobsV1Path, jobV1Request } from '#shared/wire/speech-v1.ts';
import { legacyIdentity, requestIdentity } from '../accounts/paid-call.ts';
import { Dropped, type App, type Env } from '../http/environment.ts';
import { audioContent, bearer, creationHeaders, json, jsonBody, responses } from '../http/openapi.ts';
import { notFound, ServiceError } from '../http/service-error.ts';
import { secondsFromNow, signedName, verifiedName } from '../http/signed-address.ts';
import { type Service } from '../service.ts';
import { fromV1 } from '../speech/earlier-requests.ts';
import { fingerprintOf, planSpeech } from '../speech/speech-plan.ts';
import { type AcceptedJob } from './jobs.ts';

/** Suggested poll delay in seconds. */
const pollSeconds = '1';
/** How long an address of stored audio is good. */
const audioAddressSeconds = 300;
const storedAudioPath = '/api/open/v3/speech/tts/stored-audio';

const jobId = z.object({ jobId: z.string().max(128) });
const download = z.object({ download: z.enum(['0', '1']).optional() });
const sound = audioContent(contentTypes.mp3, contentTypes.wav, contentTypes.ogg);

/** Durable jobs (interface, "TTS v3"). */
export function jobRoutes(app: App, service: Service): void {
  creationRoutes(app, service);
  readRoutes(app, service);
  audioRoutes(app, service);
  segmentRoute(app, service);
}

interface Creation {
  path: string;
  request: SpeechRequest;
  id: string | undefined;
}

const describeJob = (c: Context<Env>, job: AcceptedJob) => ({ ...job.response, requestId: c.get('requestId') });
const pollHeaders = (job: AcceptedJob): Record<string, string> =>
  terminalJobStates.includes(job.state) ? {} : { 'Retry-After': pollSeconds };

const accepted = responses(
  { 202: json('Accepted; poll at Location after Retry-After seconds', jobResponse) },
  [400, 401, 402, 404, 409, 413, 429, 503],
);

function creationRoutes(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'post',
      path: jobsPath,
      summary: 'Create a job',
      security: bearer,
      request: { headers: creationHeaders, ...jsonBody(speechRequest) },
      responses: accepted,
    }),
    (c) => createJob(service, c, { path: jobsPath, request: c.req.valid('json'), id: requestIdentity(c) }),
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: jobsV1Path,
      summary: 'Create a job, v1',
      security: bearer,
      request: { headers: creationHeaders, ...jsonBody(jobV1Request) },
      responses: accepted,
    }),
    (c) => {
      const request = fromV1(c.req.valid('json'), (id) => service.voices.of(c.get('account'), id));
      return createJob(service, c, { path: jobsV1Path, request, id: legacyIdentity(c) });
    },
  );
}

/** `id` names the request: the same again is answered with the same job. */
function createJob(service: Service, c: Context<Env>, { path, request, id }: Creation) {
  const plan = planSpeech(request, 'asynchronous', (voice) => service.voices.of(c.get('account'), voice));
  const struck = c.get('struck');
  const failure = struck.of('fail-generation');
  const job = service.jobs.create(c.get('account'), plan, {
    operation: `POST ${path}`,
    id,
    fingerprint: fingerprintOf(path, request),
    traceId: c.get('requestId'),
    plannedFailure: failure && { segments: failure.segments ?? 0 },
  });
  if (struck.of('drop-after-charge')) throw new Dropped();
  return c.json(describeJob(c, job), 202, {
    Location: `${path}/${job.id}`,
    'Retry-After': pollSeconds,
    ...(plan.ignored.length > 0 && { [headers.ignoredParameters]: plan.ignored.join(', ') }),
  });
}

function readRoutes(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: `${jobsV1Path}/{taskId}`,
      summary: 'One job, v1',
      security: bearer,
      request: { params: z.object({ taskId: z.string().max(128) }) },
      responses: responses({ 200: json('Job', jobResponse) }, [401, 404]),
    }),
    (c) => {
      const job = service.jobs.get(c.get('account'), c.req.valid('param').taskId);
      return c.json(describeJob(c, job), 200, pollHeaders(job));
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: jobsPath,
      summary: 'List jobs, newest first',
      security: bearer,
      request: { query: jobQuery },
      responses: responses({ 200: json('Jobs', jobList) }, [400, 401]),
    }),
    (c) => {
      const query = c.req.valid('query');
      const { total, items } = service.jobs.list(c.get('account'), query);
      const { page, limit } = query;
      return c.json({ items, total, page, limit, totalPages: Math.ceil(total / limit), requestId: c.get('requestId') });
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${jobsPath}/{jobId}`,
      summary: 'One job',
      security: bearer,
      request: { params: jobId },
      responses: responses({ 200: json('Job', jobResponse) }, [401, 404]),
    }),
    (c) => {
      const job = service.jobs.get(c.get('account'), c.req.valid('param').jobId);
      return c.json(describeJob(c, job), 200, pollHeaders(job));
    },
  );
}

function audioRoutes(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: `${jobsPath}/{jobId}/audio`,
      summary: 'Audio of a job; keep the bearer and follow the redirect',
      security: bearer,
      request: { params: jobId, query: download },
      responses: responses({ 302: { description: 'Where the audio is, for a short while' } }, [401, 404, 409]),
    }),
    (c) => {
      const job = findJobWithAudio(service, c, c.req.valid('param').jobId);
      const token = signedName(service.secret, c.get('account').id, job.id, secondsFromNow(audioAddressSeconds));
      const query = c.req.valid('query').download === '1' ? '?download=1' : '';
      return new Response(null, { status: 302, headers: { Location: `${storedAudioPath}/${token}${query}`, 'Cache-Control': 'no-store' } });
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${storedAudioPath}/{token}`,
      summary: 'Stored audio, by the address that a redirect gave',
      security: bearer,
      request: { params: z.object({ token: z.string().max(limits.signedTokenCharacters) }), query: download },
      responses: responses({ 200: sound }, [401, 404]),
    }),
    (c) => {
      const job = findJobWithAudio(service, c, verified(service.secret, c.get('account').id, c.req.valid('param').token));
      const { bytes, stream } = service.jobs.audio(job.id);
      return new Response(stream, {
        headers: {
          'Content-Type': contentTypes[job.format],
          'Content-Length': String(bytes),
          ...(c.req.valid('query').download === '1' && { 'Content-Disposition': `attachment; filename="${job.id}.${job.format}"` }),
        },
      });
    },
  );
}

/** The caller’s own job; 404 or 409 where it has no audio. */
function findJobWithAudio(service: Service, c: Context<Env>, id: string): AcceptedJob {
  const job = service.jobs.get(c.get('account'), id);
  if (job.audioExpired || c.get('struck').of('expire')) throw notFound('The audio of this job was kept for 30 days and is gone');
  if (job.hasAudio) return job;
  if (terminalJobStates.includes(job.state)) throw notFound('The job failed: it has no audio');
  throw new ServiceError(409, codes.notReady, `The job is ${job.state}; its audio is not ready`, {
    headers: { 'Retry-After': pollSeconds },
  });
}

function segmentRoute(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: `${jobsPath}/{jobId}/segments/{segmentIndex}`,
      summary: 'One segment (sentence) of a job with its words',
      security: bearer,
      request: { params: jobId.extend({ segmentIndex: z.string().regex(/^\d{1,6}$/u, 'must be a whole number from 0 to 999999') }) },
      responses: responses({ 200: json('Segment', jobSegment) }, [400, 401, 404]),
    }),
    (c) => {
      const { jobId: id, segmentIndex: index } = c.req.valid('param');
      const segmentIndex = Number(index);
      const job = service.jobs.get(c.get('account'), id);
      const segment = service.jobs.segment(job.id, segmentIndex);
      if (segment === undefined) throw notFound('The job has no such segment, or not yet');
      const text = segment.words.map((word) => word.text).join(' ');
      return c.json({ taskId: job.id, segmentIndex, text, status: 'success', ...segment, requestId: c.get('requestId') });
    },
  );
}

/** The job that an address was made for; 404 for one that is not ours, expired or somebody else's. */
function verified(secret: string, account: string, token: string): string {
  const job = verifiedName(secret, account, token);
  if (job === undefined) throw notFound('This address is not valid any more; ask the job for its audio again');
  return job;
}
