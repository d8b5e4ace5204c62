import { createRoute } from '@hono/zod-openapi';
import { capabilitiesPath } from '#shared/wire/models.ts';
import { capabilities, type Capabilities } from '#shared/wire/responses/models.ts';
import { speechPath } from '#shared/wire/speech.ts';
import { type App } from '../http/environment.ts';
import { json, responses } from '../http/openapi.ts';
import { models, publicModel } from './models.ts';

/** Interface, "Model capability (v3)": public. */
export function capabilityRoutes(app: App): void {
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
