import { on } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start, valueOf, type Ended } from '../cli/command-line.ts';
import { probeFile } from '../masters/ffmpeg-measures.ts';
import { parseOtio, secondsOf } from './otio.ts';
import { numberOf, parseRpp, valuesOf } from './rpp.ts';
import { makeSpokenProject } from './spoken-project.ts';

/** Projects for audio editors, by readers of the published formats, with their sounds as ffprobe sees them. */

let folder: string;
let project: string;
const out = (name: string): string => join(folder, name);
const run = (...args: readonly string[]): Promise<Ended> =>
  start(['project', ...args, '--json'], { profile: out('profile'), env: {} }).ended;

const titles = ['One "quoted" & more', 'It\'s `all` "three"'];
const sounds = ['The sea - Audio 01 One quoted & more.wav', "The sea - Audio 02 It's `all` three.wav"];
/** What the CLI says of the time line: each block with its place, in the order of the project. */
interface Shown {
  chapters: {
    title: string;
    durationMs: number;
    blocks: { text: string; character: string | null; startMs: number | null; endMs: number | null }[];
  }[];
}
let shown: Shown;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-edits-'));
  project = await makeSpokenProject(out('studio'), 'Sea', [
    {
      title: titles[0] ?? '',
      blocks: [
        { text: 'The fog came in.', sound: 'timed' },
        { text: '“Who is there?” said "Ann".', sound: 'timed', character: 'Ann' },
        { text: 'Nobody has spoken this.', sound: 'silent' },
        { text: 'Nobody answered.', sound: 'none' },
      ],
    },
    {
      title: titles[1] ?? '',
      blocks: [
        { text: 'Bob laughed.', sound: 'timed', character: 'Bob' },
        { text: 'So did she.', sound: 'timed', character: 'Ann' },
      ],
    },
  ]);
  shown = valueOf(await run('show', project)) as unknown as Shown;
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every block with sound, by its track and where it must stand in seconds: chapters follow one another after 1.5 s. */
function wantedItems(): { track: string; start: number; length: number; chapter: number; offset: number }[] {
  let at = 0;
  return shown.chapters.flatMap(({ durationMs, blocks }, chapter) => {
    const start = at;
    at += durationMs / 1000 + 1.5;
    return blocks
      .flatMap(({ character, startMs, endMs }) => (startMs === null || endMs === null ? [] : [{ character, startMs, endMs }]))
      .map(({ character, startMs, endMs }) => ({
        track: character ?? 'Narration',
        start: start + startMs / 1000,
        length: (endMs - startMs) / 1000,
        chapter,
        offset: startMs / 1000,
      }));
  });
}
const round = (value: number): number => Math.round(value * 1000) / 1000;

const byStart = (one: { start: number }, other: { start: number }): number => one.start - other.start;
const expected = () =>
  wantedItems().map(({ start: at, length, offset, ...rest }) => ({
    ...rest,
    start: round(at),
    length: round(length),
    offset: round(offset),
  }));

async function exportAs(name: string, format: string): Promise<void> {
  const ended = await run('export', project, '--format', format, '--out', out(name), '--allow-missing');
  expect(ended.code, ended.stderr).toBe(0);
  const { files } = valueOf(ended) as { files: { path: string; format: string }[] };
  expect(files.map((file) => [file.path, file.format])).toEqual([[out(name), format], ...sounds.map((sound) => [out(sound), 'wav'])]);
  for (const { path } of files) expect(existsSync(path)).toBe(true);
}

