import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blocks, context, Fixture, firstChapter, makeTake, toneWav } from './helpers.ts';

let fixture: Fixture;
beforeEach(() => (fixture = new Fixture()));
afterEach(() => fixture.close());

/** No file of the child may become larger. `prlimit` is a part of util-linux; where it is missing this fails, and says so. */
const limitBytes = 1_500_000;

describe('a full disk', () => {
  it('refuses each kind of write in words, and loses nothing that was accepted', async () => {
    const library = await fixture.open();
    const project = await library.services['project.create']({ title: 'Full', sample: true }, context());
    await makeTake(library, project, 0, toneWav(400_000), 'operation0000');
    await makeTake(library, project, 1, toneWav(600_000), 'operation0002');
    await library.services['project.close']({ projectId: project.projectId }, context());
    await library.close();
    const sound = join(fixture.directory, 'sound.wav');
    writeFileSync(sound, toneWav(1_500_000));

    const child = join(import.meta.dirname, 'full-disk-child.ts');
    const run = spawnSync('prlimit', [`--fsize=${limitBytes}`, process.execPath, child, fixture.directory, project.path, sound], {
      encoding: 'utf8',
    });
    expect(run.error).toBeUndefined();
    expect(run.stderr).toBe('');
    const told = JSON.parse(run.stdout) as { version: number; written: number };
    expect(told).toMatchObject({ edit: 'disk-full', write: 'disk-full', state: 'incomplete', exported: 'disk-full', create: 'done' });
    expect(told).toMatchObject({ kept: told.written });
    expect(told.version).toBeGreaterThan(2);
    expect(existsSync(join(fixture.directory, 'out.wav'))).toBe(false);
    expect(readdirSync(fixture.directory).filter((name) => name.includes('partial'))).toEqual([]);

    const again = await fixture.open();
    const opened = await again.services['project.open']({ path: project.path }, context());
    expect(firstChapter(opened).version).toBe(told.version);
    expect(blocks(opened)[0]?.text.startsWith('x'.repeat(50_000 * told.version))).toBe(true);
    // The sound that had no room in the project waited in the profile.
    expect(opened.takes.map(({ state }) => state).sort()).toEqual(['complete', 'complete', 'incomplete']);
  });
});
