import { createRoute } from '@hono/zod-openapi';
import { type Context } from 'hono';
import { z } from 'zod';
import { dubbingPath, dubbingRequest, type DubbingRequest } from '#shared/wire/dubbing.ts';
import { dubbingError, dubbingResponse, type DubbingResponse } from '#shared/wire/responses/dubbing.ts';
import { Dropped, type App, type Env } from '../http/environment.ts';
import { bearer, json, keyHeader, responses } from '../http/openapi.ts';
import { ServiceError } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { planSpeech, type SpeechPlan } from '../speech/speech-plan.ts';
import { generationFailure } from '../speech/whole-speech.ts';
import { transaction } from '../storage/database.ts';
import { fitted, speak } from './fitted-speech.ts';
import { type Imported } from './import-media.ts';
import { type KeptSpeech } from './kept-speech.ts';
import { lipSyncPrefix, pollHeaders, pollSeconds } from './lip-sync-routes.ts';
import { addLipSync, dataOf, planLipSync } from './lip-sync.ts';
import { digestOf, keyOf } from './media-job-routes.ts';
import { mediaLink } from './result-routes.ts';

/** Video dubbing (interface, "Video dubbing"): speech, then a lip-sync job, in one call. */
export function dubbingRoutes(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'post',
      path: dubbingPath,
      summary: 'Make speech and create a lip-sync job with it',
      security: bearer,
      request: { headers: keyHeader, body: { required: true, content: { 'application/json': { schema: dubbingRequest } } } },
      responses: responses(
        {
          202: json('Accepted', dubbingResponse),
          422: json('The video cannot be imported, or after the speech was made: the lip sync cannot be created', dubbingError),
        },
        [400, 401, 402, 404, 409, 413, 415, 429, 500, 503, 504],
      ),
    }),
    async (c) => {
      const body = c.req.valid('json');
      const account = c.get('account');
      const [key, fingerprint] = [keyOf(c), digestOf(dubbingPath, body)];
      const kept = service.media.speeches.ofRequest(account, key, fingerprint);
      const earlier = kept === undefined ? service.requestIds.check(account, key, fingerprint) : undefined;
      if (earlier !== undefined) return accepted(service, c, earlier);
      const plan = planOf(service, c, body);
      service.media.jobs.checkRoom(account);
      const video = await service.media.importer.import({
        mediaKind: 'video',
        url: body.video_url,
        field: 'video_url',
        prefix: lipSyncPrefix,
        struck: c.get('struck'),
      });
      const speech = kept ?? (await buySpeech(service, c, { plan, body, key, fingerprint, video }));
      try {
        const id = createJob(service, c, video, speech, body);
        if (c.get('struck').of('drop-after-charge')) throw new Dropped();
        return accepted(service, c, id);
      } catch (error) {
        throw error instanceof Dropped ? error : withSpeech(service, c, speech, error);
      }
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${dubbingPath}/{jobId}`,
      summary: 'One dubbing job',
      security: bearer,
      request: { params: z.object({ jobId: z.string().max(128) }) },
      responses: responses({ 200: json('Job', dubbingResponse) }, [401, 404]),
    }),
    (c) => {
      const job = service.media.jobs.get(c.get('account'), 'dubbing', c.req.valid('param').jobId);
      const body = { success: true, data: dataOf(service, c, job), requestId: c.get('requestId') } as DubbingResponse;
      return c.json(body, 200, pollHeaders(job));
    },
  );
}

/** The original answer: the job itself tells how far it is. */
function accepted(service: Service, c: Context<Env>, id: string) {
  const job = service.media.jobs.get(c.get('account'), 'dubbing', id);
  const body = { success: true, data: job.accepted, requestId: c.get('requestId') } as DubbingResponse;
  return c.json(body, 202, { Location: `${dubbingPath}/${id}`, 'Retry-After': pollSeconds });
}

/** The rules of speech, by the names that a dubbing has for its fields. */
function planOf(service: Service, c: Context<Env>, body: DubbingRequest): SpeechPlan {
  try {
    return planSpeech(
      {
        text: body.text,
        voiceId: body.reference_id,
        format: 'mp3',
        ...(body.model_id !== undefined && { modelId: body.model_id }),
        ...(body.speed !== undefined && { speed: body.speed }),
        ...(body.language !== undefined && { language: body.language }),
      },
      'synchronous',
      (id) => service.voices.of(c.get('account'), id),
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const message = error.message.replace(/^voiceId:/u, 'reference_id:').replace(/^modelId:/u, 'model_id:');
    throw new ServiceError(error.status, error.code, message);
  }
}

/** Speech that is paid and kept; a failure to make it is refunded. Throws the fit's failure with that speech. */
async function buySpeech(
  service: Service,
  c: Context<Env>,
  order: { plan: SpeechPlan; body: DubbingRequest; key: string; fingerprint: string; video: Imported },
): Promise<KeptSpeech> {
  const { plan, key, fingerprint } = order;
  const account = c.get('account');
  const charge = transaction(service.database, () => {
    // Another call with this key may have begun while the video was fetched: it has the right of way.
    service.requestIds.check(account, key, fingerprint);
    const reserved = service.charges.reserve(account, `POST ${dubbingPath}`, key, plan.price);
    service.requestIds.claim(account, key, fingerprint, reserved.id);
    return reserved;
  });
  let kept: KeptSpeech;
  let failure: ServiceError | undefined;
  try {
    const first = await speak(service.synthesis, plan.order, 1);
    const fit = order.body.fit_audio_to_video ? await fitted(service.synthesis, plan.order, first, order.video.seconds) : { speech: first };
    failure = fit.failure;
    const { sound, seconds } = fit.speech;
    kept = { charge: charge.id, credits: charge.credits, seconds, bytes: sound.length };
    service.media.speeches.keep(kept, sound);
  } catch (error) {
    transaction(service.database, () => {
      if (service.charges.refund(charge.id)) service.requestIds.finish(charge.id, 'refunded');
    });
    throw generationFailure(error);
  }
  if (failure) throw withSpeech(service, c, kept, failure);
  return kept;
}

/** Throws what keeps the lip sync from being accepted; then nothing of it is charged. */
function createJob(service: Service, c: Context<Env>, video: Imported, speech: KeptSpeech, body: DubbingRequest): string {
  const account = c.get('account');
  const { media } = service;
  media.importer.checkFault({ mediaKind: 'audio', field: 'text', prefix: lipSyncPrefix, struck: c.get('struck') });
  const plan = planLipSync(video.seconds, speech.seconds, false);
  return transaction(service.database, () => {
    const earlier = service.requestIds.check(account, keyOf(c), digestOf(dubbingPath, body), speech.charge);
    if (earlier !== undefined) return earlier;
    const charge = service.charges.reserve(account, `POST ${dubbingPath} (lip sync)`, keyOf(c), { characters: 0, credits: plan.credits });
    const creditsUsed = { tts: speech.credits, lip_sync: charge.credits, total: speech.credits + charge.credits };
    const audio = media.files.whole(speech.charge, 'speech');
    const id = addLipSync(service, c, { kind: 'dubbing', charge, plan, video: video.bytes, audio, creditsUsed });
    service.requestIds.finish(speech.charge, 'completed', id);
    return id;
  });
}

/** The failure, with the speech that stays paid. */
function withSpeech(service: Service, c: Context<Env>, speech: KeptSpeech, error: unknown): ServiceError {
  const failure = generationFailure(error);
  return new ServiceError(failure.status, failure.code, failure.message, {
    headers: failure.headers,
    details: failure.details,
    fields: { tts_audio_url: mediaLink(service, c, speech.charge, 'speech').url, tts_credits_used: speech.credits },
  });
}
