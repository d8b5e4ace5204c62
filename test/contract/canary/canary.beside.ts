import { readdirSync, readFileSync, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FailureError } from '#shared/failure.ts';
import { exportFormats } from '#shared/masters/export-order.ts';
import { type Operations } from '#shared/operations/index.ts';
import { families } from '#shared/paid-work.ts';
import type { In } from '#shared/rpc.ts';
import { openTestStudio, type TestStudio } from '../../helpers/studio.ts';
import { intents } from '../campaign/intents.ts';
import { openProfile } from '../campaign/profile.ts';
import { CampaignStudio } from '../campaign/studio.ts';
import { openWorld, writeScript, type World } from '../campaign/world.ts';
import { canary, echoProxy, found, type EchoProxy } from './echo-proxy.ts';

/** Issue of the key: it is an opaque value that only the transport opens, and nothing that is kept, told, thrown or exported has it. */
let world: World;
let proxy: EchoProxy;
beforeAll(async () => {
  world = await openWorld();
  proxy = await echoProxy(world.service);
});
afterAll(async () => {
  await proxy.close();
  await world.close();
});

const everything = (value: unknown): string =>
  inspect(value, { depth: 30, maxStringLength: null, maxArrayLength: null, showHidden: true, getters: false });

function filesUnder(folder: string): [where: string, text: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile())
    .map((path) => [path, readFileSync(path).toString('latin1')]);
}

it('no family of paid work leaves the key anywhere, done, refused or lost, though the service says it back in every form', async () => {
  const profile = await openProfile();
  const script = await writeScript(profile.library, world.makings, 4);
  const studio = new CampaignStudio({ ...proxy, apiKey: canary }, profile, { makings: world.makings, script });
  const thrown: unknown[] = [];
  try {
    // A lost answer is looked after by each family's rule; some of each rule are enough.
    const lost = ['aligned', 'job', 'image', 'transcription', 'voice-create'] as const;
    for (const [mode, wanted] of [
      ['pass', families],
      ['refuse', families],
      ['drop', lost],
    ] as const) {
      proxy.mode = mode;
      for (const family of wanted)
        await intents[family]
          .want(studio, `${mode}-${family}`, () => undefined)
          .catch((reason: unknown) => thrown.push(reason, String(reason), reason instanceof FailureError ? reason.failure : undefined));
    }
    proxy.mode = 'pass';
    const entries = await studio.ledger.list({ limit: 200 });
    const events = await Promise.all(entries.map(({ operationId }) => studio.ledger.events(operationId)));
    const shown = await Promise.all(entries.map(({ operationId }) => studio.call('jobs.show', { operationId })));
    // That all of it happened.
    for (const family of families) expect(entries.map((entry) => entry.family), family).toContain(family); // prettier-ignore
    expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['done', 'failed', 'unknown']));
    expect(thrown.length).toBeGreaterThan(20);
    expect(proxy.asked()).toBeGreaterThan(50);
    const kept = everything([thrown, entries.map(({ body, ...entry }) => [entry, Buffer.from(body).toString()]), events, shown]);
    await studio.close();
    await profile.shut();
    const lines = everything([profile.log.lines, studio.connection, studio.account, studio.work, studio.live, studio.speech]);
    const files = filesUnder(profile.directory);
    expect(files.map(([path]) => basename(path))).toEqual(expect.arrayContaining(['ledger.sqlite']));
    expect(found([['what was told, thrown and shown', kept], ['what was logged, and the program itself', lines], ...files])).toEqual([]);
  } finally {
    await profile.close();
  }
});

