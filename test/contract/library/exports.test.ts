import { mkdirSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import { SoundWriter } from '#main/media/sound-writer.ts';
import { createDocument } from '#shared/narration/document.ts';
import type { Project } from '#shared/operations/project.ts';
import { decoded, probed } from '../dubbing-timeline/fixture.ts';
import { comparison, speechLike, measureTruePeak } from '../sound-measures.ts';
import { blocks, bodyOf, context, Fixture, firstChapter, get, makeTake, toneWav } from './helpers.ts';

let fixture: Fixture;
let library: LibraryService;
let project: Project;
beforeEach(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  project = await library.services['project.create']({ title: 'Exports', sample: true }, context());
});
afterEach(() => fixture.close());

const kind = (name: string) => expect.objectContaining({ failure: expect.objectContaining({ kind: name }) as object }) as Error;
const input = (format: 'wav' | 'mp3' | 'm4a' | 'srt' | 'vtt', path?: string, overwrite?: boolean) => ({
  projectId: project.projectId,
  chapterId: firstChapter(project).id,
  format,
  ...(path === undefined ? {} : { path }),
  ...(overwrite === undefined ? {} : { overwrite }),
});
const partials = (): string[] => readdirSync(fixture.directory).filter((name) => name.includes('partial'));

describe('exports', () => {
  it('of nothing say so', async () => {
    await expect(library.services['chapter.export'](input('wav'), context())).rejects.toEqual(kind('invalid-input'));
  });

  it('to WAV hold the takes in the order of the script, with their pauses, and count what is missing', async () => {
    await makeTake(library, project, 2, toneWav(5_000, 300), 'operation0002');
    await makeTake(library, project, 0, toneWav(4_000, 600), 'operation0001');
    const path = join(fixture.directory, 'out.wav');
    const call = context();
    const out = await library.services['chapter.export'](input('wav', path), call);
    expect(out).toEqual({
      name: 'out.wav',
      bytes: 44 + 2 * (4_000 + 16_800 + 5_000),
      path,
      url: null,
      skippedBlocks: blocks(project).length - 2,
      durationMs: Math.round((4_000 + 16_800 + 5_000) / 48),
      peak: { truePeakDb: expect.any(Number) as number, limitedFromDb: null },
    });
    const expected = [toneWav(4_000, 600).subarray(44), Buffer.alloc(33_600), toneWav(5_000, 300).subarray(44)];
    expect(readFileSync(path).subarray(44).equals(Buffer.concat(expected))).toBe(true);
    expect(call.events.at(-1)).toEqual({ fraction: 1 });
    expect(partials()).toEqual([]);
  });

  it('of all chapters are one file in their order with a silence between, or a file each, numbered; a name that is there stays', async () => {
    const [first] = project.chapters;
    if (!first) throw new Error('no chapter');
    const second = { id: 'chapter00002', title: 'The: Storm', document: createDocument(['The other one.']) };
    const before = [{ id: first.id, title: first.title }];
    await library.services['project.arrange'](
      {
        projectId: project.projectId,
        before,
        chapters: [{ id: second.id, title: second.title, document: second.document.toJSON() as never }, ...before],
      },
      context(),
    );
    await makeTake(library, project, 0, toneWav(4_000, 600), 'operation0001');
    const arranged = await library.services['project.open']({ path: project.path }, context());
    await makeTake(library, arranged, 0, toneWav(5_000, 300), 'operation0002');
    const whole = { projectId: project.projectId, format: 'wav' as const };
    const path = join(fixture.directory, 'Book.wav');
    const out = await library.services['chapter.export']({ ...whole, path }, context());
    expect(out).toMatchObject({ name: 'Book.wav', skippedBlocks: blocks(project).length - 1 });
    const expected = [toneWav(5_000, 300).subarray(44), Buffer.alloc(2 * 72_000), toneWav(4_000, 600).subarray(44)];
    expect(readFileSync(path).subarray(44).equals(Buffer.concat(expected))).toBe(true);
    const captions = await library.services['chapter.export']({ ...whole, format: 'srt' }, context());
    expect(captions.name).toBe('Exports.srt');
    const said = (await bodyOf(await get(library, captions.url ?? ''))).toString();
    // The second chapter begins where its sound does: 5,000 samples and the silence of 1.5 s after the start.
    expect([...said.matchAll(/^(\S+) -->/gmu)].map(([, at]) => at).slice(0, 2)).toEqual(['00:00:00,000', '00:00:01,604']);
    const each = { ...whole, path, numbered: true };
    const one = await library.services['chapter.export']({ ...each, chapterId: second.id }, context());
    expect(one.path).toBe(join(fixture.directory, 'Book - 01 The Storm.wav'));
    const two = await library.services['chapter.export']({ ...each, chapterId: first.id }, context());
    expect(two.name).toBe('Book - 02 The Lighthouse Recordings.wav');
    await expect(library.services['chapter.export']({ ...each, chapterId: first.id }, context())).rejects.toEqual(kind('file-exists'));
  });

  it('never overwrite, unless asked to', async () => {
    await makeTake(library, project, 0, toneWav(4_000), 'operation0001');
    const path = join(fixture.directory, 'mine.wav');
    writeFileSync(path, 'mine');
    await expect(library.services['chapter.export'](input('wav', path), context())).rejects.toEqual(kind('file-exists'));
    expect(readFileSync(path, 'utf8')).toBe('mine');
    await library.services['chapter.export'](input('wav', path, true), context());
    expect(readFileSync(path).length).toBe(44 + 8_000);
    await expect(library.services['chapter.export'](input('wav', join(fixture.directory, 'no', 'where.wav')), context())).rejects.toEqual(
      kind('file-missing'),
    );
    const folder = join(fixture.directory, 'folder.wav');
    mkdirSync(folder);
    await expect(library.services['chapter.export'](input('wav', folder), context())).rejects.toEqual(kind('file-failed'));
  });

  it('to MP3 can be played, at the right length, and arrive as a download', async () => {
    await makeTake(library, project, 0, toneWav(48_000 * 3), 'operation0001');
    const call = context();
    const out = await library.services['chapter.export'](input('mp3'), call);
    expect(out).toMatchObject({ name: 'Exports - The Lighthouse Recordings.mp3', path: null });
    const response = await get(library, out.url ?? '');
    expect(response.headers.get('Content-Type')).toBe('audio/mpeg');
    expect(response.headers.get('Content-Disposition')).toContain("filename*=UTF-8''Exports%20-%20The%20Lighthouse%20Recordings.mp3");
    const bytes = await bodyOf(response);
    expect(bytes.length).toBe(out.bytes);
    expect(bytes.length).toBeGreaterThan((192_000 / 8) * 3 * 0.98); // constant 192 kbit/s
    expect(bytes.length).toBeLessThan((192_000 / 8) * 3.15);
    const writer = new SoundWriter('mp3', { pcm: join(fixture.directory, 'back.pcm'), peaks: join(fixture.directory, 'back.peaks') });
    await writer.push(bytes);
    const { samples, problem } = await writer.finish();
    expect(problem).toBeNull();
    expect(Math.abs(samples - 48_000 * 3)).toBeLessThan(3_500);
    const part = await get(library, out.url ?? '', { headers: { Range: 'bytes=10-19' } });
    expect((await bodyOf(part)).equals(bytes.subarray(10, 20))).toBe(true);
    expect(call.events.length).toBeGreaterThan(3);
  });

  it('to M4A are AAC-LC that ffmpeg decodes to the same samples at the same places', async () => {
    const length = 48_000 * 3 + 137;
    await makeTake(library, project, 0, speechLike(length, 0.4), 'operation0001');
    const path = join(fixture.directory, 'out.m4a');
    const out = await library.services['chapter.export'](input('m4a', path), context());
    expect(out).toMatchObject({ name: 'out.m4a', bytes: statSync(path).size, peak: { limitedFromDb: null } });
    const [stream] = (await probed(path)).streams;
    expect(stream).toMatchObject({ codec_name: 'aac', profile: 'LC', sample_rate: '48000', channels: 1, start_time: '0.000000' });
    expect(Math.abs(Number(stream?.duration) * 48_000 - length)).toBeLessThan(2);
    const wav = join(fixture.directory, 'out.wav');
    await library.services['chapter.export'](input('wav', wav), context());
    const [coded, exact] = await Promise.all([decoded(path, 1), decoded(wav, 1)]);
    expect(exact.length).toBe(length);
    expect(coded.length - length).toBeGreaterThanOrEqual(0);
    expect(coded.length - length).toBeLessThan(1024);
    const { place, likeness, decibels } = comparison(exact, coded);
    expect([place, likeness > 0.995, Math.abs(decibels) < 0.2]).toEqual([0, true, true]);
    // Players begin at once: the table of contents is first.
    const bytes = readFileSync(path);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  it('whose true peak is above -1 dBTP are turned down around it and nowhere else, decode to no more, and say so', async () => {
    const loud = speechLike(48_000, 0.99);
    await makeTake(library, project, 0, loud, 'operation0001');
    await makeTake(library, project, 2, speechLike(96_000, 0.5), 'operation0002');
    for (const format of ['wav', 'mp3', 'm4a'] as const) {
      const path = join(fixture.directory, `loud.${format}`);
      const { peak } = await library.services['chapter.export'](input(format, path), context());
      expect(peak?.limitedFromDb).toBeGreaterThan(-0.5);
      expect(peak?.truePeakDb).toBeLessThanOrEqual(-1);
      expect(peak?.truePeakDb).toBeGreaterThan(-2);
      expect(await measureTruePeak(path)).toBeLessThanOrEqual(-1);
    }
    const sound = readFileSync(join(fixture.directory, 'loud.wav')).subarray(44);
    expect(sound.subarray(0, loud.byteLength - 44).equals(loud.subarray(44))).toBe(false);
    expect(sound.subarray(-2 * 96_000).equals(speechLike(96_000, 0.5).subarray(44))).toBe(true);
  });

  it('that are stopped leave no file', async () => {
    await makeTake(library, project, 0, toneWav(48_000 * 20), 'operation0001');
    for (const format of ['mp3', 'wav', 'm4a'] as const) {
      const controller = new AbortController();
      const call = context(controller);
      const path = join(fixture.directory, `stopped.${format}`);
      const stopping = { ...call, emit: () => controller.abort() };
      await expect(library.services['chapter.export'](input(format, path), stopping)).rejects.toMatchObject({
        failure: { kind: 'cancelled' },
      });
      expect(existsSync(path)).toBe(false);
      expect(partials()).toEqual([]);
    }
    expect(await library.services['chapter.export'](input('srt'), context())).toMatchObject({
      name: 'Exports - The Lighthouse Recordings.srt',
    });
  });

  it('to SRT and VTT hold the words that are heard', async () => {
    await makeTake(library, project, 4, toneWav(48_000), 'operation0001');
    const srt = await library.services['chapter.export'](input('srt'), context());
    const text = (await bodyOf(await get(library, srt.url ?? ''))).toString('utf8');
    expect(text.startsWith('1\r\n00:00:00,000 --> ')).toBe(true);
    expect(text.replaceAll(/\s+/gu, ' ')).toContain('How did you know that they could hear you?');
    const vtt = await library.services['chapter.export'](input('vtt'), context());
    expect((await bodyOf(await get(library, vtt.url ?? ''))).toString('utf8').startsWith('WEBVTT\n\n00:00:00.000 --> ')).toBe(true);
  });

  it('are gone with the studio', async () => {
    await makeTake(library, project, 0, toneWav(4_000), 'operation0001');
    await library.services['chapter.export'](input('wav'), context());
    expect(readdirSync(join(fixture.profile, 'exports'))).toHaveLength(1);
    await library.close();
    expect(existsSync(join(fixture.profile, 'exports'))).toBe(false);
  });
});
