import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { createDocument } from '#shared/narration/document.ts';
import { context, Fixture, firstChapter, makeTake } from '../library/helpers.ts';
import { measureByFfmpeg, probeFile } from '../masters/ffmpeg-measures.ts';
import { makeSpokenPcm } from '../masters/spoken-pcm.ts';
import { start, valueOf, type Ended } from './command-line.ts';

let folder: string;
/** Three chapters, each with one block of sound: 8 s, 62 s, and 8 s that are very soft. */
let project: string;

const titles = ['CON', '../x: one', '../x? one'];
const out = (name: string): string => join(folder, name);
const run = (...args: readonly string[]): Promise<Ended> =>
  start(['project', 'export', project, ...args, '--json'], { profile: join(folder, 'profile'), env: {} }).ended;

interface Value {
  files: { path: string; chapter: number | null; durationMs: number; measures: { lufs: number; rmsDb: number; truePeakDb: number } }[];
  measures: { lufs: number; rmsDb: number; truePeakDb: number; noiseFloorDb: number } | null;
  report: { rule: string; limit: string; value: number; ok: boolean; path: string }[];
}
const valuesOf = (ended: Ended): Value => valueOf(ended) as unknown as Value;

function wav(pcm: Int16Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat([wavHeader(pcm.length), new Uint8Array(pcm.buffer)]));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-masters-'));
  const library = await new Fixture(join(folder, 'studio')).open();
  const { services } = library;
  const created = await services['project.create']({ title: 'Sea: a book' }, context());
  await services['project.update']({ projectId: created.projectId, voiceId: 'anna' }, context());
  const { id, title } = firstChapter(created);
  const chapters = titles.map((each, index) => ({
    id: `chapter-masters-${index}`.replaceAll('-', ''),
    title: each,
    document: createDocument([`The fog came in at noon, part ${index}.`]).toJSON() as never,
  }));
  await services['project.arrange']({ projectId: created.projectId, before: [{ id, title }], chapters }, context());
  const opened = await services['project.open']({ path: created.path }, context());
  const sounds = [makeSpokenPcm(8), makeSpokenPcm(62, 0.35), makeSpokenPcm(8, 0.001)];
  for (const [index, sound] of sounds.entries())
    await makeTake(library, { ...opened, chapters: opened.chapters.slice(index) }, 0, wav(sound), `operationmasters${index}`);
  await library.close();
  project = created.path;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('project export with a preset', () => {
  it('audiobook writes chapters, credits and a sample by the numbers as ffmpeg measures them, and names the chapter that is too soft', async () => {
    const credits = ['--opening-credits', '1', '--sample', '2', '--author', 'Ann', '--narrator', 'Nora'];
    const ended = await run('--format', 'mp3', '--preset', 'audiobook', '--each', 'chapter', '--out', out('shop'), ...credits);
    const { files, report } = valuesOf(ended);
    expect(readdirSync(out('shop')).sort()).toEqual([
      'Sea a book - 02 x one.mp3',
      'Sea a book - 03 x one (checks failed).mp3',
      'Sea a book - Opening Credits.mp3',
      'Sea a book - Retail Sample.mp3',
    ]);
    expect(report.filter(({ ok }) => !ok).map(({ rule, path }) => [rule, path])).toEqual([
      ['rms', out('shop/Sea a book - 03 x one (checks failed).mp3')],
    ]);
    for (const { path, measures } of files.filter(({ chapter }) => chapter !== 3)) {
      const theirs = await measureByFfmpeg(path);
      const probed = await probeFile(path);
      expect([probed.streams[0]?.sample_rate, probed.streams[0]?.channels, probed.streams[0]?.bit_rate]).toEqual(['44100', 1, '192000']);
      expect(probed.format.tags).toMatchObject({ artist: 'Ann', album: 'Sea: a book' });
      expect(theirs.rmsDb).toBeGreaterThan(-23);
      expect(theirs.rmsDb).toBeLessThan(-18);
      expect(theirs.truePeakDb).toBeLessThanOrEqual(-3);
      expect(Math.abs(theirs.rmsDb - measures.rmsDb)).toBeLessThan(0.1);
    }
    expect(ended.code).toBe(1);
  }, 240_000);

  it('audiobook has its captions with the sound of its files by --timed-to, in one file and in a file for each chapter', async () => {
    const begin = async (name: string, ...args: string[]): Promise<number[]> => {
      const ended = await run('--format', 'json', '--out', out(name), ...args);
      expect([ended.stderr, ended.code]).toEqual(['', 0]);
      return valuesOf(ended).files.map(({ path }) => {
        const [chapter] = (JSON.parse(readFileSync(path, 'utf8')) as { chapters: { words: { startMs: number }[] }[] }).chapters;
        return chapter?.words[0]?.startMs ?? -1;
      });
    };
    const each = ['--each', 'chapter'];
    const [studio, book, chapters] = [
      await begin('studio.json'),
      await begin('book.json', '--timed-to', 'audiobook'),
      await begin('timed', '--timed-to', 'audiobook', ...each),
    ];
    // The sound begins 50 ms after its take, and 750 ms after its file.
    for (const startMs of [...book, chapters[0] ?? -1]) expect(Math.abs(startMs - (studio[0] ?? 0) - 700)).toBeLessThan(60);
    expect(chapters).toHaveLength(3);
  }, 120_000);

  it('a file that breaks a rule stays under a name that says so, exits with 1, and leaves the earlier file as it was', async () => {
    writeFileSync(out('soft.flac'), 'earlier');
    const ended = await run('--format', 'flac', '--preset', 'broadcast', '--chapter', '3', '--out', out('soft.flac'));
    expect(ended.code).toBe(1);
    expect(readFileSync(out('soft.flac'), 'utf8')).toBe('earlier');
    const { files, report } = valuesOf(ended);
    expect(files.map(({ path }) => path)).toEqual([out('soft (checks failed).flac')]);
    expect(report.filter(({ ok }) => !ok).map(({ rule }) => rule)).toEqual(['loudness']);
    expect(existsSync(out('soft (checks failed).flac'))).toBe(true);
  });

  it('a file that passes replaces the one of its name whose checks failed', async () => {
    writeFileSync(out('loud (checks failed).flac'), 'failed');
    const ended = await run('--format', 'flac', '--preset', 'broadcast', '--chapter', '1', '--out', out('loud.flac'));
    expect([ended.stderr, ended.code]).toEqual(['', 0]);
    expect(existsSync(out('loud.flac'))).toBe(true);
    expect(existsSync(out('loud (checks failed).flac'))).toBe(false);
  });
});

