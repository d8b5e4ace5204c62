import { type Context } from 'hono';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { codes } from '#shared/wire/common.ts';
import { cloneExtensions, cloneLimits, localCloneLanguage } from '#shared/wire/voice-creation.ts';
import { createdVoice, deletedVoice } from '#shared/wire/responses/voice-creation.ts';
import { visibilities, voicesV1Path } from '#shared/wire/voices.ts';
import { prices } from '../accounts/prices.ts';
import { Dropped, type App, type Env } from '../http/environment.ts';
import { bearer, json, responses } from '../http/openapi.ts';
import { invalid, notFound, ServiceError } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { transaction } from '../storage/database.ts';
import { engineLanguage, type LocalVoice } from './catalogue.ts';
import { soundOf } from './clone.ts';
import { type Forms } from './forms.ts';
import { mayWrite } from './permission.ts';

/** Usage that a clone records. A deletion is recorded and takes nothing. */
const clonePrice = { characters: prices.clone, credits: prices.clone };
const nothing = { characters: 0, credits: 0 };

/** The form, for the OpenAPI document; it is read as it arrives and so not by the route. */
const cloneForm = z.object({
  name: z.string().min(1).max(cloneLimits.nameCharacters),
  audioFiles: z
    .array(z.string().meta({ format: 'binary' }))
    .min(1)
    .max(cloneLimits.files)
    .meta({ description: `Each at most ${cloneLimits.fileBytes} bytes; ${cloneExtensions.join(', ')}` }),
  description: z.string().max(cloneLimits.descriptionCharacters).optional(),
  referenceText: z.string().max(cloneLimits.referenceTextCharacters).optional(),
  visibility: z.enum(visibilities).optional(),
  languages: z.string().optional().meta({ description: 'A JSON array of language codes; the first is the primary one' }),
});

/** How a form that makes a voice is described, at whichever path. */
export const cloneRoute = (path: string, summary: string) => ({
  method: 'post' as const,
  path,
  summary,
  security: bearer,
  request: { body: { required: true, content: { 'multipart/form-data': { schema: cloneForm } } } },
  responses: responses({ 200: json('The voice', createdVoice) }, [400, 401, 402, 403, 413, 429, 500]),
});

/** Cloning and deletion (interface, "Voice creation (cloning)" and "Voice deletion"). */
export function voiceWriteRoutes(app: App, service: Service, forms: Forms): void {
  app.openAPIRegistry.registerPath(cloneRoute(voicesV1Path, 'Clone a voice from recordings'));
  app.post(voicesV1Path, (c) => cloneVoice(c, service, forms));
  app.openapi(
    createRoute({
      method: 'delete',
      path: `${voicesV1Path}/{voiceId}`,
      summary: 'Delete a personal voice',
      security: bearer,
      request: { params: z.object({ voiceId: z.string().max(128) }) },
      responses: responses({ 200: json('Deleted', deletedVoice) }, [401, 403, 404, 500]),
    }),
    (c) => c.json(deleteVoice(c, service, c.req.valid('param').voiceId)),
  );
}

/** Also behind the legacy path. */
export async function cloneVoice(c: Context<Env>, service: Service, forms: Forms): Promise<Response> {
  const account = c.get('account');
  const { fields, recordings } = await forms.read(c, () => mayWrite(account));
  const languages = fields.languages ?? [localCloneLanguage];
  const unknown = languages.find((code) => engineLanguage(code) === undefined);
  if (unknown !== undefined) throw invalid(`languages: ${JSON.stringify(unknown)} is not spoken here`);
  const sound = await soundOf(recordings, fields.referenceText, languages, service);
  const fails = c.get('struck').of('fail-generation') !== undefined;
  const voice = transaction(service.database, () => {
    const charge = service.charges.reserve(account, `${c.req.method} ${c.req.path}`, c.get('requestId'), clonePrice);
    if (fails) {
      service.charges.refund(charge.id);
      return undefined;
    }
    service.charges.settle(charge.id);
    const { name, description, visibility } = fields;
    return service.voices.add(account, { name, description, visibility, family: 'alpha', languages, sound });
  });
  if (voice === undefined) throw new ServiceError(500, codes.generationFailed, 'The voice could not be made; the charge was refunded');
  if (c.get('struck').of('drop-after-charge')) throw new Dropped();
  return c.json(created(voice, c));
}

export const created = ({ voiceId, name, description, createdAt }: LocalVoice, c: Context<Env>) => ({
  voiceId,
  title: name,
  description,
  createdAt,
  requestId: c.get('requestId'),
});

/** Also behind the legacy path. Throws 403 and 404. */
export function deleteVoice(c: Context<Env>, service: Service, voiceId: string) {
  const account = mayWrite(c.get('account'));
  const voice = service.voices.of(account, voiceId);
  if (voice === undefined) throw notFound('voiceId: there is no such voice');
  if (!voice.isPersonal) throw new ServiceError(403, codes.forbidden, `${voice.name} is a public voice: it cannot be deleted`);
  transaction(service.database, () => {
    const charge = service.charges.reserve(account, `${c.req.method} ${c.req.path}`, c.get('requestId'), nothing);
    service.charges.settle(charge.id);
    service.voices.remove(account, voiceId);
  });
  if (c.get('struck').of('drop-after-charge')) throw new Dropped();
  return { voiceId, requestId: c.get('requestId') };
}
