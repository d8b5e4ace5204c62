import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import { chooseTake } from '#shared/narration/choose-take.ts';
import type { Project } from '#shared/operations/project.ts';
import { bodyOf, context, exportServices, Fixture, factsOf, get, makeTake, toneWav } from './helpers.ts';

let fixture: Fixture;
let library: LibraryService;
let project: Project;
beforeEach(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  project = await library.services['project.create']({ title: 'Results', sample: true }, context());
});
afterEach(() => fixture.close());

const kind = (name: string) => expect.objectContaining({ failure: expect.objectContaining({ kind: name }) as object }) as Error;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const resultPath = (hash: string): string => join(fixture.profile, 'results', hash.slice(0, 2), hash);
const pcmPath = (hash: string): string => join(fixture.profile, 'cache', 'pcm-2', `${hash}.pcm`);

/** Files of this process whose path begins so, still open. */
function openFiles(prefix: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(prefix) ? [target] : [];
    } catch {
      return []; // closed meanwhile
    }
  });
}

describe('a sound on its way in', () => {
  it('is on the disk before it is heard, and is heard before it is whole', async () => {
    const sound = toneWav(48_000);
    const arrival = await library.receive('operation0001', 'wav');
    await arrival.write(sound.subarray(0, 9_644));
    expect(readFileSync(join(fixture.profile, 'arriving', 'operation0001')).length).toBe(9_644);
    const response = await get(library, arrival.liveUrl);
    expect(response.headers.get('Content-Type')).toBe('audio/x-voicewright-pcm');
    const reader = response.body?.getReader();
    const heard: Uint8Array[] = [];
    let bytes = 0;
    // Nothing more is written until this much is heard: it came from what had arrived.
    while (bytes < 9_600) {
      const { value } = (await reader?.read()) ?? {};
      heard.push(value ?? new Uint8Array(0));
      bytes += value?.length ?? 0;
    }
    await arrival.write(sound.subarray(9_644));
    const result = await arrival.complete(factsOf(project, 0));
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) heard.push(next.value);
    expect(Buffer.concat(heard).equals(sound.subarray(44))).toBe(true);
    expect(result).toMatchObject({ contentHash: sha256(sound), bytes: sound.length, samples: 48_000, state: 'complete', format: 'wav' });
    expect(existsSync(join(fixture.profile, 'arriving', 'operation0001'))).toBe(false);
    expect(readFileSync(resultPath(result.contentHash)).equals(sound)).toBe(true);
  });

  it('is followed by several readers, and those that go away let go', async () => {
    const sound = toneWav(48_000);
    const arrival = await library.receive('operation0001', 'wav');
    const early = await get(library, arrival.liveUrl);
    const leaver = (await get(library, arrival.liveUrl)).body?.getReader();
    const waiting = leaver?.read();
    await arrival.write(sound.subarray(0, 20_000));
    await waiting;
    const stuck = leaver?.read().catch(() => undefined); // may wait for more
    await leaver?.cancel();
    await stuck;
    const late = await get(library, arrival.liveUrl);
    await arrival.write(sound.subarray(20_000));
    await arrival.complete(factsOf(project, 0));
    const after = await get(library, arrival.liveUrl);
    for (const response of [early, late, after]) expect((await bodyOf(response)).equals(sound.subarray(44))).toBe(true);
    expect(openFiles(join(fixture.profile, 'cache'))).toEqual([]);
    expect((await get(library, '/bytes/live/00000000000000000000')).status).toBe(404);
    expect((await get(library, arrival.liveUrl, { method: 'POST' })).status).toBe(405);
  });

  it('that ends early is kept as incomplete, and is never taken for paid work', async () => {
    const arrival = await library.receive('operation0001', 'wav');
    await arrival.write(toneWav(48_000).subarray(0, 30_044));
    const facts = factsOf(project, 0, { alignment: 'partial' });
    const result = await arrival.interrupted(facts);
    expect(result).toMatchObject({ state: 'incomplete', samples: 15_000 });
    expect(await library.findPaid(facts.fingerprint)).toBeUndefined();
    expect(await (result && library.addTake(result))).toMatchObject({ state: 'incomplete', samples: 15_000 });
  });

  it('of which nothing can be heard is nothing', async () => {
    const arrival = await library.receive('operation0001', 'wav');
    await arrival.write(toneWav(100).subarray(0, 44));
    expect(await arrival.interrupted(factsOf(project, 0))).toBeUndefined();
    expect(readdirSync(join(fixture.profile, 'arriving'))).toEqual([]);
    const empty = await library.receive('operation0002', 'mp3');
    expect(await empty.interrupted(factsOf(project, 0))).toBeUndefined();
  });

  it('that is no sound is not a take, and its bytes are kept', async () => {
    const arrival = await library.receive('operation0001', 'wav');
    await arrival.write(Buffer.from('<html>502 Bad Gateway, served as sound by mistake</html>'));
    await expect(arrival.complete(factsOf(project, 0))).rejects.toEqual(kind('bad-response'));
    expect(readFileSync(join(fixture.profile, 'arriving', 'operation0001'), 'utf8')).toContain('Bad Gateway');
  });

  it('that still arrives when the studio ends is a spool for the next run', async () => {
    const arrival = await library.receive('operation0001', 'wav');
    await arrival.write(toneWav(4_800));
    const live = bodyOf(await get(library, arrival.liveUrl));
    await library.close();
    await live; // ends, whatever was heard of it
    expect(openFiles(fixture.profile)).toEqual([]);
    library = await fixture.open();
    expect(await library.recover('operation0001', 'wav', factsOf(project, 0))).toMatchObject({ state: 'incomplete', samples: 4_800 });
  });

  it('refuses an operation that is arriving, or an id that would leave its folder', async () => {
    await library.receive('operation0001', 'wav');
    await expect(library.receive('operation0001', 'wav')).rejects.toEqual(kind('conflict'));
    await expect(library.receive('../../etc/x', 'wav')).rejects.toEqual(kind('invalid-input'));
    await expect(library.recover('../../etc/x', 'wav', factsOf(project, 0))).rejects.toEqual(kind('invalid-input'));
  });
});

