import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { capabilities, capabilitiesPath, type Capabilities } from '#shared/wire/models.ts';
import { profile, profilePath, profileUpdate } from '#shared/wire/profile.ts';
import { speechPath } from '#shared/wire/speech.ts';
import { voiceDetail, voiceList, voiceQuery, voicesPath } from '#shared/wire/voices.ts';
import { type App } from './app.ts';
import { models, publicModel } from './models.ts';
import { bearer, json, responses } from './openapi.ts';
import { notFound } from './service-error.ts';
import { type Service } from './service.ts';
import { publicVoice, searchVoices, voiceOf } from './voices.ts';

/** Profile, capabilities and voices: nothing here charges. */
export function catalogueRoutes(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: profilePath,
      summary: 'Account, tier, credits and remaining quota',
      security: bearer,
      responses: responses({ 200: json('Profile', profile) }, [401]),
    }),
    (c) => c.json(service.accounts.profile(c.get('account'))),
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: profilePath,
      summary: 'Update the profile',
      description: '`webhookUrl` is stored and never called. Other fields are ignored.',
      security: bearer,
      request: { body: { required: true, content: { 'application/json': { schema: profileUpdate } } } },
      responses: responses({ 200: json('Profile', profile) }, [400, 401, 413]),
    }),
    (c) => {
      const { webhookUrl } = c.req.valid('json');
      if (webhookUrl !== undefined) service.accounts.setWebhook(c.get('account'), webhookUrl);
      return c.json(service.accounts.profile(c.get('account')));
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: capabilitiesPath,
      summary: 'Models and what they can do',
      responses: responses({ 200: json('Capabilities', capabilities) }, []),
    }),
    (c) => {
      const body: Capabilities = { contractVersion: 'v3', route: speechPath, models: models.map(publicModel) };
      return c.json(body);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: voicesPath,
      summary: 'List voices',
      security: bearer,
      request: { query: voiceQuery },
      responses: responses({ 200: json('Voices', voiceList) }, [400, 401]),
    }),
    (c) => {
      const { page, pageSize, search } = c.req.valid('query');
      const found = searchVoices(search);
      return c.json({
        total: found.length,
        page,
        pageSize,
        totalPages: Math.ceil(found.length / pageSize),
        items: found.slice((page - 1) * pageSize, page * pageSize).map(publicVoice),
        requestId: c.get('requestId'),
      });
    },
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: `${voicesPath}/{voiceId}`,
      summary: 'One voice',
      security: bearer,
      request: { params: z.object({ voiceId: z.string().max(128) }) },
      responses: responses({ 200: json('Voice', voiceDetail) }, [401, 404]),
    }),
    (c) => {
      const voice = voiceOf(c.req.valid('param').voiceId);
      if (voice === undefined) throw notFound('There is no such voice');
      return c.json({
        ...publicVoice(voice),
        description: voice.description,
        createdAt: '2025-01-01T00:00:00.000Z',
        requestId: c.get('requestId'),
      });
    },
  );
}
