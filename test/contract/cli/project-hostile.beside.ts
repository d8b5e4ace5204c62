import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { createDocument } from '#shared/narration/document.ts';
import { context, Fixture, firstChapter, makeTake } from '../library/helpers.ts';
import { makeSpokenPcm } from '../masters/spoken-pcm.ts';
import { start, valueOf, type Ended } from './command-line.ts';

let folder: string;
let project: string;
/** Names of devices, of folders above, too long for a disk, and twice the same. */
const titles = ['CON', '../x', '..', 'nul.txt', 'a/b\\c', 'é'.repeat(300), 'Same', 'Same'];
const at = (...names: readonly string[]): string => join(folder, ...names);
const run = (...args: readonly string[]): Promise<Ended> =>
  start(['project', ...args, '--json'], { profile: at('profile'), env: {} }).ended;
const listAll = (path: string): string[] => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-hostile-'));
  const library = await new Fixture(at('studio')).open();
  const { services } = library;
  const created = await services['project.create']({ title: '../../Sea' }, context());
  await services['project.update']({ projectId: created.projectId, voiceId: 'anna' }, context());
  const { id, title } = firstChapter(created);
  const chapters = titles.map((each, index) => ({
    id: `chapterhostile${index}`,
    title: each.slice(0, 200),
    document: createDocument([`The fog came in at noon, part ${index}.`]).toJSON() as never,
  }));
  await services['project.arrange']({ projectId: created.projectId, before: [{ id, title }], chapters }, context());
  const opened = await services['project.open']({ path: created.path }, context());
  const pcm = makeSpokenPcm(2);
  const sound = Uint8Array.from(Buffer.concat([wavHeader(pcm.length), new Uint8Array(pcm.buffer)]));
  for (const index of titles.keys())
    await makeTake(library, { ...opened, chapters: opened.chapters.slice(index) }, 0, sound, `operationhostile${index}`);
  await library.close();
  project = created.path;
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('chapters with hostile names', () => {
  it.each(['wav', 'mp3', 'srt', 'vtt', 'ass', 'ttml', 'lrc', 'json', 'textgrid', 'labels'])(
    'leave nothing of their %s outside the folder, and each has a file of its own',
    async (format) => {
      mkdirSync(at('out', format), { recursive: true });
      const before = listAll(folder).filter((name) => !name.startsWith('profile'));
      const ended = await run('export', project, '--format', format, '--each', 'chapter', '--out', at('out', format, 'in'));
      expect([ended.stderr, ended.code]).toEqual(['', 0]);
      const files = readdirSync(at('out', format, 'in'));
      expect(files).toHaveLength(titles.length);
      for (const name of files) {
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(name).not.toMatch(/^(?:con|nul)(?:\.|$)|[/\\:]|^\.|[. ]$/iu);
      }
      const added = listAll(folder).filter((name) => !before.includes(name) && !name.startsWith('profile'));
      expect(added.filter((name) => !name.startsWith(join('out', format, 'in')))).toEqual([]);
    },
    60_000,
  );

  it.each([
    ['epub', 'book.epub'],
    ['html', 'book.html'],
    ['rpp', 'book.rpp'],
    ['otio', 'book.otio'],
  ])(
    'leave nothing of their %s outside the folder',
    async (format, name) => {
      mkdirSync(at('out', format, 'in'), { recursive: true });
      const before = listAll(folder);
      const ended = await run('export', project, '--format', format, '--out', at('out', format, 'in', name));
      expect([ended.stderr, ended.code]).toEqual(['', 0]);
      const added = listAll(folder).filter((one) => !before.includes(one) && !one.startsWith('profile'));
      expect(added).toContain(join('out', format, 'in', name));
      expect(added.filter((one) => !one.startsWith(join('out', format, 'in')))).toEqual([]);
      for (const one of added) expect(basename(one)).not.toMatch(/^(?:con|nul)(?:\.|$)|^\.\.|[\\:]/iu);
    },
    60_000,
  );
});

describe('project import of a hostile manuscript', () => {
  const docx = (): Buffer => {
    writeFileSync(at('sound.md'), '# One\n\nA quiet morning.\n');
    execFileSync('pandoc', [at('sound.md'), '-o', at('sound.docx')]);
    return readFileSync(at('sound.docx'));
  };

  it.each([
    ['truncated', 'book.docx', () => docx().subarray(0, 4000)],
    ['empty', 'empty.docx', () => Buffer.alloc(0)],
    ['renamed', 'picture.epub', () => Buffer.from('\x89PNG\r\n\x1a\nno book', 'latin1')],
    ['random', 'noise.docx', () => Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))],
    ['full of zeros', 'zeros.txt', () => Buffer.alloc(40 << 20)],
  ])(
    'that is %s is refused in words, and leaves the project as it was',
    async (_, name, content) => {
      const shown = async () => valueOf(await run('show', project));
      const before = await shown();
      writeFileSync(at(name), content());
      const ended = await run('import', at(name), '--project', project);
      expect(ended.code).toBe(1);
      expect(valueOf(ended)).toMatchObject({ failure: { message: expect.stringMatching(/\w/u) as string } });
      expect(await shown()).toEqual(before);
    },
    60_000,
  );
});