describe('project export of one file', () => {
  it('writes an M4B whose chapters, narrator and cover ffprobe reads', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    writeFileSync(out('cover.png'), Buffer.from(png, 'base64'));
    const tags = ['--title', 'The Sea', '--author', 'Ann', '--narrator', 'Nora', '--cover', out('cover.png')];
    const ended = await run('--format', 'm4b', '--out', out('book.m4b'), ...tags);
    expect([ended.stderr, ended.code]).toEqual(['', 0]);
    const { format, streams, chapters } = await probeFile(out('book.m4b'));
    expect(format.tags).toMatchObject({ title: 'The Sea', artist: 'Ann', composer: 'Nora', NARRATOR: 'Nora', major_brand: 'M4B ' });
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(expect.arrayContaining(['aac', 'png']));
    expect(chapters.map(({ tags: own }) => own?.title)).toEqual(titles);
    expect(Number(chapters[1]?.start_time)).toBeCloseTo(9.5, 1);
  });

  it.each(['neither picture nor anything else', ''])(
    'refuses a cover that is no picture and leaves the earlier file: "%s"',
    async (content) => {
      writeFileSync(out('cover.txt'), content);
      writeFileSync(out('covered.mp3'), 'earlier');
      const ended = await run('--format', 'mp3', '--out', out('covered.mp3'), '--cover', out('cover.txt'));
      expect(ended.code).toBe(1);
      expect(valueOf(ended)).toMatchObject({ failure: { kind: 'unsupported-media', field: '--cover' } });
      expect(readFileSync(out('covered.mp3'), 'utf8')).toBe('earlier');
    },
  );
});

describe('project export --each', () => {
  it('block writes every block, and character a stem as long as its chapter', async () => {
    const [blocks, stems] = [
      await run('--format', 'wav', '--each', 'block', '--out', out('blocks')),
      await run('--format', 'wav', '--each', 'character', '--out', out('stems')),
    ];
    expect([blocks.code, stems.code]).toEqual([0, 0]);
    expect(readdirSync(out('blocks'))).toHaveLength(3);
    expect(valuesOf(stems).files.map(({ durationMs }) => durationMs)).toEqual([8000, 62_000, 8000]);
    expect(readdirSync(out('stems')).sort()[0]).toBe('Sea a book - 01 CON_ - Narration.wav');
  });
});
