import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FailureError, type Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { TypedBucket, Uploading } from '#shared/operations/bucket.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { In } from '#shared/rpc.ts';
import { dubbingPath } from '#shared/wire/dubbing.ts';
import { imagesPath } from '#shared/wire/media.ts';
import { hostedCertificate, hostedLook, type HostedLook } from '../../helpers/hosted-look.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { startS3Server, type S3Server } from '../../helpers/s3-server.ts';
import { memorySecrets, openTestStudio, type TestStudio } from '../../helpers/studio.ts';
import { found } from '../canary/echo-proxy.ts';
import { openWorkshop, toneOf, videoOf } from '../local-service/media/media-support.ts';
import { chargesOf } from '../paid-work/studio.ts';

const create = 'POST /api/open/v1/media/lip-sync/jobs';
let service: LocalService;
let hosted: HostedLook;
let video: Buffer;
let tone: Buffer;
beforeAll(async () => {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), hostedCertificate]);
  const workshop = await openWorkshop();
  [service, video, tone] = await Promise.all([startLocalService(), videoOf(workshop, 2), toneOf(workshop, 'tone.wav', 2)]);
  hosted = await hostedLook(service);
  await workshop.close();
});
afterAll(async () => {
  await hosted.close();
  await service.stop();
});

let s3: S3Server;
let studio: TestStudio;
let key: string;
let accounts = 0;
let secrets = memorySecrets();
beforeEach(async () => {
  await service.clearFaults();
  key = `local-lending${++accounts}`;
  secrets = memorySecrets();
  s3 = await startS3Server();
  studio = await openTestStudio({ service: { baseUrl: hosted.baseUrl, apiKey: key }, secrets });
});
afterEach(async () => {
  vi.useRealTimers();
  await studio.close();
  await s3.close();
});

const run = <Name extends keyof Operations>(name: Name, input: In<Operations[Name]>, signal?: AbortSignal) =>
  studio.client.run(name, input, signal && { signal });
const typed = (): TypedBucket => ({
  endpoint: s3.endpoint,
  region: s3.region,
  bucket: s3.bucket,
  prefix: 'mine',
  pathStyle: true,
  accessKeyId: s3.accessKeyId,
  hours: 1,
  secretAccessKey: s3.secretAccessKey,
});
const failureOf = (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    () => Promise.reject(new Error('It did not fail.')),
    (thrown: unknown) => (thrown instanceof FailureError ? thrown.failure : Promise.reject(thrown as Error)),
  );

async function give(kind: 'video' | 'audio' | 'image', name: string, bytes: Buffer): Promise<string> {
  const answer = await studio.studio.bytes(new Request('http://127.0.0.1/bytes/upload', { method: 'POST', body: new Uint8Array(bytes) }));
  const { uploadId } = (await answer!.json()) as { uploadId: string };
  return (await run('source.keep', { kind, name, uploadId })).address;
}
async function order() {
  return { videoUrl: await give('video', 'My täλk.mp4', video), audioUrl: await give('audio', 'voice.wav', tone) };
}
const over = ({ operationId }: Pick<PaidOperation, 'operationId'>) => run('jobs.follow', { operationId });
const puts = () => s3.requests.filter(({ what }) => what.startsWith('PUT'));

it('without a bucket, no file goes to a service elsewhere, and it is said where to set one', async () => {
  const { reason, bucket } = await run('source.reach', null);
  expect(reason).toMatchObject({ id: 'sources.originCannotReachFiles' });
  expect(bucket).toBeNull();
  expect((await run('transcripts.reach', null)).reason).not.toBeNull();
  // What an earlier upload was given is sent as it is, and the service says what became of it, without its permission.
  const lent = `${s3.endpoint}/films/${'a'.repeat(64)}.mp4/talk.mp4?X-Amz-Expires=60&X-Amz-Signature=0abc`;
  const failure = await failureOf(run('lipSync.create', { videoUrl: lent, audioUrl: lent }));
  expect(failure).toMatchObject({ charged: 'no', kind: 'unprocessable' });
  expect(failure.message).not.toContain('X-Amz');
});

