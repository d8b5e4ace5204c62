import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { internalCall } from '#main/infra/internal-call.ts';
import { readCaptions, toSegments } from '#shared/dubbing/captions-in.ts';
import { heardOf, wanting, withTake } from '#shared/dubbing/fit.ts';
import { splitAt } from '#shared/dubbing/split.ts';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import { toFailure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { jobsPath } from '#shared/wire/jobs.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { voiceFor } from '../local-service/support.ts';
import { chargesOf } from '../paid-work/studio.ts';
import { comparison } from '../sound-measures.ts';
import { decoded, DubFixture, ffmpeg, levelOf, picturesOf, probed } from './fixture.ts';

const rate = 48_000;
let service: LocalService;
let fixture: DubFixture;
let key = '';
let accounts = 0;
let voices: string[] = [];

beforeAll(async () => {
  service = await startLocalService();
  voices = [(await voiceFor(service, 'en', 'alpha')).voiceId, (await voiceFor(service, 'de', 'alpha')).voiceId];
});
beforeEach(async () => {
  await service.clearFaults();
  key = `local-dubs${(accounts += 1)}`;
  fixture = await DubFixture.open({ baseUrl: service.baseUrl, apiKey: key });
});
afterEach(() => fixture.close());
afterAll(() => service.stop());

const srt = `1
00:00:01,000 --> 00:00:02,500
ANNA: The first of them speaks now.

2
00:00:04,000 --> 00:00:05,000
BEN: And the second one answers her at once.

3
00:00:06,400 --> 00:00:08,000
ANNA: So it ends.
`;

const picture = (seconds: number): string[] => ['-f', 'lavfi', '-i', `testsrc=size=160x90:rate=25:duration=${seconds}`];
/** An even tone: what is heard of it tells how far it was ducked. */
const hum = (seconds: number): string[] => ['-f', 'lavfi', '-i', `sine=frequency=100:sample_rate=44100:duration=${seconds}`];
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-g', '25', '-pix_fmt', 'yuv420p'];

async function made(name: string, ...parts: string[]): Promise<string> {
  const path = fixture.path(name);
  await ffmpeg(...parts, path);
  return path;
}

async function createOf(path: string, name = 'A film.mp4'): Promise<Dub> {
  return fixture.call('dubs.create', { uploadId: await fixture.upload(path), name });
}

async function saved(dub: Dub): Promise<Dub> {
  return { ...dub, ...(await fixture.call('dubs.save', { dub })) };
}

/** The dub of the captions, each speaker with a voice of their own, generated and saved. */
async function dubbed(dub: Dub, content = srt, change: Partial<Segment> = {}): Promise<Dub> {
  let next: Dub = {
    ...dub,
    segments: toSegments(readCaptions(content).cues, newId).map((segment) => ({
      ...segment,
      voiceId: voices[segment.speaker === 'BEN' ? 1 : 0]!,
      ...change,
    })),
  };
  for (const { text, voiceId, modelId, speed } of next.segments) {
    const { take } = await fixture.call('dubs.say', { dubId: dub.id, text, voiceId: voiceId!, modelId, speed });
    next = withTake(next, take);
  }
  return saved(next);
}

/** Where sound begins, by the first window of 2 ms that is well above what is before it. */
function onsetAfter(pcm: Int16Array, from: number): number {
  const window = 96;
  for (let at = from; at < pcm.length; at += window / 2) if (levelOf(pcm, at, at + window) > -45) return at;
  return -1;
}

describe('a segment that is split', () => {
  it('is exported as it was before, to the byte, and nothing is charged for its halves', { tags: ['beside'] }, async () => {
    const created = await createOf(await made('film.mp4', ...picture(9), ...h264));
    const dub = await dubbed(created, srt, { fit: 'natural' });
    const paid = await chargesOf(service, key);
    const wav = async (name: string): Promise<Buffer> => {
      const { path } = await fixture.call('dubs.export', { dubId: dub.id, format: 'wav', path: fixture.path(name) });
      return readFile(path!);
    };
    const whole = await wav('whole.wav');
    const [first] = dub.segments;
    const segments = splitAt(dub.segments, dub.takes, first!.id, first!.start + rate * 0.7, newId())!;
    await saved({ ...dub, segments });
    expect(segments).toHaveLength(4);
    expect((await wav('halves.wav')).equals(whole)).toBe(true);
    const lines = wanting({ segments, takes: dub.takes });
    expect([lines, await chargesOf(service, key)]).toEqual([[], paid]);
  });
});

describe('a dub in two voices from an SRT', () => {
  it('is written with the sound where the segments say, the pictures as they were, and is bought once', { tags: ['beside'] }, async () => {
    const source = await made('film.mp4', ...picture(9), ...hum(9), ...h264, '-c:a', 'libmp3lame', '-ac', '2');
    const created = await createOf(source);
    expect(created).toMatchObject({
      title: 'A film',
      video: { codec: 'avc', frameRate: 25, variable: false, sound: { state: 'ready', codec: 'mp3', channels: 2 } },
    });
    expect(Math.abs(created.video.sound.samples - 9 * rate)).toBeLessThan(rate / 10);
    const dub = await dubbed({ ...created, ducking: { amountDb: -60, attackMs: 100, releaseMs: 100 } });
    expect(new Set(dub.segments.map(({ voiceId }) => voiceId)).size).toBe(2);
    // The second line takes longer than its second: it is tightened to it.
    expect(heardOf(dub.segments[1]!, dub.takes)!.pace).toBeGreaterThan(1.05);

    const fractions: unknown[] = [];
    const out = fixture.path('dubbed.mp4');
    const file = await fixture.call(
      'dubs.export',
      { dubId: dub.id, format: 'mp4', path: out },
      { onEvent: (event) => fractions.push(event) },
    );
    expect(file).toMatchObject({ name: 'dubbed.mp4', path: out });
    const [, spoken] = (await probed(out)).streams;
    expect((await probed(out)).streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac']);
    expect(spoken?.profile).toBe('LC');
    expect(Math.abs(Number(spoken?.duration) - 9)).toBeLessThan(1024 / rate);
    expect(file.peak).toMatchObject({ truePeakDb: expect.any(Number) as number });
    expect(await picturesOf(out)).toEqual(await picturesOf(source));

    // Ducked to silence, what is heard in a segment is the take alone: where it begins is where the segment does.
    const pcm = await decoded(out, 1);
    expect(Math.abs(pcm.length / rate - 9)).toBeLessThan(0.05);
    const alone = await fixture.call('dubs.export', { dubId: dub.id, format: 'mov', path: fixture.path('alone.mov') });
    expect((await probed(alone.path!)).streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'pcm_s16le']);
    expect(await picturesOf(alone.path!)).toEqual(await picturesOf(source));
    const exact = await decoded(alone.path!, 1);
    const compared = comparison(exact, pcm, dub.segments[0]!.start);
    expect([compared.place, compared.likeness > 0.99, Math.abs(compared.decibels) < 0.3]).toEqual([0, true, true]);
    for (const segment of dub.segments) {
      const { samples, pace, take } = heardOf(segment, dub.takes)!;
      // A take begins with a moment of silence of its own: what is heard first of it belongs as far behind the segment's start.
      const lead = onsetAfter(await decoded(fixture.studio.kept.path(take.id), 1), 0) / pace;
      for (const sound of [pcm, exact]) {
        const heard = onsetAfter(sound, segment.start - rate / 20);
        expect(Math.abs(heard - segment.start - lead) / rate).toBeLessThan(0.02);
        expect(levelOf(sound, segment.start + samples + rate / 50, segment.start + samples + rate / 25)).toBeLessThan(
          levelOf(sound, 0, rate / 4),
        );
      }
    }
    expect(fractions.length).toBeGreaterThan(0);
    expect(await chargesOf(service, key)).toHaveLength(3);
    // The same lines again, in this dub or another: nothing is bought.
    await dubbed(await createOf(source));
    expect(await chargesOf(service, key)).toHaveLength(3);
  });

  it('puts every take to the sample, and lowers the original by what was set between and within', async () => {
    const source = await made('film.mp4', ...picture(9), ...hum(9), ...h264, '-c:a', 'flac', '-strict', '-2', '-ac', '1');
    const dub = await dubbed({ ...(await createOf(source)), ducking: { amountDb: -12, attackMs: 100, releaseMs: 200 } }, srt, {
      gainDb: -24,
      fit: 'natural',
    });
    const { path } = await fixture.call('dubs.export', { dubId: dub.id, format: 'wav', path: fixture.path('mix.wav') });
    const mix = await decoded(path!, 1);
    expect(mix.length).toBe(dub.video.samples);
    // What is heard through the studio is the same, byte for byte, also in parts.
    const { audioUrl, missing } = await fixture.call('dubs.sound', { dubId: dub.id });
    expect(missing).toEqual([]);
    const bytes = Buffer.from(await (await fixture.bytes(audioUrl)).arrayBuffer());
    expect(bytes.equals(await readFile(path!))).toBe(true);
    const part = await fixture.bytes(audioUrl, { Range: 'bytes=100001-300000' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100_001, 300_001))).toBe(true);

    // The original alone, ducked, is what is left when the takes are taken out at the places that the segments say.
    const rest = Float32Array.from(mix);
    for (const segment of dub.segments) {
      const heard = heardOf(segment, dub.takes)!;
      const take = await decoded(fixture.studio.kept.path(heard.take.id), 1);
      for (let at = 0; at < heard.samples; at += 1)
        rest[segment.start + at] = (rest[segment.start + at] ?? 0) - (take[at] ?? 0) * 10 ** (-24 / 20);
    }
    const left = Int16Array.from(rest);
    const far = levelOf(left, 0, rate / 2);
    const [first] = dub.segments;
    const inside = levelOf(left, first!.start + 2_400, first!.start + heardOf(first!, dub.takes)!.samples - 2_400);
    expect(far - inside).toBeGreaterThan(11.5);
    expect(far - inside).toBeLessThan(12.5);
    const between = levelOf(left, Math.round(3.2 * rate), Math.round(3.8 * rate));
    expect(Math.abs(between - far)).toBeLessThan(0.5);
  });
});

