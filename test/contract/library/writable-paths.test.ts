import { execFileSync } from 'node:child_process';
import { copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFiles } from '#main/features/files/service.ts';
import type { LibraryService } from '#main/library/library.ts';
import { DialogGrants, pathNamedByUser } from '#main/library/writable-path.ts';
import type { Platform } from '#main/infra/platform.ts';
import { operations } from '#shared/operations/index.ts';
import { type Project } from '#shared/operations/project.ts';
import { context, Fixture, makeTake, toneWav } from './helpers.ts';
import { said } from '../../helpers/said.ts';

let fixture: Fixture;
let library: LibraryService;
let project: Project;
/** Of this test. */
let folder: string;
let folders = 0;

beforeAll(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  project = await library.services['project.create']({ title: 'Mine', sample: true }, context());
  await makeTake(library, project, 0, toneWav(96_000), 'operation0001');
});
afterAll(() => fixture.close());
beforeEach(() => {
  folders += 1;
  folder = join(fixture.directory, `folder ${folders}`);
  mkdirSync(folder);
});

const { signal } = new AbortController();
const write = (path: string) =>
  library.exports.text({ name: 'Book.wav', type: 'audio/wav', path, overwrite: true }, [toneWav(4_800)], signal);
const failsWith = (kind: string, field = 'path') => ({ failure: { kind, field } });
const at = (name: string): string => join(folder, name);
function put(name: string, text = 'mine'): string {
  writeFileSync(at(name), text);
  return at(name);
}

it('these are the operations that write to a path, and each goes through the one module', () => {
  // One that is added must hand its path to `Exports` or `OutputFiles`: nothing else gives a file its name.
  const writing = Object.entries(operations).filter(([, { in: input }]) => 'shape' in input && 'overwrite' in (input.shape as object));
  expect(writing.map(([name]) => name).toSorted()).toEqual([
    'dubs.export',
    'export.run',
    'jobs.export',
    'media.save',
    'pickups.export',
    'pronunciations.export',
    'source.save',
    'transcripts.export',
  ]);
});