it('what is typed is refused by its field, and nothing of it is kept; a secret is for the session where the system keeps none', async () => {
  for (const [change, field] of [
    [{ endpoint: 'http://s3.example.com' }, 'endpoint'],
    [{ endpoint: 'https://s3.example.com/films' }, 'endpoint'],
    [{ endpoint: 'https://me:key@s3.example.com' }, 'endpoint'],
    [{ region: 'eu west' }, 'region'],
    [{ bucket: 'a/b' }, 'bucket'],
    [{ prefix: '../up' }, 'prefix'],
    [{ prefix: `${'a/'.repeat(90)}!` }, 'prefix'],
    [{ accessKeyId: 'two words' }, 'accessKeyId'],
    [{ hours: 200 }, 'hours'],
    [{ pathStyle: false }, 'pathStyle'],
    [{ secretAccessKey: 'ä' }, 'secretAccessKey'],
    [{ secretAccessKey: undefined }, 'secretAccessKey'],
  ] as const) {
    const wanted = { ...typed(), ...change };
    if (wanted.secretAccessKey === undefined) delete wanted.secretAccessKey;
    expect(await failureOf(run('bucket.set', wanted))).toMatchObject({ kind: 'invalid-input', field });
    expect(await failureOf(run('bucket.test', wanted))).toMatchObject({ kind: 'invalid-input', field });
  }
  expect((await run('bucket.read', null)).bucket).toBeNull();
  expect(s3.requests).toEqual([]);
  secrets.set = () => Promise.reject(new Error('there is none'));
  expect(await run('bucket.set', typed())).toMatchObject({ secret: 'session', prefix: 'mine/', files: 0 });
  const without = typed();
  delete without.secretAccessKey;
  await run('bucket.test', without);
});

