import { createReadStream } from 'node:fs';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Milliseconds without a byte in either direction, until the body is sent unasked, and bytes of an answer that are read. */
const bounds = { idle: 60_000, unasked: 1000, answer: 64 * 1024 } as const;

/** What is sent along: bytes, or a file of a known length that is read as it goes. */
export type Sent = Uint8Array | { path: string; bytes: number };

export interface BucketRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: Sent | undefined;
  signal: AbortSignal;
  /** Called with how many bytes of the body have left. */
  onSent?: ((bytes: number) => void) | undefined;
}

export interface BucketAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  /** Its beginning. */
  bytes: Buffer;
}

/**
 * One request on a connection of its own and its answer, whatever its status: redirects are not followed, for what is signed is for this
 * place alone. The body waits until the server asks for it, so that what it refuses is not sent. Throws what the system says.
 */
export function exchange({ method, url, headers, body, signal, onSent }: BucketRequest): Promise<BucketAnswer> {
  const bytes = body === undefined ? undefined : 'path' in body ? body.bytes : body.byteLength;
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      signal,
      agent: false,
      headers: { ...headers, ...(bytes !== undefined && { 'content-length': String(bytes), expect: '100-continue' }) },
    });
    let begun = false;
    const begin = (): void => {
      if (begun) return;
      begun = true;
      clearTimeout(unasked);
      if (body === undefined || !('path' in body)) request.end(body);
      else {
        let sent = 0;
        const counted = new Transform({
          transform: (piece: Buffer, _encoding, done) => {
            sent += piece.byteLength;
            onSent?.(sent);
            done(null, piece);
          },
        });
        pipeline(createReadStream(body.path), counted, request).catch(reject);
      }
    };
    // Some servers know no such question, and wait for the body in turn.
    const unasked = setTimeout(begin, bounds.unasked);
    request.on('continue', begin);
    request.on('error', reject);
    request.on('close', () => clearTimeout(unasked));
    request.setTimeout(bounds.idle, () => request.destroy(Object.assign(new Error('nothing came for a minute'), { code: 'ETIMEDOUT' })));
    request.on('response', (response) => {
      begun = true;
      clearTimeout(unasked);
      read(response).then((answer) => {
        resolve(answer);
        request.destroy();
      }, reject);
    });
    if (body === undefined) begin();
    else request.flushHeaders();
  });
}

async function read(response: IncomingMessage): Promise<BucketAnswer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.byteLength;
    if (length >= bounds.answer) break;
  }
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(pieces).subarray(0, bounds.answer) };
}