describe('an export that may write over a file', () => {
  it.each(['.bashrc', '.wav', '.hidden.wav', 'authorized_keys', 'x.voicewright', 'x.wav.exe', 'x.mp3', 'x.wav.', 'wav'])(
    'leaves "%s" alone, whose name is not that of its format',
    async (name) => {
      const path = put(name);
      await expect(write(path)).rejects.toMatchObject(failsWith('invalid-input'));
      expect(readFileSync(path, 'utf8')).toBe('mine');
      expect(readdirSync(folder)).toEqual([name]);
    },
  );

  it('replaces a plain file of its own ending, in any case of letters', async () => {
    await write(put('Book.WAV'));
    expect(readFileSync(at('Book.WAV')).toString('latin1', 0, 4)).toBe('RIFF');
    expect(readdirSync(folder)).toEqual(['Book.WAV']);
  });

  it('leaves a project alone, open or not, under its own or another name', async () => {
    const before = readFileSync(project.path);
    await expect(write(project.path)).rejects.toMatchObject(failsWith('invalid-input'));
    copyFileSync(project.path, at('copy.wav'));
    linkSync(project.path, at('same.wav'));
    symlinkSync(project.path, at('link.wav'));
    for (const name of ['copy.wav', 'same.wav', 'link.wav']) {
      const stood = readFileSync(at(name));
      await expect(write(at(name))).rejects.toMatchObject(failsWith('file-failed'));
      expect(readFileSync(at(name)).equals(stood)).toBe(true);
    }
    expect(readFileSync(project.path).equals(before)).toBe(true);
  });

  it('follows no link, and leaves pipes, devices and folders as they are', async () => {
    const target = put('target.wav');
    symlinkSync(target, at('link.wav'));
    symlinkSync(at('nowhere.wav'), at('dangling.wav'));
    symlinkSync('/dev/null', at('device.wav'));
    execFileSync('mkfifo', [at('pipe.wav')]);
    mkdirSync(at('folder.wav'));
    const names = readdirSync(folder).toSorted();
    for (const name of names.filter((each) => each !== 'target.wav'))
      await expect(write(at(name))).rejects.toMatchObject(failsWith('file-failed'));
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(lstatSync(at('link.wav')).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(names);
  });

  it('writes nothing into the profile, however the path leads there', async () => {
    const profile = lstatSync(fixture.profile).ino;
    const kept = join(fixture.profile, 'kept.wav');
    writeFileSync(kept, 'mine');
    symlinkSync(fixture.profile, at('profile'));
    symlinkSync(join(fixture.profile, 'exports'), at('inner'));
    for (const path of [kept, join(folder, 'profile', 'kept.wav'), join(folder, 'inner', 'new.wav'), `${folder}/../profile/kept.wav`])
      await expect(write(path)).rejects.toMatchObject(failsWith('invalid-input'));
    expect(readFileSync(kept, 'utf8')).toBe('mine');
    expect(lstatSync(fixture.profile).ino).toBe(profile);
  });

  it('writes into the projects’ folder where that is in the profile', async () => {
    const inside = join(fixture.profile, 'Projects');
    mkdirSync(inside);
    const other = new Fixture();
    const { services } = await other.open({
      profileDirectory: join(other.directory, 'p'),
      projectsDirectory: join(other.directory, 'p', 'Projects'),
    });
    const made = await services['project.create'](
      { title: 'Mine', path: join(other.directory, 'p', 'Projects', 'a.voicewright') },
      context(),
    );
    expect(made.path).toBe(join(other.directory, 'p', 'Projects', 'a.voicewright'));
    await expect(
      services['project.create']({ title: 'x', path: join(other.directory, 'p', 'b.voicewright') }, context()),
    ).rejects.toMatchObject(failsWith('invalid-input'));
    await other.close();
  });

  it('writes into no folder that the picker hides', async () => {
    mkdirSync(at('.config'));
    await expect(write(join(folder, '.config', 'x.wav'))).rejects.toMatchObject(failsWith('invalid-input'));
    const hidden = join(homedir(), '.ssh', 'x.wav');
    await expect(write(hidden)).rejects.toMatchObject({
      failure: { kind: expect.stringMatching(/^(?:invalid-input|file-missing)$/u) as string },
    });
  });

  it('gives way to a link that appears while it is written', async () => {
    const target = put('target.wav');
    const path = at('late.wav');
    const writing = library.exports.file({ name: 'late.wav', type: 'audio/wav', path, overwrite: true }, async (temporary) => {
      writeFileSync(temporary, 'new');
      await Promise.resolve();
      symlinkSync(target, path);
    });
    await expect(writing).rejects.toMatchObject(failsWith('file-failed'));
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(readdirSync(folder).toSorted()).toEqual(['late.wav', 'target.wav']);
  });
});

describe('a new project', () => {
  it('replaces nothing, hides nowhere, and has its ending', async () => {
    const create = (path: string) => library.services['project.create']({ title: 'x', path }, context());
    await expect(create(project.path)).rejects.toMatchObject(failsWith('file-exists'));
    await expect(create(put('letter.voicewright'))).rejects.toMatchObject(failsWith('file-exists'));
    symlinkSync(at('nowhere'), at('dangling.voicewright'));
    await expect(create(at('dangling.voicewright'))).rejects.toMatchObject(failsWith('file-exists'));
    await expect(create(at('.bashrc'))).rejects.toMatchObject(failsWith('invalid-input'));
    await expect(create(join(fixture.profile, 'x.voicewright'))).rejects.toMatchObject(failsWith('invalid-input'));
    expect((await create(at('named'))).path).toBe(at('named.voicewright'));
  });
});

it('a path on the command line may have any name, and replaces neither a project nor a file of the profile', async () => {
  const named = async (path: string): Promise<string> => {
    const place = await pathNamedByUser(path, fixture.profile, said('The sound'));
    writeFileSync(place.temporary, 'new');
    await place.publish();
    return readFileSync(path, 'utf8');
  };
  expect(await named(put('.dot'))).toBe('new');
  expect(await named(put('book'))).toBe('new');
  expect(await named(at('fresh.anything'))).toBe('new');
  copyFileSync(project.path, at('copy'));
  symlinkSync(project.path, at('link'));
  const ledger = join(fixture.profile, 'ledger.sqlite');
  writeFileSync(ledger, 'mine');
  for (const path of [project.path, at('copy'), at('link'), ledger])
    await expect(named(path)).rejects.toMatchObject({ failure: { kind: 'file-failed', message: expect.stringContaining(path) as string } });
});

describe('where the host has dialogs', () => {
  let chosen: string;
  const grants = new DialogGrants();
  const shown: string[] = [];
  const platform = {
    host: { kind: 'electron', nativeDialogs: true, writesToChosenPath: true },
    chooseFile: () => Promise.resolve(chosen),
    showFolder: async (path: string) => {
      await Promise.resolve();
      shown.push(path);
    },
    showFile: (path: string) => void shown.push(path),
  };
  const files = createFiles(platform as unknown as Platform, grants, (projectId) => library.projectPath(projectId));
  const choose = async (
    path: string,
    purpose: 'export' | 'create-project' | 'copy-project' | 'open-project' = 'export',
    extension = 'wav',
  ) => {
    chosen = path;
    return (await files['files.choose']({ purpose, suggestedName: '', extension }, context())).path;
  };
  beforeAll(async () => {
    await library.close();
    library = await fixture.open({ grants });
    project = await library.services['project.open']({ path: project.path }, context());
  });

  it('only a path that the dialog returned is written to, and once', async () => {
    await expect(write(at('named.wav'))).rejects.toMatchObject(failsWith('invalid-input'));
    await choose(at('opened.wav'), 'open-project');
    await expect(write(at('opened.wav'))).rejects.toMatchObject(failsWith('invalid-input'));
    put('chosen.wav');
    await choose(at('chosen.wav'));
    await expect(write(at('other.wav'))).rejects.toMatchObject(failsWith('invalid-input'));
    expect(await write(at('chosen.wav'))).toMatchObject({ path: at('chosen.wav') });
    await expect(write(at('chosen.wav'))).rejects.toMatchObject(failsWith('invalid-input'));
  });

  it('a name that the dialog did not show is not written over', async () => {
    put('typed.wav');
    expect(await choose(at('typed'))).toBe(at('typed.wav'));
    await expect(write(at('typed.wav'))).rejects.toMatchObject(failsWith('file-exists'));
    expect(readFileSync(at('typed.wav'), 'utf8')).toBe('mine');
  });

  it('every file of a chosen folder may be written to and replaced, and none below or beside it', async () => {
    mkdirSync(at('Masters'));
    mkdirSync(at('Masters/inner'));
    await expect(write(at('Masters/1.wav'))).rejects.toMatchObject(failsWith('invalid-input'));
    chosen = at('Masters');
    await files['files.choose']({ purpose: 'export-folder', suggestedName: '', extension: '' }, context());
    for (const name of ['1.wav', '2.wav', '1.wav'])
      expect(await write(at(`Masters/${name}`))).toMatchObject({ path: at(`Masters/${name}`) });
    for (const path of [at('Masters/inner/3.wav'), at('3.wav'), `${at('Masters')}/../4.wav`])
      await expect(write(path)).rejects.toMatchObject(failsWith('invalid-input'));
    const show = (path: string, file?: string) => files['files.showFolder']({ path, ...(file !== undefined && { file }) }, context());
    await show(at('Masters'));
    await show(at('Masters'), '1.wav');
    expect(shown).toEqual([at('Masters'), at('Masters/1.wav')]);
    await expect(show(folder, 'Masters')).rejects.toMatchObject(failsWith('invalid-input'));
    const { in: input } = operations['files.showFolder'];
    for (const file of ['../4.wav', 'inner/3.wav', String.raw`inner\3.wav`, '..', ''])
      expect(input.safeParse({ path: at('Masters'), file }).success).toBe(false);
    await files['files.showProject']({ projectId: project.projectId }, context());
    expect(shown.at(-1)).toBe(project.path);
    await expect(show(folder)).rejects.toMatchObject(failsWith('invalid-input'));
  });

  it('a chosen path is judged like any other', async () => {
    await choose(join(fixture.profile, 'x.wav'));
    await expect(write(join(fixture.profile, 'x.wav'))).rejects.toMatchObject(failsWith('invalid-input'));
    await choose(at('.x.wav'));
    await expect(write(at('.x.wav'))).rejects.toMatchObject(failsWith('invalid-input'));
  });

  it('a project is made where the dialog said, and elsewhere only in the projects’ folder under a name of main’s', async () => {
    const create = (path?: string) => library.services['project.create']({ title: 'New', ...(path !== undefined && { path }) }, context());
    await expect(create(at('named.voicewright'))).rejects.toMatchObject(failsWith('invalid-input'));
    await choose(at('named.voicewright'), 'create-project', 'voicewright');
    expect((await create(at('named.voicewright'))).path).toBe(at('named.voicewright'));
    expect(dirname((await create()).path)).toBe(fixture.projects);
  });
});
