import type { JsonObject } from './fields.ts';
import type { Account } from './ledger.ts';

/** What a route gives back. A body of bytes or of a stream goes out as it is, all else as JSON. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: { json: unknown } | { bytes: Buffer } | { stream: AsyncIterable<string> };
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: { json: value } };
}

export function bytes(type: string, body: Buffer, headers: Record<string, string> = {}): Answer {
  return { status: 200, headers: { 'content-type': type, ...headers }, body: { bytes: body } };
}

export function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: { bytes: Buffer.alloc(0) } };
}

/** A request that has been read whole and, unless the route is public, belongs to an account. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  params: Record<string, string>;
  headers: Record<string, string | undefined>;
  bytes: Buffer;
  account: Account;
  /** From `X-Request-Id`, or made here. */
  requestId: string;
  /** The body as a JSON object. Throws 400. */
  json(): JsonObject;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `{name}` for a variable part. */
  path: string;
  summary: string;
  /** Needs no API key. */
  open?: boolean;
  maxBody?: number;
  handle(call: Call): Answer | Promise<Answer>;
}
