import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { importLimits, type MediaKind } from '#shared/wire/media-address.ts';
import { type Struck } from '../faults/faults.ts';
import { AddressRefused, checkLiteral, guardedLookup } from './fetchable.ts';
import { ImportFailure, type Fail } from './import-failure.ts';
import { inspect, type Inspected } from './inspect.ts';

/** Imports at the same time, each of which holds a file; beyond that 429. */
const importsAtOnce = 4;
const retryAfterSeconds = 2;

export interface Imported extends Inspected {
  bytes: Uint8Array<ArrayBuffer>;
}

export interface ImportOrder {
  url: string;
  mediaKind: MediaKind;
  /** The field that named the address. */
  field: string;
  /** `ERR_LIP_SYNC_MEDIA_` or `ERR_MEDIA_`. */
  prefix: string;
  struck: Struck;
}

/** Fetches media from elsewhere with bounds on size, time and redirects, and looks what it is. Throws {@link ImportFailure}. */
export class Importer {
  readonly #seconds: number;
  #running = 0;

  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  async import(order: ImportOrder): Promise<Imported> {
    const { mediaKind } = order;
    const failure = failureFor(order);
    this.checkFault(order);
    if (this.#running >= importsAtOnce) throw failure(429, 'download', true, 'too many files are being fetched; try again');
    this.#running += 1;
    try {
      const bytes = await this.#download(new URL(order.url), importLimits.bytes[mediaKind], failure);
      return { bytes, ...(await inspect(bytes, mediaKind, failure)) };
    } finally {
      this.#running -= 1;
    }
  }

  /** For media that need no fetching, too. */
  checkFault(order: Omit<ImportOrder, 'url'>): void {
    const asked = order.struck.importFails(order.mediaKind);
    if (asked) throw failureFor(order)(asked.status, asked.stage, asked.retryable, 'a fault that was asked for');
  }

  async #download(url: URL, maximum: number, failure: Fail): Promise<Uint8Array<ArrayBuffer>> {
    const signal = AbortSignal.timeout(this.#seconds * 1_000);
    try {
      return await readWhole(await follow(url, signal, failure), maximum, failure);
    } catch (error) {
      if (error instanceof ImportFailure) throw error;
      if (signal.aborted) throw failure(504, 'download', true, `the file did not arrive within ${this.#seconds} seconds`);
      if (error instanceof AddressRefused) throw failure(422, 'address', false, error.message);
      throw failure(422, 'download', true, `the file could not be fetched: ${reasonOf(error)}`);
    }
  }
}

function failureFor({ mediaKind, field, prefix }: Omit<ImportOrder, 'url'>): Fail {
  return (status, stage, retryable, message) => {
    const later = status === 429 || status === 503 ? retryAfterSeconds : undefined;
    return new ImportFailure(status, { prefix, mediaKind, stage, retryable }, `${field}: ${message}`, later);
  };
}

const reasonOf = (error: unknown) =>
  error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.message) : 'the connection failed';

/** The answer at the end of the redirects, its body unread. */
async function follow(url: URL, signal: AbortSignal, failure: Fail): Promise<IncomingMessage> {
  let at = url;
  for (let hop = 0; hop <= importLimits.redirects; hop += 1) {
    const response = await get(at, signal);
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      if (!URL.canParse(location, at.href)) throw failure(422, 'download', false, 'a redirect leads nowhere');
      at = new URL(location, at);
      if (!/^https?:$/u.test(at.protocol)) throw failure(422, 'address', false, `a redirect leads to ${at.protocol}, which is not fetched`);
      continue;
    }
    if (status === 200) return response;
    response.destroy();
    if (status === 429 || status >= 500) throw failure(503, 'download', true, `its server answered ${status}; try again later`);
    throw failure(422, 'download', false, `its server answered ${status}`);
  }
  throw failure(422, 'download', false, `more than ${importLimits.redirects} redirects`);
}

async function get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  checkLiteral(url);
  const options = { signal, lookup: guardedLookup, agent: false, headers: { Accept: '*/*', 'Accept-Encoding': 'identity' } } as const;
  const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // What is destroyed half-read complains again.
  request.on('error', () => undefined);
  return response;
}

async function readWhole(response: IncomingMessage, maximum: number, failure: Fail): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => failure(413, 'download', false, `the file is larger than ${maximum} bytes`);
  try {
    if (Number(response.headers['content-length'] ?? 0) > maximum) throw tooLarge();
    const parts: Buffer[] = [];
    let total = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      total += part.length;
      if (total > maximum) throw tooLarge();
      parts.push(part);
    }
    const bytes = new Uint8Array(total);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  } finally {
    response.destroy();
  }
}
