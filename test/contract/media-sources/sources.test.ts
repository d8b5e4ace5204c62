import { writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import { KeptFiles } from '#main/library/kept-files.ts';
import { MediaSources } from '#main/features/media-sources/service.ts';
import { findPlace } from '#main/infra/network-place.ts';
import { dropOld } from '#main/features/media-sources/old-files.ts';
import type { ConnectionKeeper } from '#main/service-client/connection.ts';
import { sourceOperations, type Inspected, type SourceKind } from '#shared/operations/sources.ts';
import type { In } from '#shared/rpc.ts';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { openWorkshop, startFileServer, toneOf, videoOf, type FileServer, type Workshop } from '../local-service/media/media-support.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { message } from '#shared/messages/message.ts';

let workshop: Workshop;
let files: FileServer;
let video: Buffer<ArrayBuffer>;
beforeAll(async () => {
  [workshop, files] = await Promise.all([openWorkshop(), startFileServer()]);
  video = await videoOf(workshop, 2);
});
afterAll(() => Promise.all([workshop.close(), files.close()]));

let directory: string;
let sources: MediaSources;
let origin = 'http://127.0.0.1:1';
const uploads = new Map<string, string>();
const open = (look?: { milliseconds: number; bytes: number }): MediaSources =>
  new MediaSources({
    profileDirectory: directory,
    connection: { ready: () => Promise.resolve({ origin }) } as unknown as ConnectionKeeper,
    ledger: { entry: () => Promise.resolve(undefined) },
    kept: new KeptFiles(directory),
    exports: { text: () => Promise.reject(new Error('nothing is exported')) },
    uploadPath: (id) => uploads.get(id),
    ownBytes: (request) => Promise.resolve(new URL(request.url).pathname === '/bytes/take/one.wav' ? new Response(video) : undefined),
    log: quietLog(),
    ...(look && { inspectionLimits: look }),
  });
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'voicewright-sources-'));
  origin = 'http://127.0.0.1:1';
  sources = open();
});
afterEach(async () => {
  await sources.close();
  rmSync(directory, { recursive: true, force: true });
});

type Names = keyof typeof sourceOperations;
const call = <Name extends Names>(name: Name, input: In<(typeof sourceOperations)[Name]>, of = sources) => {
  const handler = of.services[name] as (input: unknown, context: unknown) => ReturnType<MediaSources['services'][Name]>;
  return handler(sourceOperations[name].in.parse(input), { signal: new AbortController().signal, emit: () => undefined });
};
const inspect = async (address: string, kind: SourceKind = 'video', of = sources): Promise<Inspected> =>
  (await call('source.inspect', { kind, address }, of)).inspected;

