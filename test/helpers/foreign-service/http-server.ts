import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { type Answer, type Call, type Route, json } from './answer.ts';
import { type Character } from './characters.ts';
import { Failure, errorBody } from './failure.ts';
import type { Faults } from './faults.ts';
import { parseObject } from './fields.ts';
import type { Account, Ledger } from './ledger.ts';

/** One request as it arrived. `body` has at most its first 256 KB. */
export interface LoggedRequest {
  origin: 'api' | 'realtime' | 'media';
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | undefined>;
  body: string;
  /** The status that went out; absent while it runs and where the connection was cut. */
  status?: number;
}

interface ServerSetup {
  origin: LoggedRequest['origin'];
  character: Character;
  routes: readonly Route[];
  ledger: Ledger;
  faults: Faults;
  log: LoggedRequest[];
  /** Unix milliseconds on the clock of the service, for `Date`. */
  now: () => number;
}

const usualBodyLimit = 2 * 1024 * 1024;
const nobody: Account = { userId: 'nobody', tier: '', credits: 0, apiQuota: 0, webhookUrl: null };

/** An HTTP server for some routes. Whatever arrives gets an answer; nothing that arrives ends the process. */
export function createHttpServer(setup: ServerSetup): Server {
  const patterns = setup.routes.map((route) => ({ route, pattern: routePattern(route.path) }));
  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    void serve(setup, patterns, request, response).catch(() => response.destroy());
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}

export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

type Patterns = readonly { route: Route; pattern: RegExp }[];

function routePattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

async function serve(setup: ServerSetup, patterns: Patterns, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = URL.parse(request.url ?? '/', 'http://localhost');
  const method = request.method ?? 'GET';
  const path = url?.pathname ?? '/';
  const headers = plainHeaders(request);
  const logged: LoggedRequest = { origin: setup.origin, method, path, query: url?.search ?? '', headers, body: '' };
  if (setup.log.length >= 20_000) setup.log.shift();
  setup.log.push(logged);
  response.setHeader('date', new Date(setup.now()).toUTCString());
  const requestId = headers['x-request-id'] ?? `req-${randomUUID()}`;
  const fault = setup.faults.takeHttp(method, path);
  let answer: Answer;
  try {
    const found = findRoute(patterns, method, path);
    const body = await readBody(request, found?.route.maxBody ?? usualBodyLimit);
    logged.body = body.subarray(0, 256 * 1024).toString('utf8');
    if (fault?.drop === 'before') return void request.socket.destroy();
    if (fault?.status !== undefined) answer = faultAnswer(setup, fault, fault.status, requestId);
    else {
      if (found === undefined) throw new Failure(404, 'ERR_NOT_FOUND', `There is no ${method} ${path} here.`);
      const account = found.route.open === true ? nobody : setup.ledger.authenticate(headers['authorization']);
      const query = url?.searchParams ?? new URLSearchParams();
      const call: Call = {
        method,
        path,
        query,
        params: found.params,
        headers,
        bytes: body,
        account,
        requestId,
        json: () => parseObject(body),
      };
      answer = await found.route.handle(call);
    }
  } catch (error) {
    answer = failureAnswer(setup.character, error, requestId);
  }
  if (fault?.until !== undefined) await fault.until;
  if (fault?.drop === 'after') return void request.socket.destroy();
  logged.status = answer.status;
  const echo = setup.character === 'rich' || /^\/api\/open\/v[23]\//.test(path) ? { 'x-request-id': requestId } : undefined;
  await send(setup.character, answer, echo, response);
}

function plainHeaders(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

function findRoute(patterns: Patterns, method: string, path: string): { route: Route; params: Record<string, string> } | undefined {
  for (const { route, pattern } of patterns) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match !== null) {
      const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decode(value)] as const);
      return { route, params: Object.fromEntries(params) };
    }
  }
  return undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    // The rest is read and dropped, so that the client gets to see the answer.
    if (length <= limit) chunks.push(chunk);
    if (length > limit + 32 * 1024 * 1024) break;
  }
  if (length > limit) throw new Failure(413, 'ERR_BODY_TOO_LARGE', `The body is larger than ${limit} bytes.`);
  return Buffer.concat(chunks);
}

function faultAnswer(
  setup: ServerSetup,
  fault: { code?: string; message?: string; body?: unknown; headers?: Record<string, string> },
  status: number,
  requestId: string,
): Answer {
  if (fault.body !== undefined) return json(status, fault.body, fault.headers);
  const failure = new Failure(status, fault.code ?? 'ERR_INJECTED', fault.message ?? 'A test asked for this error.');
  return json(status, errorBody(setup.character, failure, requestId), fault.headers);
}

function failureAnswer(character: Character, error: unknown, requestId: string): Answer {
  const failure = error instanceof Failure ? error : new Failure(500, 'ERR_INTERNAL', error instanceof Error ? error.message : 'Unknown.');
  return json(failure.status, errorBody(character, failure, requestId), failure.more.headers);
}

/** `echo`: v2 and v3 promise the request id; the rich character sends it everywhere. */
async function send(
  character: Character,
  answer: Answer,
  echo: Record<string, string> | undefined,
  response: ServerResponse,
): Promise<void> {
  const extra = character === 'rich' ? { 'x-served-by': 'node-7', 'x-ratelimit-remaining': '41.5', 'cache-control': 'no-store' } : {};
  const headers: Record<string, string> = { ...extra, ...echo, ...answer.headers };
  if ('stream' in answer.body) {
    response.writeHead(answer.status, headers);
    for await (const piece of answer.body.stream) {
      if (response.destroyed) return;
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    response.end();
    return;
  }
  const body = 'bytes' in answer.body ? answer.body.bytes : Buffer.from(JSON.stringify(answer.body.json));
  if ('json' in answer.body) headers['content-type'] = character === 'rich' ? 'application/json; charset=utf-8' : 'application/json';
  response.writeHead(answer.status, { ...headers, 'content-length': body.length });
  response.end(body);
}
