import { createHash } from 'node:crypto';
import { createRoute } from '@hono/zod-openapi';
import { type Context } from 'hono';
import { z } from 'zod';
import { contentTypes, headers } from '#shared/wire/common.ts';
import { type CreatedVoice } from '#shared/wire/responses/voice-creation.ts';
import { designRequest, designSave, voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { design, savedDesign, type Design } from '#shared/wire/responses/voice-designs.ts';
import { Dropped, type App, type Env } from '../http/environment.ts';
import { bearer, creationHeaders, json, keyHeader, responses } from '../http/openapi.ts';
import { invalid } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { generationFailure } from '../speech/whole-speech.ts';
import { transaction } from '../storage/database.ts';
import { engineLanguage } from './catalogue.ts';
import { type KeptDesign } from './designs.ts';
import { mayRead, mayWrite } from './permission.ts';
import { namedLanguage } from './prompt.ts';
import { languageOfText } from './text-language.ts';
import { created } from './write-routes.ts';

const audioPath = (designId: string, candidateId: string) => `${voiceDesignsPath}/${designId}/candidates/${candidateId}/audio`;
const audio = z.string().meta({ format: 'binary' });
const id = z.string().max(128);
const requiredKey = creationHeaders.extend(keyHeader.shape);

/** Voice design (interface, "Voice design"): create with previews, hear, save. */
export function voiceDesignRoutes(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'post',
      path: voiceDesignsPath,
      summary: 'Design a voice: candidates with previews',
      security: bearer,
      request: { headers: requiredKey, body: { required: true, content: { 'application/json': { schema: designRequest } } } },
      responses: responses({ 200: json('Candidates', design) }, [400, 401, 402, 403, 409, 413, 429, 500]),
    }),
    async (c) => {
      const account = mayWrite(c.get('account'));
      const body = c.req.valid('json');
      const struck = c.get('struck');
      const language = namedLanguage(body.prompt) ?? spokenLanguage(c) ?? (await languageOfText(body.previewText)) ?? 'en-US';
      const call = { ...identityOf(c, voiceDesignsPath, body), language, fails: struck.of('fail-generation') !== undefined };
      const made = await service.designs.create(account, body, call).catch((error: unknown) => {
        throw generationFailure(error);
      });
      if (struck.of('expire')) service.designs.expire(account, made.id);
      if (struck.of('drop-after-charge')) throw new Dropped();
      return c.json(answerOf(made, c));
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: audioPath('{designId}', '{candidateId}'),
      summary: 'Preview of a candidate',
      security: bearer,
      request: { params: z.object({ designId: id, candidateId: id }) },
      responses: responses(
        { 200: { description: 'Audio', content: { [contentTypes.wav]: { schema: audio }, [contentTypes.mp3]: { schema: audio } } } },
        [401, 403, 404],
      ),
    }),
    (c) => {
      const account = mayRead(c.get('account'));
      const { designId, candidateId } = c.req.valid('param');
      if (c.get('struck').of('expire')) service.designs.expire(account, designId);
      const { candidate } = service.designs.candidate(account, designId, candidateId);
      const bytes = service.designs.previewBytes(designId, candidateId);
      return new Response(bytes, { headers: { 'Content-Type': contentTypes[candidate.format], 'Content-Length': String(bytes.length) } });
    },
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: `${voiceDesignsPath}/{designId}/voices`,
      summary: 'Save a candidate as a voice',
      security: bearer,
      request: {
        headers: requiredKey,
        params: z.object({ designId: id }),
        body: { required: true, content: { 'application/json': { schema: designSave } } },
      },
      responses: responses({ 200: json('The voice', savedDesign) }, [400, 401, 403, 404, 409, 413, 500]),
    }),
    (c) => {
      const answer = save(c, service, c.req.valid('param').designId, c.req.valid('json'));
      if (c.get('struck').of('drop-after-charge')) throw new Dropped();
      return c.json({ ...answer, requestId: c.get('requestId') });
    },
  );
}

/** The voice sounds as the preview did: it is kept with the candidate's own settings. */
function save(c: Context<Env>, service: Service, designId: string, body: z.output<typeof designSave>): CreatedVoice {
  const account = mayWrite(c.get('account'));
  const call = identityOf(c, c.req.path, body);
  if (c.get('struck').of('expire')) service.designs.expire(account, designId);
  return transaction(service.database, () => {
    const earlier = service.designs.savedBy(account, call.key, call.fingerprint);
    if (earlier !== undefined) return JSON.parse(earlier) as CreatedVoice;
    const { design: kept, candidate } = service.designs.candidate(account, designId, body.candidateId);
    const language = body.language ?? spokenLanguage(c) ?? kept.language;
    if (engineLanguage(language) === undefined) throw invalid(`language: ${JSON.stringify(language)} is not spoken here`);
    const voice = service.voices.add(account, {
      name: body.name,
      description: body.description ?? '',
      visibility: body.visibility ?? 'private',
      family: candidate.provider,
      languages: [language],
      sound: candidate.sound,
    });
    const { requestId, ...answer } = created(voice, c);
    service.designs.keepSave(account, call, JSON.stringify(answer));
    return { ...answer, requestId };
  });
}

/** The key, which the route has made sure of, and what "the same request" is. */
function identityOf(c: Context<Env>, path: string, body: object) {
  const fields = Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    operation: `${c.req.method} ${c.req.path}`,
    key: c.req.header(headers.idempotencyKey) ?? '',
    fingerprint: createHash('sha256')
      .update(JSON.stringify([path, fields]))
      .digest('hex'),
  };
}

/** The first language of `Accept-Language` that is spoken here. */
function spokenLanguage(c: Context<Env>): string | undefined {
  return (c.req.header('Accept-Language') ?? '')
    .split(',')
    .map((entry) => entry.split(';')[0]?.trim() ?? '')
    .find((code) => code.length <= 64 && engineLanguage(code) !== undefined);
}

function answerOf(made: KeptDesign, c: Context<Env>): Design {
  const origin = `http://${c.env.incoming.headers.host ?? ''}`;
  return {
    designId: made.id,
    candidates: made.candidates.map(({ id: candidateId, provider, format }) => ({
      candidateId,
      previewAudioUrl: `${origin}${audioPath(made.id, candidateId)}`,
      provider,
      format,
    })),
    billing: {
      characters_used: made.billing.characters,
      credits_used: made.billing.credits,
      quota_remaining: made.billing.quotaRemaining,
    },
    language: made.language,
    createdAt: made.createdAt,
    expiresAt: made.expiresAt,
    requestId: c.get('requestId'),
  };
}