/** A server that answers parts, and counts the bytes of them. */
async function serveInParts(bytes: Uint8Array): Promise<{ url: string; sent: () => number; close: () => void }> {
  let sent = 0;
  const server: Server = createServer((request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/u.exec(request.headers.range ?? '') ?? [];
    const start = Number(first ?? 0);
    const end = last === undefined || last === '' ? bytes.length : Math.min(Number(last) + 1, bytes.length);
    sent += end - start;
    response.writeHead(first === undefined ? 200 : 206, {
      'Content-Length': end - start,
      'Content-Type': 'video/mp4',
      ...(first !== undefined && { 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}` }),
    });
    response.end(bytes.subarray(start, end));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port!}/clip.mp4`, sent: () => sent, close: () => server.close() };
}

describe('an address is looked at', () => {
  it('by parts: length, size, turn and frame rate are learned from a fraction of the file', async () => {
    const padded = await workshop.make(
      'long.mp4',
      ...['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=25:duration=20', '-f', 'lavfi', '-i', 'sine=duration=20'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '3M', '-minrate', '3M', '-maxrate', '3M', '-bufsize', '1M', '-nal-hrd', 'cbr'],
      ...['-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    );
    const server = await serveInParts(padded);
    const inspected = await inspect(server.url);
    expect(inspected).toMatchObject({
      state: 'known',
      facts: { bytes: padded.length, seconds: 20, hasSound: true, picture: { width: 640, height: 360, frameRate: 25, variable: false } },
    });
    expect(server.sent()).toBeLessThan(padded.length / 3);
    server.close();
  });

  it('whole, where its server knows no parts; and turned pictures, missing sound and missing pictures are reported', async () => {
    expect(await inspect(files.serve('/plain.mp4', video))).toMatchObject({
      state: 'known',
      facts: { seconds: 2, picture: { frameRate: 20 } },
    });
    const path = await workshop.put('upright.mp4', video);
    const turned = await workshop.make('turned.mp4', '-i', path, '-c', 'copy', '-an', '-metadata:s:v:0', 'rotate=90');
    expect(await inspect(files.serve('/turned.mp4', turned))).toMatchObject({
      state: 'known',
      facts: { hasSound: false, picture: { width: 90, height: 160, rotation: 270 } },
    });
    const tone = await toneOf(workshop, 'tone.mp3', 1.5);
    const address = files.serve('/tone.mp3', tone);
    expect(await inspect(address)).toEqual({ state: 'refused', stage: 'inspect', why: message('sources.holdsNoPictures') });
    const sound = await inspect(address, 'audio');
    expect(sound.state === 'known' && sound.facts.seconds).toBeCloseTo(1.5, 0);
    expect(await inspect(files.url('/turned.mp4'), 'audio')).toEqual({
      state: 'refused',
      stage: 'inspect',
      why: message('sources.holdsNoSound'),
    });
  });

  it('and what is of another type, cut short, gone, too slow or endless is reported by its stage', async () => {
    const page = files.serve('/page.html', Buffer.from('<!doctype html><title>No video</title>'));
    expect(await inspect(page)).toMatchObject({ state: 'refused', stage: 'inspect' });
    expect(await inspect(files.serve('/cut.mp4', video.subarray(0, 2000)))).toMatchObject({ state: 'refused', stage: 'inspect' });
    expect(await inspect(files.url('/nothing.mp4'))).toMatchObject({
      state: 'unknown',
      stage: 'download',
      why: message('sources.serverAnswered', 404, ''),
    });
    expect(await inspect('http://127.0.0.1:9/closed.mp4')).toMatchObject({ state: 'unknown', stage: 'download' });
    const hasty = open({ milliseconds: 150, bytes: 1024 * 1024 });
    const slow = files.serve('/slow.mp4', () => undefined);
    expect(await inspect(slow, 'video', hasty)).toEqual({
      state: 'unknown',
      stage: 'download',
      why: message('sources.lookTimedOut', 0.15),
    });
    const patient = open({ milliseconds: 20_000, bytes: 1024 * 1024 });
    const endless = files.serve('/endless.mp4', (_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(64 * 1024), more);
      };
      more();
    });
    expect(await inspect(endless, 'video', patient)).toMatchObject({ state: 'unknown', stage: 'inspect' });
    await Promise.all([hasty.close(), patient.close()]);
  });

  it('redirects are followed five times, out of no network into another that is not public', async () => {
    const target = files.serve('/target.mp4', video);
    const to = (location: string) => (_request: unknown, response: ServerResponse) => response.writeHead(302, { Location: location }).end();
    for (let hop = 1; hop <= 6; hop += 1) files.serve(`/hop${hop}`, to(hop === 1 ? target : files.url(`/hop${hop - 1}`)));
    expect(await inspect(files.url('/hop5'))).toMatchObject({ state: 'known' });
    expect(await inspect(files.url('/hop6'))).toMatchObject({
      state: 'refused',
      stage: 'address',
      why: message('sources.tooManyRedirects', 5),
    });
    for (const [name, location] of Object.entries({
      meta: 'http://169.254.169.254/latest',
      home: 'http://192.168.1.1/',
      mapped: 'http://[::ffff:10.0.0.1]/',
      file: 'file:///etc/passwd',
    }))
      expect(await inspect(files.serve(`/${name}`, to(location)))).toMatchObject({ state: 'refused', stage: 'address' });
    expect(['8.8.8.8', '10.1.2.3', '127.8.8.8', '::1', '::ffff:127.0.0.1', 'fe80::1', '2606:4700::1'].map(findPlace)).toEqual(
      ['public', 'private', 'here', 'here', 'here', 'private', 'public'], // prettier-ignore
    );
  });

  it('on this machine only for a service that is on it, too', async () => {
    origin = 'https://speech.example';
    expect(await inspect(files.serve('/mine.mp4', video))).toEqual({
      state: 'refused',
      stage: 'address',
      why: message('sources.leadsToThisMachine', 'speech.example'),
    });
    const reach = await call('source.reach', null);
    expect(reach).toMatchObject({ reason: message('sources.originCannotReachFiles', 'speech.example'), limits: null });
    await expect(call('source.keep', { kind: 'video', name: 'a.mp4', uploadId: newId() })).rejects.toMatchObject({
      failure: { kind: 'conflict' },
    });
  });
});

describe('a file of this machine', () => {
  const upload = async (bytes: Uint8Array): Promise<string> => {
    const id = newId();
    const path = join(directory, id);
    await writeFile(path, bytes);
    uploads.set(id, path);
    return id;
  };

  it('has an address with ranges and its type, the same after a restart, that nobody can guess', async () => {
    const kept = await call('source.keep', { kind: 'video', name: 'my talk.mp4', uploadId: await upload(video) });
    expect(kept).toMatchObject({ name: 'my talk.mp4', bytes: video.length });
    // What was uploaded is in its place now, and takes no room twice.
    expect([...uploads.values()].filter((path) => existsSync(path))).toEqual([]);
    expect(kept.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/[0-9a-f]{64}\.mp4\/my%20talk\.mp4$/u);
    const shown = await call('source.inspect', { kind: 'video', address: kept.address });
    expect(shown).toMatchObject({ name: 'my talk.mp4', inspected: { state: 'known', facts: { seconds: 2 } } });
    const part = async () => {
      const response = await fetch(kept.address, { headers: { Range: 'bytes=4-7' } });
      return [response.status, response.headers.get('content-type'), await response.text()];
    };
    expect(await part()).toEqual([206, 'video/mp4', 'ftyp']);
    const guessed = new URL(kept.address);
    guessed.pathname = guessed.pathname.replace(/^\/[^/]+/u, `/${'a'.repeat(32)}`);
    expect((await fetch(guessed)).status).toBe(404);
    await sources.close();
    sources = open();
    await expect.poll(part).toEqual([206, 'video/mp4', 'ftyp']);
    expect(await inspect(kept.address)).toMatchObject({ state: 'known' });
    const played = await sources.bytes(new Request(new URL(shown.url ?? '', 'http://studio.invalid'), { headers: { Range: 'bytes=4-7' } }));
    expect(await played?.text()).toBe('ftyp');
  });

  it('is a picture for a reference, which the studio finds again by its address, and by no other', async () => {
    const kept = await call('source.keep', { kind: 'image', name: 'kite.png', uploadId: await upload(Buffer.from('a picture')) });
    expect(kept.url).toMatch(/^\/bytes\/sources\/[0-9a-f]{64}\.png$/u);
    expect((await fetch(kept.address)).headers.get('content-type')).toBe('image/png');
    expect(sources.file(kept.address)).toMatchObject({ called: 'kite.png' });
    expect(existsSync(sources.file(kept.address)?.path ?? '')).toBe(true);
    expect(sources.file('https://example.com/kite.png')).toBeUndefined();
    await expect(call('source.keep', { kind: 'image', name: 'film.mp4', uploadId: newId() })).rejects.toMatchObject({
      failure: { kind: 'unsupported-media' },
    });
  });

  it('is played from an address, too; what is the studio’s own is copied; another type is refused by name', async () => {
    const shown = await call('source.inspect', { kind: 'video', address: files.serve('/played.mp4', video) });
    const played = await sources.bytes(new Request(new URL(shown.url ?? '', 'http://studio.invalid')));
    expect(Buffer.from((await played?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(video)).toBe(true);
    const own = await call('source.keep', { kind: 'audio', name: 'take.wav', url: '/bytes/take/one.wav' });
    expect(own.bytes).toBe(video.length);
    await expect(call('source.keep', { kind: 'audio', name: 'take.wav', url: '/bytes/take/two.wav' })).rejects.toMatchObject({
      failure: { kind: 'not-found' },
    });
    for (const name of ['notes.txt', 'notes.constructor', 'mp4'])
      await expect(call('source.keep', { kind: 'video', name, uploadId: newId() })).rejects.toMatchObject({
        failure: { kind: 'unsupported-media', field: 'name' },
      });
  });

  it('is dropped when it was not used for a month, the oldest first when there is too much', async () => {
    for (const bytes of ['one', 'two', 'three'])
      await call('source.keep', { kind: 'video', name: 'a.mp4', uploadId: await upload(Buffer.from(bytes)) });
    const folder = join(directory, 'sources');
    const names = () => (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.mp4'));
    const [first, second] = names();
    utimesSync(join(folder, first!), 1, 1);
    await dropOld(folder);
    expect(names()).toHaveLength(2);
    utimesSync(join(folder, second!), new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    await dropOld(folder, Date.now(), { longest: 1e12, bytes: 5 });
    expect(names()).not.toContain(second);
    expect(names()).toHaveLength(1);
  });
});
