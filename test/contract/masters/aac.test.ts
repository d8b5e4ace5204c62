import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { AacCoder } from '#main/media/video/aac-packets.ts';
import { decodeAacPackets } from '#main/media/masters/aac-decoder.ts';
import { AacMeasuring } from '#main/media/masters/measure-aac.ts';
import { openFile } from '#main/media/masters/passes.ts';
import { probed } from '../dubbing-timeline/fixture.ts';
import { measureByFfmpeg } from './ffmpeg-measures.ts';
import { makeSpokenPcm } from './spoken-pcm.ts';

const folder = mkdtempSync(join(tmpdir(), 'voicewright-aac-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function write(path: string, seconds: number) {
  const measuring = await encode(path, seconds);
  while ((await measuring.step()) < 1);
  return measuring.finish();
}

async function encode(path: string, seconds: number) {
  const sound = makeSpokenPcm(seconds);
  const samples = sound.length;
  const chain = { gainDb: 0, ceilingDb: -1, rate: 48_000, from: 0, to: samples };
  const chapters = [0, 4_000].map((startMs) => ({ title: `From ${startMs}`, startMs }));
  const file = { format: 'm4b' as const, path, rate: 48_000, samples, tags: { title: 'Fog', album: 'Sea', language: 'de' }, chapters };
  const pass = await openFile({ chain, file });
  for (let at = 0; at < samples; at += 48_000) await pass.push(sound.subarray(at, at + 48_000));
  await pass.finish();
  return pass.measuring;
}

it('an M4B is measured as ffmpeg measures it, to its last sample', () => expectMeasured(8));

it('an M4B that is long enough to be decoded while it is written is measured as ffmpeg measures it', { tags: ['beside'] }, () =>
  expectMeasured(70),
);

async function expectMeasured(seconds: number): Promise<void> {
  const path = join(folder, `${seconds}.m4b`);
  const ours = await write(path, seconds);
  const theirs = await measureByFfmpeg(path);
  expect(Math.abs((ours.rmsDb ?? NaN) - theirs.rmsDb)).toBeLessThan(0.02);
  expect(Math.abs((ours.lufs ?? NaN) - theirs.lufs)).toBeLessThan(0.1);
  expect(Math.abs((ours.truePeakDb ?? NaN) - theirs.truePeakDb)).toBeLessThan(0.2);
  expect(ours.durationMs).toBeCloseTo(seconds * 1000, 3);
}

it('the sound of an M4B has the language of the book', { tags: ['beside'] }, async () => {
  const path = join(folder, 'named.m4b');
  await write(path, 8);
  const { streams } = await probed(path);
  expect(streams.find(({ codec_type }) => codec_type === 'audio')?.tags?.language).toBe('deu');
});

it('a file whose tables name other places than those of its packets is not called measured', async () => {
  const path = join(folder, 'moved.m4b');
  await write(path, 8);
  movePackets(path);
  const measuring = await AacMeasuring.open(path, 8 * 48_000);
  await expect(measuring.step()).rejects.toThrow('name other places');
  await measuring.close();
});

// The second is measured in a thread.
it.each([8, 30])('what is wrong with an M4B of %i s reaches the caller that measures it while it is written', async (seconds) => {
  const path = join(folder, `wrong-${seconds}.m4b`);
  const measuring = await encode(path, seconds);
  movePackets(path);
  await expect(measuring.step()).rejects.toThrow('name other places');
});

it('what is decoded piece by piece leaves one decoder in memory', { tags: ['beside'] }, async () => {
  const sound = makeSpokenPcm(2);
  const coder = await AacCoder.open(1, sound.length);
  const packets = [...(await coder.push(sound)), ...(await coder.finish())].map(({ data }) => data);
  await coder.close();
  // A module of the decoder listens to the process, and stays in memory for as long as that lives.
  const listeners = process.listenerCount('uncaughtException');
  for (let piece = 0; piece < 4; piece += 1)
    expect(await decodeAacPackets(packets, packets.length - 1)).toHaveLength((packets.length - 1) * 1024);
  expect(process.listenerCount('uncaughtException') - listeners).toBeLessThanOrEqual(1);
});

function movePackets(path: string): void {
  const bytes = readFileSync(path);
  const table = bytes.indexOf('stco') + 12;
  bytes.writeUInt32BE(bytes.readUInt32BE(table) + 1, table);
  writeFileSync(path, bytes);
}
