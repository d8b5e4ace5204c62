import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { wordsOf } from '#shared/narration/document.ts';
import type { ExportedFile } from '#shared/operations/exports.ts';
import type { Project } from '#shared/operations/project.ts';
import { makeSpokenPcm } from '../masters/spoken-pcm.ts';
import { addChapter } from './export-helpers.ts';
import { blocks, context, exportServices, factsOf, Fixture, firstChapter } from './helpers.ts';

/** Captions beside the audio that a preset writes: where its first sound is, by ffmpeg, and where its first caption is. */

const run = promisify(execFile);
/** Seconds that the two may be apart: less than two frames of a film. */
const apart = 0.06;

let fixture: Fixture;
let library: LibraryService;
let project: Project;
let folder: string;
/** In the order of the book: the second begins after a silence that the preset cuts. */
const titles = ['The Storm', 'The Lighthouse Recordings'];
const silenceMs = [0, 2_000];

beforeEach(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  project = await library.services['project.create']({ title: 'Timed', sample: true }, context());
  folder = join(fixture.directory, 'out');
  mkdirSync(folder);
  const { arranged } = await addChapter(library, project, titles[0]);
  project = arranged;
  for (const [index, leadMs] of silenceMs.entries()) await speak(index, leadMs);
});
afterEach(() => fixture.close());

/** A take of the first block of a chapter: speech with silence before it, and its words where they are spoken. */
async function speak(chapter: number, leadMs: number): Promise<void> {
  const ground = { ...project, chapters: project.chapters.slice(chapter) };
  const pcm = makeSpokenPcm(7);
  const silence = new Uint8Array(leadMs * 96);
  const arrival = await library.receive(`operationtimed${chapter}`, 'wav');
  await arrival.write(Buffer.concat([wavHeader(silence.length / 2 + pcm.length), silence, new Uint8Array(pcm.buffer)]));
  const tokens = wordsOf(blocks(ground)[0]?.text ?? '');
  const words = tokens.map(({ text }, index) => ({ text, startMs: leadMs + 50 + index * 100, endMs: leadMs + 140 + index * 100 }));
  await library.addTake(await arrival.complete(factsOf(ground, 0, { words })));
}

type Input = Parameters<ReturnType<typeof exportServices>['export.run']>[0];

async function write(more: Partial<Input>): Promise<ExportedFile[]> {
  const call = context();
  const chapterIds = project.chapters.map(({ id }) => id);
  const order = { projectId: project.projectId, chapterIds, format: 'srt', folder, overwrite: true, ...more } as Input;
  await exportServices(library)['export.run'](order, call);
  const files = call.events.flatMap((event) => ('file' in (event as object) ? [(event as { file: ExportedFile }).file] : []));
  return files.sort((one, other) => (one.chapter ?? 0) - (other.chapter ?? 0));
}

const audiobook = { format: 'mp3', preset: 'audiobook' } as const;
const timed = { timedTo: 'audiobook' } as const;

/** Seconds where sound begins after silence that lasts as long, by ffmpeg. */
async function soundsAfter({ path }: ExportedFile, seconds: number): Promise<number[]> {
  const filter = `silencedetect=noise=-45dB:d=${seconds}`;
  const { stderr } = await run('ffmpeg', ['-nostdin', '-hide_banner', '-i', path ?? '', '-af', filter, '-f', 'null', '-']);
  const lengthOf = /Duration: (\d+):(\d+):([\d.]+)/u.exec(stderr) ?? [];
  const length = Number(lengthOf[1]) * 3600 + Number(lengthOf[2]) * 60 + Number(lengthOf[3]);
  const ends = [...stderr.matchAll(/silence_end: ([\d.]+)/gu)].map(([, at]) => Number(at));
  return ends.filter((at) => at < length - 0.5); // a newer ffmpeg also says where the last one ends
}

/** Seconds where the captions begin that have this text. */
function captionAt({ path }: ExportedFile, text: string): number {
  const cue = readFileSync(path ?? '', 'utf8')
    .split('\r\n\r\n')
    .find((one) => one.replaceAll('\r\n', ' ').includes(text));
  const [, hours, minutes, seconds] = /(\d+):(\d+):([\d,]+) -->/u.exec(cue ?? '') ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds?.replace(',', '.'));
}

const firstWords = (chapter: number): string => {
  const { text } = blocks({ ...project, chapters: project.chapters.slice(chapter) })[0] ?? { text: '' };
  return text.split(' ').slice(0, 3).join(' ');
};

describe('captions timed to an audiobook', () => {
  it(
    'begin with the sound of the file of their chapter, after its room tone, also where silence at its start was cut, and are as long as it',
    { tags: ['beside'] },
    async () => {
      const sounds = await write({ ...audiobook, folder, each: 'chapter' });
      const captions = await write({ ...timed, each: 'chapter' });
      expect(sounds).toHaveLength(2);
      for (const [index, sound] of sounds.entries()) {
        const caption = captions[index]!;
        const [begins = Infinity] = await soundsAfter(sound, 0.4);
        expect(begins).toBeGreaterThan(0.6);
        expect(Math.abs(captionAt(caption, firstWords(index)) - begins)).toBeLessThan(apart);
        expect(caption.durationMs).toBe(sound.durationMs);
      }
    },
  );

  it('begin with the sound of each chapter where a book is one file', { tags: ['beside'] }, async () => {
    const [sound] = await write({ ...audiobook, folder });
    const [caption] = await write(timed);
    const [first = Infinity] = await soundsAfter(sound!, 0.65);
    // Between the chapters is more silence than anywhere else.
    const [second = Infinity] = await soundsAfter(sound!, 2);
    expect(second).toBeGreaterThan(first + 7);
    expect(Math.abs(captionAt(caption!, firstWords(0)) - first)).toBeLessThan(apart);
    expect(Math.abs(captionAt(caption!, firstWords(1)) - second)).toBeLessThan(apart);
  });

  it('have the times of the studio otherwise, as has the audio of presets that add no room tone', { tags: ['beside'] }, async () => {
    const chapter = { chapterIds: [firstChapter(project).id] };
    const [plain] = await write(chapter);
    const before = readFileSync(plain?.path ?? '', 'utf8');
    expect(captionAt(plain!, firstWords(0))).toBeCloseTo(0.05, 3);
    for (const timedTo of ['none', 'podcast'] as const) {
      const [same] = await write({ ...chapter, timedTo });
      expect(readFileSync(same?.path ?? '', 'utf8')).toBe(before);
    }
  });

  it('are an order of captions alone, which names the field', async () => {
    await expect(write({ format: 'wav', ...timed })).rejects.toMatchObject({ failure: { kind: 'invalid-input', field: 'timedTo' } });
  });
});
