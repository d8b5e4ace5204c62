import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dropOld, keeping } from '#main/features/media-sources/old-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voicewright-old-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const now = 1_000_000_000_000;
const nameOf = (sign: string): string => `${sign.repeat(64)}.mp4`;
/** A file of so many bytes that was used so long ago, in milliseconds. */
async function put(name: string, bytes: number, ago: number): Promise<void> {
  await writeFile(join(folder, name), new Uint8Array(bytes));
  await utimes(join(folder, name), (now - ago) / 1000, (now - ago) / 1000);
}
const left = async () => (await readdir(folder, { recursive: true })).sort();

it('what was not used for longer than it may be goes, to the millisecond', async () => {
  await put(nameOf('a'), 1, 1000);
  await put(nameOf('b'), 1, 1001);
  await dropOld(folder, now, { longest: 1000, bytes: 100 });
  expect(await left()).toEqual([nameOf('a')]);
});

it('the oldest go where all together are too large, and exactly the bytes that are allowed stay', async () => {
  await put(nameOf('a'), 4, 30);
  await put(nameOf('b'), 3, 10);
  await put(nameOf('c'), 3, 20);
  await dropOld(folder, now, { longest: 1000, bytes: 10 });
  expect(await left()).toHaveLength(3);
  await dropOld(folder, now, { longest: 1000, bytes: 9 });
  expect(await left()).toEqual([nameOf('b'), nameOf('c')]);
});

it('only files that are named by their content go, in folders below too', async () => {
  await mkdir(join(folder, 'below'));
  for (const name of [nameOf('a'), `below/${nameOf('b')}`, 'index.json', `${'a'.repeat(63)}.mp4`, 'A'.repeat(64) + '.mp4', 'a'.repeat(64)])
    await put(name, 5, 5000);
  await dropOld(folder, now, { longest: 1000, bytes: 100 });
  expect(await left()).toEqual(['below', 'index.json', `${'a'.repeat(63)}.mp4`, 'A'.repeat(64) + '.mp4', 'a'.repeat(64)].sort());
});

it('a folder that is not there is none to be cleared; thirty days and 20 GB are what is usual', async () => {
  await dropOld(join(folder, 'nowhere'));
  expect(keeping).toEqual({ longest: 2_592_000_000, bytes: 21_474_836_480 });
});
