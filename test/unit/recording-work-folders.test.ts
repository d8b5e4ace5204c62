import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import { createWorkFolder, noteArrival, removeLeftWorkFolders } from '#main/features/recorded-takes/work-folders.ts';

let parent: string;
beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'voicewright-work-folders-'))));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

it('what a killed import left is removed, and what a running one works in stays', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = [join(parent, `take-${pid}-abcdef`), join(parent, 'take-abcdef')];
  for (const folder of left) mkdirSync(folder);
  mkdirSync(join(parent, 'others'));
  const own = await createWorkFolder(parent);
  await removeLeftWorkFolders(parent, join(parent, 'arriving'));
  expect([...left, own, join(parent, 'others')].map((folder) => existsSync(folder))).toEqual([false, false, true, true]);
});

it('a folder that is not there has nothing to remove', async () => {
  await expect(removeLeftWorkFolders(join(parent, 'none'), join(parent, 'arriving'))).resolves.toBeUndefined();
});

it('what was arriving for a killed import is removed, and what arrives for a running one or was paid for stays', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const arriving = join(parent, 'arriving');
  mkdirSync(arriving);
  const [killed, running, paid] = [newId(), newId(), newId()].map((id) => ({ id, path: join(arriving, id) }));
  for (const { path } of [killed!, running!, paid!]) writeFileSync(path, 'sound');
  const [left, own] = [await createWorkFolder(parent), await createWorkFolder(parent)];
  await noteArrival(left, killed!.id);
  await noteArrival(own, running!.id);
  renameSync(left, join(parent, `take-${pid}-abcdef`));
  await removeLeftWorkFolders(parent, arriving);
  expect([killed!, running!, paid!].map(({ path }) => existsSync(path))).toEqual([false, true, true]);
});
