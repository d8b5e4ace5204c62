import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { headers, limits } from '#shared/wire/common.ts';
import { errorBody } from '#shared/wire/responses/common.ts';
import { openApiPath, openApiV3Path } from '#shared/wire/documents.ts';
import { z } from 'zod';
import { type App } from './environment.ts';
import { documentNotes, withHeaders } from './document-notes.ts';

/** Without a key: the interface's two, and the whole document too, as the interface names "the OpenAPI documents". */
const publicPaths = new Set(['/api/open/v3/speech/tts/capabilities', openApiPath, openApiV3Path]);
/** Addresses that carry their own signature, for those who were given one: players and other services fetch them without a key. */
export const signedPrefix = '/api/open/signed/';
export const isPublic = (path: string) => publicPaths.has(path) || path.startsWith(signedPrefix);

const statusNames: Readonly<Record<number, string>> = {
  400: 'Invalid request', 401: 'Key missing, invalid or disabled', 402: 'Quota or credits are spent', 403: 'Not allowed', 404: 'Not found or not owned',
  409: 'The request id is running, completed, refunded or was used with other input', 413: 'Body or media too large', 415: 'Media of a kind that is not supported', 422: 'Media that cannot be fetched, decoded or inspected', 429: 'Too many requests',
  500: 'The service failed', 503: 'The selected model is unavailable, or media import is for the time being', 504: 'A media download timed out',
}; // prettier-ignore

type Responses = RouteConfig['responses'];

/** The answers of a route: its own, and the error body for each of these statuses. */
export function responses(own: Responses, errors: readonly number[]): Responses {
  const failures = errors.map((status) => [
    status,
    { description: statusNames[status] ?? 'Failure', content: { 'application/json': { schema: errorBody } } },
  ]);
  return { ...own, ...(Object.fromEntries(failures) as Responses) };
}

export const json = (description: string, schema: z.ZodType) => ({ description, content: { 'application/json': { schema } } });
export const bearer = [{ bearer: [] }];
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});

const binary = z.string().meta({ format: 'binary' });
/** Audio of some content types. */
export const audioContent = (...types: readonly string[]) => ({
  description: 'Audio',
  content: Object.fromEntries(types.map((type) => [type, { schema: binary }])),
});

/** Where a key is not optional. */
export const keyHeader = z.object({
  [headers.idempotencyKey.toLowerCase()]: z
    .string(`the header ${headers.idempotencyKey} is missing`)
    .regex(/^[\x21-\x7e]+$/u, 'must be visible ASCII characters')
    .max(limits.idempotencyKeyCharacters),
});

/** Headers of a creation (interface, "TTS v3"). Checked here, read by `requestIdentity`. */
export const creationHeaders = z.object({
  [headers.idempotencyKey.toLowerCase()]: z
    .string()
    .regex(/^[\x21-\x7e]+$/u, 'must be visible ASCII characters')
    .max(limits.idempotencyKeyCharacters)
    .optional()
    .meta({ description: 'Business idempotency key. Absent, X-Request-Id serves as one for the time being.' }),
  [headers.requestId.toLowerCase()]: z
    .string()
    .max(128)
    .optional()
    .meta({ description: 'Trace id, echoed; made by the server when omitted.' }),
});

/** Both documents are generated from the schemas that validate. */
export function openApiRoutes(app: App): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  const described = (path: string, summary: string) =>
    createRoute({
      method: 'get',
      path,
      summary,
      responses: responses({ 200: json('OpenAPI 3.1 document', z.looseObject({})) }, []),
    });
  const documentOf = (wanted: (path: string) => boolean) => {
    const document = app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'Speech, voice and media generation service (local)',
        version: '3',
        description: documentNotes,
        license: { name: 'GPL-3.0-or-later', url: 'https://www.gnu.org/licenses/gpl-3.0.html' },
      },
      servers: [{ url: '/' }],
    });
    const paths = Object.entries(document.paths ?? {}).filter(([path]) => wanted(path));
    const written = withPlainPatterns({ ...document, paths: Object.fromEntries(paths) });
    withHeaders(written.paths);
    return written;
  };
  app.openapi(described(openApiPath, 'The whole interface'), (c) => c.json(documentOf(() => true)));
  app.openapi(described(openApiV3Path, 'Text to speech, v3'), (c) => c.json(documentOf((path) => path.startsWith('/api/open/v3/'))));
}

/** The generator writes an expression with its flags (`^a$/u`), and a pattern of a JSON schema has none: nothing would match it. */
function withPlainPatterns<T>(document: T): T {
  const plain = (name: string, value: unknown): unknown =>
    name === 'pattern' && typeof value === 'string' ? value.replace(/\/[a-z]+$/u, '') : value;
  return JSON.parse(JSON.stringify(document), plain) as T;
}
