import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DialogGrants, OutputFiles, type WantedFile } from '#main/library/writable-path.ts';
import { toFailure } from '#shared/failure.ts';

let folder: string;
let profileDirectory: string;
let projectsDirectory: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-output-'));
  profileDirectory = join(folder, 'profile');
  projectsDirectory = join(profileDirectory, 'projects');
  mkdirSync(projectsDirectory, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const failureOf = (work: Promise<unknown>) => work.then(() => undefined, toFailure);
const judge = (wanted: Partial<WantedFile> & { path: string }, grants?: DialogGrants) =>
  new OutputFiles({ profileDirectory, projectsDirectory, grants }).judge({ ending: '.wav', ...wanted });

describe('a path that a dialog returned', () => {
  it('may be written to once, and no other path at all', async () => {
    const grants = new DialogGrants();
    const path = join(folder, 'a.wav');
    grants.add(path, true);
    await judge({ path, overwrite: true }, grants);
    for (const other of [path, join(folder, 'b.wav')])
      expect(await failureOf(judge({ path: other, overwrite: true }, grants))).toMatchObject({ kind: 'invalid-input', field: 'path' });
  });

  it('may be written over only where the dialog has asked', async () => {
    const grants = new DialogGrants();
    const path = join(folder, 'a.wav');
    writeFileSync(path, 'old');
    grants.add(path, false);
    expect(await failureOf(judge({ path, overwrite: true }, grants))).toMatchObject({ kind: 'file-exists' });
    grants.add(path, true);
    expect(await failureOf(judge({ path }, grants))).toMatchObject({ kind: 'file-exists' });
    grants.add(path, true);
    await judge({ path, overwrite: true }, grants);
  });

  it('is forgotten behind sixteen newer ones', () => {
    const grants = new DialogGrants();
    for (let count = 0; count < 17; count += 1) grants.add(`/out/${String(count)}.wav`, true);
    expect(grants.claim('/out/0.wav')).toBeUndefined();
    expect(grants.claim('/out/1.wav')).toEqual({ mayReplace: true });
  });
});

describe('a file that is written for a person', () => {
  it('has the ending of its format, a name, and a place that is no part of the profile and not hidden', async () => {
    mkdirSync(join(folder, '.hidden'));
    symlinkSync(profileDirectory, join(folder, 'link'));
    for (const path of [
      ...['a.txt', '.wav', '.a.wav', 'a.wav.txt'].map((name) => join(folder, name)),
      join(profileDirectory, 'a.wav'),
      join(folder, 'link', 'a.wav'),
      join(folder, '.hidden', 'a.wav'),
      'a.wav',
      `${folder}/a\0.wav`,
    ])
      expect(await failureOf(judge({ path }))).toMatchObject({ kind: 'invalid-input', field: 'path' });
    await judge({ path: join(folder, 'A.WAV') });
    await judge({ path: join(projectsDirectory, 'a.wav') });
  });

  it('never replaces a project, a link or a folder, and another file only where that was asked for', async () => {
    const path = (name: string): string => join(folder, name);
    writeFileSync(path('old.wav'), 'old');
    symlinkSync(path('old.wav'), path('link.wav'));
    mkdirSync(path('folder.wav'));
    for (const name of ['link.wav', 'folder.wav'])
      expect(await failureOf(judge({ path: path(name), overwrite: true }))).toMatchObject({ kind: 'file-failed' });
    expect(await failureOf(judge({ path: path('old.wav') }))).toMatchObject({ kind: 'file-exists' });
    const judged = await judge({ path: path('old.wav'), overwrite: true });
    writeFileSync(judged.temporary, 'new');
    await judged.publish();
    expect(readFileSync(path('old.wav'), 'utf8')).toBe('new');
    expect(existsSync(judged.temporary)).toBe(false);
  });

  it('stays away where a file of its name appeared while it was written', async () => {
    const path = join(folder, 'a.wav');
    const judged = await judge({ path });
    writeFileSync(judged.temporary, 'new');
    writeFileSync(path, 'old');
    expect(await failureOf(judged.publish())).toMatchObject({ kind: 'file-exists' });
    expect(readFileSync(path, 'utf8')).toBe('old');
  });
});
