import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the next request of a method fails: with a status and S3's code, or by a connection that is cut after so many bytes of its body. */
type S3Fault = { method: string; times?: number } & (
  { status: number; code?: string; region?: string; location?: string; retryAfter?: number } | { cutAfter: number } | { hang: true }
);

export interface S3Server {
  endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** What is in the bucket, by key. */
  readonly objects: Map<string, Buffer>;
  /** `PUT key`, in the order of their arrival, with the status that they were answered with. */
  readonly requests: { what: string; status: number }[];
  /** Milliseconds that its clock goes ahead. */
  ahead: number;
  fail(fault: S3Fault): void;
  /** Resolves with the next request of a method, when its head is there. */
  next(method: string): Promise<void>;
  close(): Promise<void>;
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
/** RFC 3986, as Signature Version 4 wants it. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/gu, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
const emptyDigest = sha256('');

/**
 * A bucket that speaks as S3 does (path-style), with one key pair. It computes every signature itself (AWS's "Authenticating Requests",
 * Signature Version 4) and answers for wrong ones with S3's statuses and codes.
 */
export async function startS3Server(options: { bucket?: string; region?: string } = {}): Promise<S3Server> {
  const { bucket = 'films', region = 'eu-test-1' } = options;
  const [accessKeyId, secretAccessKey] = ['AKIDTESTVOICEWRIGHT', 'bucket-canary/7Q+dXz9TnW2rLk4vBf1y'];
  const objects = new Map<string, Buffer>();
  const requests: S3Server['requests'] = [];
  const faults: S3Fault[] = [];
  const waiting: { method: string; resolve: () => void }[] = [];
  const state = { ahead: 0 };

  const refuse = (status: number, code: string, extra = ''): { status: number; code: string; extra: string } => ({ status, code, extra });
  type Refusal = ReturnType<typeof refuse>;

  /** Why a request may not be; `undefined` where its signature is right. */
  const judge = (request: IncomingMessage, url: URL, body: Buffer): Refusal | undefined => {
    const query = [...url.searchParams];
    const signature = url.searchParams.get('X-Amz-Signature');
    const [, credential = '', names = '', given = ''] =
      signature === null
        ? (/^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/u.exec(
            request.headers.authorization ?? '',
          ) ?? [])
        : ['', url.searchParams.get('X-Amz-Credential') ?? '', url.searchParams.get('X-Amz-SignedHeaders') ?? '', signature];
    const [id, day = '', signedRegion = '', service, end] = credential.split('/');
    const date = signature === null ? String(request.headers['x-amz-date']) : (url.searchParams.get('X-Amz-Date') ?? '');
    if (given === '' || !date.startsWith(day) || service !== 's3' || end !== 'aws4_request') return refuse(403, 'AccessDenied');
    if (id !== accessKeyId) return refuse(403, 'InvalidAccessKeyId');
    if (signedRegion !== region) return refuse(400, 'AuthorizationHeaderMalformed', `<Region>${region}</Region>`);
    const digest = signature === null ? String(request.headers['x-amz-content-sha256']) : 'UNSIGNED-PAYLOAD';
    const canonical = [
      request.method,
      url.pathname
        .split('/')
        .map((part) => escaped(decodeURIComponent(part)))
        .join('/'),
      query
        .filter(([name]) => name !== 'X-Amz-Signature')
        .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
        .sort()
        .join('&'),
      ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim().replaceAll(/\s+/gu, ' ')}`),
      '',
      names,
      digest,
    ].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secretAccessKey}`, day), region));
    const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
    if (hmac(key, text).toString('hex') !== given) return refuse(403, 'SignatureDoesNotMatch');
    if (signature === null && digest !== 'UNSIGNED-PAYLOAD' && digest !== (body.length === 0 ? emptyDigest : sha256(body)))
      return refuse(400, 'XAmzContentSHA256Mismatch');
    const at = Date.parse(date.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/u, '$1-$2-$3T$4:$5:$6Z'));
    const now = Date.now() + state.ahead;
    if (signature !== null && now > at + Number(url.searchParams.get('X-Amz-Expires')) * 1000) return refuse(403, 'AccessDenied');
    if (signature === null && Math.abs(now - at) > 15 * 60_000) return refuse(403, 'RequestTimeTooSkewed');
    return undefined;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://s3.invalid');
    const method = request.method ?? '';
    const [, inBucket, ...parts] = url.pathname.split('/');
    const key = decodeURIComponent(parts.join('/'));
    const end = (status: number, headers: Record<string, string | number> = {}, body?: Buffer | string): void => {
      requests.push({ what: `${method} ${key}`, status });
      response.writeHead(status, headers).end(method === 'HEAD' ? undefined : body);
    };
    const say = ({ status, code, extra }: Refusal, headers: Record<string, string | number> = {}): void =>
      end(status, { 'Content-Type': 'application/xml', ...headers }, `<Error><Code>${code}</Code><Message>No.</Message>${extra}</Error>`);

    for (const one of waiting.splice(0).filter((one) => (one.method === method ? (one.resolve(), false) : true))) waiting.push(one);
    const at = faults.findIndex((fault) => fault.method === method && (fault.times ?? 1) > 0);
    const fault = faults[at];
    if (fault) faults[at] = { ...fault, times: (fault.times ?? 1) - 1 };
    if (fault && 'hang' in fault) return;
    if (fault && 'status' in fault) {
      const { status, code = 'InternalError', region: elsewhere, location, retryAfter } = fault;
      const headers = {
        ...(location !== undefined && { Location: location }),
        ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
      };
      say(refuse(status, code, elsewhere === undefined ? '' : `<Region>${elsewhere}</Region>`), headers);
      return;
    }
    if (request.headers.expect === '100-continue') response.writeContinue();
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of request as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.byteLength;
      if (fault && 'cutAfter' in fault && length >= fault.cutAfter) {
        requests.push({ what: `${method} ${key}`, status: 0 });
        request.socket.destroy();
        return;
      }
    }
    const body = Buffer.concat(pieces);
    const refusal = judge(request, url, body);
    if (refusal) say(refusal);
    else if (inBucket !== bucket) say(refuse(404, 'NoSuchBucket'));
    else if (method === 'PUT') {
      objects.set(key, body);
      end(200);
    } else if (method === 'DELETE') {
      objects.delete(key);
      end(204);
    } else {
      const found = objects.get(key);
      if (found === undefined) say(refuse(404, 'NoSuchKey'));
      else sendParts(request, found, end);
    }
  };
  const server = createServer();
  for (const event of ['request', 'checkContinue'] as const)
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      // A client that leaves in the middle is no trouble of the server's.
      answer(request, response).catch(() => response.destroy());
    });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    objects,
    requests,
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    get ahead() {
      return state.ahead;
    },
    set ahead(milliseconds: number) {
      state.ahead = milliseconds;
    },
    fail: (fault) => faults.push(fault),
    next: (method) => new Promise((resolve) => waiting.push({ method, resolve })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendParts(
  request: IncomingMessage,
  bytes: Buffer,
  end: (status: number, headers: Record<string, string | number>, body: Buffer) => void,
): void {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/u.exec(request.headers.range ?? '') ?? [];
  const start = Number(first ?? 0);
  const stop = last === undefined || last === '' ? bytes.length : Math.min(Number(last) + 1, bytes.length);
  end(
    first === undefined ? 200 : 206,
    {
      'Content-Length': stop - start,
      ...(first !== undefined && { 'Content-Range': `bytes ${String(start)}-${String(stop - 1)}/${String(bytes.length)}` }),
    },
    bytes.subarray(start, stop),
  );
}
