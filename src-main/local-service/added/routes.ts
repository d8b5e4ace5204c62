import { addedModelsPath, addModelRequest, type AddedModel, type AddModelAnswer } from '#shared/wire/added-models.ts';
import { codes } from '#shared/wire/common.ts';
import { describe } from '../http/describe.ts';
import { type App } from '../http/environment.ts';
import { invalid, notFound, ServiceError } from '../http/service-error.ts';
import { type Service } from '../service.ts';

/**
 * Voices that a person adds: this service's own, not in the OpenAPI documents. Nothing here charges. Only the service's own key is let in, as files of this machine are
 * read, and other keys are anybody's to invent.
 */
export function addedModelRoutes(app: App, service: Service): void {
  app.use(`${addedModelsPath}/*`, (c, next) => {
    if (!c.get('account').isOwn) throw new ServiceError(403, codes.forbidden, 'Only the key of this service may add voices');
    return next();
  });
  app.get(addedModelsPath, (c) => c.json({ models: service.added.list(), package: service.added.findPackage() }));
  app.post(addedModelsPath, async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const read = addModelRequest.safeParse(body);
    if (!read.success) throw invalid(describe(read.error, 'body'));
    const answer: AddModelAnswer = await service.added.add(read.data);
    return c.json(answer);
  });
  app.delete(`${addedModelsPath}/:id`, (c) => {
    if (!service.added.remove(c.req.param('id'))) throw notFound('There is no such voice');
    return c.json({});
  });
  app.post(`${addedModelsPath}/:id/restore`, (c) => {
    const restored: AddedModel | undefined = service.added.restore(c.req.param('id'));
    if (restored === undefined) throw notFound('There is no such voice');
    return c.json({ added: restored });
  });
}
