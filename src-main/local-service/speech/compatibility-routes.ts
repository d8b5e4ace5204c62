import { createRoute } from '@hono/zod-openapi';
import { type Context } from 'hono';
import { z } from 'zod';
import { contentTypes } from '#shared/wire/common.ts';
import {
  engineSpeechPath,
  engineSpeechRequest,
  openAiSpeechPath,
  openAiSpeechRequest,
  openAiVoicesPath,
} from '#shared/wire/compatibility.ts';
import { openAiVoices } from '#shared/wire/responses/compatibility.ts';
import { type App, type Env } from '../http/environment.ts';
import { audioContent, bearer, json, jsonBody, responses } from '../http/openapi.ts';
import { ServiceError } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { type Compatible, fromEngineStyle, fromOpenAiStyle } from './earlier-requests.ts';
import { planSpeech } from './speech-plan.ts';
import { answerWithSpeech } from './whole-speech.ts';

const statuses = [400, 401, 402, 429, 500];
const sound = audioContent(contentTypes.mp3, contentTypes.wav, contentTypes.pcm);

/** What these endpoints call the fields of v3, for messages that name them. */
const namesOfEngineStyle = { voiceId: 'reference_id', modelId: 'model', stability: 'temperature', similarity: 'top_p' };
const namesOfOpenAiStyle = { voiceId: 'voice', modelId: 'model', text: 'input', format: 'response_format' };

/** The two endpoints for clients that were written for others. */
export function compatibilityRoutes(app: App, service: Service): void {
  const speak = (c: Context<Env>, { request, format }: Compatible, names: Readonly<Record<string, string>>) => {
    const plan = renaming(names, () => planSpeech(request, 'synchronous', (id) => service.voices.of(c.get('account'), id)));
    return answerWithSpeech(service, c, { plan, id: undefined, fingerprint: '', raw: format === 'pcm' });
  };

  app.openapi(
    createRoute({
      method: 'post',
      path: engineSpeechPath,
      summary: 'Speech for clients of an engine vendor',
      security: bearer,
      request: { headers: z.object({ model: z.string().max(128).optional() }), ...jsonBody(engineSpeechRequest) },
      responses: responses({ 200: sound }, statuses),
    }),
    (c) => speak(c, fromEngineStyle(c.req.valid('json'), c.req.valid('header').model), namesOfEngineStyle),
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: openAiSpeechPath,
      summary: 'Speech for clients of OpenAI’s kind',
      security: bearer,
      request: jsonBody(openAiSpeechRequest),
      responses: responses({ 200: sound }, statuses),
    }),
    (c) => speak(c, fromOpenAiStyle(c.req.valid('json')), namesOfOpenAiStyle),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: openAiVoicesPath,
      summary: 'Voices for clients of OpenAI’s kind',
      security: bearer,
      responses: responses({ 200: json('Voices', openAiVoices) }, [401]),
    }),
    (c) => c.json({ voices: service.voices.list(c.get('account'), 'all').map(({ voiceId, name }) => ({ id: voiceId, name })) }),
  );
}

/** A refusal that names a field by the name that this client sent it under. */
function renaming<Result>(names: Readonly<Record<string, string>>, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const [, field = '', rest = ''] = /^(\w+): (.*)$/su.exec(error.message) ?? [];
    const name = names[field];
    throw name === undefined ? error : new ServiceError(error.status, error.code, `${name}: ${rest}`);
  }
}

/**
 * The compatibility endpoints answer 400 where others say that the voice is not found, the body too large or the model unavailable
 * (interface: 400, 401, 402, 429 and 500 alone). Another method or address is none of theirs.
 */
export function compatibleStatus(method: string, path: string, status: number): number {
  const ours = method === 'POST' && (path === engineSpeechPath || path === openAiSpeechPath);
  return ours && (status === 404 || status === 413 || status === 503) ? 400 : status;
}
