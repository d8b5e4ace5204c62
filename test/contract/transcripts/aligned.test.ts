import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Exports } from '#main/library/exports.ts';
import { KeptFiles } from '#main/library/kept-files.ts';
import { Transcripts } from '#main/features/transcripts/service.ts';
import { toFailure } from '#shared/failure.ts';
import type { KnownText } from '#shared/operations/transcripts.ts';
import { outputsIn } from '../../helpers/outputs.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { buzz } from '../clone/fixture.ts';
import { start, valueOf } from '../cli/command-line.ts';

vi.setConfig({ testTimeout: 120_000 });

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/reading/${name}`, import.meta.url));
const reading = fixture('three-sentences.ogg');
const captions = fixture('three-sentences.srt');
/** Where the sentences begin, in seconds. */
const starts = [0.1, 8.8, 13.3];
const readCaptions = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split(/\n\n/u)
    .map((caption) =>
      caption
        .trim()
        .split('\n')
        .slice(2)
        .join(' ')
        .replace(/<[^>]*>/gu, ''),
    );
const other = 'Hang a few blankets on the walls, switch off the fridge, and listen for a minute. Then speak at your usual distance.';

let folder: string;
let transcripts: Transcripts;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-known-text-'));
});
afterAll(async () => {
  await transcripts.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  transcripts = open();
});

const files: Readonly<Record<string, string>> = {
  upload00001: reading,
  upload00002: captions,
  upload00003: 'buzz',
  upload00004: 'silence',
};

/** With no service at all: nothing of it is asked. */
function open(): Transcripts {
  writeFileSync(join(folder, 'buzz'), buzz(6));
  writeFileSync(
    join(folder, 'silence'),
    buzz(6).map((byte, at) => (at < 44 ? byte : 0)),
  );
  const path = (id: string): string | undefined => (files[id]?.includes('/') === false ? join(folder, files[id]) : files[id]);
  return new Transcripts({
    profileDirectory: folder,
    kept: new KeptFiles(folder),
    log: quietLog(),
    ledger: { entry: () => Promise.resolve(undefined), list: () => Promise.resolve([]) },
    exports: new Exports(join(folder, 'exports'), outputsIn(folder)),
    uploadPath: path,
  } as never);
}

const context = (): never => ({ signal: new AbortController().signal, emit: () => undefined, sends: [] }) as never;
const align = (uploadId: string, text: KnownText) =>
  transcripts.services['transcripts.align']({ source: { uploadId, name: 'reading.ogg' }, text }, context());

describe('a person’s reading with its captions', () => {
  it('becomes a transcript whose segments are the captions at the times of the recording, without a service, and leaves as SRT', async () => {
    const { record, segments } = await align('upload00001', { uploadId: 'upload00002', name: 'three-sentences.srt' });
    expect(record).toMatchObject({ operation: null, textName: 'three-sentences.srt', language: 'en', draft: false });
    expect(segments.map(({ text, speaker, unsure }) => [text.split(' ')[0], speaker, unsure])).toEqual([
      ['And', null, undefined],
      ['He', 'Narrator', undefined],
      ['unless', 'Narrator', undefined],
    ]);
    for (const [index, { startMs, words }] of segments.entries()) {
      expect(Math.abs((startMs ?? 0) / 1000 - starts[index]!), `segment ${index}`).toBeLessThan(0.4);
      expect(words.map((word) => word.startMs)).toEqual(words.map((word) => word.startMs).toSorted((one, two) => one - two));
    }
    const path = join(folder, 'out.srt');
    await transcripts.services['transcripts.export']({ id: record.id, format: 'srt', split: false, speakers: true, path }, context());
    const written = readFileSync(path, 'utf8');
    expect(written).toMatch(/00:00:(?:08|09),\d{3} --> /u);
    expect(written).toContain('Narrator: He was not');
  });
});

/** What the book says after the reading. */
const further =
  'But he was, in general, well respected; for he conducted himself with propriety in the discharge of his ordinary duties. Had he married a more amiable ' +
  'woman, he might have been made still more respectable than he was. He might even have been made amiable himself.';

describe('a reading that ends before its text', () => {
  const spoken = readCaptions(captions);

  it(
    'is aligned as far as it goes, with the times that it has without the rest, and says how many sentences it ends before',
    { tags: ['beside'] },
    async () => {
      const whole = await align('upload00001', { text: spoken.join('\n') });
      const early = await align('upload00001', { text: [...spoken, further].join('\n') });
      expect([whole.record.unsaid, early.record.unsaid]).toEqual([0, 3]);
      expect(early.segments.map(({ text, unsure }) => [text, unsure])).toEqual(spoken.map((text) => [text, undefined]));
      early.segments.forEach(({ startMs, endMs }, index) => {
        expect(Math.abs(startMs! - whole.segments[index]!.startMs!)).toBeLessThan(150);
        expect(Math.abs(endMs! - whole.segments[index]!.endMs!)).toBeLessThan(150);
      });
      const listed = await transcripts.services['transcripts.list']({ limit: 1, removed: false }, context());
      expect(listed.transcripts.map(({ unsaid }) => unsaid)).toEqual([3]);
    },
  );
});

describe('a recording that does not say the text', () => {
  it.each([
    ['of another text', 'upload00001', 'alignment.otherText'],
    ['of no speech', 'upload00003', 'alignment.otherText'],
    ['of silence', 'upload00004', 'alignment.silent'],
  ])('is refused in words: %s', { tags: ['beside'] }, async (_title, uploadId, id) => {
    const failure = await align(uploadId, { text: other }).catch(toFailure);
    expect(failure).toMatchObject({ kind: 'unprocessable', charged: 'no', text: { id } });
  });
});

describe('transcribe --text', () => {
  const run = (args: readonly string[]) => start(['transcribe', ...args], { profile: join(folder, 'profile'), env: {} }).ended;

  it('prints what a transcription prints, for nothing and without a service', { tags: ['beside'] }, async () => {
    const ended = await run(['--audio', reading, '--text', captions, '--language', 'en', '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    const { text, duration, segments, creditsUsed, language } = valueOf(ended) as {
      text: string;
      duration: number;
      segments: { id: number; start: number; text: string; words: unknown[] }[];
      creditsUsed: number;
      language: string;
    };
    expect({ creditsUsed, language, ids: segments.map(({ id }) => id) }).toEqual({ creditsUsed: 0, language: 'en', ids: [0, 1, 2] });
    expect(duration).toBeCloseTo(18.4, 0);
    expect(text).toContain('He was not an ill-disposed young man, unless');
    expect(Math.abs(segments[1]!.start - starts[1]!)).toBeLessThan(0.4);
  });

  it.each([
    ['--audio', ['--text', captions]],
    ['--text', ['--audio', reading]],
    ['--audio-url', []],
    ['--audio-url', ['--audio-url', 'https://x.example/a.mp3', '--audio', reading, '--text', captions]],
    ['--audio', ['--audio', '/nowhere.wav', '--text', captions]],
    ['--text', ['--audio', reading, '--text', '/nowhere.txt']],
  ])('names the option that is wrong: %s in %j', async (field, args) => {
    const ended = await run([...args, '--json']);
    expect(ended.code).toBe(2);
    expect(valueOf(ended)).toMatchObject({ failure: { field } });
  });
});
