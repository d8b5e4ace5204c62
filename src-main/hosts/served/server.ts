import type { IncomingMessage } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { toFailure } from '#shared/failure.ts';
import { operations } from '#shared/operations/index.ts';
import { serve } from '#shared/rpc-server.ts';
import { commonHeaders, createStaticFiles, inertPolicy } from '../shared/static-files.ts';
import { refuseRaw } from '../../infra/tough-server.ts';
import type { Log } from '../../infra/platform.ts';
import type { Studio } from '../../app/studio.ts';
import type { WebSocket } from 'ws';
import { createWebSocketServer, webSocketWire } from './websocket.ts';
import type { Approach } from './admission.ts';
import type { Listener, UpgradeListener } from './listener.ts';
import { whenQuiet } from './quiet.ts';
import { sessionPage, sessionScript } from './session-page.ts';
import { messages } from '#shared/messages/index.ts';

export const serverLimits = {
  maxWindows: 32,
  maxSessionBody: 1024,
  /** One uploaded file. */
  maxUpload: 2 * 1024 ** 3,
  /** Windows are given this long to take their leave. */
  closeMs: 1000,
} as const;

interface ServedHostOptions {
  /** May still be starting: pages are served at once, what asks for the studio waits for it. */
  studio: Promise<Pick<Studio, 'services' | 'openAhead' | 'bytes'>>;
  rendererDirectory: string;
  log: Log;
}

interface Answering {
  /** Settles once a window has asked for what it shows first, and then for nothing more for a while: it is drawn. */
  readonly drawn: Promise<void>;
  readonly close: () => Promise<void>;
}

type Env = { Bindings: HttpBindings };

/** What the target of an upgrade is read against; its host says nothing. */
const upgradeBase = 'http://window';

/** Answers a listener with the studio: its pages and bytes over HTTP, one WebSocket for each window. */
export function answerWithStudio(
  { server, port, admission, connections, answer }: Listener,
  { studio, rendererDirectory, log }: ServedHostOptions,
): Answering {
  const sockets = createWebSocketServer();
  let firstIsDrawn = (): void => undefined;
  const drawn = new Promise<void>((resolve) => {
    firstIsDrawn = resolve;
  });

  const onUnexpected = (what: string, thrown: unknown): void => {
    log.error(`${what} failed unexpectedly.`, { error: thrown });
  };
  /** The windows of each session, to be closed when it ends. */
  const windows = new Map<WebSocket, string>();
  admission.onSessionEnded((ended) => {
    for (const [socket, sessionId] of windows) if (sessionId === ended) socket.close(1008, messages.host.sessionEnded);
  });

  const onUpgrade: UpgradeListener = (request, socket, head) => {
    const refusal = whyNoWindow(request, admission, sockets.clients.size);
    const sessionId = admission.sessionOf(request.headers.cookie);
    if (refusal || sessionId === undefined) {
      refuseRaw(socket, refusal?.status ?? 401, refusal?.message ?? messages.host.openPrintedAddress);
      return;
    }
    connections.admit(socket);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      whenQuiet(webSocket, firstIsDrawn);
      windows.set(webSocket, sessionId);
      webSocket.once('close', () => windows.delete(webSocket));
      webSocket.on('message', () => admission.use(sessionId));
      const wire = webSocketWire(webSocket);
      studio.then(
        (started) => {
          started.openAhead();
          serve(wire, { operations, services: started.services, onUnexpected });
        },
        () => {
          wire.close(messages.host.studioCouldNotStart);
        },
      );
    });
  };
  const pages = createPages({ admission, connections }, { studio, rendererDirectory, log });
  const onRequest = getRequestListener(pages.fetch, { hostname: `127.0.0.1:${port}` });
  answer(onRequest, onUpgrade);

  return {
    drawn,
    close: async () => {
      for (const socket of sockets.clients) socket.close(1001, messages.host.closed);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const late = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
        server.closeAllConnections();
      }, serverLimits.closeMs);
      server.closeIdleConnections();
      await closed;
      clearTimeout(late);
      sockets.close();
    },
  };
}