describe('what a video says, to be transcribed', () => {
  it('is a WAV of one channel as long as its sound, and the video itself where that is not decoded', async () => {
    const source = await made('film.mp4', ...picture(3), ...hum(3), ...h264, '-c:a', 'flac', '-strict', '-2', '-ac', '2');
    const dub = await createOf(source);
    const { uploadId, name, title, bytes } = await fixture.call('dubs.recording', { dubId: dub.id });
    const path = fixture.uploaded(uploadId);
    expect([name, title, bytes]).toEqual(['A film.wav', dub.video.name, (await readFile(path)).byteLength]);
    expect((await probed(path)).streams).toMatchObject([{ codec_name: 'pcm_s16le', sample_rate: '16000', channels: 1 }]);
    const [original, recording] = [await decoded(source, 1), await decoded(path, 1)];
    expect(Math.abs(original.length - recording.length)).toBeLessThan(rate / 100);
    expect(Math.abs(levelOf(recording, rate, 2 * rate) - levelOf(original, rate, 2 * rate))).toBeLessThan(0.5);

    const unread = await createOf(await made('aac.mp4', ...picture(2), ...hum(2), ...h264, '-c:a', 'aac'), 'Scene.mp4');
    expect(unread.video.sound.state).toBe('undecoded');
    const whole = await fixture.call('dubs.recording', { dubId: unread.id });
    expect([whole.name, whole.bytes]).toEqual(['Scene.mp4', unread.video.bytes]);
  });

  it('is refused where the video has no sound, or there is no such dub', async () => {
    const dub = await createOf(await made('silent.mp4', ...picture(1), ...h264));
    await expect(fixture.call('dubs.recording', { dubId: dub.id })).rejects.toMatchObject({ failure: { kind: 'unsupported-media' } });
    await expect(fixture.call('dubs.recording', { dubId: 'nosuchdub1' })).rejects.toMatchObject({ failure: { kind: 'not-found' } });
  });
});

