import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { importLimits, type ImportStage } from '#shared/wire/media-address.ts';
import { guardedLookup, judgeLiteral, type Place, type PlaceJudge } from '../../infra/network-place.ts';
import { message, formatMessage, type Message } from '#shared/messages/message.ts';

/** Reads parts of a file at an address that a person gave, or that a service would fetch: bounded, and into no network that it did not begin in. */

/** Why a file at an address is not known. `final`: the service could not do with it either. */
export class SourceError extends Error {
  readonly stage: ImportStage;
  readonly why: Message;
  readonly final: boolean;
  constructor(stage: ImportStage, why: Message, final: boolean) {
    super(formatMessage(why));
    this.why = why;
    this.name = 'SourceError';
    this.stage = stage;
    this.final = final;
  }
}

export interface RemoteAccess {
  /** Throws for a place that may not be fetched from; `first` is where the address itself leads, for a redirect of it. */
  judge(place: Place, host: string, first: Place | undefined): void;
  signal: AbortSignal;
}

/** A redirect leads to a public address, or stays in the kind of network where it began. */
export function judgeRedirect(place: Place, host: string, first: Place | undefined): void {
  if (first === undefined || place === 'public' || place === first) return;
  const where = place === 'here' ? message('sources.toThisMachine') : message('sources.intoPrivateNetwork');
  throw new SourceError('address', message('sources.redirectToPrivate', where, host), true);
}

/** The answer at the end of the redirects to a request for `range`, its body unread: 200 or 206. Throws {@link SourceError}. */
export async function fetchRemote(address: string, range: string | undefined, access: RemoteAccess): Promise<IncomingMessage> {
  let at = new URL(address);
  let first: Place | undefined;
  for (let hop = 0; hop <= importLimits.redirects; hop += 1) {
    let reached: Place = 'public';
    const response = await get(at, range, access.signal, (place, host) => {
      access.judge(place, host, first);
      reached = place;
    });
    first ??= reached;
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status >= 300 && status < 400 && status !== 304 && location !== undefined) {
      response.destroy();
      const next = URL.parse(location, at.href);
      if (next === null || !/^https?:$/u.test(next.protocol)) throw new SourceError('address', message('sources.redirectNotFetched'), true);
      next.username = '';
      next.password = '';
      at = next;
      continue;
    }
    if (status === 200 || status === 206) return checked(response);
    response.destroy();
    const passes = status === 429 || status >= 500;
    throw new SourceError('download', message('sources.serverAnswered', status, passes ? message('sources.mayWorkLater') : ''), false);
  }
  throw new SourceError('address', message('sources.tooManyRedirects', importLimits.redirects), true);
}

function checked(response: IncomingMessage): IncomingMessage {
  const coding = response.headers['content-encoding'];
  if (coding === undefined || coding === 'identity') return response;
  response.destroy();
  throw new SourceError('download', message('sources.serverCompresses'), false);
}

async function get(url: URL, range: string | undefined, signal: AbortSignal, reach: PlaceJudge): Promise<IncomingMessage> {
  judgeLiteral(url, reach);
  const headers = { Accept: '*/*', 'Accept-Encoding': 'identity', ...(range !== undefined && { Range: range }) };
  const options = { signal, lookup: guardedLookup(reach), agent: false, headers } as const;
  const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
  request.end();
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    // What is destroyed half-read complains again.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    return response;
  } catch (thrown) {
    if (thrown instanceof SourceError) throw thrown;
    if (signal.aborted) throw signal.reason;
    throw new SourceError('download', message('sources.serverUnreachable', codeOf(thrown)), false);
  }
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? ` (${thrown.code})` : '';

/** A file at an address, read in parts. */
export interface RemoteFile {
  bytes: number;
  /** `start` up to but without `end`. Throws {@link SourceError}, also when more would be read than may be. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Opens it by its first byte; where its server knows no parts, all of it is read as far as `mostBytes` allows. */
export async function openRemote(address: string, access: RemoteAccess, mostBytes: number): Promise<RemoteFile> {
  let left = mostBytes;
  const take = async (response: IncomingMessage, most: number): Promise<Uint8Array> => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const piece of response as AsyncIterable<Buffer>) {
        bytes += piece.byteLength;
        left -= piece.byteLength;
        if (left < 0) throw new SourceError('inspect', message('sources.lengthTooCostly'), false);
        pieces.push(piece);
        if (bytes >= most) break;
      }
    } catch (thrown) {
      if (thrown instanceof SourceError) throw thrown;
      if (access.signal.aborted) throw access.signal.reason;
      throw new SourceError('download', message('sources.interrupted'), false);
    } finally {
      response.destroy();
    }
    return Buffer.concat(pieces).subarray(0, most);
  };

  const first = await fetchRemote(address, 'bytes=0-0', access);
  const total = /^bytes 0-0\/(\d{1,15})$/u.exec(first.headers['content-range'] ?? '')?.[1];
  if (first.statusCode === 206 && total !== undefined) {
    first.destroy();
    return {
      bytes: Number(total),
      read: async (start, end) => {
        const response = await fetchRemote(address, `bytes=${start}-${end - 1}`, access);
        const range = response.headers['content-range'];
        if (response.statusCode !== 206 || range?.startsWith(`bytes ${start}-`) !== true) {
          response.destroy();
          throw new SourceError('download', message('sources.otherParts'), false);
        }
        const bytes = await take(response, end - start);
        if (bytes.byteLength < end - start) throw new SourceError('download', message('sources.interrupted'), false);
        return bytes;
      },
    };
  }
  const length = Number(first.headers['content-length'] ?? 0);
  if (first.statusCode !== 200 || length > mostBytes) {
    first.destroy();
    throw new SourceError('download', message('sources.noParts'), false);
  }
  const whole = await take(first, mostBytes);
  return { bytes: whole.byteLength, read: (start, end) => Promise.resolve(whole.subarray(start, end)) };
}