describe('with a bucket', () => {
  beforeEach(async () => {
    await run('bucket.set', typed());
  });

  it('a lip sync is made of two files: uploaded once it is asked for, fetched by presigned addresses, and removed when it is over', async () => {
    expect(await run('source.reach', null)).toEqual({
      reason: null,
      limits: null,
      bucket: `films at ${new URL(s3.endpoint).host}`,
    });
    const wanted = await order();
    expect(await run('source.inspect', { kind: 'video', address: wanted.videoUrl })).toMatchObject({
      inspected: { facts: { seconds: 2 } },
    });
    expect(s3.requests).toEqual([]);
    const call = studio.client.call('lipSync.create', wanted);
    const told: Uploading[] = [];
    for await (const event of call) told.push(event);
    const made = await call.result;
    expect(told.map(({ name, sent, bytes }) => [name, sent === bytes])).toEqual(
      expect.arrayContaining([['My täλk.mp4', true], ['voice.wav', true]]), // prettier-ignore
    );
    expect(made.summary).toBe('Lip sync of My täλk.mp4 with voice.wav');
    expect((await over(made)).state).toBe('done');
    expect(puts().map(({ what }) => what)).toEqual([
      expect.stringMatching(/^PUT mine\/[0-9a-f]{64}\.mp4\/My-ta-k\.mp4$/u),
      expect.stringMatching(/^PUT mine\/[0-9a-f]{64}\.wav\/voice\.wav$/u),
    ]);
    await expect.poll(() => s3.objects.size).toBe(0);
    expect(await chargesOf(service, key)).toMatchObject([{ state: 'settled' }]);

    // What was sent is shown without its permission, and put into a form as the files that it was made of.
    const { request } = await run('jobs.show', { operationId: made.operationId });
    expect(request.text).toContain(`${s3.endpoint}/films/mine/`);
    expect(request.text).not.toContain('X-Amz');
    const again = await run('source.order', { operationId: made.operationId });
    expect(new URL(again.videoUrl).pathname).toMatch(/^\/[\w-]+\/[0-9a-f]{64}\.mp4\/My-ta-k\.mp4$/u);
    expect(await run('source.inspect', { kind: 'video', address: again.videoUrl })).toMatchObject({ inspected: { state: 'known' } });
  });

  it('the same file goes there once while a job needs it, and stays for one whose answer is lost', async () => {
    const wanted = await order();
    await service.setFaults([{ on: create, kind: 'drop-after-charge' }]);
    expect(await failureOf(run('lipSync.create', wanted))).toMatchObject({ kind: 'outcome-unknown', next: 'look-up' });
    expect(s3.objects.size).toBe(2);
    const second = await run('lipSync.create', { ...wanted, videoExtension: true });
    expect((await over(second)).state).toBe('done');
    expect(puts()).toHaveLength(2);
    expect(s3.objects.size).toBe(2);
    expect(await failureOf(run('bucket.remove', {}))).toMatchObject({ kind: 'conflict', code: 'BUCKET_IN_USE' });
    const { operations } = await run('jobs.list', { states: ['unknown'] });
    const { candidates } = await run('jobs.lookUp', { operationId: operations[0]!.operationId });
    await over(await run('jobs.adopt', { operationId: operations[0]!.operationId, id: candidates[0]!.id }));
    await expect.poll(() => s3.objects.size).toBe(0);
    await run('bucket.remove', {});
    expect((await run('bucket.read', null)).bucket).toBeNull();
  });

  it('nothing is sent and nothing stays where an upload is stopped or fails', async () => {
    const wanted = await order();
    s3.fail({ method: 'PUT', hang: true });
    const stop = new AbortController();
    const begun = s3.next('PUT');
    const stopped = failureOf(run('lipSync.create', wanted, stop.signal));
    await begun;
    stop.abort();
    expect(await stopped).toMatchObject({ kind: 'cancelled' });
    s3.fail({ method: 'PUT', status: 403, code: 'SignatureDoesNotMatch' });
    expect(await failureOf(run('lipSync.create', wanted))).toMatchObject({
      kind: 'unauthorized',
      code: 'BUCKET_SignatureDoesNotMatch',
      next: 'none',
    });
    // The second of two files fails: the first goes again.
    await run('bucket.set', { ...typed(), prefix: '' });
    const half = { ...wanted, audioUrl: wanted.audioUrl.replace(/[0-9a-f]{64}\.wav/u, `${'0'.repeat(64)}.wav`) };
    expect(await failureOf(run('lipSync.create', half))).toMatchObject({ kind: 'file-missing' });
    await expect.poll(() => s3.objects.size).toBe(0);
    expect((await run('jobs.list', {})).operations).toEqual([]);
    expect(await chargesOf(service, key)).toEqual([]);
  });

  it('what a crash leaves between upload and sending is noted before, removed by the next run, and was not charged', async () => {
    const wanted = await order();
    const { profileDirectory } = studio;
    const lentBook = join(profileDirectory, 'bucket.json');
    const stop = new AbortController();
    const first = s3.next('PUT');
    const stopped = failureOf(run('lipSync.create', wanted, stop.signal));
    await first;
    s3.fail({ method: 'PUT', hang: true });
    await s3.next('PUT');
    // As the disk and the bucket stand when the process ends here.
    const noted = readFileSync(lentBook, 'utf8');
    const there = new Map(s3.objects);
    expect(JSON.parse(noted)).toMatchObject([
      { key: [...there.keys()][0], users: {}, there: true },
      { key: expect.stringMatching(/\/voice\.wav$/u) as string, users: {}, there: false },
    ]);
    expect((await run('jobs.list', {})).operations).toEqual([]);
    stop.abort();
    await stopped;
    // What was stopped and did not crash cleans up after itself; only then is it put back as it stood.
    await expect.poll(() => JSON.parse(readFileSync(lentBook, 'utf8')) as unknown).toEqual([]);
    await studio.studio.close();
    for (const [name, bytes] of there) s3.objects.set(name, bytes);
    writeFileSync(lentBook, noted);
    studio = await openTestStudio({ service: { baseUrl: hosted.baseUrl, apiKey: key }, secrets, profileDirectory });
    await expect.poll(() => JSON.parse(readFileSync(lentBook, 'utf8')) as unknown).toEqual([]);
    expect(s3.objects.size).toBe(0);
    expect(await chargesOf(service, key)).toEqual([]);
  });

  it('a dubbing asked for again after its address has ended says so by media and stage; given up by the user, the same order is a new request', async () => {
    const videoUrl = await give('video', 'talk.mp4', video);
    const [voice] = (await run('voices.list', null)).voices;
    const wanted = { videoUrl, text: 'Hello there.', voiceId: voice!.voiceId };
    await service.setFaults([{ on: `POST ${dubbingPath}`, kind: 'drop-before-charge' }]);
    expect(await failureOf(run('dubbing.create', wanted))).toMatchObject({ kind: 'outcome-unknown', next: 'retry' });
    const [lost] = (await run('jobs.list', {})).operations;
    // It is asked for again first, which costs nothing.
    expect(await failureOf(run('jobs.giveUp', { operationId: lost!.operationId }))).toMatchObject({ kind: 'conflict' });
    // The studio and the bucket, not the service.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    const ended = await failureOf(run('jobs.retry', { operationId: lost!.operationId }));
    expect(ended).toMatchObject({ charged: 'unknown', next: 'retry' });
    expect(ended.text).toMatchObject({ id: 'mediaJobs.bucketAddressExpired' });
    const other = await run('dubbing.create', { ...wanted, text: 'Hello again.' });
    expect((await over(other)).state).toBe('done');
    expect(puts()).toHaveLength(1);
    // The same order is the lost one, until a person gives that up: then it is a new request, with an address of its own.
    const again = await failureOf(run('dubbing.create', wanted));
    expect(again).toMatchObject({ charged: 'unknown', requestId: lost!.requestId });
    expect((await run('jobs.list', {})).operations).toHaveLength(2);
    const givenUp = await run('jobs.giveUp', { operationId: lost!.operationId });
    expect(givenUp).toMatchObject({ state: 'unknown', actions: [], failure: { charged: 'unknown', next: 'generate-again' } });
    expect(await failureOf(run('jobs.retry', { operationId: lost!.operationId }))).toMatchObject({ kind: 'conflict' });
    const renewed = await run('dubbing.create', wanted);
    expect(renewed.operationId).not.toBe(lost!.operationId);
    expect((await over(renewed)).state).toBe('done');
    expect((await run('jobs.show', { operationId: lost!.operationId })).operation.state).toBe('unknown');
    // The lost one can use its file no more.
    expect((await run('bucket.read', null)).bucket).toMatchObject({ files: 0, secret: 'system' });
    await expect.poll(() => s3.objects.size).toBe(0);
    const charged = (await chargesOf(service, key)).map(({ requestId }) => requestId);
    expect(new Set(charged)).toEqual(new Set([other.requestId, renewed.requestId]));
    expect(charged).toHaveLength(4); // the speech and the lip sync of each
  });

  it(
    'a picture that the service has dropped is referred to by way of the bucket, and the words of a recording for a clone come that way',
    { tags: ['beside'] },
    async () => {
      const order = { kind: 'image', model: 'beta-image-1', aspectRatio: '1:1', resolution: '1k' } as const;
      const one = await over(await run('media.make', { ...order, prompt: 'A red kite', references: [] }));
      const picture = Buffer.from(
        await (await fetch((await run('media.address', { operationId: one.operationId })).address)).arrayBuffer(),
      );
      await service.setFaults([{ on: `GET ${imagesPath}/*`, kind: 'status', status: 404, times: 1 }]);
      const references = [{ operationId: one.operationId }];
      const other = await run('media.make', { ...order, prompt: 'A blue kite', references });
      expect(puts().map(({ what }) => what)).toEqual([expect.stringMatching(/^PUT mine\/[0-9a-f]{64}\.png\/A-red-kite\.png$/u)]);
      expect(await over(other)).toMatchObject({ state: 'done' });
      await expect.poll(() => s3.objects.size).toBe(0);
      const { items } = await run('media.gallery', {});
      expect(items[0]!.order.references).toMatchObject([{ operationId: one.operationId }]);
      expect(JSON.stringify(items)).not.toContain('X-Amz');

      // A file that a person gives as a reference goes the same way, and is shown by its address here.
      const address = await give('image', 'kite.png', picture);
      const third = await run('media.make', { ...order, prompt: 'A green kite', references: [{ address }] });
      expect(puts().map(({ what }) => what)[1]).toMatch(/^PUT mine\/[0-9a-f]{64}\.png\/kite\.png$/u);
      expect(await over(third)).toMatchObject({ state: 'done' });
      await expect.poll(() => s3.objects.size).toBe(0);
      expect((await run('media.gallery', {})).items[0]!.order.references).toMatchObject([{ address, operationId: null }]);

      const recording = await run('clone.begin', { name: 'tone.wav', kind: 'file', bytes: tone.byteLength });
      await studio.studio.bytes(
        new Request(`http://127.0.0.1/bytes/clone/${recording.id}?at=0`, { method: 'POST', body: new Uint8Array(tone) }),
      );
      await run('clone.finish', { recordingId: recording.id });
      expect(await run('clone.canTranscribe', null)).toEqual({ reason: null });
      // The service knows no words of a tone; it has fetched it to say so.
      expect(await failureOf(run('clone.transcribe', { recordingId: recording.id }))).toMatchObject({ charged: 'no' });
      expect(puts().map(({ what }) => what)[2]).toMatch(/^PUT mine\/[0-9a-f]{64}\.wav\/tone\.wav$/u);
      expect(s3.requests.filter(({ what }) => what.startsWith('GET') && what.includes('.wav'))).not.toEqual([]);
      await expect.poll(() => s3.objects.size).toBe(0);
      await run('bucket.remove', {});
      expect((await run('clone.canTranscribe', null)).reason).toMatchObject({ id: 'clone.setABucket' });
    },
  );

  it('a recording is transcribed, and its record names no address', { tags: ['beside'] }, async () => {
    const answer = await studio.studio.bytes(new Request('http://127.0.0.1/bytes/upload', { method: 'POST', body: new Uint8Array(tone) }));
    const { uploadId } = (await answer!.json()) as { uploadId: string };
    const failure = await failureOf(run('transcripts.create', { source: { uploadId, name: 'talk.wav' }, timestamps: true }));
    expect(failure).toMatchObject({ charged: 'no' });
    const [put] = puts();
    expect(put?.what).toMatch(/^PUT mine\/[0-9a-f]{64}\.wav\/talk\.wav$/u);
    const { transcripts } = await run('transcripts.list', {});
    expect(transcripts).toMatchObject([{ name: 'talk.wav', address: null }]);
    await expect.poll(() => s3.objects.size).toBe(0);
  });
});

