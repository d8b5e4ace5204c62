import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UploadStore } from '#main/features/bucket/upload-store.ts';
import { TemporaryUploads } from '#main/features/bucket/uploads.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

let profile: string;
beforeEach(() => (profile = mkdtempSync(join(tmpdir(), 'voicewright-lending-'))));
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const settings = {
  endpoint: 'https://s3.example',
  region: 'us-east-1',
  bucket: 'films',
  prefix: 'vw/',
  hours: 1,
  pathStyle: true,
  accessKeyId: 'key',
};
const name = `${'ab'.repeat(32)}.mp4`;
const signal = new AbortController().signal;

/** A bucket in memory, and files of this machine that are put into it. */
function openBucket() {
  const stored = new Map<string, number>();
  const count = { put: 0, removed: 0 };
  /** Settles when the bucket answers an upload. */
  const answer: { put: Promise<unknown> } = { put: Promise.resolve() };
  const store = {
    put: async ({ key, body }: { key: string; body: { bytes: number } }, _signal: AbortSignal, onSent: (bytes: number) => void) => {
      count.put += 1;
      onSent(body.bytes);
      await answer.put;
      stored.set(key, body.bytes);
    },
    bytesOf: (key: string) => Promise.resolve(stored.get(key)),
    remove: (key: string) => {
      count.removed += 1;
      stored.delete(key);
      return Promise.resolve();
    },
    address: (key: string) =>
      Promise.resolve(`https://s3.example/films/${key}?X-Amz-Date=20261123T100000Z&X-Amz-Expires=3600&X-Amz-Signature=0`),
  };
  const path = join(profile, 'film.mp4');
  writeFileSync(path, 'film');
  const uploads = new TemporaryUploads({
    bucket: { settings: () => settings, open: () => Promise.resolve({ settings, store }) } as never,
    ledger: { entry: () => Promise.resolve(undefined) },
    store: new UploadStore(profile, quietLog()),
    log: quietLog(),
  });
  const file = { path, name, called: 'Film.mp4' };
  const send = <T>(request: (address: string, noted: (operationId: string) => Promise<void>) => Promise<T>) =>
    uploads.send([file], { signal, onProgress: () => undefined }, ([address = ''], noted) => request(address, noted));
  return { send, uploads, stored, count, answer, file };
}

it('a file that two send at the same time stays until both are over, also where one of them begins nothing', async () => {
  const { send, uploads, stored, count } = openBucket();
  const [first, second, begun] = [
    Promise.withResolvers<undefined>(),
    Promise.withResolvers<undefined>(),
    Promise.withResolvers<undefined>(),
  ];
  const one = send(() => first.promise);
  const two = send(async (_address, noted) => {
    begun.resolve(undefined);
    await second.promise;
    await noted('operation2');
  });
  await begun.promise;
  first.reject(new Error('stopped'));
  await expect(one).rejects.toThrow('stopped');
  await uploads.sweep(true);
  expect([stored.size, count.removed]).toEqual([1, 0]);
  second.resolve(undefined);
  await two;
  expect(count.put).toBe(1);
  expect([...stored.values()]).toEqual([4]);
  await uploads.release('operation2');
  expect([stored.size, count.removed]).toEqual([0, 1]);
});

it('a file that nothing was begun with is removed, and put there again for the next', async () => {
  const { send, stored, count } = openBucket();
  await expect(send(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await vi.waitFor(() => expect(stored.size).toBe(0));
  await send((_address, noted) => noted('operation1'));
  expect([stored.size, count.put]).toEqual([1, 2]);
});

it('a file of which every byte has left is on its way until the bucket answers: till then it can be stopped', async () => {
  const { uploads, answer, file } = openBucket();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  answer.put = promise;
  const said: boolean[] = [];
  const left = Promise.withResolvers<undefined>();
  const onProgress = ({ sent, bytes }: { sent: number; bytes: number }): void => {
    said.push(sent === bytes);
    if (sent > 0) left.resolve(undefined);
  };
  const sending = uploads.send([file], { signal, onProgress }, () => Promise.resolve());
  await left.promise;
  expect(said).toEqual([false, false]);
  resolve(undefined);
  await sending;
  expect(said).toEqual([false, false, true]);
});
