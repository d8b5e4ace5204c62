import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Receipts } from '#shared/masters/receipts.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { longBook, writeBook } from '../../helpers/long-book.ts';
import { start, valueOf } from '../cli/command-line.ts';
import { voiceFor } from '../local-service/support.ts';
import { measureByFfmpeg, probeFile } from '../masters/ffmpeg-measures.ts';
import { checkEpub } from './epubcheck.ts';

/**
 * All sound of a book of 90,000 words, made by the local service, and every master of it, by commands alone; other programs judge them. Takes half an
 * hour on two cores, and 20 GB. `BOOK_CHAPTERS` (two at least) bounds it for a first look.
 */

const hours = 3_600_000;
const chapters = longBook().slice(0, Number(process.env['BOOK_CHAPTERS'] ?? 30));
const paragraphs = chapters.flatMap((chapter) => chapter.paragraphs);
const wordsOf = (texts: readonly string[]): string[] => texts.join(' ').split(/\s+/u);

interface ShownChapter {
  title: string;
  durationMs: number;
  blocks: { text: string; state: string }[];
}

let folder: string;
let service: LocalService;
let project: string;
let shown: ShownChapter[];
let creditsUsed: number;
const at = (name: string): string => join(folder, name);

/** Runs a command, and says what it took: a figure for the reader of hours of output. */
async function command(...args: readonly string[]): Promise<Record<string, unknown>> {
  const env = { VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: 'local-wholebooksound' };
  const began = performance.now();
  const ended = await start(['project', ...args, '--json'], { profile: at('profile'), env }).ended;
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${seconds} s: ${args.filter((one) => !one.startsWith(folder)).join(' ')}\n`);
  expect(ended.code, `${args.join(' ')}: ${ended.stderr.slice(-2000)}`).toBe(0);
  return valueOf(ended);
}

const exported = (format: string, name: string, ...more: readonly string[]) =>
  command('export', project, '--format', format, '--out', at(name), ...more) as Promise<{ files: { durationMs: number }[] }>;

/** Of the whole book: its chapters one after another. */
const bookMs = (): number => shown.reduce((sum, { durationMs }) => sum + durationMs, 0);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-book-sound-'));
  project = at('book.voicewright');
  service = await startLocalService();
  const { voiceId } = await voiceFor(service, 'en', 'alpha');
  writeBook(at('book.docx'), chapters);
  await command('import', at('book.docx'), '--project', project, '--voice', voiceId);
  const generated = await command('generate', project);
  expect(generated).toMatchObject({ made: paragraphs.length, failed: 0, skipped: 0 });
  creditsUsed = Number(generated['creditsUsed']);
  shown = ((await command('show', project)) as unknown as { chapters: ShownChapter[] }).chapters;
}, 4 * hours);
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a book of 90,000 words with all of its sound', () => {
  it('has sound for every block, in order, and as long as people read', () => {
    const blocks = shown.flatMap((chapter) => chapter.blocks);
    expect(wordsOf(blocks.map(({ text }) => text))).toEqual(wordsOf(paragraphs));
    expect(new Set(blocks.map(({ state }) => state))).toEqual(new Set(['done']));
    const wordsPerMinute = wordsOf(paragraphs).length / (bookMs() / 60_000);
    process.stdout.write(`${(bookMs() / hours).toFixed(2)} h of sound, ${Math.round(wordsPerMinute)} words a minute\n`);
    expect(wordsPerMinute).toBeGreaterThan(100);
    expect(wordsPerMinute).toBeLessThan(260);
  });

  it(
    'is an audiobook of one MP3 a chapter by the numbers, as ffmpeg measures them, and its receipts add up to what was charged',
    async () => {
      await exported('mp3', 'masters', '--preset', 'audiobook', '--each', 'chapter', '--receipts');
      const names = readdirSync(at('masters')).sort();
      const files = names.filter((name) => name.endsWith('.mp3'));
      expect(files).toHaveLength(chapters.length);
      for (const [index, name] of files.entries()) {
        const path = join(at('masters'), name);
        const { streams, format } = await probeFile(path);
        expect(streams[0]).toMatchObject({ codec_name: 'mp3', sample_rate: '44100', channels: 1, bit_rate: '192000' });
        expect(format.tags?.['track']).toBe(`${index + 1}/${chapters.length}`);
        const lengthMs = Number(format.duration) * 1000 - (shown[index]?.durationMs ?? 0);
        expect(lengthMs, name).toBeGreaterThan(0);
        expect(lengthMs, name).toBeLessThan(6000);
        const { rmsDb, truePeakDb } = await measureByFfmpeg(path);
        expect([rmsDb > -23, rmsDb < -18, truePeakDb <= -3], `${name}: ${rmsDb} dB, ${truePeakDb} dBTP`).toEqual([true, true, true]);
      }
      const [receiptsName = ''] = names.filter((name) => name.endsWith('.json'));
      const receipts = JSON.parse(readFileSync(join(at('masters'), receiptsName), 'utf8')) as Receipts;
      expect(receipts.totals).toMatchObject({ credits: creditsUsed, unknownCharges: 0, recordedMs: 0 });
      expect(receipts.ledger.used).toEqual(receipts.ledger.project);
      for (const { lines, durationMs } of receipts.files) {
        expect(lines[0]?.startMs).toBe(0);
        expect(lines.at(-1)?.endMs).toBe(durationMs);
        expect(lines.every(({ startMs }, index) => index === 0 || startMs === lines[index - 1]?.endMs)).toBe(true);
      }
    },
    4 * hours,
  );

  it(
    'is one M4B with all chapters where they begin',
    async () => {
      await exported('m4b', 'book.m4b', '--author', 'Ann');
      const probed = await probeFile(at('book.m4b'));
      expect(probed.streams.map(({ codec_name }) => codec_name)).toContain('aac');
      expect(probed.chapters.map(({ tags }) => tags?.title)).toEqual(chapters.map(({ title }) => title));
      let startMs = 0;
      for (const [index, { start_time }] of probed.chapters.entries()) {
        expect(Math.abs(Number(start_time) * 1000 - startMs), `chapter ${index + 1}`).toBeLessThan(100);
        startMs += (shown[index]?.durationMs ?? 0) + 1500;
      }
      expect(Math.abs(Number(probed.format.duration) * 1000 - (startMs - 1500))).toBeLessThan(100);
      // Decoded to its end, it is speech throughout.
      expect((await measureByFfmpeg(at('book.m4b'))).lufs).toBeGreaterThan(-40);
    },
    4 * hours,
  );

  it.each(['srt', 'vtt'])(
    'has captions of every word, in order, as %s',
    async (format) => {
      await exported(format, `book.${format}`);
      expect((await probeFile(at(`book.${format}`))).streams[0]?.codec_name).toBe(format === 'srt' ? 'subrip' : 'webvtt');
      const lines = readFileSync(at(`book.${format}`), 'utf8').split(/\r?\n/u);
      const isText = (line: string): boolean => line.trim() !== '' && !/^\d+$|-->|^WEBVTT/u.test(line.trim());
      expect(wordsOf(lines.filter(isText).map((line) => line.trim()))).toEqual(wordsOf(paragraphs));
      const times = lines.filter((line) => line.includes('-->')).map((line) => line.split(' --> ').map(toMs));
      expect(times.findIndex(([from = 0, to = 0], index) => to <= from || from < (times[index - 1]?.[1] ?? 0))).toBe(-1);
    },
    hours,
  );

  it(
    'is an EPUB whose media overlays hold every word, without an error of epubcheck',
    async () => {
      await exported('epub', 'book.epub', '--author', 'Ann', '--narrator', 'Nora');
      process.stdout.write(`${(statSync(at('book.epub')).size / 1e6).toFixed(0)} MB of EPUB\n`);
      expect(await checkEpub(at('book.epub'))).toEqual([]);
    },
    4 * hours,
  );
});

/** Milliseconds of `01:02:03,004` or `01:02:03.004`. */
function toMs(text: string): number {
  const [hour = 0, minute = 0, second = 0] = text.trim().replace(',', '.').split(':').map(Number);
  return ((hour * 60 + minute) * 60 + second) * 1000;
}
