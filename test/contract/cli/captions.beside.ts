import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocument } from '#shared/narration/document.ts';
import { blocks, context, factsOf, Fixture, firstChapter, toneWav } from '../library/helpers.ts';
import { start } from './command-line.ts';

/** Captions as others read them: ffmpeg, ffprobe and xmllint. */

const run = promisify(execFile);
const texts = [
  'The fog came in at noon, and nobody who lived on the hill above the harbour saw it until the bell had been ringing for an hour.',
  '“Did you hear {that}?” she asked, and put the <lamp> down & looked up at C:\\docs.',
  'It was late in the evening when the two travellers came down from the hills.',
];
let folder: string;
let project: string;
const file = (name: string): string => join(folder, name);

async function exported(format: string, ending: string): Promise<string> {
  const path = file(`book-${format}.${ending}`);
  const ended = await start(['project', 'export', project, '--format', format, '--out', path], { profile: file('profile'), env: {} }).ended;
  expect([ended.stderr, ended.code]).toEqual(['', 0]);
  return path;
}

async function probed(path: string): Promise<{ codec: string; packets: { pts: number; duration: number }[] }> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-show_packets', '-of', 'json', path]);
  const { streams, packets } = JSON.parse(stdout) as {
    streams: { codec_name: string }[];
    packets: { pts_time: string; duration_time: string }[];
  };
  return {
    codec: streams[0]?.codec_name ?? '',
    packets: packets.map(({ pts_time, duration_time }) => ({ pts: Number(pts_time), duration: Number(duration_time) })),
  };
}

/** As ffmpeg writes the file again as SRT: the text of each cue, without tags, line breaks, and the escapes that it leaves of its own ASS. */
async function asSrt(path: string): Promise<string[]> {
  const { stdout, stderr } = await run('ffmpeg', ['-nostdin', '-v', 'warning', '-i', path, '-f', 'srt', '-']);
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split(/\r?\n\r?\n(?=\d+\r?\n)/u)
    .map((cue) =>
      cue
        .split(/\r?\n/u)
        .slice(2)
        .join(' ')
        .replaceAll(/<\/?font[^>]*>|\u2060|\\(?=[{}])/gu, ''),
    );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-captions-'));
  const library = await new Fixture(file('studio')).open();
  const { services } = library;
  const created = await services['project.create']({ title: 'A "book" & <more>' }, context());
  const { projectId } = created;
  await services['project.update']({ projectId, voiceId: 'anna' }, context());
  const { id, title } = firstChapter(created);
  const chapters = [texts.slice(0, 2), texts.slice(2)].map((paragraphs, index) => ({
    id: `chaptercaptions${index}`,
    title: `Part ${index + 1}`,
    document: createDocument(paragraphs).toJSON() as never,
  }));
  await services['project.arrange']({ projectId, before: [{ id, title }], chapters }, context());
  const opened = await services['project.open']({ path: created.path }, context());
  const wordsOf = (text: string) => ({
    words: text.split(' ').map((word, index) => ({ text: word, startMs: index * 310, endMs: index * 310 + 290 })),
  });
  for (const [index, chapter] of [0, 0, 1].entries()) {
    const place = chapter === 0 ? index : 0;
    const ground = { ...opened, chapters: opened.chapters.slice(chapter) };
    const text = blocks(ground)[place]?.text ?? '';
    const arrival = await library.receive(`operationcaptions${index}`, 'wav');
    await arrival.write(toneWav(48_000 * 9, 300));
    await library.addTake(await arrival.complete(factsOf(ground, place, wordsOf(text))));
  }
  await library.close();
  project = created.path;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('captions that project export writes', () => {
  it('are read by ffprobe with as many cues at the same times, none over another, as SRT, WebVTT, WebVTT with words and ASS', async () => {
    const srt = await probed(await exported('srt', 'srt'));
    expect(srt.codec).toBe('subrip');
    expect(srt.packets.length).toBeGreaterThan(3);
    for (const [index, { pts, duration }] of srt.packets.entries()) {
      expect(duration).toBeGreaterThan(0);
      expect(pts + duration).toBeLessThanOrEqual((srt.packets[index + 1]?.pts ?? Infinity) + 1e-6);
    }
    for (const [format, ending, codec, precision] of [
      ['vtt', 'vtt', 'webvtt', 0.001],
      ['vtt-words', 'vtt', 'webvtt', 0.001],
      ['ass', 'ass', 'ass', 0.011],
    ] as const) {
      const read = await probed(await exported(format, ending));
      expect([format, read.codec, read.packets.length]).toEqual([format, codec, srt.packets.length]);
      for (const [index, { pts, duration }] of read.packets.entries()) {
        expect(Math.abs(pts - (srt.packets[index]?.pts ?? 0))).toBeLessThanOrEqual(precision);
        expect(Math.abs(duration - (srt.packets[index]?.duration ?? 0))).toBeLessThanOrEqual(2 * precision);
      }
    }
  }, 60_000);

  it('say every word once and in order when ffmpeg writes them again as SRT', async () => {
    const wanted = texts.join(' ');
    for (const [format, ending] of [
      ['vtt', 'vtt'],
      ['vtt-words', 'vtt'],
      ['ass', 'ass'],
    ] as const)
      expect([format, (await asSrt(await exported(format, ending))).join(' ')]).toEqual([format, wanted]);
  }, 60_000);

  it('as TTML are XML that xmllint takes, with a region, a language and every word', async () => {
    const path = await exported('ttml', 'ttml');
    await run('xmllint', ['--noout', '--nonet', path]);
    const find = async (xpath: string): Promise<string> => (await run('xmllint', ['--nonet', '--xpath', xpath, path])).stdout.trim();
    expect(await find("count(//*[local-name()='region'])")).toBe('1');
    expect(await find("string(/*/@*[local-name()='timeBase'])")).toBe('media');
    expect(await find('string(/*/@xml:lang)')).toBe('en');
    expect(await find("count(//*[local-name()='span'])")).toBe(String(texts.join(' ').split(' ').length));
    expect(await find("string((//*[local-name()='span'])[last()])")).toBe('hills.');
    expect(readFileSync(path, 'utf8')).toContain('&lt;lamp&gt;');
  }, 60_000);
});
