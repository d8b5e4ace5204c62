import { type Route, json } from './answer.ts';
import type { JsonObject } from './fields.ts';
import type { World } from './world.ts';

/** Both machine-readable contracts, made from the routes that are served. */
export function openApiRoutes(world: World, routes: readonly Route[]): Route[] {
  const all = routes.filter((route) => !route.path.endsWith('/content'));
  const v3 = all.filter((route) => route.path.startsWith('/api/open/v3/'));
  return [
    { method: 'GET', path: '/api/openapi.json', summary: 'This document', open: true, handle: () => json(200, describe(world, all)) },
    {
      method: 'GET',
      path: '/api/open/v3/openapi.json',
      summary: 'This document',
      open: true,
      handle: () => json(200, describe(world, v3)),
    },
  ];
}

function describe(world: World, routes: readonly Route[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  return {
    openapi: '3.1.0',
    info: { title: 'Foreign speech service', version: '3.4.1' },
    servers: [{ url: world.baseUrl }],
    ...(world.character === 'rich' ? { 'x-region': 'mars-1', tags: [{ name: 'speech' }] } : {}),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function operation(route: Route): JsonObject {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return {
    summary: route.summary,
    ...(route.open === true ? {} : { security: [{ bearer: [] }] }),
    ...(names.length === 0 ? {} : { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })) }),
    responses: { '2XX': { description: 'Success' }, default: { description: 'Error' } },
  };
}
