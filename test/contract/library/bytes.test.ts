import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import type { Project } from '#shared/operations/project.ts';
import { bodyOf, context, Fixture, get, makeTake, toneWav } from './helpers.ts';

let fixture: Fixture;
let library: LibraryService;
let project: Project;
beforeEach(async () => {
  fixture = new Fixture();
  library = await fixture.open({ uploadBytes: 100_000 });
  project = await library.services['project.create']({ title: 'Bytes', sample: true }, context());
});
afterEach(() => fixture.close());

describe('the sound of a chapter', () => {
  it('has one address for equal segments, and ranges that agree with the whole', async () => {
    const first = await makeTake(library, project, 0, toneWav(10_000, 200), 'operation0001');
    const second = await makeTake(library, project, 1, toneWav(7_001, 700), 'operation0002');
    const segments = [
      { takeId: first.take?.id ?? '', pauseSamples: 333 },
      { takeId: second.take?.id ?? '', pauseSamples: 0 },
      { takeId: first.take?.id ?? '', pauseSamples: 17 },
    ];
    const { projectId } = project;
    const sound = await library.services['chapter.sound']({ projectId, segments }, context());
    expect(await library.services['chapter.sound']({ projectId, segments }, context())).toEqual(sound);
    expect(sound.samples).toBe(10_000 * 2 + 7_001 + 350);
    const response = await get(library, sound.audioUrl);
    const whole = await bodyOf(response);
    expect(response.headers.get('Content-Type')).toBe('audio/wav');
    expect(whole.length).toBe(44 + sound.samples * 2);
    const reference = [
      toneWav(10_000, 200).subarray(44),
      Buffer.alloc(666),
      toneWav(7_001, 700).subarray(44),
      toneWav(10_000, 200).subarray(44),
      Buffer.alloc(34),
    ];
    expect(whole.subarray(44).equals(Buffer.concat(reference))).toBe(true);
    for (const [start, end] of [
      [0, 43],
      [40, 50],
      [20_000, 21_000],
      [34_999, 36_001],
      [whole.length - 1, whole.length - 1],
    ] as const) {
      const part = await get(library, sound.audioUrl, { headers: { Range: `bytes=${start}-${end}` } });
      expect(part.status).toBe(206);
      expect((await bodyOf(part)).equals(whole.subarray(start, end + 1))).toBe(true);
    }
    const peaks = await bodyOf(await get(library, sound.peaksUrl));
    expect(peaks.length).toBe(Math.ceil(sound.samples / 480) * 2);
    expect((await get(library, sound.audioUrl, { method: 'HEAD' })).headers.get('ETag')).toBe(response.headers.get('ETag'));
  });

  it('of ten hours is sought and read in constant memory', { tags: ['beside'] }, async () => {
    const { take } = await makeTake(library, project, 0, toneWav(48_000 * 60), 'operation0001');
    const segments = Array.from({ length: 600 }, (_, index) => ({ takeId: take?.id ?? '', pauseSamples: index }));
    const sound = await library.services['chapter.sound']({ projectId: project.projectId, segments }, context());
    expect(sound.samples / 48_000 / 3600).toBeGreaterThan(10);
    const bytes = 44 + sound.samples * 2;
    const end = await get(library, sound.audioUrl, { headers: { Range: `bytes=${bytes - 1_000}-` } });
    expect((await bodyOf(end)).length).toBe(1_000);
    const reader = (await get(library, sound.audioUrl, { headers: { Range: `bytes=${bytes - 100_000_000}-` } })).body?.getReader();
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    let read = 0;
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      read += next.value.length;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(read).toBe(100_000_000);
    expect(most).toBeLessThan(50_000_000); // most of it waits for the collector
    const peaks = await get(library, sound.peaksUrl);
    expect((await bodyOf(peaks)).length).toBe(Math.ceil(sound.samples / 480) * 2);
  });

  it('has the gain and the trims of an edited take, and the take alone has them by its address', async () => {
    const { take } = await makeTake(library, project, 0, toneWav(10_000, 200), 'operation0001');
    const { projectId } = project;
    const takeId = take?.id ?? '';
    const edit = { gainDb: -6, trimStartMs: 50 };
    const sound = await library.services['chapter.sound']({ projectId, segments: [{ takeId, pauseSamples: 10, edit }] }, context());
    expect(sound.samples).toBe(10_000 - 2_400 + 10);
    const whole = await bodyOf(await get(library, sound.audioUrl));
    const alone = await bodyOf(await get(library, `/bytes/take/${projectId}/${takeId}.wav?gainDb=-6&trimStartMs=50`));
    expect(alone.subarray(44).equals(whole.subarray(44, -20))).toBe(true);
    const tone = toneWav(10_000, 200) as Buffer;
    expect(alone.readInt16LE(44 + 2 * 5_060)).toBe(Math.round(tone.readInt16LE(44 + 2 * (5_060 + 2_400)) * 10 ** (-6 / 20)));
    const { status } = await get(library, `/bytes/take/${projectId}/${takeId}.wav?gainDb=loud`);
    expect(status).toBe(400);
  });

  it('names the segment that the project does not have', async () => {
    const input = { projectId: project.projectId, segments: [{ takeId: 'nothing00', pauseSamples: 0 }] };
    await expect(library.services['chapter.sound'](input, context())).rejects.toMatchObject({
      failure: { kind: 'invalid-input', field: 'segments.0.takeId' },
    });
  });
});

