import { createRoute } from '@hono/zod-openapi';
import { legacyDelete, legacyList, legacyVoicePaths } from '#shared/wire/legacy.ts';
import { deletedVoice } from '#shared/wire/responses/voice-creation.ts';
import { voiceQueryV1 } from '#shared/wire/voices.ts';
import { voiceListV1 } from '#shared/wire/responses/voices.ts';
import { type App } from '../http/environment.ts';
import { bearer, json, responses } from '../http/openapi.ts';
import { invalid } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { checked, type Forms } from './forms.ts';
import { listV1 } from './list-routes.ts';
import { cloneRoute, cloneVoice, deleteVoice } from './write-routes.ts';

/** The legacy paths of voices: other arguments, the same work (interface, "Versioning"). */
export function legacyVoiceRoutes(app: App, service: Service, forms: Forms): void {
  app.openAPIRegistry.registerPath({ ...cloneRoute(legacyVoicePaths.create, 'Clone a voice (legacy path)'), deprecated: true });
  app.post(legacyVoicePaths.create, (c) => cloneVoice(c, service, forms));
  app.openapi(
    createRoute({
      method: 'post',
      path: legacyVoicePaths.delete,
      summary: 'Delete a personal voice (legacy path)',
      deprecated: true,
      security: bearer,
      request: { body: { required: true, content: { 'application/json': { schema: legacyDelete } } } },
      responses: responses({ 200: json('Deleted', deletedVoice) }, [400, 401, 403, 404, 500]),
    }),
    (c) => {
      const { voiceId, reference_id } = c.req.valid('json');
      return c.json(deleteVoice(c, service, voiceId ?? reference_id ?? ''));
    },
  );
  app.openAPIRegistry.registerPath({
    method: 'post',
    path: legacyVoicePaths.list,
    summary: 'List voices (legacy path)',
    deprecated: true,
    security: bearer,
    request: { query: voiceQueryV1, body: { required: false, content: { 'application/json': { schema: legacyList } } } },
    responses: responses({ 200: json('Voices', voiceListV1) }, [400, 401, 403, 413]),
  });
  // Read without a schema: a body that is announced as JSON and empty is none.
  app.post(legacyVoicePaths.list, async (c) => {
    const given = { ...c.req.query(), ...checked(legacyList, jsonOf(await c.req.text())) };
    const query = checked(voiceQueryV1, Object.fromEntries(Object.entries(given).map(([field, value]) => [field, String(value)])));
    return c.json(listV1(service, c.get('account'), query));
  });
}

function jsonOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('body: is not JSON');
  }
}