describe('a video', () => {
  it('that is rotated, or whose frames are not equally long, or that has no sound, is written as it is', { tags: ['beside'] }, async () => {
    const plain = await made('plain.mp4', ...picture(3), ...h264);
    const turned = await made('turned.mp4', '-i', plain, '-c', 'copy', '-metadata:s:v', 'rotate=90');
    const uneven = await made(
      'uneven.mp4',
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=160x90:rate=30:duration=3',
      '-vf',
      "select='not(mod(n,3))+not(mod(n,7))'",
      '-fps_mode',
      'vfr',
      ...h264,
    );
    for (const [source, facts, audioCodec, state] of [
      [turned, { variable: false, width: 90, height: 160 }, 'opus', 'ready'],
      [uneven, { variable: true, width: 160, height: 90 }, 'aac', 'undecoded'],
    ] as const) {
      const created = await createOf(source);
      expect(created.video).toMatchObject(facts);
      expect(created.video.sound.state).toBe('none');
      const dub = await dubbed(created, '1\n00:00:00,500 --> 00:00:02,500\nOne line.\n');
      const { path } = await fixture.call('dubs.export', { dubId: dub.id, format: 'mp4', audioCodec, path: `${source}.out.mp4` });
      expect(await picturesOf(path!)).toEqual(await picturesOf(source));
      expect((await createOf(path!)).video).toMatchObject({
        ...facts,
        rotation: created.video.rotation,
        sound: { state, codec: audioCodec },
      });
    }
  });

  it('of the web stays one, and its sound may be Opus or Vorbis', { tags: ['beside'] }, async () => {
    for (const codec of ['libopus', 'libvorbis']) {
      const source = await made(`${codec}.webm`, ...picture(2), ...hum(2), '-c:v', 'libvpx', '-c:a', codec);
      const dub = await createOf(source, 'clip.webm');
      expect(dub.video).toMatchObject({ codec: 'vp8', sound: { state: 'ready', channels: 1 } });
      expect(Math.abs(dub.video.sound.samples - 2 * rate)).toBeLessThan(rate / 10);
      const out = await fixture.call('dubs.export', { dubId: dub.id, format: 'mp4', ...(codec === 'libopus' && { language: 'de' }) });
      const name = codec === 'libopus' ? 'clip (dubbed, de).webm' : 'clip (dubbed).webm';
      expect(out).toMatchObject({ name, path: null, url: expect.stringMatching(/^\/bytes\/export\//u) as string });
      await expect(fixture.call('dubs.export', { dubId: dub.id, format: 'mov' })).rejects.toMatchObject({
        failure: { kind: 'unsupported-media', field: 'format' },
      });
    }
  });

  it('whose sound has no decoder here is used without it, until a window has decoded it', async () => {
    const dub = await createOf(await made('aac.mp4', ...picture(2), ...hum(2), ...h264, '-c:a', 'aac', '-ac', '1'));
    expect(dub.video.sound).toMatchObject({ state: 'undecoded', codec: 'aac', samples: 0 });
    const pcm = new Uint8Array(Int16Array.from({ length: 44_100 * 2 }, (_, at) => 8_000 * Math.sin(at / 20)).buffer);
    const half = 88_200;
    for (const at of [0, half, half]) {
      const body = pcm.slice(at, at + half);
      const address = `http://studio/bytes/dub/${dub.id}/original?at=${at}&rate=44100&channels=1&start=0`;
      const answer = await fixture.dubs.bytes(new Request(address, { method: 'POST', body }));
      expect(await answer!.json()).toEqual({ taken: at + half });
    }
    expect(await fixture.call('dubs.originalRead', { dubId: dub.id })).toMatchObject({ sound: { state: 'ready', samples: 96_000 } });
    const peaks = await fixture.bytes(`/bytes/dub/${dub.id}/original.peaks`);
    expect((await peaks.arrayBuffer()).byteLength).toBe(400);
    expect((await fixture.call('dubs.open', { dubId: dub.id })).video.sound.state).toBe('ready');
  });

  it('that is none, or is cut off, is refused in words, and leaves nothing', async () => {
    const text = fixture.path('notes.mp4');
    writeFileSync(text, 'These are notes. '.repeat(100));
    const cut = fixture.path('cut.mp4');
    writeFileSync(cut, (await readFile(await made('whole.mp4', ...picture(2), ...h264))).subarray(0, 2_000));
    const song = await made('song.m4a', ...hum(2), '-c:a', 'aac');
    const failures: string[] = [];
    for (const path of [text, cut, song]) {
      const thrown = await createOf(path).then(
        () => undefined,
        (reason: unknown) => reason as { failure: { kind: string; message: string; charged: string } },
      );
      expect(thrown?.failure).toMatchObject({ kind: 'unsupported-media', charged: 'no' });
      failures.push(thrown!.failure.message);
    }
    expect(failures[0]).toMatch(/not an MP4, MOV, WebM or Matroska/u);
    expect(failures[2]).toMatch(/no picture/u);
    expect(readdirSync(join(fixture.studio.directory, 'dubbing'))).toEqual(['takes']);
    await expect(fixture.call('dubs.create', { uploadId: newId(), name: 'gone.mp4' })).rejects.toMatchObject({
      failure: { kind: 'not-found' },
    });
  });
});

describe('what is kept', () => {
  it('outlives a restart, and a second window never writes over the first', async () => {
    const saved = await dubbed(await createOf(await made('film.mp4', ...picture(9), ...h264)));
    expect(await fixture.call('dubs.readUndo', { dubId: saved.id })).toEqual({ undo: null });
    const dub = { ...saved, ...(await fixture.call('dubs.save', { dub: saved, undo: 'packed' })) };
    await expect(fixture.call('dubs.save', { dub: { ...dub, revision: dub.revision - 1 } })).rejects.toMatchObject({
      failure: { kind: 'conflict' },
    });
    await fixture.dubs.close();
    await fixture.studio.shut();
    const again = await DubFixture.open({ baseUrl: service.baseUrl, apiKey: key }, fixture.studio.directory);
    try {
      expect(await again.call('dubs.open', { dubId: dub.id })).toEqual(dub);
      expect(await again.call('dubs.readUndo', { dubId: dub.id })).toEqual({ undo: 'packed' });
      // What another program saves without a history has none of before.
      await again.call('dubs.save', { dub });
      expect(await again.call('dubs.readUndo', { dubId: dub.id })).toEqual({ undo: null });
      expect((await again.call('dubs.list', null)).dubs).toMatchObject([{ id: dub.id, segments: 3, made: 3 }]);
      await again.call('dubs.remove', { dubId: dub.id });
      expect((await again.call('dubs.list', null)).dubs).toEqual([]);
      await expect(again.call('dubs.open', { dubId: dub.id })).rejects.toMatchObject({ failure: { kind: 'not-found' } });
    } finally {
      await again.close();
    }
  });

  it('names the dubs whose segments use a voice, and how many could not be looked into', async () => {
    const dub = await createOf(await made('film.mp4', ...picture(9), ...h264), 'archiv.mp4');
    const segments = toSegments(readCaptions(srt).cues, newId).map((segment) => ({
      ...segment,
      voiceId: segment.speaker === 'BEN' ? null : voices[0]!,
    }));
    await saved({ ...dub, segments });
    expect(await fixture.call('dubs.usingVoice', { voiceId: voices[0]! })).toEqual({
      dubs: [{ id: dub.id, title: 'archiv', segments: 2 }],
      unread: 0,
    });
    expect(await fixture.call('dubs.usingVoice', { voiceId: voices[1]! })).toEqual({ dubs: [], unread: 0 });
    const damaged = join(fixture.studio.directory, 'dubbing', newId());
    mkdirSync(damaged);
    writeFileSync(join(damaged, 'dub.json'), '{');
    expect(await fixture.call('dubs.usingVoice', { voiceId: voices[1]! })).toEqual({ dubs: [], unread: 1 });
  });

  it('tells dubs of one video apart by their titles', async () => {
    const path = await made('film.mp4', ...picture(2), ...h264);
    expect([(await createOf(path)).title, (await createOf(path)).title]).toEqual(['A film', 'A film (2)']);
  });

  it('a file of the same name is left alone, and what is stopped leaves no file', async () => {
    const dub = await createOf(await made('film.mp4', ...picture(20), ...hum(20), ...h264, '-c:a', 'libmp3lame'));
    const out = fixture.path('out.mp4');
    writeFileSync(out, 'mine');
    await expect(fixture.call('dubs.export', { dubId: dub.id, format: 'mp4', path: out })).rejects.toMatchObject({
      failure: { kind: 'file-exists' },
    });
    expect(await readFile(out, 'utf8')).toBe('mine');
    await rm(out);
    const stop = new AbortController();
    const writing = fixture.call('dubs.export', { dubId: dub.id, format: 'mp4', path: out }, { signal: stop.signal });
    stop.abort();
    await expect(writing).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(fixture.directory).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('a run buys no more than the cap of a batch, however many of its lines are asked for at once; another has its own', async () => {
    const dub = await createOf(await made('film.mp4', ...picture(2), ...h264));
    const [voiceId = ''] = voices;
    const say = (text: string, runId: string) => fixture.call('dubs.say', { dubId: dub.id, text, voiceId, modelId: null, speed: 1, runId });
    const first = (await say('The price of a letter is learned of this.', newId())).creditsUsed!;
    // Room for two lines of this length, and not for a third.
    fixture.capPerBatch = first * 2.5;
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat('The price of a letter is learned of this.'.length));
    const runId = newId();
    const settled = await Promise.allSettled(texts.map((text) => say(text, runId)));
    const bought = settled.filter(({ status }) => status === 'fulfilled').length;
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [toFailure(one.reason)] : []));
    expect([bought, refused.length]).toEqual([2, 2]);
    for (const failure of refused) expect(failure).toMatchObject({ kind: 'payment-required', code: 'OVER_BUDGET', charged: 'no' });
    expect((await chargesOf(service, key)).filter(({ state }) => state === 'settled')).toHaveLength(3);
    const left = texts[settled.findIndex(({ status }) => status === 'rejected')]!;
    await expect(say(left, newId())).resolves.toMatchObject({ take: { text: left }, reused: false });
  });

  it('another take of a line is another sound that is paid for once, is found again by its number, and says before what it costs', async () => {
    const dub = await createOf(await made('film.mp4', ...picture(2), ...h264));
    const line = { text: 'The same words twice.', voiceId: voices[0]!, modelId: null, speed: 1 };
    const say = (more: { variant?: number; paidOnly?: boolean }) => fixture.call('dubs.say', { dubId: dub.id, ...line, ...more });
    const first = await say({});
    const lines = [line, { ...line, variant: 1 }, { ...line, variant: 1 }];
    expect(await fixture.call('dubs.estimate', { lines })).toMatchObject({ lines: 2, free: 1, characters: 21, credits: first.creditsUsed });
    await expect(say({ variant: 1, paidOnly: true })).rejects.toMatchObject({ failure: { kind: 'not-found' } });
    const other = await say({ variant: 1 });
    expect(other).toMatchObject({ take: { text: line.text, variant: 1 }, reused: false, creditsUsed: first.creditsUsed });
    expect(other.take.id).not.toBe(first.take.id);
    expect(await chargesOf(service, key)).toHaveLength(2);
    expect(await say({ variant: 1 })).toEqual({ ...other, reused: true, creditsUsed: null });
    expect((await say({})).take).toEqual(first.take);
    expect(await fixture.call('dubs.estimate', { lines })).toMatchObject({ lines: 2, free: 2, credits: 0 });
    expect(await chargesOf(service, key)).toHaveLength(2);
  });

  it('lines over the cap of a day are refused in words, one or several at once, and are generated as soon as the cap allows them', async () => {
    const dub = await createOf(await made('film.mp4', ...picture(2), ...h264));
    const [voiceId = ''] = voices;
    const say = (text: string, runId: string) => fixture.call('dubs.say', { dubId: dub.id, text, voiceId, modelId: null, speed: 1, runId });
    const spent = (await say('The price of a letter is learned of this.', newId())).creditsUsed!;
    fixture.studio.capPerDay = spent + 1;
    const refusal = { failure: { kind: 'payment-required', code: 'OVER_BUDGET', charged: 'no' } };
    await expect(say('This one is alone.', newId())).rejects.toMatchObject(refusal);
    const texts = ['These two are', 'asked for at once.'];
    const runId = newId();
    await Promise.all(texts.map((text) => expect(say(text, runId)).rejects.toMatchObject(refusal)));
    expect((await chargesOf(service, key)).filter(({ state }) => state === 'settled')).toHaveLength(1);
    fixture.studio.capPerDay = null;
    for (const text of ['This one is alone.', ...texts]) expect(await say(text, newId())).toMatchObject({ take: { text }, reused: false });
  });

  it('a line says what it would cost, fails in words, and one that is lost from the disk is named before anything is written', async () => {
    const created = await createOf(await made('film.mp4', ...picture(9), ...h264));
    const line = { text: 'One line of two.', voiceId: voices[0]!, modelId: null, speed: 1 };
    expect(await fixture.call('dubs.estimate', { lines: [line, line, { ...line, speed: 1.2 }] })).toMatchObject({
      lines: 2,
      free: 0,
      characters: 32,
      credits: null,
    });
    // Only what is paid for is wanted: nothing is sent.
    const unpaid = fixture.call('dubs.say', { dubId: created.id, ...line, paidOnly: true });
    await expect(unpaid).rejects.toMatchObject({ failure: { kind: 'not-found' } });
    const { signal } = new AbortController();
    expect(
      (await fixture.studio.work.services['jobs.list']({ projectId: created.id, limit: 50 }, internalCall(signal))).operations,
    ).toEqual([]);
    await service.setFaults([{ on: `POST ${jobsPath}`, kind: 'fail-generation' }]);
    await expect(fixture.call('dubs.say', { dubId: created.id, ...line })).rejects.toMatchObject({ failure: { kind: 'service-failed' } });
    await service.clearFaults();
    await expect(fixture.call('dubs.say', { dubId: newId(), ...line })).rejects.toMatchObject({ failure: { kind: 'not-found' } });
    const dub = await dubbed(created);
    expect(
      await fixture.call('dubs.estimate', {
        lines: dub.segments.map(({ text, voiceId, modelId, speed }) => ({ text, voiceId: voiceId!, modelId, speed })),
      }),
    ).toMatchObject({ lines: 3, free: 3, credits: 0 });
    const { operations } = await fixture.studio.work.services['jobs.list']({ projectId: dub.id, limit: 50 }, internalCall(signal));
    expect(operations.map(({ state, projectName }) => [state, projectName])).toEqual(
      ['done', 'done', 'done', 'failed'].map((state) => [state, dub.title]),
    );
    const ofDubs = await fixture.studio.work.services['jobs.list'](
      { families: ['dubbing'], forDubs: true, projectId: dub.id, limit: 50 },
      internalCall(signal),
    );
    expect(ofDubs.operations).toEqual(operations);
    const [first] = dub.takes;
    await rm(fixture.studio.kept.path(first!.id));
    for (const name of readdirSync(join(fixture.studio.directory, 'dubbing', 'takes')))
      await rm(join(fixture.studio.directory, 'dubbing', 'takes', name));
    expect((await fixture.call('dubs.sound', { dubId: dub.id })).missing).toEqual([dub.segments[0]!.id]);
    await expect(fixture.call('dubs.export', { dubId: dub.id, format: 'mp4' })).rejects.toMatchObject({
      failure: { kind: 'damaged', message: expect.stringMatching(/The first of them/u) as string },
    });
    // The service still has it: it comes back without another charge.
    const charges = (await chargesOf(service, key)).length;
    await fixture.call('dubs.say', {
      dubId: dub.id,
      text: first!.text,
      voiceId: first!.voiceId,
      modelId: first!.modelId,
      speed: first!.speed,
      paidOnly: true,
    });
    expect((await fixture.call('dubs.sound', { dubId: dub.id })).missing).toEqual([]);
    expect(await chargesOf(service, key)).toHaveLength(charges);
  });
});