describe('other paths', () => {
  it('are not found, not allowed, or not ours', async () => {
    const { take } = await makeTake(library, project, 0, toneWav(100), 'operation0001');
    const hash = '0'.repeat(64);
    for (const path of [
      '/bytes/',
      '/bytes/nothing/x',
      `/bytes/chapter/${project.projectId}/${hash}.wav`,
      `/bytes/chapter/${project.projectId}/../../x`,
      `/bytes/take/${project.projectId}/nothing000.wav`,
      `/bytes/take/${project.projectId}/${take?.id ?? ''}.flac`,
      `/bytes/take/__proto__/${take?.id ?? ''}.wav`,
      `/bytes/take/${project.projectId}/${take?.id ?? ''}.wav/more`,
      '/bytes/export/..%2f..%2fetc%2fpasswd',
      '/bytes/upload/more',
    ])
      expect((await get(library, path)).status, path).toBe(404);
    expect((await get(library, `/bytes/take/${project.projectId}/${take?.id ?? ''}.wav`, { method: 'PUT' })).status).toBe(405);
    expect((await get(library, '/bytes/upload')).status).toBe(405);
    expect(await library.bytes(new Request('http://127.0.0.1/index.html'))).toBeUndefined();
    await library.services['project.close']({ projectId: project.projectId }, context());
    expect((await get(library, `/bytes/take/${project.projectId}/${take?.id ?? ''}.wav`)).status).toBe(404);
  });
});

describe('uploads', () => {
  it('are streamed to a file, and bounded', async () => {
    const bytes = Buffer.alloc(90_000, 7);
    const { uploadId } = (await (await get(library, '/bytes/upload', { method: 'POST', body: bytes })).json()) as { uploadId: string };
    expect(readFileSync(library.uploadPath(uploadId) ?? '').equals(bytes)).toBe(true);
    expect(library.uploadPath('../x')).toBeUndefined();
    const endless = new ReadableStream<Uint8Array>({ pull: (sink) => sink.enqueue(new Uint8Array(30_000)) });
    const refused = await get(library, '/bytes/upload', { method: 'POST', body: endless, duplex: 'half' } as RequestInit);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ failure: { kind: 'too-large' } });
    expect(readdirSync(join(fixture.profile, 'uploads'))).toEqual([uploadId]);
  });

  it('take more in pieces, in order and within their bound, and can be removed', async () => {
    const post = (path: string, body: Uint8Array<ArrayBuffer>) => get(library, path, { method: 'POST', body });
    const { uploadId } = (await (await post('/bytes/upload', new Uint8Array(100).fill(1))).json()) as { uploadId: string };
    const address = `/bytes/upload/${uploadId}`;
    expect(await (await post(`${address}?at=100`, new Uint8Array(50).fill(2))).json()).toEqual({ bytes: 150 });
    // Sent again, as its answer was lost.
    expect(await (await post(`${address}?at=100`, new Uint8Array(50).fill(3))).json()).toEqual({ bytes: 150 });
    expect([...readFileSync(library.uploadPath(uploadId) ?? '')]).toEqual([...Array<number>(100).fill(1), ...Array<number>(50).fill(2)]);
    for (const [path, kind] of [
      [`${address}?at=151`, 'conflict'],
      [`${address}?at=-1`, 'invalid-input'],
      [address, 'invalid-input'],
      [`/bytes/upload/${'0'.repeat(26)}?at=0`, 'not-found'],
    ] as const)
      expect(await (await post(path, new Uint8Array(1))).json(), path).toMatchObject({ failure: { kind } });
    expect(await (await post(`${address}?at=150`, new Uint8Array(99_900))).json()).toMatchObject({ failure: { kind: 'too-large' } });
    expect(await (await post(`${address}?at=150`, new Uint8Array(8 * 1024 ** 2 + 1))).json()).toMatchObject({
      failure: { kind: 'too-large' },
    });
    expect((await get(library, address)).status).toBe(405);
    expect((await get(library, address, { method: 'DELETE' })).status).toBe(200);
    expect(readdirSync(join(fixture.profile, 'uploads'))).toEqual([]);
  });

  it('that break off leave nothing', async () => {
    let pulls = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull: (sink) => (pulls++ < 2 ? sink.enqueue(new Uint8Array(1000)) : sink.error(new Error('the window is gone'))),
    });
    expect((await get(library, '/bytes/upload', { method: 'POST', body: broken, duplex: 'half' } as RequestInit)).status).toBe(500);
    expect(readdirSync(join(fixture.profile, 'uploads'))).toEqual([]);
  });
});
