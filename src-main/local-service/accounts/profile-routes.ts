import { createRoute } from '@hono/zod-openapi';
import { profilePath, profileUpdate } from '#shared/wire/profile.ts';
import { profile, type Profile } from '#shared/wire/responses/profile.ts';
import { type Account } from './accounts.ts';
import { type App } from '../http/environment.ts';
import { bearer, json, responses } from '../http/openapi.ts';
import { type Service } from '../service.ts';

/** Interface, "Profile": nothing here charges. */
export function profileRoutes(app: App, service: Service): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: profilePath,
      summary: 'Account, tier, credits and remaining quota',
      security: bearer,
      responses: responses({ 200: json('Profile', profile) }, [401]),
    }),
    (c) => c.json(profileOf(service, c.get('account'))),
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
      return c.json(profileOf(service, c.get('account')));
    },
  );
}

const profileOf = (service: Service, account: Account): Profile => ({
  ...service.accounts.profile(account),
  transcription: service.recognisers.describe(),
});
