import { createReadStream } from 'node:fs';
import { fail, FailureError, toFailure, type FailureKind } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';

/** Streams and ranges over HTTP semantics (RFC 9110), for whatever can give its bytes from any place. */

/** Bytes handed on at once. */
export const chunkBytes = 64 * 1024;

export interface Resource {
  type: string;
  bytes: number;
  /** Names these exact bytes; quoted into a strong ETag. */
  tag: string;
  /** Bytes `start` up to but without `end`, in pieces. Ended early by `return`, and then must let go of what it holds. */
  read(start: number, end: number): AsyncGenerator<Uint8Array, void>;
  headers?: Record<string, string>;
}

const common = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' };

/** A stretch of a file. */
export async function* bytesOf(path: string, start: number, end: number): AsyncGenerator<Uint8Array, void> {
  if (start >= end) return;
  const stream = createReadStream(path, { start, end: end - 1, highWaterMark: chunkBytes });
  for await (const chunk of stream) yield Uint8Array.from(chunk as Buffer);
}

/** All that a request carries, in memory of its own; `too-large` beyond so many bytes. */
export async function readPiece(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > most) throw fail('too-large', message('files.pieceTooLarge', most));
    pieces.push(piece);
  }
  return Uint8Array.from(Buffer.concat(pieces));
}

/** Answers GET and HEAD: whole, one range (206), or 416. A list of ranges is answered whole, as the standard allows. */
export function resourceResponse(request: Request, resource: Resource): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed('GET, HEAD');
  const etag = `"${resource.tag}"`;
  const headers = new Headers({
    ...common,
    'Content-Type': resource.type,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': 'private, max-age=0, must-revalidate',
    ...resource.headers,
  });
  const known = request.headers.get('If-None-Match');
  if (known !== null && (known.trim() === '*' || known.split(',').some((each) => each.trim() === etag)))
    return new Response(null, { status: 304, headers });
  const ifRange = request.headers.get('If-Range');
  const asked = ifRange === null || ifRange.trim() === etag ? request.headers.get('Range') : null;
  const range = asked === null ? undefined : parseRange(asked, resource.bytes);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${resource.bytes}`);
    headers.set('Content-Length', '0');
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: resource.bytes };
  headers.set('Content-Length', String(end - start));
  if (range) headers.set('Content-Range', `bytes ${start}-${end - 1}/${resource.bytes}`);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  return new Response(
    createStream(() => resource.read(start, end)),
    { status, headers },
  );
}

/** One range of `bytes=`, as start and end (exclusive); `undefined` where the header is to be ignored. */
export function parseRange(header: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/iu.exec(header.trim());
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

/**
 * A stream that asks its generator only when its reader asks, and holds nothing back. `signal` is aborted when the reader
 * goes away, so that a generator that waits can let go.
 */
export function createStream(open: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  const controller = new AbortController();
  let generator: AsyncGenerator<Uint8Array, void> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(sink) {
        generator ??= open(controller.signal);
        const { value, done } = await generator.next();
        if (done === true) sink.close();
        else sink.enqueue(value);
      },
      async cancel() {
        controller.abort();
        await generator?.return();
      },
    },
    { highWaterMark: 0 },
  );
}

export function notFound(): Response {
  return new Response('Not found.', { status: 404, headers: { ...common, 'Content-Type': 'text/plain' } });
}

export function notAllowed(allow: string): Response {
  return new Response('Method not allowed.', { status: 405, headers: { ...common, Allow: allow, 'Content-Type': 'text/plain' } });
}

const statuses: Partial<Record<FailureKind, number>> = {
  'invalid-input': 400,
  'not-found': 404,
  'file-missing': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  overloaded: 429,
  'disk-full': 507,
};

/** A failure as an answer: `{ "failure": … }`, the same data that operations fail with. */
export function failureResponse(thrown: unknown): Response {
  const failure = toFailure(thrown);
  const status = thrown instanceof FailureError ? (statuses[failure.kind] ?? 500) : 500;
  return Response.json({ failure }, { status, headers: common });
}

export function jsonResponse(value: unknown): Response {
  return Response.json(value, { headers: { ...common, 'Cache-Control': 'no-store' } });
}

export const plainHeaders: Readonly<Record<string, string>> = common;
