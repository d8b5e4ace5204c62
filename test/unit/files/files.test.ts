import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFiles } from '#main/features/files/service.ts';
import { DialogGrants } from '#main/library/writable-path.ts';
import type { Platform } from '#main/infra/platform.ts';
import { newId } from '#shared/ids.ts';
import { operations } from '#shared/operations/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voicewright-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files = createFiles(
  { host: { kind: 'served', nativeDialogs: false, writesToChosenPath: false } } as Platform,
  new DialogGrants(),
  () => '',
);
const context = { signal: new AbortController().signal, emit: () => undefined, sends: (async function* () {})() };
const list = (path: string) => files['files.list']({ path }, context);

test('folders come first, in the order of people, hidden ones and dead links do no harm', async () => {
  await mkdir(join(folder, 'Part 10'));
  await mkdir(join(folder, 'Part 2'));
  await writeFile(join(folder, 'A.voicewright'), '');
  await writeFile(join(folder, '.hidden'), '');
  await symlink(join(folder, 'nowhere'), join(folder, 'dead'));
  const { entries, parent } = await list(folder);
  expect(entries.map((entry) => [entry.name, entry.kind])).toEqual([
    ['Part 2', 'folder'],
    ['Part 10', 'folder'],
    ['A.voicewright', 'project'],
    ['dead', 'file'],
  ]);
  expect(parent).toBe(tmpdir());
});

test('the root has no parent', async () => {
  expect((await list('/')).parent).toBeNull();
});

test('a folder that is gone, and a file taken for a folder, are said in words that name the path', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(list(join(folder, 'gone'))).rejects.toMatchObject({ failure: { kind: 'file-missing', field: 'path' } });
  await expect(list(join(folder, 'file'))).rejects.toMatchObject({ failure: { kind: 'file-failed', field: 'path' } });
});

test('every operation that takes a path refuses a relative one, and names the field', () => {
  const named: [keyof typeof operations, Record<string, unknown>][] = [
    ['files.list', {}],
    ['project.open', {}],
    ['project.create', { title: 'Book' }],
    ['media.save', { operationId: newId() }],
    ['source.save', { url: '/bytes/media/x' }],
  ];
  for (const [name, rest] of named)
    for (const path of ['book.voicewright', './book', '../book', '~/book', 'C:book', ' /book']) {
      const issues = operations[name].in.safeParse({ ...rest, path }).error?.issues ?? [];
      expect(issues.map((issue) => issue.path.join('.'))).toEqual(['path']);
    }
  for (const path of ['/', '/home/a', 'C:\\Users', 'C:/Users', '\\\\server\\share'])
    expect(operations['files.list'].in.safeParse({ path }).success).toBe(true);
});
