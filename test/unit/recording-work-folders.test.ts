import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkFolder, removeLeftWorkFolders } from '#main/features/recorded-takes/work-folders.ts';

let parent: string;
beforeEach(() => (parent = mkdtempSync(join(tmpdir(), 'voicewright-work-folders-'))));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

it('what a killed import left is removed, and what a running one works in stays', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = [join(parent, `take-${pid}-abcdef`), join(parent, 'take-abcdef')];
  for (const folder of left) mkdirSync(folder);
  mkdirSync(join(parent, 'others'));
  const own = await createWorkFolder(parent);
  await removeLeftWorkFolders(parent);
  expect([...left, own, join(parent, 'others')].map((folder) => existsSync(folder))).toEqual([false, false, true, true]);
});

it('a folder that is not there has nothing to remove', async () => {
  await expect(removeLeftWorkFolders(join(parent, 'none'))).resolves.toBeUndefined();
});
