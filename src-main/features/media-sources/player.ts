import { Readable } from 'node:stream';
import { newId } from '#shared/ids.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import { accessFor, findServiceOrigin } from './access.ts';
import { fetchRemote, SourceError } from './remote.ts';

/** Addresses that the window plays, at most; the oldest go first, and are there again when they are inspected again. */
const maximumPlayed = 64;

/** Plays what is at an address to the window, which may not fetch it itself. */
export class RemotePlayer {
  readonly #connection: ConnectionKeeper;
  readonly #addresses = new Map<string, string>();

  constructor(connection: ConnectionKeeper) {
    this.#connection = connection;
  }

  /** Where the window plays it: `/bytes/remote/<id>`. */
  play(address: string): string {
    for (const [id, known] of this.#addresses) if (known === address) return `/bytes/remote/${id}`;
    const id = newId();
    this.#addresses.set(id, address);
    for (const old of this.#addresses.keys()) {
      if (this.#addresses.size <= maximumPlayed) break;
      this.#addresses.delete(old);
    }
    return `/bytes/remote/${id}`;
  }

  /** `undefined` for an id that is not played; 502 where the address cannot be read. */
  async respond(request: Request, id: string): Promise<Response | undefined> {
    const address = this.#addresses.get(id);
    if (address === undefined) return undefined;
    const range = request.headers.get('Range') ?? undefined;
    try {
      const origin = await findServiceOrigin(this.#connection, request.signal);
      const answer = await fetchRemote(address, range, accessFor(origin, request.signal));
      const headers = new Headers({ 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' });
      for (const name of ['content-type', 'content-length', 'content-range', 'accept-ranges', 'etag']) {
        const value = answer.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      // What a stranger's server sends is sound or pictures to the window, or nothing.
      if (!/^(?:video|audio)\//u.test(headers.get('content-type') ?? '')) headers.set('content-type', 'application/octet-stream');
      return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status: answer.statusCode ?? 502, headers });
    } catch (thrown) {
      if (!(thrown instanceof SourceError)) throw thrown;
      return new Response(null, { status: 502 });
    }
  }
}
