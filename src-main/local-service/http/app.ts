import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import { type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { type ContentfulStatusCode } from 'hono/utils/http-status';
import { addedModelsPath } from '#shared/wire/added-models.ts';
import { codeOfStatus, codes, headers } from '#shared/wire/common.ts';
import { type ErrorBody } from '#shared/wire/responses/common.ts';
import { legacyVoicePaths } from '#shared/wire/legacy.ts';
import { voicesV1Path } from '#shared/wire/voices.ts';
import { addedModelRoutes } from '../added/routes.ts';
import { profileRoutes } from '../accounts/profile-routes.ts';
import { cutBody } from '../faults/cut-body.ts';
import { testingRoutes } from '../faults/testing-routes.ts';
import { jobRoutes } from '../jobs/job-routes.ts';
import { dubbingRoutes } from '../media/dubbing-routes.ts';
import { lipSyncRoutes } from '../media/lip-sync-routes.ts';
import { mediaJobRoutes } from '../media/media-job-routes.ts';
import { mediaResultRoutes } from '../media/result-routes.ts';
import { transcriptionRoutes } from '../media/transcription-routes.ts';
import { realtimeRoutes } from '../realtime/routes.ts';
import { type Service } from '../service.ts';
import { alignedRoutes } from '../speech/aligned-routes.ts';
import { capabilityRoutes } from '../speech/capability-routes.ts';
import { compatibilityRoutes, compatibleStatus } from '../speech/compatibility-routes.ts';
import { speechRoutes } from '../speech/speech-routes.ts';
import { voiceRoutes } from '../voices/routes.ts';
import { describe } from './describe.ts';
import { drain } from './drain.ts';
import { Dropped, type App, type Env } from './environment.ts';
import { isPublic, openApiRoutes } from './openapi.ts';
import { ServiceError } from './service-error.ts';

/** Far above 10,000 characters however they are escaped, far below what would matter. */
const bodyMaximum = 256 * 1024;
/** What takes more, such as the upload of files, by `METHOD PATH`. */
const largerBodies: ReadonlyMap<string, number> = new Map([[`POST ${addedModelsPath}`, 2 * 1024 ** 2]]);

/** The rest of the body is not read, so the connection cannot serve another request. */
const endsConnection = { headers: { Connection: 'close' } };

/** Where a form brings recordings. */
const recordingPaths: ReadonlySet<string> = new Set([voicesV1Path, legacyVoicePaths.create]);

export function createApp(service: Service, hosts: () => readonly string[]): App {
  const app: App = new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (!result.success) throw new ServiceError(400, codes.invalidRequest, describe(result.error));
    },
  });

  app.use(setRequestId);
  app.use(admit(service, hosts));
  app.use(strikeFaults(service));
  app.use(boundBody);
  app.use(requireUtf8);

  openApiRoutes(app);
  profileRoutes(app, service);
  capabilityRoutes(app);
  voiceRoutes(app, service);
  speechRoutes(app, service);
  compatibilityRoutes(app, service);
  alignedRoutes(app, service);
  jobRoutes(app, service);
  realtimeRoutes(app, service);
  lipSyncRoutes(app, service);
  mediaResultRoutes(app, service);
  mediaJobRoutes(app, service);
  dubbingRoutes(app, service);
  transcriptionRoutes(app, service);
  testingRoutes(app, service);
  addedModelRoutes(app, service);

  refuseOtherMethods(app);
  app.notFound((c) => answer(c, new ServiceError(404, codes.notFound, 'There is nothing at this address')));
  app.onError(async (error, c) => {
    if (error instanceof Dropped) {
      c.env.incoming.socket.destroy();
      // How the adapter learns that there is nothing left to send.
      return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
    }
    await drain(c.env.incoming);
    return answer(c, asServiceError(error));
  });
  return app;
}

const setRequestId: MiddlewareHandler<Env> = async (c, next) => {
  const sent = c.req.header(headers.requestId);
  const usable = sent !== undefined && /^[\x21-\x7e]{1,128}$/u.test(sent);
  c.set('requestId', usable ? sent : `req_${randomUUID()}`);
  c.set('sentRequestId', usable ? sent : undefined);
  await next();
  c.res.headers.set(headers.requestId, c.get('requestId'));
};

