import { createRoute } from '@hono/zod-openapi';
import { capabilities, capabilitiesPath, type Capabilities } from '#shared/wire/models.ts';
import { profile, profilePath, profileUpdate } from '#shared/wire/profile.ts';
import { speechPath } from '#shared/wire/speech.ts';
import { type App } from './app.ts';
import { models, publicModel } from './models.ts';
import { bearer, json, responses } from './openapi.ts';
import { type Service } from './service.ts';

/** Profile and capabilities: nothing here charges. */
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
}
