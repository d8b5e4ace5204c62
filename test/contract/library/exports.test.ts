import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import { SoundWriter } from '#main/media/sound-writer.ts';
import type { Receipts } from '#shared/masters/receipts.ts';
import type { ExportedFile } from '#shared/operations/exports.ts';
import { operations } from '#shared/operations/index.ts';
import type { Project } from '#shared/operations/project.ts';
import { decoded, probed } from '../dubbing-timeline/fixture.ts';
import { measureByFfmpeg } from '../masters/ffmpeg-measures.ts';
import { makeSpokenPcm } from '../masters/spoken-pcm.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { comparison, speechLike, measureTruePeak } from '../sound-measures.ts';
import { addChapter, killExport } from './export-helpers.ts';
import { blocks, bodyOf, context, exportServices, Fixture, firstChapter, get, insertText, makeTake, toneWav } from './helpers.ts';

let fixture: Fixture;
let library: LibraryService;
let project: Project;
let folder: string;
beforeEach(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  project = await library.services['project.create']({ title: 'Exports', sample: true }, context());
  folder = join(fixture.directory, 'out');
  mkdirSync(folder);
});
afterEach(() => fixture.close());

type Input = Parameters<ReturnType<typeof exportServices>['export.run']>[0];
const kind = (name: string, field?: string) =>
  expect.objectContaining({
    failure: expect.objectContaining({ kind: name, ...(field !== undefined && { field }) }) as object,
  }) as Error;
const order = (more: Partial<Input>): Input => ({
  projectId: project.projectId,
  chapterIds: [firstChapter(project).id],
  format: 'wav',
  template: 'out',
  ...more,
});
async function run(more: Partial<Input>, call = context()) {
  const out = await exportServices(library)['export.run'](order(more), call);
  for (const event of call.events) expect(operations['export.run'].event.safeParse(event).success).toBe(true);
  const files = call.events.flatMap((event) => ('file' in (event as object) ? [(event as { file: ExportedFile }).file] : []));
  return { ...out, written: files, file: files[0]! };
}
const inFolder = (): string[] => readdirSync(folder).sort();
const spoken = (seconds: number, level?: number): Uint8Array => {
  const pcm = makeSpokenPcm(seconds, level);
  return Buffer.concat([wavHeader(pcm.length), new Uint8Array(pcm.buffer)]);
};

