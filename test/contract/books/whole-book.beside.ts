import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { longBook, writeBook, type BookChapter } from '../../helpers/long-book.ts';
import { start, valueOf } from '../cli/command-line.ts';
import { voiceFor } from '../local-service/support.ts';
import { measureByFfmpeg, probeFile } from '../masters/ffmpeg-measures.ts';
import { checkEpub } from './epubcheck.ts';

/**
 * A book of 90,000 words from Word to masters, by commands alone. Every word is imported, updated and written into the EPUB; sound is bought for the
 * prologue only, as a whole book takes hours to speak.
 */

const tenMinutes = 600_000;
const prologue: BookChapter = {
  title: 'Prologue',
  paragraphs: [
    'The fog came in at noon.',
    'Nobody saw the ship, and nobody heard the bell.',
    'The keeper had gone down to the harbour an hour before.',
  ],
};
/** The last paragraph of the prologue is revised, one paragraph goes, one comes, and a chapter of fifty paragraphs moves to the end. */
const revised = 'The keeper had gone up to the village an hour before.';

let folder: string;
let service: LocalService;
let voiceId: string;
const first = [prologue, ...longBook()];
const at = (name: string): string => join(folder, name);

async function command(...args: readonly string[]): Promise<Record<string, unknown>> {
  const env = { VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: 'local-wholebook' };
  const ended = await start(['project', ...args, '--json'], { profile: at('profile'), env }).ended;
  expect(ended.code, `${args.join(' ')}: ${ended.stderr}`).toBe(0);
  return valueOf(ended);
}

function secondVersion(): BookChapter[] {
  const [opening, one, two, ...others] = first;
  if (!opening || !one || !two) throw new Error('the book is too short');
  return [
    { ...opening, paragraphs: [...opening.paragraphs.slice(0, -1), revised] },
    { ...two, paragraphs: ['A paragraph that the first version did not have.', ...two.paragraphs.slice(0, -1)] },
    ...others,
    one,
  ];
}

/** Words as `show` has them: those of titles are no blocks. */
const wordsOf = (texts: readonly string[]): string[] => texts.join(' ').split(/\s+/u);
async function shownBlocks(): Promise<{ text: string; state: string }[]> {
  const { chapters } = (await command('show', at('book.voicewright'))) as { chapters: { blocks: { text: string; state: string }[] }[] };
  return chapters.flatMap(({ blocks }) => blocks);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-whole-book-'));
  service = await startLocalService();
  ({ voiceId } = await voiceFor(service, 'en', 'alpha'));
  writeBook(at('first.docx'), first);
  writeBook(at('second.docx'), secondVersion());
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a book of 90,000 words from Word', () => {
  it(
    'is imported, revised and written as an EPUB with every word in order; its prologue is spoken, of which only the revised sentence is bought again, mastered and captioned',
    async () => {
      const project = at('book.voicewright');
      await command('import', at('first.docx'), '--project', project, '--voice', voiceId);
      const imported = wordsOf((await shownBlocks()).map(({ text }) => text));
      expect(imported.length).toBeGreaterThan(90_000);
      expect(imported).toEqual(wordsOf(first.flatMap(({ paragraphs }) => paragraphs)));
      expect(await command('generate', project, '--chapter', '1')).toMatchObject({ made: 3, failed: 0 });

      const counts = await command('import', at('second.docx'), '--project', project, '--update');
      expect(counts).toMatchObject({ added: 1, changed: 1, removed: 1 });
      const updated = await shownBlocks();
      expect(wordsOf(updated.map(({ text }) => text))).toEqual(wordsOf(secondVersion().flatMap(({ paragraphs }) => paragraphs)));
      expect(updated.slice(0, 4).map(({ state }) => state)).toEqual(['done', 'done', 'stale', 'new']);
      expect(await command('generate', project, '--chapter', '1')).toMatchObject({ made: 1, failed: 0 });

      const masters = ['--format', 'mp3', '--preset', 'audiobook', '--each', 'chapter', '--chapter', '1', '--out', at('masters')];
      const { report } = (await command('export', project, ...masters)) as { report: { ok: boolean }[] };
      expect(report.every(({ ok }) => ok)).toBe(true);
      const [master] = readdirSync(at('masters')).filter((name) => name.endsWith('.mp3'));
      const path = join(at('masters'), String(master));
      expect((await probeFile(path)).streams[0]).toMatchObject({ codec_name: 'mp3', sample_rate: '44100', channels: 1 });
      const { rmsDb, truePeakDb } = await measureByFfmpeg(path);
      expect([rmsDb > -23 && rmsDb < -18, truePeakDb <= -3]).toEqual([true, true]);

      await command('export', project, '--format', 'srt', '--chapter', '1', '--out', at('prologue.srt'));
      expect((await probeFile(at('prologue.srt'))).streams[0]?.codec_name).toBe('subrip');
      const lines = readFileSync(at('prologue.srt'), 'utf8').split('\n');
      const said = lines.filter((line) => line.trim() !== '' && !/^\d+$|-->/u.test(line.trim()));
      expect(wordsOf(said.map((line) => line.trim()))).toEqual(wordsOf([...prologue.paragraphs.slice(0, -1), revised]));

      await command('export', project, '--format', 'epub', '--allow-missing', '--out', at('book.epub'));
      expect(await checkEpub(at('book.epub'))).toEqual([]);
      const plain = execFileSync('pandoc', ['-f', 'epub', '-t', 'plain', '--wrap=none', at('book.epub')], { maxBuffer: 1e8 }).toString();
      const marks = secondVersion().flatMap(({ paragraphs }) => paragraphs.map((text) => plain.indexOf(text)));
      expect(marks.findIndex((mark, index) => mark <= (marks[index - 1] ?? -1))).toBe(-1);
    },
    tenMinutes,
  );
});
