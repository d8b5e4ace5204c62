import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { z } from 'zod';
import { boundConnections, refuseBadRequests } from '../../infra/tough-server.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import type { Log } from '../../infra/platform.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** Why a service cannot fetch a file of this machine; `null` where it can. */
export function whyOutOfReach(origin: string): Message | null {
  if (isOnThisMachine(origin)) return null;
  return message('transcribe.serviceCannotReachFile', new URL(origin).host);
}

/** Gives a file an address that nobody can guess, on the loopback alone, for as long as `work` takes. */
export async function withAddress<T>(path: string, ending: string, work: (url: string) => Promise<T>): Promise<T> {
  const { size } = await stat(path);
  const place = `/${randomBytes(24).toString('base64url')}.${ending}`;
  const server = createServer((request, response) => {
    const port = (server.address() as AddressInfo).port;
    if (request.headers.host !== `127.0.0.1:${port}` || request.url !== place || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    connections.admit(request.socket);
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': String(size) });
    if (request.method === 'HEAD') response.end();
    else
      createReadStream(path)
        .on('error', () => response.destroy())
        .pipe(response);
  });
  const connections = boundConnections(server, fileServerBounds);
  refuseBadRequests(server);
  await listen(server, 0);
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}${place}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** A connection is admitted by a request that knows an address; the answer may then take as long as a large file does. */
const fileServerBounds = { maxConnections: 32, admissionMs: 10_000 } as const;

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });

/**
 * Addresses on the loopback that last: a request that names one may be sent again days later, by the next run of the studio, and must then
 * name the same file at the same place.
 */
export interface LastingAddresses {
  /** The address of a file by its name in the store; `called` is how a person knows it, and stands at the end. */
  of(name: string, called: string): Promise<string>;
  /** The name of the file in the store that an address means, whichever run gave it; `undefined` for every other address. */
  nameIn(address: string): string | undefined;
  close(): Promise<void>;
}

const noted = z.object({ port: z.int().min(1).max(65_535), secret: z.string().regex(/^[\w-]{32}$/u) });

/** `respond` answers for a file of the store, with ranges. Listens at once where an earlier run gave addresses, else with the first. */
export function openLastingAddresses(options: {
  /** Where port and secret are noted; made when it is not there. */
  directory: string;
  respond: (request: Request, name: string) => Promise<Response | undefined>;
  log: Log;
}): LastingAddresses {
  const { directory, respond, log } = options;
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'address.json');
  const before = read(file);
  const secret = before?.secret ?? randomBytes(24).toString('base64url');
  let port = 0;

  const answer = async (request: Request, { incoming }: HttpBindings): Promise<Response> => {
    const { host, pathname } = new URL(request.url);
    const [, given, name = ''] = pathname.split('/');
    const mine = host === `127.0.0.1:${port}` && given === secret;
    if (mine) connections.admit(incoming.socket);
    return (mine ? await respond(request, name) : undefined) ?? new Response(null, { status: 404 });
  };
  const listener = getRequestListener((request, env) => answer(request, env as HttpBindings), { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    Promise.resolve(listener(request, response)).catch(() => response.destroy());
  });
  const connections = boundConnections(server, fileServerBounds, (error) =>
    log.error('files cannot be handed to a service', { reason: error.message }),
  );
  refuseBadRequests(server);

  const open = async (): Promise<void> => {
    // The port of the last run, for what it sent names it; another where some program has taken it.
    await listen(server, before?.port ?? 0).catch(async () => {
      log.warn('the port at which files were handed to a service is taken; they get new addresses');
      await listen(server, 0);
    });
    ({ port } = server.address() as AddressInfo);
    if (port !== before?.port) writeFileSync(file, JSON.stringify({ port, secret }), { mode: 0o600 });
  };
  let opened: Promise<void> | undefined;
  const opening = (): Promise<void> => (opened ??= open());
  if (before !== undefined)
    opening().catch((thrown: unknown) => log.error('files cannot be handed to a service', { reason: String(thrown) }));

  return {
    of: async (name, called) => {
      await opening();
      return `http://127.0.0.1:${port}/${secret}/${name}/${encodeURIComponent(called.slice(-100).toWellFormed())}`;
    },
    nameIn: (address) => {
      const url = URL.parse(address);
      const [, given, name] = url?.hostname === '127.0.0.1' ? url.pathname.split('/') : [];
      return given === secret ? name : undefined;
    },
    close: async () => {
      await opened?.catch(() => undefined);
      server.closeAllConnections();
      server.close();
    },
  };
}

function read(file: string): z.infer<typeof noted> | undefined {
  try {
    return noted.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
