import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, openAsBlob, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { createDocument } from '#shared/narration/document.ts';
import type { Project } from '#shared/operations/project.ts';
import { makeSpokenPcm } from '../masters/spoken-pcm.ts';
import { context, exportServices, Fixture, firstChapter, makeTake } from './helpers.ts';

/**
 * An export over the files of an earlier version is stopped and resumed in every format, and judged by one of the same takes that was not stopped.
 */

type Input = Parameters<ReturnType<typeof exportServices>['export.run']>[0];
type Choice = Pick<Input, 'format' | 'preset' | 'each'>;

const chapter = { each: 'chapter' } as const;
const choices: [string, Choice, number][] = [
  ['WAV', { format: 'wav', ...chapter }, 2],
  ['WAV for broadcast', { format: 'wav', preset: 'broadcast', ...chapter }, 2],
  ['MP3 for audiobooks', { format: 'mp3', preset: 'audiobook', ...chapter }, 2],
  ['MP3 for podcasts', { format: 'mp3', preset: 'podcast' }, 1],
  ['MP3 for streaming', { format: 'mp3', preset: 'streaming', each: 'block' }, 3],
  ['FLAC by character', { format: 'flac', each: 'character' }, 2],
  ['Ogg', { format: 'ogg', ...chapter }, 2],
  ['M4A', { format: 'm4a', ...chapter }, 2],
  ['M4B', { format: 'm4b' }, 1],
  ['EPUB', { format: 'epub', ...chapter }, 2],
  ['a proof page', { format: 'html', ...chapter }, 2],
  ['Reaper', { format: 'rpp' }, 3],
  ['OpenTimelineIO', { format: 'otio' }, 3],
  ...(['srt', 'vtt', 'vtt-words', 'ass', 'ttml', 'lrc', 'json', 'textgrid'] as const).map((format): [string, Choice, number] => [
    `captions as ${format}`,
    { format, ...chapter },
    2,
  ]),
];
const spoken = (seconds: number, level: number): Uint8Array => {
  const pcm = makeSpokenPcm(seconds, level);
  return Buffer.concat([wavHeader(pcm.length), new Uint8Array(pcm.buffer)]);
};

let fixture: Fixture;
let library: LibraryService;
let services: ReturnType<typeof exportServices>;
let project: Project;
const folderOf = (name: string, version: string): string => join(fixture.directory, name, version);
const names = (folder: string): string[] => readdirSync(folder).sort();

