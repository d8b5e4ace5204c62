import { createRoute } from '@hono/zod-openapi';
import { type Context } from 'hono';
import { z } from 'zod';
import { contentTypes, limits } from '#shared/wire/common.ts';
import { speechPath, speechRequest, type SpeechRequest } from '#shared/wire/speech.ts';
import { speechV1Path, speechV1Request } from '#shared/wire/speech-v1.ts';
import { cachedSpeech } from '#shared/wire/responses/speech-v1.ts';
import { speechV2Path, speechV2Request } from '#shared/wire/speech-v2.ts';
import { legacyIdentity, requestIdentity } from '../accounts/paid-call.ts';
import { type App, type Env } from '../http/environment.ts';
import { audioContent, bearer, creationHeaders, jsonBody, responses } from '../http/openapi.ts';
import { notFound } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { cachedSpeechPath } from './cached-speech.ts';
import { fromV1, fromV2 } from './earlier-requests.ts';
import { fingerprintOf, planSpeech } from './speech-plan.ts';
import { answerWithSpeech, paidSpeech } from './whole-speech.ts';

const statuses = [400, 401, 402, 404, 409, 413, 429, 500, 503];
const sound = audioContent(contentTypes.mp3, contentTypes.wav, contentTypes.ogg);

/** `POST /speech/tts` of v1, v2 and v3: whole audio in one answer, never replayed; of v1 on request an address, replayed. */
export function speechRoutes(app: App, service: Service): void {
  const described = { method: 'post', security: bearer, responses: responses({ 200: sound }, statuses) } as const;
  const speak = (c: Context<Env>, path: string, request: SpeechRequest, id: string | undefined) => {
    const plan = planSpeech(request, 'synchronous', (voice) => service.voices.of(c.get('account'), voice));
    return answerWithSpeech(service, c, { plan, id, fingerprint: fingerprintOf(path, request) });
  };
  app.openapi(
    createRoute({
      ...described,
      path: speechPath,
      summary: 'Speech, synchronous',
      request: { headers: creationHeaders, ...jsonBody(speechRequest) },
    }),
    (c) => speak(c, speechPath, c.req.valid('json'), requestIdentity(c)),
  );
  app.openapi(
    createRoute({
      ...described,
      path: speechV2Path,
      summary: 'Speech, synchronous, v2',
      request: { headers: creationHeaders, ...jsonBody(speechV2Request) },
    }),
    (c) => speak(c, speechV2Path, fromV2(c.req.valid('json')), legacyIdentity(c)),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: speechV1Path,
      summary: 'Speech, synchronous, v1',
      description:
        'With `cache` an address instead of the audio, good for 15 minutes. A repeated `X-Request-Id` is answered with what was stored, also after that.',
      security: bearer,
      request: { headers: creationHeaders, ...jsonBody(speechV1Request) },
      responses: responses(
        {
          200: {
            description: 'Audio, or its address',
            content: { ...audioContent(contentTypes.mp3, contentTypes.wav).content, 'application/json': { schema: cachedSpeech } },
          },
        },
        statuses,
      ),
    }),
    async (c) => {
      const body = c.req.valid('json');
      const account = c.get('account');
      const voiceOf = (id: string) => service.voices.of(account, id);
      const request: SpeechRequest = fromV1(body, voiceOf);
      const plan = planSpeech(request, 'synchronous', voiceOf);
      const id = legacyIdentity(c);
      const cache = body.cache ?? false;
      const speech = { plan, id, fingerprint: fingerprintOf(speechV1Path, request, { cache }) };
      if (!cache) return answerWithSpeech(service, c, speech);
      const earlier = id === undefined ? undefined : service.requestIds.check(account, id, speech.fingerprint);
      const stored = earlier === undefined ? undefined : service.cachedSpeeches.answer(earlier);
      if (stored !== undefined) return c.json(stored, 200);
      // The Host header is one of ours: it was checked before anything else.
      const origin = `http://${c.req.header('Host') ?? ''}`;
      let kept: ReturnType<typeof service.cachedSpeeches.keep> | undefined;
      const { headers } = await paidSpeech(service, c, speech, (bytes, paid) => {
        kept = service.cachedSpeeches.keep(origin, { format: plan.order.format, bytes }, paid);
        return kept.id;
      });
      return c.json(kept?.answer, 200, headers);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${cachedSpeechPath}/{token}`,
      summary: 'Speech behind a short-lived address',
      description: 'The address carries its own signature and needs no key.',
      request: { params: z.object({ token: z.string().max(limits.signedTokenCharacters) }) },
      responses: responses({ 200: audioContent(contentTypes.mp3, contentTypes.wav) }, [404]),
    }),
    (c) => {
      const found = c.get('struck').of('expire') ? undefined : service.cachedSpeeches.open(c.req.valid('param').token);
      if (found === undefined) throw notFound('This address is not valid any more');
      return new Response(found.stream, { headers: { 'Content-Type': contentTypes[found.format], 'Content-Length': String(found.bytes) } });
    },
  );
}