describe('exports', () => {
  it('of nothing say so', async () => {
    await expect(run({ folder })).rejects.toEqual(kind('invalid-input', 'chapterIds'));
    await expect(run({ folder, chapterIds: [] })).rejects.toEqual(kind('invalid-input', 'chapterIds'));
  });

  it('to WAV hold the takes in the order of the script, with their pauses, and count what is missing', async () => {
    await makeTake(library, project, 2, toneWav(5_000, 300), 'operation0002');
    await makeTake(library, project, 0, toneWav(4_000, 600), 'operation0001');
    const { file, skippedBlocks } = await run({ folder });
    expect(file).toMatchObject({
      name: 'out.wav',
      bytes: 44 + 2 * (4_000 + 16_800 + 5_000),
      path: join(folder, 'out.wav'),
      url: null,
      durationMs: Math.round((4_000 + 16_800 + 5_000) / 48),
      peak: { truePeakDb: expect.any(Number) as number, limitedFromDb: null },
    });
    expect(skippedBlocks).toBe(blocks(project).length - 2);
    const expected = [toneWav(4_000, 600).subarray(44), Buffer.alloc(33_600), toneWav(5_000, 300).subarray(44)];
    expect(readFileSync(join(folder, 'out.wav')).subarray(44).equals(Buffer.concat(expected))).toBe(true);
    expect(inFolder()).toEqual(['out.wav']);
    expect(readdirSync(join(fixture.profile, 'unfinished'))).toEqual([]);
  });

  it('of all chapters are one file in their order with a silence between, or a file each', async () => {
    await makeTake(library, project, 0, toneWav(4_000, 600), 'operation0001');
    const { id, arranged } = await addChapter(library, project);
    await makeTake(library, arranged, 0, toneWav(5_000, 300), 'operation0002');
    const both = { chapterIds: [firstChapter(project).id, id] };
    const { file } = await run({ ...both, folder });
    const expected = [toneWav(5_000, 300).subarray(44), Buffer.alloc(2 * 72_000), toneWav(4_000, 600).subarray(44)];
    expect(
      readFileSync(file.path ?? '')
        .subarray(44)
        .equals(Buffer.concat(expected)),
    ).toBe(true);
    const { file: captions } = await run({ ...both, format: 'srt' });
    const said = (await bodyOf(await get(library, captions.url ?? ''))).toString();
    // The second chapter begins where its sound does: 5,000 samples and the silence of 1.5 s after the start.
    expect([...said.matchAll(/^(\S+) -->/gmu)].map(([, at]) => at).slice(0, 2)).toEqual(['00:00:00,000', '00:00:01,604']);
    const { written } = await run({ ...both, folder, each: 'chapter', template: '{number} {chapter} of {book}' });
    // Files are written side by side: either may be ready first.
    expect(written.map(({ name, chapter }) => [name, chapter]).sort()).toEqual([
      ['01 The Storm of Exports.wav', 1],
      ['02 The Lighthouse Recordings of Exports.wav', 2],
    ]);
  });

  it('never overwrite unasked: nothing is written where one name is taken, and files that are there can be kept or replaced', async () => {
    await makeTake(library, project, 0, toneWav(4_000), 'operation0001');
    const { id, arranged } = await addChapter(library, project);
    await makeTake(library, arranged, 0, toneWav(5_000), 'operation0002');
    const both = { chapterIds: [id, firstChapter(project).id], each: 'chapter' as const, template: '{number}', folder };
    writeFileSync(join(folder, '02.wav'), 'mine');
    await expect(run(both)).rejects.toEqual(kind('file-exists', 'folder'));
    expect(inFolder()).toEqual(['02.wav']);
    const plan = await exportServices(library)['export.plan'](order(both), context());
    expect(plan).toMatchObject({ files: 2, names: ['01.wav', '02.wav'], existing: ['02.wav'] });
    expect(await run({ ...both, keepExisting: true })).toMatchObject({ files: 1, kept: 1 });
    expect(readFileSync(join(folder, '02.wav'), 'utf8')).toBe('mine');
    await run({ ...both, overwrite: true });
    expect(statSync(join(folder, '02.wav')).size).toBe(44 + 8_000);
  });

  it('create the folder that they are to be in, and name it where that cannot be', { tags: ['beside'] }, async () => {
    await makeTake(library, project, 0, toneWav(4_000), 'operation0001');
    const { file } = await run({ folder: join(folder, 'new', 'deep') });
    expect(file.path).toBe(join(folder, 'new', 'deep', 'out.wav'));
    expect(existsSync(file.path!)).toBe(true);
    await expect(run({ folder: join(file.path!, 'below') })).rejects.toEqual(kind('file-missing', 'folder'));
  });

  it(
    'of a project for an audio editor never put a new project beside old sounds: it gets sounds of its own, or stays as it is',
    { tags: ['beside'] },
    async () => {
      await makeTake(library, project, 0, toneWav(4_000), 'operation0001');
      const edit = { folder, format: 'rpp' as const };
      const { written } = await run(edit);
      const [sound = ''] = written.map(({ name }) => name);
      expect(inFolder()).toEqual([sound, 'out.rpp'].sort());
      writeFileSync(join(folder, sound), 'mine');
      writeFileSync(join(folder, 'out.rpp'), 'mine too');
      expect(await run({ ...edit, keepExisting: true })).toMatchObject({ files: 0, kept: 2 });
      expect(readFileSync(join(folder, 'out.rpp'), 'utf8')).toBe('mine too');
      rmSync(join(folder, 'out.rpp'));
      const beside = sound.replace('.wav', ' (2).wav');
      expect(await run({ ...edit, keepExisting: true })).toMatchObject({ files: 2, kept: 0 });
      expect(inFolder()).toEqual([sound, beside, 'out.rpp'].sort());
      expect(readFileSync(join(folder, sound), 'utf8')).toBe('mine');
      const inProject = readFileSync(join(folder, 'out.rpp'), 'utf8');
      expect(inProject).toContain(beside);
      expect(inProject).not.toContain(`"${sound}"`);
    },
  );

  it('of a project for an audio editor have a marker for each open pickup, where it is heard', { tags: ['beside'] }, async () => {
    await makeTake(library, project, 0, toneWav(48_000 * 4), 'operation0001');
    const { takes } = await library.services['project.open']({ path: project.path }, context());
    const pickup = {
      id: 'pickup000001',
      chapterId: firstChapter(project).id,
      blockId: blocks(project)[0]?.id ?? '',
      takeId: takes[0]?.id ?? '',
      kind: 'mark' as const,
      startMs: 1500,
      endMs: 2000,
      text: '',
      score: 1,
      note: 'Say it again',
      state: 'open' as const,
      by: 'person' as const,
    };
    const put = [pickup, { ...pickup, id: 'pickup000002', state: 'accepted' as const, startMs: 100 }];
    await library.services['pickups.change']({ projectId: project.projectId, put, removed: [] }, context());
    await run({ folder, format: 'rpp' });
    const markers = readFileSync(join(folder, 'out.rpp'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('MARKER'));
    expect(markers.at(-1)?.trim()).toBe('MARKER 1 1.50000000 "Your mark: Say it again" 0');
    expect(markers).toHaveLength(3);
    // The window is given the number that the saved report names.
    const { openPickups } = await run({ folder, format: 'mp3', preset: 'podcast', template: 'reported', withReport: true });
    expect(openPickups).toBe(1);
  });

  it('name the blocks whose text changed after generating, in the result and in both reports, as no measurement finds them', async () => {
    const { projectId } = project;
    await library.services['project.update']({ projectId, voiceId: 'anna' }, context());
    await makeTake(library, project, 0, toneWav(48_000), 'operation0001');
    const reported = { folder, preset: 'podcast' as const, withReport: true, overwrite: true };
    const json = (reports: readonly { name: string }[]): unknown =>
      JSON.parse(readFileSync(join(folder, reports.find(({ name }) => name.endsWith('.json'))?.name ?? ''), 'utf8'));
    const before = await run(reported);
    expect(before.changedBlocks).toBeUndefined();
    expect(json(before.reports)).toMatchObject({ changedBlocks: [] });
    const { id: chapterId, version } = firstChapter(project);
    await library.services['project.edit']({ projectId, chapterId, version, steps: [insertText(1, 'Remembered. ')] }, context());
    const after = await run(reported);
    expect(after.changedBlocks).toBe(1);
    const changed = [{ chapter: firstChapter(project).title, text: expect.stringMatching(/^Remembered\. /u) as string }];
    expect(json(after.reports)).toMatchObject({ changedBlocks: changed });
    const page = readFileSync(join(folder, after.reports.find(({ name }) => name.endsWith('.html'))?.name ?? ''), 'utf8');
    expect(page).toContain(`${firstChapter(project).title}: Remembered. `);
  });

  it('to MP3 can be played, at the right length, and arrive as a download', { tags: ['beside'] }, async () => {
    await makeTake(library, project, 0, toneWav(48_000 * 3), 'operation0001');
    const call = context();
    const { file } = await run({ format: 'mp3', template: undefined }, call);
    expect(file).toMatchObject({ name: 'Exports - The Lighthouse Recordings.mp3', path: null });
    const response = await get(library, file.url ?? '');
    expect(response.headers.get('Content-Type')).toBe('audio/mpeg');
    expect(response.headers.get('Content-Disposition')).toContain("filename*=UTF-8''Exports%20-%20The%20Lighthouse%20Recordings.mp3");
    const bytes = await bodyOf(response);
    expect(bytes.length).toBe(file.bytes);
    expect(bytes.length).toBeGreaterThan((192_000 / 8) * 3 * 0.98); // constant 192 kbit/s
    expect(bytes.length).toBeLessThan((192_000 / 8) * 3.15);
    const writer = new SoundWriter('mp3', { pcm: join(fixture.directory, 'back.pcm'), peaks: join(fixture.directory, 'back.peaks') });
    await writer.push(bytes);
    const { samples, problem } = await writer.finish();
    expect(problem).toBeNull();
    expect(Math.abs(samples - 48_000 * 3)).toBeLessThan(3_500);
    const part = await get(library, file.url ?? '', { headers: { Range: 'bytes=10-19' } });
    expect((await bodyOf(part)).equals(bytes.subarray(10, 20))).toBe(true);
    expect(call.events.length).toBeGreaterThan(3);
  });

  it('to M4A are AAC-LC that ffmpeg decodes to the same samples at the same places', { tags: ['beside'] }, async () => {
    const length = 48_000 * 3 + 137;
    await makeTake(library, project, 0, speechLike(length, 0.4), 'operation0001');
    const { file } = await run({ format: 'm4a', folder });
    const path = file.path ?? '';
    expect(file).toMatchObject({ bytes: statSync(path).size, peak: { limitedFromDb: null } });
    const [stream] = (await probed(path)).streams;
    expect(stream).toMatchObject({ codec_name: 'aac', profile: 'LC', sample_rate: '48000', channels: 1, start_time: '0.000000' });
    const { file: wav } = await run({ folder });
    const [coded, exact] = await Promise.all([decoded(path, 1), decoded(wav.path ?? '', 1)]);
    expect(exact.length).toBe(length);
    expect(coded.length - length).toBeGreaterThanOrEqual(0);
    expect(coded.length - length).toBeLessThan(1024);
    const { place, likeness, decibels } = comparison(exact, coded);
    expect([place, likeness > 0.995, Math.abs(decibels) < 0.2]).toEqual([0, true, true]);
  });

  it(
    'to MP3 begin and end with their sound as ffmpeg decodes them, so that words light up when they are said',
    { tags: ['beside'] },
    async () => {
      const length = 48_000 * 3 + 137;
      await makeTake(library, project, 0, speechLike(length, 0.4), 'operation0001');
      const { file: wav } = await run({ folder });
      const exact = await decoded(wav.path ?? '', 1);
      for (const sampleRate of [48_000, 44_100] as const) {
        const { file } = await run({ format: 'mp3', folder, sampleRate, overwrite: true });
        const coded = await decoded(file.path ?? '', 1);
        expect(Math.abs(coded.length - length)).toBeLessThanOrEqual(2);
        const { place, likeness } = comparison(exact, coded);
        expect([place, likeness > 0.99]).toEqual([0, true]);
      }
    },
  );

  it(
    'whose true peak is above -1 dBTP are turned down around it and nowhere else, decode to no more, and say so',
    { tags: ['beside'] },
    async () => {
      const loud = speechLike(48_000, 0.99);
      await makeTake(library, project, 0, loud, 'operation0001');
      await makeTake(library, project, 2, speechLike(96_000, 0.5), 'operation0002');
      for (const format of ['wav', 'mp3', 'm4a'] as const) {
        const { peak, path } = (await run({ format, folder })).file;
        expect(peak?.limitedFromDb).toBeGreaterThan(-0.5);
        expect(peak?.truePeakDb).toBeLessThanOrEqual(-1);
        expect(peak?.truePeakDb).toBeGreaterThan(-2);
        expect(await measureTruePeak(path ?? '')).toBeLessThanOrEqual(-1);
      }
      const sound = readFileSync(join(folder, 'out.wav')).subarray(44);
      expect(sound.subarray(0, loud.byteLength - 44).equals(loud.subarray(44))).toBe(false);
      expect(sound.subarray(-2 * 96_000).equals(speechLike(96_000, 0.5).subarray(44))).toBe(true);
    },
  );

  it('by a preset are measured as ffmpeg measures them, as the checks before the run said, and have a report', async () => {
    await makeTake(library, project, 0, spoken(8, 0.05), 'operation0001');
    const wanted = { format: 'mp3' as const, preset: 'podcast' as const };
    const measuring = context();
    await exportServices(library)['export.measure'](order(wanted), measuring);
    const { now, after } = measuring.events[0] as { now: { rule: string; ok: boolean }[]; after: { rule: string; ok: boolean }[] };
    expect(now.find(({ rule }) => rule === 'loudness')).toMatchObject({ ok: false });
    expect(after.map(({ rule, ok }) => [rule, ok])).toEqual([
      ['loudness', true],
      ['true-peak', true],
    ]);
    const { file, reports, isOk } = await run({ ...wanted, folder, withReport: true });
    const theirs = await measureByFfmpeg(file.path ?? '');
    expect(Math.abs(theirs.lufs + 19)).toBeLessThan(0.5);
    expect(Math.abs(theirs.lufs - (file.measures?.lufs ?? 0))).toBeLessThan(0.2);
    expect(isOk).toBe(true);
    expect(reports.map(({ name }) => name)).toEqual(['Exports - Export report (MP3).html', 'Exports - Export report (MP3).json']);
    expect(readFileSync(reports[0]?.path ?? '', 'utf8')).toContain('<td>out.mp3</td>');
    expect(JSON.parse(readFileSync(reports[1]?.path ?? '', 'utf8'))).toMatchObject({ files: [{ name: 'out.mp3', report: file.report }] });
  });

  it('have receipts that name the take of every second, in files of the same folder', { tags: ['beside'] }, async () => {
    await makeTake(library, project, 0, spoken(8, 0.05), 'operation0001');
    const { reports } = await run({ format: 'mp3', preset: 'audiobook', folder, withReceipts: true });
    expect(reports.map(({ name }) => name)).toEqual(['Exports - Receipts (MP3).html', 'Exports - Receipts (MP3).json']);
    const { files, totals } = JSON.parse(readFileSync(reports[1]?.path ?? '', 'utf8')) as Receipts;
    const [head, sound, tail] = files[0]?.lines ?? [];
    expect([head?.sound, sound?.sound?.chapter, tail?.sound]).toEqual([null, 1, null]);
    expect([head?.startMs, tail?.endMs]).toEqual([0, files[0]?.durationMs]);
    expect(totals.syntheticMs).toBeGreaterThan(7000);
    expect(totals.syntheticMs).toBeLessThanOrEqual(8000);
  });

  it('can be paused and resumed, and come out as if they had not been', { tags: ['beside'] }, async () => {
    await makeTake(library, project, 0, toneWav(48_000 * 20), 'operation0001');
    const { file: straight } = await run({ format: 'mp3', folder, template: 'straight' });
    const { promise: paused, resolve: isPaused } = Promise.withResolvers<null>();
    const { promise: goOn, resolve: resume } = Promise.withResolvers<null>();
    const events: { type: string }[] = [];
    const call = {
      ...context(),
      events,
      emit: (event: unknown) => {
        events.push(event as { type: string });
        if ((event as { type: string }).type === 'paused') isPaused(null);
      },
      sends: (async function* () {
        yield { type: 'pause' as const };
        await goOn;
        yield { type: 'resume' as const };
      })(),
    };
    const running = run({ format: 'mp3', folder, template: 'halting' }, call as never);
    await paused;
    // Another one of the same length, begun later, is whole meanwhile.
    await run({ format: 'mp3', folder, template: 'between' });
    const since = events.slice(events.findIndex(({ type }) => type === 'paused') + 1).map(({ type }) => type);
    expect(since.filter((type) => type !== 'progress')).toEqual([]);
    expect(since.length).toBeLessThan(10);
    resume(null);
    const { file } = await running;
    expect(events.map(({ type }) => type).filter((type) => type !== 'progress')).toEqual(['paused', 'resumed', 'file']);
    expect(readFileSync(file.path ?? '').equals(readFileSync(straight.path ?? ''))).toBe(true);
  });

  it('that are stopped leave no file, running or paused; what was whole before stays', async () => {
    await makeTake(library, project, 0, toneWav(48_000 * 20), 'operation0001');
    for (const format of ['mp3', 'wav', 'm4a'] as const) {
      const controller = new AbortController();
      const call = { ...context(controller), emit: () => controller.abort() };
      await expect(run({ format, folder }, call)).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
      expect(inFolder()).toEqual([]);
    }
    const controller = new AbortController();
    const sends = (async function* () {
      yield await Promise.resolve({ type: 'pause' as const });
    })();
    const emit = (event: unknown) => (event as { type: string }).type === 'paused' && controller.abort();
    await expect(run({ folder }, { ...context(controller), emit, sends } as never)).rejects.toThrow();
    expect(inFolder()).toEqual([]);
    const { arranged } = await addChapter(library, project);
    await makeTake(library, arranged, 0, toneWav(5_000), 'operation0002');
    const stopping = new AbortController();
    const call = { ...context(stopping), emit: (event: unknown) => (event as { type: string }).type === 'file' && stopping.abort() };
    const each = { chapterIds: arranged.chapters.map(({ id }) => id), each: 'chapter' as const, template: '{number}', folder };
    await expect(run(each, call as never)).rejects.toThrow();
    expect(inFolder()).toEqual(['01.wav']);
    expect(await run({ ...each, keepExisting: true })).toMatchObject({ kept: 1, files: 1 });
  });

  it('refuse names that collide, leave the folder or are reserved, and a cover that is no picture, before anything is written', async () => {
    await makeTake(library, project, 0, toneWav(4_000), 'operation0001');
    const { id, arranged } = await addChapter(library, project, 'CON');
    await makeTake(library, arranged, 0, toneWav(5_000), 'operation0002');
    const chapterIds = [id, firstChapter(project).id];
    for (const template of [
      '../{chapter}',
      'a/b',
      'a\\b',
      'CON',
      '.x',
      '{book',
      '{nothing}',
      'x:y',
      '{chapter}.',
      ' ',
      'x'.repeat(200) + 'é',
      '{book}',
    ])
      await expect(run({ chapterIds, each: 'chapter', folder, template })).rejects.toEqual(kind('invalid-input', 'template'));
    await expect(run({ chapterIds, each: 'chapter', folder, format: 'srt', preset: 'podcast' })).rejects.toEqual(
      kind('invalid-input', 'format'),
    );
    const upload = new Request('http://127.0.0.1/bytes/upload', { method: 'POST', body: 'no picture' });
    const { uploadId } = (await (await library.bytes(upload))!.json()) as { uploadId: string };
    await expect(run({ folder, coverUploadId: uploadId })).rejects.toEqual(kind('unsupported-media', 'coverUploadId'));
    expect(inFolder()).toEqual([]);
    const { written } = await run({ chapterIds, each: 'chapter', folder, template: '{chapter}' });
    expect(written.map(({ name }) => name).sort()).toEqual(['CON_.wav', 'The Lighthouse Recordings.wav']);
  });

  it('that are killed leave the old file as it was, and the next run removes what was begun', async () => {
    await makeTake(library, project, 0, toneWav(48_000 * 60), 'operation0001');
    await library.close();
    const old = 'out.mp3';
    writeFileSync(join(folder, old), 'old');
    await killExport(fixture, project, folder, 'mp3', 'middle');
    expect(readFileSync(join(folder, old), 'utf8')).toBe('old');
    expect(inFolder().filter((name) => name.endsWith('.voicewright-partial'))).toHaveLength(1);
    library = await fixture.open();
    expect(inFolder()).toEqual([old]);
    expect(readdirSync(join(fixture.profile, 'unfinished'))).toEqual([]);
  });

  it('that pass replace the file whose checks failed, once they may replace files', async () => {
    const soft = { folder, preset: 'broadcast' as const };
    await makeTake(library, project, 0, spoken(4, 0.001), 'operation0001');
    expect((await run(soft)).file.name).toBe('out (checks failed).wav');
    const { existing } = await exportServices(library)['export.plan'](order(soft), context());
    expect(existing).toEqual(['out (checks failed).wav']);
    await makeTake(library, project, 0, spoken(4, 0.1), 'operation0002');
    await expect(run(soft)).rejects.toEqual(kind('file-exists', 'folder'));
    await run({ ...soft, keepExisting: true });
    expect(inFolder()).toEqual(['out (checks failed).wav', 'out.wav']);
    const { existing: both } = await exportServices(library)['export.plan'](order(soft), context());
    expect(both.sort()).toEqual(['out (checks failed).wav', 'out.wav']);
    expect((await run({ ...soft, overwrite: true })).isOk).toBe(true);
    expect(inFolder()).toEqual(['out.wav']);
  });

  it('to SRT and VTT hold the words that are heard', async () => {
    await makeTake(library, project, 4, toneWav(48_000), 'operation0001');
    const { file: srt } = await run({ format: 'srt' });
    const text = (await bodyOf(await get(library, srt.url ?? ''))).toString('utf8');
    expect(text.startsWith('1\r\n00:00:00,000 --> ')).toBe(true);
    expect(text.replaceAll(/\s+/gu, ' ')).toContain('How did you know that they could hear you?');
    const { file: vtt } = await run({ format: 'vtt' });
    expect((await bodyOf(await get(library, vtt.url ?? ''))).toString('utf8').startsWith('WEBVTT\n\n00:00:00.000 --> ')).toBe(true);
  });

  it('are gone with the studio', async () => {
    await makeTake(library, project, 0, toneWav(4_000), 'operation0001');
    await run({});
    expect(readdirSync(join(fixture.profile, 'exports'))).toHaveLength(1);
    await library.close();
    expect(existsSync(join(fixture.profile, 'exports'))).toBe(false);
  });
});
