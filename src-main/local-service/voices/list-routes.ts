import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { voiceQuery, voiceQueryV1, voicesPath, voicesV1Path, type VoiceQueryV1 } from '#shared/wire/voices.ts';
import { voiceDetail, voiceList, voiceListV1, type Voice, type VoiceV1 } from '#shared/wire/responses/voices.ts';
import { type Account } from '../accounts/accounts.ts';
import { type App } from '../http/environment.ts';
import { bearer, json, responses } from '../http/openapi.ts';
import { notFound } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { type LocalVoice } from './catalogue.ts';
import { mayRead } from './permission.ts';

/** Voice lists of v1 and v3 and the single voice (interface, "TTS v3" and "Voice listing (v1)"): nothing here charges. */
export function voiceListRoutes(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: voicesPath,
      summary: 'List voices',
      security: bearer,
      request: { query: voiceQuery },
      responses: responses({ 200: json('Voices', voiceList) }, [400, 401, 403]),
    }),
    (c) => {
      const account = mayRead(c.get('account'));
      const { page, pageSize, search, includePersonal } = c.req.valid('query');
      const found = service.voices.list(account, includePersonal ? 'all' : 'public').filter(searched(search));
      return c.json({ ...pageOf(found, page, pageSize, voiceItem), requestId: c.get('requestId') });
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: `${voicesPath}/{voiceId}`,
      summary: 'One voice',
      security: bearer,
      request: { params: z.object({ voiceId: z.string().max(128) }) },
      responses: responses({ 200: json('Voice', voiceDetail) }, [401, 403, 404]),
    }),
    (c) => {
      const voice = service.voices.of(mayRead(c.get('account')), c.req.valid('param').voiceId);
      if (voice === undefined) throw notFound('There is no such voice');
      const { description, createdAt } = voice;
      return c.json({ ...voiceItem(voice), description, createdAt, requestId: c.get('requestId') });
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: voicesV1Path,
      summary: 'List voices',
      security: bearer,
      request: { query: voiceQueryV1 },
      responses: responses({ 200: json('Voices', voiceListV1) }, [400, 401, 403]),
    }),
    (c) => c.json(listV1(service, c.get('account'), c.req.valid('query'))),
  );
}

/** The v1 list, for the legacy path too. Throws 403. */
export function listV1(service: Service, account: Account, query: VoiceQueryV1) {
  const { page, pageSize, includePersonal, language, supportsLanguage, search } = query;
  const type = query.modelType ?? (includePersonal ? 'all' : 'public');
  const found = service.voices
    .list(mayRead(account), type)
    .filter(searched(search))
    .filter((voice) => language === undefined || voice.primaryLanguage === language)
    .filter((voice) => supportsLanguage === undefined || speaks(voice, supportsLanguage.toLowerCase()));
  return pageOf(found, page, pageSize, voiceItemV1);
}

function searched(search: string | undefined): (voice: LocalVoice) => boolean {
  const wanted = search?.trim().toLowerCase() ?? '';
  return (voice) => `${voice.name}\n${voice.description}`.toLowerCase().includes(wanted);
}

const speaks = (voice: LocalVoice, wanted: string) =>
  voice.languages.some((code) => code.toLowerCase() === wanted || code.toLowerCase().startsWith(`${wanted}-`));

function pageOf<Item>(found: readonly LocalVoice[], page: number, pageSize: number, shape: (voice: LocalVoice) => Item) {
  const items = found.slice((page - 1) * pageSize, page * pageSize).map(shape);
  return { total: found.length, page, pageSize, totalPages: Math.ceil(found.length / pageSize), items };
}

function voiceItem({ voiceId, name, isPersonal, primaryLanguage, languages, modelIds }: LocalVoice): Voice {
  return { voiceId, name, isPersonal, primaryLanguage, languages, modelIds };
}

function voiceItemV1({ voiceId, name, description, createdAt, updatedAt, isPersonal }: LocalVoice): VoiceV1 {
  return { voiceId, title: name, description, created_at: createdAt, updated_at: updatedAt, isPersonal };
}