describe('after a crash', () => {
  it('a spool becomes an incomplete result, once', async () => {
    writeFileSync(join(fixture.profile, 'arriving', 'operation0009'), toneWav(48_000).subarray(0, 50_044));
    const facts = factsOf(project, 0);
    const result = await library.recover('operation0009', 'wav', facts);
    expect(result).toMatchObject({ state: 'incomplete', samples: 25_000, operationId: 'operation0009' });
    expect(await library.recover('operation0009', 'wav', facts)).toEqual(result);
    expect(await library.recover('operation0010', 'wav', facts)).toBeUndefined();
    expect(readdirSync(join(fixture.profile, 'arriving'))).toEqual([]);
  });

  it('a result that was indexed is found whole, also where its spool was not yet removed', async () => {
    const { result } = await makeTake(library, project, 0, toneWav(9_600), 'operation0001');
    writeFileSync(join(fixture.profile, 'arriving', 'operation0001'), toneWav(9_600));
    expect(await library.recover('operation0001', 'wav', factsOf(project, 0))).toEqual(result);
    expect(readdirSync(join(fixture.profile, 'arriving'))).toEqual([]);
  });
});

describe('paid results', () => {
  it('are found by their fingerprint in a later run, unless their bytes are gone', async () => {
    const { result } = await makeTake(library, project, 0, toneWav(9_600), 'operation0001');
    await library.close();
    library = await fixture.open();
    expect(await library.findPaid(result.fingerprint)).toEqual(result);
    expect(await library.findPaid('another')).toBeUndefined();
    truncateSync(resultPath(result.contentHash), 100);
    expect(await library.findPaid(result.fingerprint)).toBeUndefined();
  });

  it('wait for a project that is closed, and are there when it opens', async () => {
    const arrival = await library.receive('operation0001', 'wav');
    await arrival.write(toneWav(9_600));
    await library.services['project.close']({ projectId: project.projectId }, context());
    const result = await arrival.complete(factsOf(project, 0));
    expect(await library.addTake(result)).toBeUndefined();
    const opened = await library.services['project.open']({ path: project.path }, context());
    expect(opened.takes).toHaveLength(1);
    expect(opened.takes[0]).toMatchObject({ blockId: result.purpose.blockId, fingerprint: result.fingerprint, samples: 9_600 });
    expect(await library.addTake(result)).toEqual(opened.takes[0]); // and not twice
  });

  it('keep the order in which they came while the clock is set back, also over a restart and in a project from another machine', async () => {
    try {
      vi.setSystemTime(new Date('2035-01-01'));
      const first = await makeTake(library, project, 0, toneWav(480, 300), 'operation0001');
      vi.setSystemTime(new Date('2026-01-01'));
      const second = await makeTake(library, project, 0, toneWav(480, 400), 'operation0002');
      expect(second.result.createdAt).toBeGreaterThan(first.result.createdAt);
      expect(await library.findPaid(first.result.fingerprint)).toMatchObject({ operationId: 'operation0002' });
      await library.close();
      vi.setSystemTime(new Date('2001-01-01'));
      library = await fixture.open();
      project = await library.services['project.open']({ path: project.path }, context());
      const third = await makeTake(library, project, 0, toneWav(480, 500), 'operation0003');
      expect(await library.findPaid(first.result.fingerprint)).toMatchObject({ operationId: 'operation0003' });
      await library.close();
      rmSync(fixture.profile, { recursive: true }); // the project opens on a profile that knows nothing of these
      library = await fixture.open();
      project = await library.services['project.open']({ path: project.path }, context());
      const fourth = await makeTake(library, project, 0, toneWav(480, 600), 'operation0004');
      expect(fourth.result.createdAt).toBeLessThan(first.result.createdAt);
      const again = await library.services['project.open']({ path: project.path }, context());
      expect(again.takes.map(({ id }) => id)).toEqual([first, second, third, fourth].map(({ take }) => take?.id));
      expect(chooseTake(again.takes, { id: fourth.take?.blockId ?? '', takeId: null, text: '' }, fourth.result.fingerprint)?.take.id).toBe(
        fourth.take?.id,
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it('of equal bytes are stored once in a project', async () => {
    const sound = toneWav(600_000);
    await makeTake(library, project, 0, sound, 'operation0001');
    await makeTake(library, project, 1, sound, 'operation0002');
    await library.services['project.close']({ projectId: project.projectId }, context());
    const database = new DatabaseSync(project.path);
    expect(database.prepare('SELECT count(*) AS takes FROM takes').get()).toEqual({ takes: 2 });
    const parts = database.prepare('SELECT part, length(bytes) AS bytes FROM sound_parts ORDER BY part').all();
    database.close();
    expect(parts).toEqual([
      { part: 0, bytes: 1024 * 1024 },
      { part: 1, bytes: sound.length - 1024 * 1024 },
    ]);
  });
});

describe('decoded sound', () => {
  const takeUrl = (takeId: string | undefined, end = 'wav'): string => `/bytes/take/${project.projectId}/${takeId ?? ''}.${end}`;

  it('is made again when it is missing, short, or its peaks are', async () => {
    const sound = toneWav(48_000);
    const { take, result } = await makeTake(library, project, 0, sound, 'operation0001');
    const peaks = await bodyOf(await get(library, takeUrl(take?.id, 'peaks')));
    expect(peaks.length).toBe(200);
    for (const harm of [
      () => rmSync(pcmPath(result.contentHash)),
      () => truncateSync(pcmPath(result.contentHash), 1000),
      () => {
        rmSync(join(fixture.profile, 'cache'), { recursive: true });
      },
    ]) {
      harm();
      if (!existsSync(join(fixture.profile, 'cache'))) {
        await library.close();
        library = await fixture.open();
        await library.services['project.open']({ path: project.path }, context());
      }
      expect((await bodyOf(await get(library, takeUrl(take?.id)))).equals(sound)).toBe(true);
      expect((await bodyOf(await get(library, takeUrl(take?.id, 'peaks')))).equals(peaks)).toBe(true);
    }
  });

  it('keeps within its bound, the oldest going first, and nothing is lost by it', async () => {
    await library.close();
    library = await fixture.open({ cacheBytes: 250_000 });
    project = await library.services['project.open']({ path: project.path }, context());
    const made: Awaited<ReturnType<typeof makeTake>>[] = [];
    for (let index = 0; index < 4; index += 1)
      made.push(await makeTake(library, project, index, toneWav(48_000 + index), `operation000${index}`));
    const cached = (): boolean[] => made.map(({ result }) => existsSync(pcmPath(result.contentHash)));
    expect(cached()).toEqual([false, false, true, true]);
    expect((await bodyOf(await get(library, takeUrl(made[0]?.take?.id)))).equals(toneWav(48_000))).toBe(true);
    expect(cached()).toEqual([true, false, false, true]);
  });

  it('of a take that is damaged in the project comes from the profile, and the project is healed', async () => {
    const sound = toneWav(9_600);
    const { take, result } = await makeTake(library, project, 0, sound, 'operation0001');
    await library.services['project.close']({ projectId: project.projectId }, context());
    const harm = new DatabaseSync(project.path);
    harm.exec('UPDATE sound_parts SET bytes=zeroblob(length(bytes))');
    harm.close();
    rmSync(pcmPath(result.contentHash));
    await library.services['project.open']({ path: project.path }, context());
    expect((await bodyOf(await get(library, takeUrl(take?.id)))).equals(sound)).toBe(true);
    await library.services['project.close']({ projectId: project.projectId }, context());
    const healed = new DatabaseSync(project.path);
    const bytes = healed.prepare('SELECT bytes FROM sound_parts').get()?.['bytes'];
    healed.close();
    expect(Buffer.from(bytes as Uint8Array).equals(sound)).toBe(true);
  });

  it('of a take that is damaged everywhere is silence, is marked, and is not exported', async () => {
    const { take, result } = await makeTake(library, project, 0, toneWav(9_600), 'operation0001');
    await library.services['project.close']({ projectId: project.projectId }, context());
    const harm = new DatabaseSync(project.path);
    harm.exec("UPDATE sound_parts SET bytes=x'00112233'");
    harm.close();
    rmSync(pcmPath(result.contentHash));
    rmSync(resultPath(result.contentHash));
    await library.services['project.open']({ path: project.path }, context());
    const out = join(fixture.directory, 'out.wav');
    const chapterIds = [project.chapters[0]?.id ?? ''];
    const input = { projectId: project.projectId, chapterIds, format: 'wav' as const, template: 'out', folder: fixture.directory };
    const run = () => exportServices(library)['export.run'](input, context());
    await expect(run()).rejects.toEqual(kind('damaged'));
    expect(existsSync(out)).toBe(false);
    expect((await bodyOf(await get(library, takeUrl(take?.id)))).subarray(44).every((byte) => byte === 0)).toBe(true);
    expect((await library.services['project.open']({ path: project.path }, context())).takes[0]?.state).toBe('damaged');
    await expect(run()).rejects.toEqual(kind('invalid-input'));
  });
});
