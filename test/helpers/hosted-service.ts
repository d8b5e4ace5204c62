import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { startLocalService, type LocalService, type LocalServiceOptions } from './local-service.ts';

/** A paid request as it came to the service. */
interface Arrived {
  text: string;
  status: number;
}

export interface HostedService {
  baseUrl: string;
  apiKey: string;
  /** The service behind it, which speaks and charges a credit for each character. */
  service: LocalService;
  /** Requests for speech, in the order in which they came. */
  arrived: readonly Arrived[];
  /** Requests for speech that were under way at once, at most. */
  most(): number;
  /** From the first request to the last that came: milliseconds of all requests under way together, and of as many as are allowed. */
  busy(): { used: number; allowed: number };
  stop(): Promise<void>;
}

interface HostedOptions extends LocalServiceOptions {
  firstByteMs: number;
  allowed: number;
  /** A local service that runs already, which is used by an account of this key and goes on afterwards; without it, one is started. */
  behind?: { service: LocalService; key: string };
}

/**
 * The local service as a hosted one answers: it is reached over a way that takes time, and lets so many requests for speech in at a time;
 * what comes beyond that is told to come back in a second.
 */
export async function startHostedService(options: HostedOptions): Promise<HostedService> {
  const { firstByteMs, allowed, behind, ...local } = options;
  const service = behind?.service ?? (await startLocalService(local));
  const target = new URL(service.baseUrl);
  const arrived: Arrived[] = [];
  let [underWay, most] = [0, 0];
  let [began, changed, used] = [0, 0, 0];
  /** At the moment at which the last request came: after it there is nothing left to send. */
  let atLast = { used: 0, whole: 0 };
  const change = (by: number): void => {
    const now = performance.now();
    began ||= now;
    used += underWay * (now - (changed || now));
    changed = now;
    underWay += by;
  };
  const enter = (): void => {
    change(1);
    most = Math.max(most, underWay);
    atLast = { used, whole: changed - began };
  };
  const leave = (): void => change(-1);

  const pass = async (request: http.IncomingMessage, body: Buffer, response: http.ServerResponse): Promise<void> => {
    const { method, url, headers } = request;
    const outgoing = http.request({
      host: target.hostname,
      port: target.port,
      method,
      path: url,
      headers: { ...headers, host: target.host },
    });
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [http.IncomingMessage];
    await new Promise((resolve) => setTimeout(resolve, firstByteMs));
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    await pipeline(answer, response);
  };
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (request.method !== 'POST' || request.url?.endsWith('/tts/aligned') !== true) return pass(request, body, response);
    const { text } = JSON.parse(body.toString()) as { text: string };
    if (underWay >= allowed) {
      arrived.push({ text, status: 429 });
      response.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '1' });
      response.end(JSON.stringify({ error: { code: 'ERR_RATE_LIMITED', message: 'Too many at once' } }));
      return;
    }
    const entry = { text, status: 0 };
    arrived.push(entry);
    enter();
    try {
      await pass(request, body, response);
      entry.status = response.statusCode;
    } finally {
      leave();
    }
  };
  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: behind?.key ?? service.apiKey,
    service,
    arrived,
    most: () => most,
    busy: () => ({ used: atLast.used, allowed: allowed * atLast.whole }),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      if (behind === undefined) await service.stop();
    },
  };
}