/** Only requests to this service by its own name, and with a key where one is needed. */
const admit =
  (service: Service, hosts: () => readonly string[]): MiddlewareHandler<Env> =>
  async (c, next) => {
    // A page that was rebound to 127.0.0.1 sends its own name: nothing but this betrays it.
    if (!hosts().includes(c.env.incoming.headers.host ?? '')) {
      throw new ServiceError(403, codes.forbidden, 'The Host header does not name this service');
    }
    const sent = c.req.header(headers.requestId);
    if (sent !== undefined && c.get('sentRequestId') === undefined) {
      throw new ServiceError(400, codes.invalidRequest, `${headers.requestId}: must be 1 to 128 visible ASCII characters`);
    }
    if (!isPublic(c.req.path)) c.set('account', service.accounts.authenticate(c.req.header('Authorization')));
    await next();
  };

/** The faults that a test asked for. */
const strikeFaults =
  (service: Service): MiddlewareHandler<Env> =>
  async (c, next) => {
    const struck = service.faults.strike(c.req.method, c.req.path.startsWith('/_') ? '' : c.req.path);
    c.set('struck', struck);
    await struck.wait();
    if (struck.of('drop-before-charge')) throw new Dropped();
    const status = struck.of('status');
    if (status) {
      throw new ServiceError(
        status.status,
        status.code ?? codeOfStatus[status.status] ?? codes.internal,
        status.message ?? 'A fault that was asked for',
        {
          headers: status.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(status.retryAfterSeconds) },
        },
      );
    }
    await next();
    const bytes = struck.of('cut-after-bytes');
    const events = struck.of('cut-after-events');
    if (bytes || events) c.res = cutBody(c.res, { bytes: bytes?.bytes, events: events?.events }, () => c.env.incoming.socket.destroySoon());
  };

const boundBody: MiddlewareHandler<Env> = async (c, next) => {
  // Nothing is unpacked: a small body stays small.
  const encoding = c.req.header('Content-Encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    throw new ServiceError(
      400,
      codes.invalidRequest,
      'Content-Encoding: bodies are taken as they are; send it uncompressed',
      endsConnection,
    );
  }
  // Recordings are read as they arrive, by bounds of their own.
  if (c.req.method === 'POST' && recordingPaths.has(c.req.path)) return next();
  const maxSize = largerBodies.get(`${c.req.method} ${c.req.path}`) ?? bodyMaximum;
  const onError = () => {
    throw new ServiceError(
      413,
      codes.payloadTooLarge,
      `The body is larger than ${maxSize} bytes; for long text use several jobs`,
      endsConnection,
    );
  };
  return bodyLimit({ maxSize, onError })(c, next);
};

const requireUtf8: MiddlewareHandler<Env> = async (c, next) => {
  // Bytes that stand for no character would be spoken, and paid for, as something else. Recordings are not collected here, whatever
  // their type says they are.
  const collected = !recordingPaths.has(c.req.path) && (c.req.header('Content-Type') ?? '').includes('json');
  if (collected && !isUtf8(await c.req.arrayBuffer())) {
    throw new ServiceError(400, codes.invalidRequest, 'request: is not UTF-8');
  }
  await next();
};

function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof HTTPException) {
    // A wrong content type is a 400 here: the interface keeps 415 for media.
    if (error.status === 415) return new ServiceError(400, codes.invalidRequest, 'Content-Type: must be application/json');
    return new ServiceError(error.status, codes.invalidRequest, error.message);
  }
  console.error(error);
  return new ServiceError(500, codes.internal, 'The service failed; keep the request id');
}

function answer(c: Context<Env>, error: ServiceError): Response {
  const body: ErrorBody = {
    code: error.code,
    message: error.message,
    requestId: c.get('requestId'),
    ...(error.details && { details: error.details }),
    ...error.fields,
  };
  const status = compatibleStatus(c.req.method, c.req.path, error.status) as ContentfulStatusCode;
  return c.json(body, status, { ...error.headers });
}

/** A path that exists answers other methods with 405 and says which it takes. */
function refuseOtherMethods(app: App): void {
  const methods = new Map<string, Set<string>>();
  for (const route of app.routes) {
    if (route.method === 'ALL') continue;
    const known = methods.get(route.path) ?? new Set<string>();
    methods.set(route.path, known.add(route.method));
    if (route.method === 'GET') known.add('HEAD');
  }
  for (const [path, known] of methods) {
    const allowed = [...known].join(', ');
    app.all(path, (c) => {
      throw new ServiceError(405, codes.methodNotAllowed, `${c.req.method} is not offered here, only ${allowed}`, {
        headers: { Allow: allowed },
      });
    });
  }
}