describe('project export for audio editors', () => {
  it('writes OpenTimelineIO with every field of its schemas, tracks of one length, and clips that lie within sounds of the stated length', async () => {
    await exportAs('The sea.otio', 'otio');
    const { name, tracks } = parseOtio(readFileSync(out('The sea.otio'), 'utf8'));
    expect([name, tracks.children.map((track) => [track.name, track.kind])]).toEqual([
      'Sea',
      [
        ['Narration', 'Audio'],
        ['Ann', 'Audio'],
        ['Bob', 'Audio'],
      ],
    ]);
    const clips = [];
    const lengths = new Set<number>();
    for (const track of tracks.children) {
      let at = 0;
      for (const child of track.children) {
        const { start: offset, length } = secondsOf(child.source_range);
        if (child.OTIO_SCHEMA === 'Clip.2') {
          const media = child.media_references[child.active_media_reference_key];
          const file = decodeURIComponent(media?.target_url ?? '');
          const available = secondsOf(media?.available_range ?? child.source_range);
          expect(Number((await probeFile(out(file))).format.duration)).toBeCloseTo(available.length, 6);
          expect(offset).toBeGreaterThanOrEqual(available.start);
          expect(offset + length).toBeLessThanOrEqual(available.start + available.length + 1e-9);
          clips.push({ track: track.name, chapter: sounds.indexOf(file), start: round(at), length: round(length), offset: round(offset) });
        }
        at += length;
      }
      lengths.add(round(at));
    }
    expect(lengths.size).toBe(1);
    expect(clips.sort(byStart)).toEqual(expected());
    const starts = shown.chapters.map((_, index) => wantedItems().find(({ chapter }) => chapter === index)?.start);
    expect(tracks.markers.map((marker) => [marker.name, secondsOf(marker.marked_range).start])).toEqual(
      titles.map((title, index) => [title, starts[index]]),
    );
    expect([...lengths][0]).toBe(round((starts[1] ?? 0) + (shown.chapters[1]?.durationMs ?? 0) / 1000));
  }, 120_000);

  it('writes a Reaper project whose items stand in their tracks at their places, with sounds that are there and regions for the chapters', async () => {
    await exportAs('The sea.rpp', 'rpp');
    const root = parseRpp(readFileSync(out('The sea.rpp'), 'utf8'));
    expect([root.name, root.values.length]).toEqual(['REAPER_PROJECT', 3]);
    expect(valuesOf(root, 'SAMPLERATE')[0]).toBe('48000');
    const items = [];
    for (const track of root.blocks) {
      expect(track.name).toBe('TRACK');
      for (const item of track.blocks) {
        const [source, ...others] = item.blocks;
        if (source === undefined) throw new Error('an item without a source');
        expect([item.name, source.name, source.values, others]).toEqual(['ITEM', 'SOURCE', ['WAVE'], []]);
        const [file = ''] = valuesOf(source, 'FILE');
        const { streams, format } = await probeFile(out(file));
        expect([streams[0]?.codec_name, streams[0]?.sample_rate, streams[0]?.channels]).toEqual(['pcm_s16le', '48000', 1]);
        const [offset, length] = [numberOf(item, 'SOFFS'), numberOf(item, 'LENGTH')];
        expect(offset + length).toBeLessThanOrEqual(Number(format.duration) + 1e-6);
        expect(valuesOf(item, 'LOOP')).toEqual(['0']);
        items.push({
          track: valuesOf(track, 'NAME')[0],
          chapter: sounds.indexOf(file),
          start: round(numberOf(item, 'POSITION')),
          length: round(length),
          offset: round(offset),
        });
      }
    }
    expect(items.sort(byStart)).toEqual(expected());
    const names = root.blocks.flatMap((track) => track.blocks.map((item) => valuesOf(item, 'NAME')[0]));
    expect(names).toContain('“Who is there?” said "Ann".');
    const markers = root.lines.filter(({ name }) => name === 'MARKER').map(({ values }) => values);
    // A text with all three quotation marks loses one.
    const regions = [titles[0], "It's 'all' \"three\""];
    expect(markers.map(([number, , title, flags]) => [number, title, flags])).toEqual([
      ['1', regions[0], '1'],
      ['1', '', '1'],
      ['2', regions[1], '1'],
      ['2', '', '1'],
    ]);
    expect(markers.map(([, at]) => round(Number(at)))).toEqual(
      shown.chapters.flatMap(({ durationMs }, index) => {
        const from = wantedItems().find(({ chapter }) => chapter === index)?.start ?? Number.NaN;
        return [round(from), round(from + durationMs / 1000)];
      }),
    );
  }, 120_000);

  it('refuses a file for each chapter, and leaves what is there when blocks have no sound', async () => {
    writeFileSync(out('earlier.rpp'), 'earlier');
    const before = readdirSync(folder);
    expect((await run('export', project, '--format', 'rpp', '--out', out('earlier.rpp'), '--each', 'chapter')).code).toBe(2);
    expect((await run('export', project, '--format', 'rpp', '--out', out('earlier.rpp'))).code).toBe(1);
    expect(readFileSync(out('earlier.rpp'), 'utf8')).toBe('earlier');
    expect(readdirSync(folder)).toEqual(before);
  }, 60_000);

  it('killed once the first sound is made, leaves the project with its sounds as they were; run again, it ends with new sounds alone', async () => {
    const said = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `Sentence ${index}.`, sound: 'timed' as const }));
    const long = await makeSpokenProject(out('long'), 'Long', [
      { title: 'Short', blocks: said(2) },
      { title: 'Long', blocks: said(60) },
    ]);
    const masters = out('masters');
    mkdirSync(masters);
    const order = ['export', long, '--format', 'rpp', '--out', join(masters, 'Long.rpp')];
    const contents = (): Record<string, string> =>
      Object.fromEntries(readdirSync(masters).map((name) => [name, readFileSync(join(masters, name)).toString('base64')]));
    expect((await run(...order)).code).toBe(0);
    const before = contents();
    for (const chapter of ['1', '2']) expect((await run('set', long, '--chapter', chapter, '--pause', '900')).code).toBe(0);

    const changed = watch(masters);
    const { process, ended } = start(['project', ...order, '--json'], { profile: out('profile'), env: {} });
    for await (const [, name] of on(changed, 'change')) if (String(name).endsWith('.wav')) break;
    process.kill('SIGKILL');
    await ended;
    changed.close();
    expect(contents()).toMatchObject(before);

    const { files } = valueOf(await run(...order)) as { files: { path: string }[] };
    expect(readdirSync(masters).sort()).toEqual(files.map(({ path }) => basename(path)).sort());
    const made = readFileSync(join(masters, 'Long.rpp'), 'utf8');
    for (const { path } of files.slice(1)) expect(made).toContain(basename(path));
    for (const sound of files.slice(1)) expect(before[basename(sound.path)]).not.toBe(readFileSync(sound.path).toString('base64'));
  }, 120_000);
});
