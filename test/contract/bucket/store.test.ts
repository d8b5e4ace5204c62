import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bucketStore, type BucketStore, type StoredFile } from '#main/features/bucket/store.ts';
import { tryBucket } from '#main/features/bucket/trial.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { FailureError, type Failure } from '#shared/failure.ts';
import type { BucketSettings } from '#shared/operations/bucket.ts';
import { signedUntil, withoutSignatures } from '#shared/signed-address.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { startS3Server, type S3Server } from '../../helpers/s3-server.ts';

let s3: S3Server;
let folder: string;
let waits: number[];
const never = new AbortController().signal;
beforeEach(async () => {
  s3 = await startS3Server();
  folder = mkdtempSync(join(tmpdir(), 'voicewright-bucket-'));
  waits = [];
});
afterEach(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const settings = (): BucketSettings => ({
  endpoint: s3.endpoint,
  region: s3.region,
  bucket: s3.bucket,
  prefix: '',
  pathStyle: true,
  accessKeyId: s3.accessKeyId,
  hours: 24,
});
const open = (change: Partial<BucketSettings> = {}, key = s3.secretAccessKey): BucketStore =>
  bucketStore({ ...settings(), ...change }, secret(key), {
    log: quietLog(),
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
function file(bytes = 3_000_000): StoredFile {
  const path = join(folder, 'talk.mp4');
  const content = Buffer.alloc(bytes, 'talk ');
  writeFileSync(path, content);
  return {
    key: 'a/My_talk-1.mp4',
    body: { path, bytes },
    contentType: 'video/mp4',
    digest: createHash('sha256').update(content).digest('hex'),
  };
}
const failureOf = (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    () => Promise.reject(new Error('It did not fail.')),
    (thrown: unknown) => (thrown instanceof FailureError ? thrown.failure : Promise.reject(thrown as Error)),
  );

describe('a file in the bucket', () => {
  it('is put from the disk, found, fetched by a presigned address without credentials, and removed', async () => {
    const store = open();
    const talk = file();
    const sent: number[] = [];
    await store.put(talk, never, (bytes) => sent.push(bytes));
    expect(sent.at(-1)).toBe(3_000_000);
    expect(sent.length).toBeGreaterThan(10);
    expect(await store.bytesOf(talk.key, never)).toBe(3_000_000);
    const address = await store.address(talk.key, 3600);
    expect(withoutSignatures(`GET ${address} please`)).toBe(`GET ${s3.endpoint}/films/a/My_talk-1.mp4 please`);
    expect(Math.abs((signedUntil(address) ?? 0) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    const fetched = Buffer.from(await (await fetch(address)).arrayBuffer());
    expect(fetched.equals(s3.objects.get(talk.key)!)).toBe(true);
    await store.remove(talk.key, never);
    expect(await store.bytesOf(talk.key, never)).toBeUndefined();
    await store.remove(talk.key, never);
    expect(s3.objects.size).toBe(0);
  });

  it('cannot be fetched when the address has ended, or by one that was changed', async () => {
    const store = open();
    const talk = file(10);
    await store.put(talk, never);
    const address = await store.address(talk.key, 60);
    expect((await fetch(address.replace('Expires=60', 'Expires=600'))).status).toBe(403);
    s3.ahead = 61_000;
    expect((await fetch(address)).status).toBe(403);
  });

  it.each([
    ['the endpoint', { endpoint: 'http://127.0.0.1:1' }, undefined, { kind: 'unreachable', field: 'endpoint' }],
    ['the bucket', { bucket: 'other' }, undefined, { kind: 'not-found', field: 'bucket', code: 'BUCKET_NoSuchBucket' }],
    ['the region', { region: 'us-east-1' }, undefined, { kind: 'invalid-input', field: 'region' }],
    ['the access key id', { accessKeyId: 'AKOTHER' }, undefined, { kind: 'unauthorized', field: 'accessKeyId' }],
    ['the secret', {}, 'wrong', { kind: 'unauthorized', field: 'secretAccessKey' }],
  ] as const)('names %s where that is wrong, before the bytes leave', async (_what, change, key, expected) => {
    expect(await failureOf(open(change, key).put(file(), never))).toMatchObject({ ...expected, charged: 'no' });
    expect(await failureOf(tryBucket(open(change, key), '', never))).toMatchObject(expected);
    expect(s3.objects.size).toBe(0);
  });

  it('names the region that the bucket is in, and follows no redirect', async () => {
    expect((await failureOf(open({ region: 'us-east-1' }).put(file(10), never))).message).toContain('another region, eu-test-1');
    s3.fail({ method: 'PUT', status: 307, code: 'TemporaryRedirect', region: 'eu-other-1', location: `${s3.endpoint}/films/elsewhere` });
    expect(await failureOf(open().put(file(10), never))).toMatchObject({ field: 'region', status: 307 });
    s3.fail({ method: 'PUT', status: 302, code: 'Found', location: `${s3.endpoint}/films/elsewhere` });
    expect(await failureOf(open().put(file(10), never))).toMatchObject({ field: 'endpoint', status: 302 });
    expect(s3.requests.map(({ status }) => status)).toEqual([400, 307, 302]);
  });

  it('is tried again while the bucket is busy or cuts the connection, three times at most', async () => {
    s3.fail({ method: 'PUT', status: 503, code: 'SlowDown', retryAfter: 2 });
    s3.fail({ method: 'PUT', cutAfter: 500_000 });
    await open().put(file(), never);
    expect(s3.requests.map(({ status }) => status)).toEqual([503, 0, 200]);
    expect(waits).toEqual([2000, 1000]);
    expect(s3.objects.get(file().key)?.length).toBe(3_000_000);

    s3.fail({ method: 'PUT', status: 503, code: 'SlowDown', times: 3 });
    expect(await failureOf(open().put(file(10), never))).toMatchObject({ kind: 'service-unavailable', code: 'BUCKET_SlowDown' });
    s3.fail({ method: 'PUT', cutAfter: 1, times: 3 });
    expect(await failureOf(open().put(file(), never))).toMatchObject({ kind: 'unreachable', next: 'retry' });
    expect(s3.requests).toHaveLength(9);
  });

  it('stops at once, and says when it is not on the disk any more', async () => {
    const stop = new AbortController();
    s3.fail({ method: 'PUT', hang: true });
    const begun = s3.next('PUT');
    const putting = open().put(file(), stop.signal);
    await begun;
    stop.abort();
    await expect(putting).rejects.toMatchObject({ name: 'AbortError' });
    const gone = { ...file(), body: { path: join(folder, 'gone.mp4'), bytes: 5 } };
    expect(await failureOf(open().put(gone, never))).toMatchObject({ kind: 'file-missing' });
    expect(s3.objects.size).toBe(0);
  });
});

describe('the trial', () => {
  it('writes, reads as a service would, and leaves nothing', async () => {
    await tryBucket(open(), 'mine/', never);
    expect(s3.requests.map(({ what, status }) => [what.replace(/-[^.-]*\.txt$/u, ''), status])).toEqual([
      ['PUT mine/voicewright-test', 200],
      ['GET mine/voicewright-test', 200],
      ['DELETE mine/voicewright-test', 204],
    ]);
    expect(s3.objects.size).toBe(0);
  });

  it.each([
    ['PUT', 'A file could not be written'],
    ['GET', 'could not be read from the bucket by its URL'],
    ['DELETE', 'could not be removed'],
  ])('says when %s is refused, and removes what it wrote', async (method, words) => {
    s3.fail({ method, status: 403, code: 'AccessDenied' });
    const failure = await failureOf(tryBucket(open(), '', never));
    expect(failure).toMatchObject({ kind: 'forbidden', field: 'accessKeyId' });
    expect(failure.message).toContain(words);
    if (method !== 'DELETE') expect(s3.objects.size).toBe(0);
  });
});
