import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import type { ExportedFile } from '#shared/operations/exports.ts';
import type { Project } from '#shared/operations/project.ts';
import { addChapter, killExport } from './export-helpers.ts';
import { context, exportServices, Fixture, firstChapter, makeTake, toneWav } from './helpers.ts';

/** Beside the export to MP3 that is killed, of `exports.test.ts`: the other formats, and projects for audio editors with the sounds that they refer to. */
let fixture: Fixture;
let library: LibraryService;
let project: Project;
let folder: string;
beforeEach(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  project = await library.services['project.create']({ title: 'Exports', sample: true }, context());
  folder = join(fixture.directory, 'out');
  mkdirSync(folder);
});
afterEach(() => fixture.close());

type Input = Parameters<ReturnType<typeof exportServices>['export.run']>[0];
async function run(more: Partial<Input>): Promise<{ written: ExportedFile[] }> {
  const call = context();
  await exportServices(library)['export.run'](
    { projectId: project.projectId, chapterIds: [firstChapter(project).id], format: 'wav', template: 'out', ...more },
    call,
  );
  return { written: call.events.flatMap((event) => ('file' in (event as object) ? [(event as { file: ExportedFile }).file] : [])) };
}
const inFolder = (): string[] => readdirSync(folder).sort();

describe('exports', () => {
  it.each(['epub', 'html', 'rpp', 'otio'])(
    'to %s that are killed leave the old file as it was, and the next run removes what was begun',
    async (format) => {
      await makeTake(library, project, 0, toneWav(48_000 * 60), 'operation0001');
      await library.close();
      const old = `out.${format}`;
      writeFileSync(join(folder, old), 'old');
      await killExport(fixture, project, folder, format, 'middle');
      expect(readFileSync(join(folder, old), 'utf8')).toBe('old');
      expect(inFolder().filter((name) => name.endsWith('.voicewright-partial'))).toHaveLength(1);
      library = await fixture.open();
      expect(inFolder()).toEqual([old]);
      expect(readdirSync(join(fixture.profile, 'unfinished'))).toEqual([]);
    },
  );

  it.each(['rpp', 'otio'] as const)(
    'to %s that are killed between their sounds and the project leave the old project with the sounds that it was made for, and the next run is whole',
    async (format) => {
      const { id, arranged } = await addChapter(library, project);
      const chapterIds = [id, firstChapter(project).id];
      const edit = { folder, format, chapterIds, overwrite: true };
      await makeTake(library, project, 0, toneWav(48_000), 'operation0001');
      await makeTake(library, arranged, 0, toneWav(48_000), 'operation0002');
      await run(edit);
      const contents = (): Record<string, string> =>
        Object.fromEntries(inFolder().map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
      const before = contents();
      await makeTake(library, project, 0, toneWav(30_000, 300), 'operation0003');
      await makeTake(library, arranged, 0, toneWav(30_000, 600), 'operation0004');
      await library.close();
      await killExport(fixture, project, folder, format, 'whole');
      expect(contents()).toMatchObject(before);
      library = await fixture.open();
      await library.services['project.open']({ path: project.path }, context());
      expect(contents()).toMatchObject(before);
      const { written } = await run(edit);
      expect(inFolder()).toEqual(written.map(({ name }) => name).sort());
      const made = readFileSync(join(folder, `out.${format}`), 'utf8');
      for (const { name } of written.filter((file) => file.format === 'wav')) {
        expect(made.includes(name) || made.includes(encodeURIComponent(name))).toBe(true);
        expect(statSync(join(folder, name)).size).toBe(44 + 60_000);
      }
    },
    120_000,
  );

  const edited = (path: string): void => writeFileSync(path, 'mine');
  const referred = (path: string): void => writeFileSync(join(folder, 'mine.rpp'), `FILE "${basename(path)}"`);
  it.each([
    ['goes with the next export of that project', undefined],
    ['stays where somebody has changed it since', edited],
    ['stays where another project refers to it', referred],
  ])('of a project for an audio editor leave a sound when they are killed, which %s', async (_, change) => {
    const edit = { folder, format: 'rpp' as const, overwrite: true };
    await makeTake(library, project, 0, toneWav(48_000), 'operation0001');
    await run(edit);
    const before = inFolder();
    await makeTake(library, project, 0, toneWav(30_000, 300), 'operation0002');
    await library.close();
    await killExport(fixture, project, folder, 'rpp', 'whole');
    const left = inFolder().find((name) => !before.includes(name)) ?? '';
    expect(left).toMatch(/ \(2\)\.wav$/u);
    change?.(join(folder, left));
    library = await fixture.open();
    await library.services['project.open']({ path: project.path }, context());
    await makeTake(library, project, 0, toneWav(20_000, 500), 'operation0003');
    const names = (await run(edit)).written.map(({ name }) => name);
    const stays = [...(change === undefined ? [] : [left]), ...(change === referred ? ['mine.rpp'] : [])];
    expect(names).not.toContain(left);
    expect(inFolder()).toEqual([...names, ...stays].sort());
    expect(readdirSync(join(fixture.profile, 'unclaimed'))).toEqual([]);
  });
});