it('the secret and what it signed stand nowhere: in no answer, no log and no file but the ledger’s exact request', async () => {
  const told: string[] = [];
  const everything = (value: unknown): string =>
    inspect(value, { depth: 30, maxStringLength: null, maxArrayLength: null, showHidden: true });
  const ask = async <Name extends keyof Operations>(name: Name, input: In<Operations[Name]>): Promise<unknown> => {
    const outcome = await run(name, input).catch((thrown: unknown) => thrown);
    told.push(everything(outcome));
    return outcome;
  };
  await ask('bucket.test', { ...typed(), secretAccessKey: `${s3.secretAccessKey} x` });
  await ask('bucket.test', typed());
  await ask('bucket.set', typed());
  await ask('bucket.read', null);
  const made = (await ask('lipSync.create', await order())) as PaidOperation;
  await ask('jobs.follow', { operationId: made.operationId });
  s3.fail({ method: 'PUT', status: 403, code: s3.secretAccessKey });
  await ask('lipSync.create', await order());
  await ask('jobs.list', {});
  await ask('jobs.show', { operationId: made.operationId });
  await ask('source.order', { operationId: made.operationId });
  await expect.poll(() => s3.objects.size).toBe(0);
  await studio.studio.close();
  const files = readdirSync(studio.profileDirectory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(studio.profileDirectory, name))
    .filter((path) => statSync(path).isFile())
    .map((path): [string, string] => [path, readFileSync(path).toString('latin1')]);
  const shown: [string, string][] = [
    ['a window', told.join('\n')],
    ['the log', everything(studio.log.lines)],
    ['the program', everything(studio.studio)],
  ];
  expect(found([...shown, ...files], s3.secretAccessKey)).toEqual([]);
  expect(shown.filter(([, text]) => text.includes('X-Amz-Signature'))).toEqual([]);
  expect(files.filter(([path, text]) => text.includes('X-Amz-Signature') && !/ledger\.sqlite/u.test(path))).toEqual([]);
  expect(files.some(([path, text]) => /ledger\.sqlite/u.test(path) && text.includes('X-Amz-Signature'))).toBe(true);
});