/** A hash of the bytes of every file; of an EPUB of its parts, without the time at which it was made; of formats with random ids or times of their packets and tags. */
async function contentsOf(folder: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of names(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.epub')) found[name] = await partsOf(path);
    else found[name] = /\.(?:ogg|m4[ab])$/u.test(name) ? packetsOf(path) : hash(readFileSync(path));
  }
  return found;
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function packetsOf(path: string): string {
  const ffmpeg = (...to: string[]): string => execFileSync('ffmpeg', ['-v', 'error', '-i', path, ...to, '-']).toString();
  const tags = ffmpeg('-f', 'ffmetadata').replaceAll(/^(?:creation_time|encoder)=.*\n/gmu, '');
  return ffmpeg('-map', '0:a', '-c', 'copy', '-f', 'streamhash') + tags;
}

async function partsOf(path: string): Promise<Record<string, string>> {
  const zip = new ZipReader(new BlobReader(await openAsBlob(path)), { useWebWorkers: false });
  const parts: Record<string, string> = {};
  for (const entry of await zip.getEntries())
    if (!entry.directory)
      parts[entry.filename] = hash(
        Buffer.from((await entry.getData(new TextWriter('latin1'))).replace(/(?<=dcterms:modified">)[^<]+/u, 'time')),
      );
  await zip.close();
  return parts;
}

async function run(
  name: string,
  version: string,
  choice: Choice,
  { jobId, stopAt }: { jobId?: string; stopAt?: (event: Event) => boolean } = {},
) {
  const controller = new AbortController();
  const events: Event[] = [];
  const emit = (event: unknown): void => {
    events.push(event as Event);
    if (stopAt?.(event as Event) === true) controller.abort();
  };
  const folder = folderOf(name, version);
  const order = { projectId: project.projectId, chapterIds: project.chapters.map(({ id }) => id), author: 'Ann', ...choice };
  const input = { ...order, folder, overwrite: true, ...(jobId !== undefined && { jobId }) };
  const answer = await services['export.run'](input, { ...context(controller), emit }).catch((thrown: unknown) => {
    if (!controller.signal.aborted) throw thrown;
    return undefined;
  });
  return { answer, events };
}
type Event = { type: 'progress'; fraction: number } | { type: 'file'; file: { name: string } } | { type: 'paused' };

async function speak(level: number, version: string): Promise<void> {
  const [first, second] = project.chapters;
  if (!first || !second) throw new Error('no chapters');
  await makeTake(library, { ...project, chapters: [first] }, 0, spoken(2.4, level), `operation${version}01`);
  await makeTake(library, { ...project, chapters: [second] }, 0, spoken(2.4, level * 1.1), `operation${version}02`);
  await makeTake(library, { ...project, chapters: [second] }, 1, spoken(1.2, level * 1.2), `operation${version}03`);
}

beforeAll(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  services = exportServices(library);
  const created = await library.services['project.create']({ title: 'Sea' }, context());
  const { id, title } = firstChapter(created);
  const texts = [['The fog came in.'], ['Nobody saw the ship.', 'Nobody heard it.']];
  const chapters = texts.map((each, index) => ({
    id: `chapterresumed${index}`,
    title: `Chapter ${index + 1}`,
    document: createDocument(each).toJSON() as never,
  }));
  await library.services['project.arrange']({ projectId: created.projectId, before: [{ id, title }], chapters }, context());
  project = await library.services['project.open']({ path: created.path }, context());
  await speak(0.1, 'a');
  for (const [name, choice] of choices) {
    mkdirSync(folderOf(name, 'stopped'), { recursive: true });
    await run(name, 'stopped', choice);
    cpSync(folderOf(name, 'stopped'), folderOf(name, 'straight'), { recursive: true });
  }
  await speak(0.2, 'b');
}, 120_000);
afterAll(() => fixture.close());

describe('an export that is stopped changes nothing that was not whole, and resumed it ends as one that was not stopped', () => {
  it.each(choices)('%s', async (name, choice, files) => {
    const folder = folderOf(name, 'stopped');
    const before = await contentsOf(folder);
    const { answer: straight } = await run(name, 'straight', choice);
    const wanted = await contentsOf(folderOf(name, 'straight'));
    const isSound = !['srt', 'vtt', 'vtt-words', 'ass', 'ttml', 'lrc', 'json', 'textgrid'].includes(choice.format);
    if (isSound) expect(wanted).not.toEqual(before);
    expect(straight?.files).toBe(files);

    const jobId = 'resumedjob0001';
    const stopped = await run(name, 'stopped', choice, { jobId, stopAt: ({ type }) => type === 'progress' });
    expect(stopped.answer).toBeUndefined();
    expect(await contentsOf(folder)).toEqual(before);
    if (isSound) {
      const inside = (event: Event): boolean => event.type === 'progress' && event.fraction > 0 && event.fraction < 1 / files;
      const halfway = await run(name, 'stopped', choice, { jobId, stopAt: inside });
      expect(halfway.answer).toBeUndefined();
      expect(await contentsOf(folder)).toEqual(before);
    }

    const whole = files > 1 ? await stopAfterFirst(name, choice, { jobId, before, wanted }) : undefined;
    const { answer, events } = await run(name, 'stopped', choice, { jobId });
    expect(answer).toMatchObject({ files, kept: 0 });
    expect(events.filter(({ type }) => type === 'file')).toHaveLength(files);
    expect(await contentsOf(folder)).toEqual(wanted);
    // What was whole was not made again.
    if (whole) expect(statSync(whole.path).mtimeMs).toBe(whole.mtimeMs);
  });

  it('a file is made again that somebody has removed, or whose takes have changed since', async () => {
    const choice = { format: 'wav', ...chapter } as const;
    for (const version of ['stopped', 'straight']) mkdirSync(folderOf('changed', version), { recursive: true });
    const jobId = 'resumedjob0002';
    await run('changed', 'stopped', choice, { jobId, stopAt: ({ type }) => type === 'file' });
    const [first = ''] = names(folderOf('changed', 'stopped'));
    rmSync(join(folderOf('changed', 'stopped'), first));
    await run('changed', 'stopped', choice, { jobId, stopAt: (event) => event.type === 'file' && event.file.name === first });
    expect(names(folderOf('changed', 'stopped'))).toContain(first);
    await speak(0.15, 'c');
    expect((await run('changed', 'stopped', choice, { jobId })).answer).toMatchObject({ files: 2 });
    await run('changed', 'straight', choice);
    expect(await contentsOf(folderOf('changed', 'stopped'))).toEqual(await contentsOf(folderOf('changed', 'straight')));
  });
});

/** Stops when one file is whole: it is new, and all others are as they were. Of a project for an audio editor it has a name that the old one does not use. */
async function stopAfterFirst(
  name: string,
  choice: Choice,
  { jobId, before, wanted }: { jobId: string; before: Record<string, unknown>; wanted: Record<string, unknown> },
): Promise<{ path: string; mtimeMs: number } | undefined> {
  const folder = folderOf(name, 'stopped');
  const { answer, events } = await run(name, 'stopped', choice, { jobId, stopAt: ({ type }) => type === 'file' });
  const made = events.flatMap((event) => (event.type === 'file' ? [event.file.name] : []));
  const after = await contentsOf(folder);
  for (const each of made) expect(after[each]).toEqual(wanted[each]);
  const others = (all: Record<string, unknown>) => Object.fromEntries(Object.entries(all).filter(([each]) => !made.includes(each)));
  expect(others(after)).toEqual(others(before));
  if (choice.format === 'rpp' || choice.format === 'otio') for (const each of made) expect(Object.keys(before)).not.toContain(each);
  const path = join(folder, made[0] ?? '');
  expect(existsSync(path)).toBe(true);
  // Made side by side, all may be whole before the stop is noticed.
  return answer === undefined ? { path, mtimeMs: statSync(path).mtimeMs } : undefined;
}
