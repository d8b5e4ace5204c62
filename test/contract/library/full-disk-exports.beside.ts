import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSpokenProject } from '../books/spoken-project.ts';
import { Fixture } from './helpers.ts';

let fixture: Fixture;
beforeEach(() => (fixture = new Fixture()));
afterEach(() => fixture.close());

/** No file of the child may become larger. `prlimit` is a part of util-linux; where it is missing this fails, and says so. */
const limitBytes = 1_500_000;

it('a full disk leaves earlier masters, books and projects for audio editors as they were', async () => {
  const said = Array.from({ length: 35 }, (_, index) => ({ text: `Block ${index} is spoken.`, sound: 'timed' as const }));
  const path = await makeSpokenProject(fixture.directory, 'Full', [{ title: 'One', blocks: said }]);
  const folder = join(fixture.directory, 'out');
  mkdirSync(folder);
  const formats = ['epub', 'html', 'm4b', 'mp3', 'otio', 'rpp', 'wav'];
  const old = formats.map((format) => `out.${format}`);
  for (const name of old) writeFileSync(join(folder, name), name);
  const child = join(import.meta.dirname, 'full-disk-export-child.ts');
  const run = spawnSync('prlimit', [`--fsize=${limitBytes}`, process.execPath, child, fixture.directory, path, folder], {
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  expect(JSON.parse(run.stdout)).toEqual(Object.fromEntries(formats.map((format) => [format, 'disk-full'])));
  expect(readdirSync(folder).sort()).toEqual(old);
  for (const name of old) expect(readFileSync(join(folder, name), 'utf8')).toBe(name);
});
