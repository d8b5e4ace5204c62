import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start, valueOf, type Ended } from '../cli/command-line.ts';
import { probeFile } from '../masters/ffmpeg-measures.ts';
import { checkEpub } from './epubcheck.ts';
import { makeSpokenProject, wordMs } from './spoken-project.ts';

/** Books as others read them: epubcheck, unzip, xmllint and ffprobe. */

const run = promisify(execFile);
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const english = 'The fog came in at noon. Mr. Brown saw <nobody> & went “home”.';
const arabic = 'جاء الضباب عند الظهر.';
const greek = 'Ἐν ἀρχῇ ἦν ὁ λόγος\u00a0— καὶ 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🦊.';

let folder: string;
let project: string;
const out = (name: string): string => join(folder, name);
const exportTo = (name: string, ...args: readonly string[]): Promise<Ended> =>
  start(['project', 'export', project, '--format', 'epub', '--out', out(name), ...args, '--json'], { profile: out('profile'), env: {} })
    .ended;
const partOf = async (book: string, part: string): Promise<string> =>
  (await run('unzip', ['-p', out(book), part], { maxBuffer: 1e8 })).stdout;

async function find(book: string, part: string, xpath: string): Promise<string[]> {
  writeFileSync(out('part.xml'), await partOf(book, part));
  const { stdout } = await run('xmllint', ['--nonet', '--xpath', xpath, out('part.xml')]);
  return stdout.trim().split('\n');
}
const seconds = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-epub-'));
  writeFileSync(out('cover.png'), Buffer.from(png, 'base64'));
  project = await makeSpokenProject(out('studio'), 'Nebel & "Meer" <1>', [
    {
      title: 'Kapitel ‹Eins› & so',
      blocks: [
        { text: english, sound: 'timed' },
        { text: 'Nothing is known of these words.', sound: 'none' },
        { text: 'Nobody has spoken this.', sound: 'silent' },
        { text: 'The last words.', sound: 'timed' },
      ],
    },
    { title: 'الفصل الثاني', blocks: [{ text: arabic, sound: 'timed', language: 'ar' }] },
    { title: 'Only text', blocks: [{ text: 'This chapter has no sound at all.', sound: 'silent' }] },
    { title: greek, blocks: [{ text: greek, sound: 'timed', language: 'el' }] },
  ]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('project export --format epub', () => {
  it('writes a book without an error or a warning of epubcheck: several chapters and scripts, blocks without words and without sound, a cover', async () => {
    const tags = ['--title', 'Fog & <Sea>', '--author', 'Ann "A" Ames', '--narrator', 'Nora', '--cover', out('cover.png')];
    const ended = await exportTo('book.epub', '--allow-missing', ...tags);
    expect(ended.code, ended.stderr).toBe(0);
    expect(await checkEpub(out('book.epub'))).toEqual([]);
    const { files } = valueOf(ended) as { files: { path: string; format: string; chapter: null; durationMs: number; bytes: number }[] };
    expect(files).toMatchObject([{ path: out('book.epub'), format: 'epub', chapter: null }]);
    expect(files[0]?.durationMs).toBeGreaterThan(5 * 4000);
    expect(readdirSync(folder).filter((name) => name.includes('book'))).toEqual(['book.epub']);
  }, 180_000);

  it('puts the mimetype first and stores it and the sounds without compression', async () => {
    const bytes = readFileSync(out('book.epub'));
    expect(bytes.subarray(30, 58).toString('latin1')).toBe('mimetypeapplication/epub+zip');
    const { stdout } = await run('unzip', ['-v', out('book.epub')]);
    expect(
      stdout
        .split('\n')
        .filter((line) => line.includes('.mp3') || line.includes('mimetype'))
        .every((line) => line.includes('Stored')),
    ).toBe(true);
    await run('unzip', ['-tq', out('book.epub')]);
  });

  it('says title, people, language, where word times come from, and durations that are the sums of the clips', async () => {
    const text = async (xpath: string): Promise<string> => (await find('book.epub', 'EPUB/package.opf', `string(${xpath})`)).join('\n');
    expect(await text("//*[local-name()='title']")).toBe('Fog & <Sea>');
    expect(await text("//*[local-name()='creator']")).toBe('Ann "A" Ames');
    expect(await text("//*[@property='media:narrator']")).toBe('Nora');
    expect(await text("//*[local-name()='language']")).toBe('en');
    expect(await text("//*[@property='voicewright:word-times']")).toBe('measured');
    expect(await find('book.epub', 'EPUB/text/chapter-0002.xhtml', 'string(//*[@id="b1"]/@lang)')).toEqual(['ar']);
    const overlays = ['0001', '0002', '0004'];
    let total = 0;
    for (const number of overlays) {
      const smil = `EPUB/overlays/chapter-${number}.smil`;
      const [begins, ends] = [
        (await find('book.epub', smil, '//@clipBegin')).map((each) => seconds(each.split('"')[1] ?? '')),
        (await find('book.epub', smil, '//@clipEnd')).map((each) => seconds(each.split('"')[1] ?? '')),
      ];
      expect(ends.slice(0, -1)).toEqual(begins.slice(1));
      const sum = ends.reduce((all, end, index) => all + end - (begins[index] ?? 0), 0);
      expect(seconds(await text(`//*[@refines='#chapter-${number}-overlay']`))).toBeCloseTo(sum, 3);
      writeFileSync(
        out('sound.mp3'),
        (await run('unzip', ['-p', out('book.epub'), `EPUB/audio/chapter-${number}.mp3`], { encoding: 'buffer', maxBuffer: 1e8 })).stdout,
      );
      expect(Number((await probeFile(out('sound.mp3'))).format.duration)).toBeGreaterThanOrEqual(ends.at(-1) ?? Infinity);
      total += sum;
    }
    expect(seconds(await text("//*[@property='media:duration' and not(@refines)]"))).toBeCloseTo(total, 3);
    expect(await text('count(//*[@media-overlay])')).toBe('3');
  });

  it('has a span and a pair for each word at its time, in sentences; one pair for a block without word times; none for one without sound', async () => {
    const [chapter, smil] = ['EPUB/text/chapter-0001.xhtml', 'EPUB/overlays/chapter-0001.smil'];
    expect(await find('book.epub', chapter, "string(//*[@id='b1'])")).toEqual([english]);
    expect(await find('book.epub', chapter, "count(//*[@id='b1']/*)")).toEqual(['2']);
    expect(await find('book.epub', chapter, "string(//*[@id='b1s2'])")).toEqual(['Mr. Brown saw <nobody> & went “home”.']);
    expect(await find('book.epub', chapter, "string(//*[@id='b1w8'])")).toEqual(['Brown']);
    const begin = `string(//*[local-name()='text'][@src='../text/chapter-0001.xhtml#b1w8']/following-sibling::*/@clipBegin)`;
    expect(seconds((await find('book.epub', smil, begin)).join(''))).toBe(wordMs(7).startMs / 1000);
    const pairs = (id: string): Promise<string[]> =>
      find('book.epub', smil, `count(//*[local-name()='text'][starts-with(@src, '../text/chapter-0001.xhtml#${id}')])`);
    expect([await pairs('b1w'), await pairs('b2'), await pairs('b3'), await pairs('b4w')]).toEqual([['13'], ['1'], ['0'], ['3']]);
    expect(await find('book.epub', 'EPUB/text/chapter-0004.xhtml', 'string(//*[local-name()="h1"])')).toEqual([greek]);
    expect(await find('book.epub', 'EPUB/text/chapter-0004.xhtml', 'count(//*[local-name()="p"])')).toEqual(['0']);
  });

  it('writes a book of each chapter with sound with --each chapter, without an error of epubcheck', async () => {
    const ended = await exportTo('books', '--allow-missing', '--each', 'chapter');
    expect(ended.code, ended.stderr).toBe(0);
    expect(readdirSync(out('books')).sort()).toEqual([
      'Nebel & Meer 1 - 01 Kapitel ‹Eins› & so.epub',
      'Nebel & Meer 1 - 02 الفصل الثاني.epub',
      expect.stringMatching(/ - 04 .*\.epub$/u),
    ]);
    expect(await checkEpub(join(out('books'), 'Nebel & Meer 1 - 02 الفصل الثاني.epub'))).toEqual([]);
  }, 180_000);

  it('leaves an earlier file as it was when blocks have no sound, when the cover is no picture, and when a preset is asked for', async () => {
    writeFileSync(out('earlier.epub'), 'earlier');
    for (const [args, code] of [
      [[], 1],
      [['--allow-missing', '--cover', project], 1],
      [['--allow-missing', '--preset', 'podcast'], 2],
      [['--allow-missing', '--each', 'block'], 2],
    ] as const) {
      const ended = await exportTo('earlier.epub', ...args);
      expect([args, ended.code]).toEqual([args, code]);
    }
    expect(readFileSync(out('earlier.epub'), 'utf8')).toBe('earlier');
  }, 120_000);
});