/** The window’s files, its session, and the bytes of sounds and files. */
function createPages(
  { admission, connections }: Pick<Listener, 'admission' | 'connections'>,
  { studio, rendererDirectory, log }: ServedHostOptions,
): Hono<Env> {
  const files = createStaticFiles(rendererDirectory);
  const app = new Hono<Env>();
  app.use(async (context, next) => {
    const verdict = admission.judge(approach(context.env.incoming, context.req.path, false));
    if (verdict === 'session-page')
      return (await admission.maybeWindow()) ? context.body(null, 307, { ...pageHeaders, location: '/' }) : page(context);
    if (verdict !== 'admitted') return plain(context, verdict.status, verdict.message);
    if (admission.knows(context.env.incoming.headers.cookie)) connections.admit(context.env.incoming.socket);
    await next();
    return undefined;
  });
  app.get('/session.js', (context) =>
    context.body(sessionScript, 200, { ...pageHeaders, 'content-type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/session', (context) => context.body(null, admission.knows(context.req.header('cookie')) ? 204 : 401, pageHeaders));
  app.post(
    '/session',
    bodyLimit({ maxSize: serverLimits.maxSessionBody, onError: (context) => plain(context, 413, messages.host.tokenTooLong) }),
    async (context) => {
      const cookie = admission.trade(tokenIn(await context.req.text()));
      if (cookie === undefined) return plain(context, 401, messages.host.addressUsed);
      return context.body(null, 204, { ...pageHeaders, 'set-cookie': cookie });
    },
  );
  app.all('/bytes/*', async (context) => {
    const request = bounded(context.req.raw, serverLimits.maxUpload);
    if (!request) return plain(context, 413, messages.host.fileTooLarge);
    const answer = await (await studio).bytes(request);
    return answer ? withHeaders(answer) : plain(context, 404, messages.host.nothingHere);
  });
  app.get('*', async (context) => (await files(context.req.raw)) ?? plain(context, 404, messages.host.nothingHere));
  app.notFound((context) => plain(context, 404, messages.host.nothingHere));
  app.onError((thrown, context) => {
    log.error('A request failed.', { path: context.req.path, error: thrown });
    return plain(context, 500, toFailure(thrown).message);
  });
  return app;
}

/** Why a request is not let in as a window. */
function whyNoWindow(
  request: IncomingMessage,
  admission: Listener['admission'],
  windows: number,
): { status: number; message: string } | undefined {
  const verdict = admission.judge(approach(request, request.url ?? '', true));
  if (typeof verdict !== 'string') return verdict;
  const target = request.url ?? '';
  const url = URL.parse(target, upgradeBase);
  // A target that names a host of its own, or that is no path, is not one that a window asks for.
  if (!target.startsWith('/') || url?.origin !== upgradeBase) return { status: 400, message: messages.host.noPath };
  if (url.pathname !== '/wire') return { status: 404, message: messages.host.nothingHere };
  if (windows >= serverLimits.maxWindows) return { status: 503, message: messages.host.tooManyWindows };
  return undefined;
}

function approach(request: IncomingMessage, path: string, upgrade: boolean): Approach {
  const { host, origin, cookie } = request.headers;
  const fetchSite = request.headers['sec-fetch-site'];
  return {
    method: request.method ?? '',
    path,
    host,
    origin,
    cookie,
    fetchSite: Array.isArray(fetchSite) ? fetchSite.join() : fetchSite,
    upgrade,
  };
}

const pageHeaders = {
  ...commonHeaders,
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

function page(context: Context): Response {
  return context.body(sessionPage, 200, { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' });
}

function plain(context: Context, status: 401 | 403 | 404 | 413 | 421 | 500, message: string): Response {
  return context.body(`${message}\n`, status, {
    ...commonHeaders,
    // Who may not be here does not keep a connection either.
    ...(status === 401 || status === 403 || status === 421 ? { connection: 'close' } : {}),
    'cache-control': 'no-store',
    'content-security-policy': inertPolicy,
    'content-type': 'text/plain; charset=utf-8',
  });
}

function tokenIn(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string') return value.token;
  } catch {
    // Not JSON is no token.
  }
  return '';
}

/** The request with its body cut off by an error past `limit`; `undefined` when it says itself that it is longer. */
function bounded(request: Request, limit: number): Request | undefined {
  if (request.body === null) return request;
  const announced = request.headers.get('content-length');
  if (announced !== null) return Number(announced) <= limit ? request : undefined;
  let length = 0;
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        length += chunk.byteLength;
        if (length > limit) controller.error(new RangeError('The body is too large.'));
        else controller.enqueue(chunk);
      },
    }),
  );
  const init: RequestInit & { duplex: 'half' } = { body: counted, duplex: 'half' };
  return new Request(request, init);
}

function withHeaders(answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(commonHeaders)) headers.set(name, value);
  headers.set('content-security-policy', inertPolicy);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
