import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { fail, FailureError } from '#shared/failure.ts';
import type { BucketSettings } from '#shared/operations/bucket.ts';
import type { Log, Secret } from '../../infra/platform.ts';
import { retryAfter } from '../../service-client/answers.ts';
import { exchange, type BucketAnswer, type Sent } from './exchange.ts';
import { toRefusal, unreachable, type Doing } from './refusals.ts';
import { message } from '#shared/messages/message.ts';

/** How often something is tried, and milliseconds between tries: the first wait, and the longest that a server may ask for. */
const tries = { most: 3, first: 500, longest: 10_000 } as const;
const passing = new Set([429, 500, 502, 503, 504]);

export interface StoredFile {
  /** Letters, digits, hyphens, underscores, dots and `/`: what no signer escapes in a way of its own. */
  key: string;
  body: Sent;
  /** SHA-256 in hex: signed with the request, so that the bucket keeps these bytes or none. */
  digest: string;
  contentType: string;
}

/** A bucket by S3's interface, its requests signed by Signature Version 4. */
export interface BucketStore {
  /** What is there under this key is replaced. Tried again where the bucket is busy or the connection breaks. Throws `FailureError`. */
  put(file: StoredFile, signal: AbortSignal, onSent?: (bytes: number) => void): Promise<void>;
  /** How many bytes are there under the key; `undefined` where nothing is. */
  bytesOf(key: string, signal: AbortSignal): Promise<number | undefined>;
  remove(key: string, signal: AbortSignal): Promise<void>;
  /** An address by which anybody may fetch it for so many seconds. */
  address(key: string, seconds: number): Promise<string>;
  /** Its beginning, by such an address, without credentials. */
  fetch(address: string, signal: AbortSignal): Promise<Buffer>;
}

export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** `sleep` waits between tries. */
export function bucketStore(settings: BucketSettings, secret: Secret, { sleep, log }: { sleep: Sleep; log: Log }): BucketStore {
  const { endpoint, region, bucket, pathStyle, accessKeyId } = settings;
  const urlOf = (key: string): URL => {
    const url = new URL(endpoint);
    if (!pathStyle) url.host = `${bucket}.${url.host}`;
    url.pathname = `${pathStyle ? `/${bucket}` : ''}/${key}`;
    return url;
  };
  const signed = async (method: string, url: URL, headers: Record<string, string>, signQuery = false) =>
    new AwsV4Signer({
      method,
      url: url.href,
      headers,
      accessKeyId,
      secretAccessKey: secret.reveal(),
      service: 's3',
      region,
      signQuery,
    }).sign();

  /** The answer to a request, signed again for every try; `null` for a 404 where that is an answer. Throws for every other that is no success. */
  const ask = async (
    what: Doing,
    method: 'PUT' | 'HEAD' | 'DELETE',
    key: string,
    { file, signal, onSent, mayLack }: { file?: StoredFile; signal: AbortSignal; onSent?: (bytes: number) => void; mayLack?: boolean },
  ): Promise<BucketAnswer | null> => {
    for (let attempt = 1; ; attempt += 1) {
      const headers = {
        'x-amz-content-sha256': file?.digest ?? createHash('sha256').digest('hex'),
        ...(file && { 'content-type': file.contentType }),
      };
      const { url, headers: all } = await signed(method, urlOf(key), headers);
      let failure: FailureError;
      let wait: number = tries.first * 2 ** (attempt - 1);
      let again: boolean;
      try {
        const answer = await exchange({ method, url, headers: Object.fromEntries(all), body: file?.body, signal, onSent });
        if (answer.status >= 200 && answer.status < 300) return answer;
        // Without a body it may be the bucket that lacks; then writing says so.
        if (answer.status === 404 && mayLack === true) return null;
        failure = toRefusal(what, answer, settings);
        again = passing.has(answer.status);
        wait = Math.min(retryAfter({ header: (name) => answer.headers[name]?.toString() }) ?? wait, tries.longest);
      } catch (thrown) {
        signal.throwIfAborted();
        if (isOfFile(thrown)) throw fail('file-missing', message('bucket.fileEndedEarly'), { cause: thrown, next: 'choose-file' });
        failure = unreachable(what, thrown);
        again = true;
      }
      if (!again || attempt >= tries.most) throw failure;
      log.info('the bucket is asked again', { what, attempt, status: failure.failure.status });
      await sleep(wait, signal);
    }
  };

  return {
    put: async (file, signal, onSent) => {
      await ask('write', 'PUT', file.key, { file, signal, ...(onSent && { onSent }) });
    },
    bytesOf: async (key, signal) => {
      const answer = await ask('look', 'HEAD', key, { signal, mayLack: true }).catch((thrown: unknown) => {
        // Who may not list does not learn that something is missing.
        if (thrown instanceof FailureError && thrown.failure.status === 403) return null;
        throw thrown;
      });
      return answer === null ? undefined : Number(answer.headers['content-length'] ?? Number.NaN);
    },
    remove: async (key, signal) => {
      await ask('remove', 'DELETE', key, { signal, mayLack: true });
    },
    address: async (key, seconds) => {
      const url = urlOf(key);
      url.searchParams.set('X-Amz-Expires', String(seconds));
      return (await signed('GET', url, {}, true)).url.href;
    },
    fetch: async (address, signal) => {
      let answer: BucketAnswer;
      try {
        answer = await exchange({ method: 'GET', url: new URL(address), headers: {}, signal });
      } catch (thrown) {
        signal.throwIfAborted();
        throw unreachable('read', thrown);
      }
      if (answer.status !== 200) throw toRefusal('read', answer, settings);
      return answer.bytes;
    },
  };
}

/** Of the disk, and not of the network: those have a path. */
const isOfFile = (thrown: unknown): boolean => thrown instanceof Error && 'path' in thrown && 'code' in thrown;
