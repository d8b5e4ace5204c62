import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';

/** True for a service on this machine: it can fetch from here, and no other one can. */
export function isOnThisMachine(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(hostname);
}

/** Why a service cannot fetch a file of this machine, in words; `null` where it can. */
export function whyOutOfReach(origin: string): string | null {
  if (isOnThisMachine(origin)) return null;
  return `The service fetches what it transcribes itself, and ${new URL(origin).host} cannot reach a file on this machine.`;
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
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': String(size) });
    if (request.method === 'HEAD') response.end();
    else
      createReadStream(path)
        .on('error', () => response.destroy())
        .pipe(response);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}${place}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
