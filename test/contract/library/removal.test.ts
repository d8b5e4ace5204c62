import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Landing } from '#main/infra/file-lock.ts';
import { type Removing } from '#main/library/paid-files.ts';
import { Removal } from '#main/library/removal.ts';
import { ResultsIndex } from '#main/library/results-index.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

/** The steps of a removal over a real index and real files; a crash is a step that never comes back. */

const hash = (letter: string): string => letter.repeat(64);
const media = `${hash('c')}.mp3`;
const files = [
  { store: 'results' as const, name: hash('a'), bytes: 3, operationIds: ['operation-a'] },
  { store: 'results' as const, name: hash('b'), bytes: 3, operationIds: ['operation-b'] },
  { store: 'media' as const, name: media, bytes: 3, operationIds: ['operation-c'] },
];
const longAgo = new Date(1_000_000);
const before = 2_000_000;

let directory: string;
let index: ResultsIndex;
const path = (name: string): string => join(directory, name.slice(0, 2), name);

function put(name: string): void {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), 'abc');
  utimesSync(path(name), longAgo, longAgo);
}
function add(letter: string, operationId = `operation-${letter}`): void {
  const purpose = { projectId: 'project-1', chapterId: 'chapter-1', blockId: `block-${operationId}` };
  const said = { text: 'Hello.', voiceId: 'anna', modelId: null, alignment: 'none' as const, words: [], creditsUsed: 1, requestId: null };
  const sound = { contentHash: hash(letter), format: 'mp3' as const, bytes: 3, samples: 1, createdAt: 1, state: 'complete' as const };
  const result = { ...said, ...sound, ignoredParameters: [], fingerprint: `print-${letter}`, operationId, purpose };
  index.add(result);
  index.takeFromInbox(result);
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'voicewright-removal-'));
  index = new ResultsIndex(join(directory, 'index.sqlite'));
  for (const { name } of files) put(name);
  add('a');
  add('b');
});
afterEach(() => {
  index.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Like the thread's; the step of this number, from 0, is the last thing that happens, or does not happen any more. */
function removal(crash: { at: number; done: boolean } = { at: Infinity, done: true }) {
  let step = 0;
  const crashing = async <T>(work: () => T): Promise<T> => {
    const at = step++;
    if (at > crash.at || (at === crash.at && !crash.done)) throw new Error('killed');
    const value = await work();
    if (at === crash.at) throw new Error('killed');
    return value;
  };
  const told: string[] = [];
  const store = { path, landing: new Landing() };
  const call = (method: 'beginRemoval' | 'removals' | 'resultOfContent' | 'endRemoval', ...args: unknown[]) =>
    crashing(() => (index[method === 'resultOfContent' ? 'ofContent' : method] as (...given: unknown[]) => unknown).call(index, ...args));
  return {
    removal: new Removal({
      index: { call } as ConstructorParameters<typeof Removal>[0]['index'],
      stores: { results: store, media: { path, landing: new Landing() } },
      log: quietLog(),
    }),
    landing: store.landing,
    told,
    tell: (gone: Removing) => crashing(() => void told.push(...gone.operationIds)),
    steps: () => step,
  };
}

it('removes the files, their rows, and tells of each operation', async () => {
  const { removal: real, tell, told } = removal();
  expect((await real.remove(files, before, tell)).map(({ name }) => name)).toEqual(files.map(({ name }) => name));
  expect(told.sort()).toEqual(['operation-a', 'operation-b', 'operation-c']);
  expect(index.held()).toEqual([]);
  expect(index.removals()).toEqual([]);
  for (const { name } of files) expect(existsSync(path(name))).toBe(false);
});

it('after a crash at any step each result is whole and known, or gone and reported: the next start ends what was begun', async () => {
  const whole = removal();
  await whole.removal.remove(files, before, whole.tell);
  const steps = whole.steps();
  expect(steps).toBeGreaterThan(6);
  for (let at = 0; at < steps; at++)
    for (const done of [false, true]) {
      for (const { name } of files) put(name);
      add('a');
      add('b');
      const crashed = removal({ at, done });
      await expect(crashed.removal.remove(files, before, crashed.tell)).rejects.toThrow('killed');
      const next = removal();
      await next.removal.finish(next.tell);
      const told = new Set([...crashed.told, ...next.told]);
      const rows = new Set(index.held().map(({ contentHash }) => contentHash));
      for (const { store, name, operationIds } of files) {
        const here = existsSync(path(name));
        expect(told.has(operationIds[0]!), `step ${at}, ${String(done)}: ${name.slice(0, 2)} is told of`).toBe(!here);
        if (store === 'results') expect(rows.has(name)).toBe(here);
      }
      expect(index.removals()).toEqual([]);
    }
});

it('leaves what was used meanwhile, what another operation made, what a project waits for and what is on its way in', async () => {
  const now = new Date();
  utimesSync(path(media), now, now);
  add('a', 'operation-of-another');
  const { removal: real, landing, tell, told } = removal();
  const over = Promise.withResolvers<undefined>();
  const coming = landing.come(hash('b'), () => over.promise);
  expect(await real.remove(files, before, tell)).toEqual([]);
  over.resolve(undefined);
  await coming;
  const waiting = index.ofOperation('operation-b')!;
  index.putInbox(waiting);
  expect(await real.remove(files, before, tell)).toEqual([]);
  expect(told).toEqual([]);
  expect(index.held()).toHaveLength(3);
});

it('a removal that a crash interrupted does not take what has come again since', async () => {
  const crashed = removal({ at: 0, done: true }); // written down, nothing removed yet
  await expect(crashed.removal.remove(files, before, crashed.tell)).rejects.toThrow('killed');
  add('a', 'bought-again');
  const next = removal();
  await next.removal.finish(next.tell);
  expect(next.told).toEqual(['operation-b']);
  expect([hash('a'), hash('b')].map((name) => existsSync(path(name)))).toEqual([true, false]);
  expect(index.removals()).toEqual([]);
});

it('nor a picture or line that was kept again since', async () => {
  const crashed = removal({ at: 0, done: true });
  await expect(crashed.removal.remove(files.slice(2), before, crashed.tell)).rejects.toThrow('killed');
  const now = new Date(Date.now() + 1000);
  utimesSync(path(media), now, now);
  const next = removal();
  await next.removal.finish(next.tell);
  expect([next.told, existsSync(path(media)), index.removals()]).toEqual([[], true, []]);
});

it('what comes waits until a removal is over', async () => {
  const landing = new Landing();
  const over = Promise.withResolvers<undefined>();
  const order: string[] = [];
  const removing = landing.remove(() => over.promise.then(() => void order.push('removed')));
  const coming = landing.come('a', () => Promise.resolve(void order.push('came')));
  over.resolve(undefined);
  await Promise.all([removing, coming]);
  expect(order).toEqual(['removed', 'came']);
});

it('an index of the version before knows of no removal, and can begin one', () => {
  index.close();
  const path = join(directory, 'index.sqlite');
  const database = new DatabaseSync(path);
  database.exec('DROP TABLE removals; PRAGMA user_version=1');
  database.close();
  index = new ResultsIndex(path);
  expect(index.removals()).toEqual([]);
  expect(index.beginRemoval(1, files.slice(0, 1))).toMatchObject([{ name: hash('a'), at: 1 }]);
  expect(index.removals()).toHaveLength(1);
});
