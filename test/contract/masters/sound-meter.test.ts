import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { SoundMeter } from '#shared/sound/sound-meter.ts';
import { measureByFfmpeg } from './ffmpeg-measures.ts';

const folder = mkdtempSync(join(tmpdir(), 'voicewright-sound-meter-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Wave = (seconds: number) => number;
const sine =
  (hertz: number, amplitude: number): Wave =>
  (seconds) =>
    amplitude * Math.sin(2 * Math.PI * hertz * seconds);
/** Syllables of a few partials, with pauses and louder and softer sentences. */
const speech: Wave = (seconds) => {
  const syllable = Math.max(0, Math.sin(2 * Math.PI * 3.1 * seconds)) ** 0.5;
  const sentence = seconds % 3 < 2.2 ? (seconds % 9 < 4 ? 1 : 0.2) : 0;
  return (
    0.25 * syllable * sentence * (sine(140, 1)(seconds) + sine(710, 0.6)(seconds) + sine(2300, 0.3)(seconds) + sine(5200, 0.1)(seconds))
  );
};

function pcmOf(waves: readonly Wave[], seconds: number, rate: number): Int16Array {
  const frames = Math.round(seconds * rate);
  const pcm = new Int16Array(frames * waves.length);
  for (let at = 0; at < frames; at += 1)
    waves.forEach((wave, channel) => (pcm[at * waves.length + channel] = Math.round(32_767 * wave(at / rate))));
  return pcm;
}

function measure(pcm: Int16Array, rate: number, channels: number) {
  const meter = new SoundMeter({ rate, channels });
  const piece = 4_999 * channels;
  for (let at = 0; at < pcm.length; at += piece) meter.push(pcm.subarray(at, at + piece));
  return meter.finish();
}

it.each<[string, readonly Wave[], number]>([
  ['speech at 48 kHz', [speech], 48_000],
  ['speech at 44.1 kHz', [speech], 44_100],
  ['speech at 22.05 kHz', [speech], 22_050],
  ['a tone of 997 Hz', [sine(997, 0.3)], 48_000],
  ['a low tone and a high one in stereo', [sine(60, 0.4), sine(7_000, 0.1)], 44_100],
  ['speech on the left and silence on the right', [speech, () => 0], 48_000],
])('loudness, true peak and RMS of %s are those of ffmpeg', async (name, waves, rate) => {
  const pcm = pcmOf(waves, 14, rate);
  const path = join(folder, `${name}.wav`);
  writeFileSync(path, Buffer.concat([wavHeader(pcm.length / waves.length, rate, waves.length), new Uint8Array(pcm.buffer)]));
  const theirs = await measureByFfmpeg(path);
  const ours = measure(pcm, rate, waves.length);
  expect(Math.abs((ours.lufs ?? NaN) - theirs.lufs)).toBeLessThan(0.1);
  expect(Math.abs((ours.rmsDb ?? NaN) - theirs.rmsDb)).toBeLessThan(0.1);
  expect(Math.abs((ours.truePeakDb ?? NaN) - theirs.truePeakDb)).toBeLessThan(0.2);
  expect(ours.durationMs).toBeCloseTo(14_000, 0);
});

it('silence has a length and no levels', () => {
  expect(measure(new Int16Array(96_000), 48_000, 1)).toEqual({
    lufs: null,
    truePeakDb: null,
    rmsDb: null,
    noiseFloorDb: null,
    durationMs: 2000,
  });
});

it('the noise floor is of the quietest half second that has no digital silence in it', () => {
  const level = (seconds: number): number => (seconds < 2 ? 0.1 : seconds < 3 ? 0 : seconds < 4 ? 0.001 : seconds < 4.25 ? 0.0001 : 0.1);
  const pcm = pcmOf([(seconds) => level(seconds) * Math.sin(2 * Math.PI * 500 * seconds)], 6, 48_000);
  // A quarter of a second at -83 dB is too short by half: with a quarter at -63 dB it comes to -66 dB.
  expect(measure(pcm, 48_000, 1).noiseFloorDb).toBeCloseTo(20 * Math.log10(0.001 / Math.sqrt(2)) - 3, 0);
});