it('no answer to a window, no export and no file of a profile has the key of a connection that was added, tested, used and removed', async () => {
  const studio = await openTestStudio();
  const told: string[] = [];
  /** Asks as a window does, and keeps all that comes: its events, its answer or its failure. */
  async function ask<Name extends keyof Operations>(name: Name, input: In<Operations[Name]>) {
    const call = studio.client.call(name, input as never);
    call.result.catch(() => undefined);
    try {
      for await (const event of call) told.push(everything(event));
      const out = await call.result;
      told.push(everything(out));
      return out;
    } catch (reason) {
      told.push(everything(reason), String(reason));
      return undefined;
    }
  }
  try {
    // An address that says the key back is refused before it is kept.
    await ask('connections.add', { name: 'Typed', baseUrl: `http://user:${canary}@127.0.0.1:1`, realtimeUrl: null, key: canary });
    await ask('connections.test', { baseUrl: 'http://127.0.0.1:1', key: canary });
    await ask('connections.test', { baseUrl: proxy.baseUrl, key: canary });
    const added = (await ask('connections.add', { name: 'Echo', baseUrl: proxy.baseUrl, realtimeUrl: proxy.realtimeUrl, key: canary })) as { id: string }; // prettier-ignore
    await ask('connections.use', { id: added.id });
    await ask('connections.test', { id: added.id });
    await ask('connections.list', null);
    await ask('profile.read', null);
    await ask('account.refresh', null);
    await ask('models.list', null);
    await ask('voices.list', null);
    await ask('media.models', { mediaType: 'image' });
    await ask('live.capabilities', { version: 'v3' });
    await ask('profile.update', { fields: { webhookUrl: 'https://hooks.example/one' } });
    const project = await narrated(studio, ask);
    await ask('images.create', { prompt: 'Kite', model: world.makings.imageModel, aspectRatio: '1:1' });
    await ask('transcription.create', { audioUrl: world.makings.audioUrl });
    proxy.mode = 'refuse';
    await ask('images.create', { prompt: 'Refused', model: world.makings.imageModel, aspectRatio: '1:1' });
    await ask('lipSync.create', { videoUrl: world.makings.videoUrl, audioUrl: world.makings.audioUrl });
    proxy.mode = 'pass';
    for (const kind of ['speech', 'lip-sync'] as const) await ask('jobs.elsewhere', { kind, page: 1, limit: 100 });
    const listed = (await ask('jobs.list', { limit: 100 })) as { operations: { operationId: string }[] };
    expect(listed.operations.length).toBeGreaterThanOrEqual(5);
    for (const { operationId } of listed.operations) await ask('jobs.show', { operationId });
    await ask('account.reconcile', null);
    await ask('storage.read', null);
    const exported: [string, string][] = [];
    const download = async (name: string, out: unknown): Promise<void> => {
      const url = (out as { url: string | null } | undefined)?.url;
      if (typeof url !== 'string') throw new Error(`${name} was not exported.`);
      exported.push([name, Buffer.from(await (await studio.bytes(url)).arrayBuffer()).toString('latin1')]);
    };
    await download('the list of jobs', await ask('jobs.export', {}));
    for (const format of exportFormats)
      await download(`a chapter as ${format}`, ((await ask('export.run', { ...project, format })) as { first: unknown }).first);
    await ask('connections.remove', { id: added.id });
    const program = everything(studio.studio);
    await studio.studio.close();
    const logged = everything(studio.log.lines);
    const files = filesUnder(studio.profileDirectory);
    expect(files.map(([path]) => basename(path)).some((name) => name.endsWith('.voicewright'))).toBe(true);
    expect(told.length).toBeGreaterThan(30);
    const haystacks: [string, string][] = [
      ['a window', told.join('\n')],
      ['the log', logged],
      ['the program', program],
      ...exported,
      ...files,
    ];
    expect(found(haystacks)).toEqual([]);
  } finally {
    await studio.close();
  }
}, 120_000);

/** A project of the connected service with one take. */
async function narrated(
  { client }: TestStudio,
  ask: <Name extends 'speech.generate'>(name: Name, input: In<Operations[Name]>) => Promise<unknown>,
): Promise<{ projectId: string; chapterIds: string[] }> {
  const project = await client.run('project.create', { title: 'Canary', sample: true });
  const { projectId, chapters } = project;
  await client.run('project.update', { projectId, ...world.makings.speaking.aligned });
  const document = chapters[0]!.document as { content: { attrs: { id: string } }[] };
  const blockIds = document.content.slice(0, 2).map(({ attrs }) => attrs.id);
  expect(await ask('speech.generate', { projectId, chapterId: chapters[0]!.id, blockIds })).toMatchObject({ made: 2 });
  return { projectId, chapterIds: [chapters[0]!.id] };
}
