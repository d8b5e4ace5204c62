import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { toDecibels, TruePeakMeter } from '#shared/sound/true-peak.ts';
import { decoded } from './dubbing-timeline/fixture.ts';
import { speechLike, measureTruePeak } from './sound-measures.ts';

const folder = mkdtempSync(join(tmpdir(), 'voicewright-true-peak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const rate = 48_000;

/** Two seconds, faded in and out over a tenth of one. */
function wavOf(wave: (at: number) => number): Uint8Array<ArrayBuffer> {
  const samples = 2 * rate;
  const pcm = Int16Array.from({ length: samples }, (_, at) =>
    Math.round(32_767 * wave(at) * Math.min(1, at / 4_800, (samples - 1 - at) / 4_800)),
  );
  const wav = new Uint8Array(44 + samples * 2);
  wav.set(wavHeader(samples));
  wav.set(new Uint8Array(pcm.buffer), 44);
  return wav;
}
const sine = (hertz: number, amplitude: number, phase = 0) =>
  wavOf((at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / rate + phase));
/** A swept tone, loudest in its middle. */
const sweep = wavOf((at) => 0.9 * Math.sin((2 * Math.PI * (100 * at + (7_900 * at * at) / (4 * rate))) / rate));

async function peaksOf(name: string, wav: Uint8Array): Promise<{ ours: number; theirs: number }> {
  const path = join(folder, `${name}.wav`);
  writeFileSync(path, wav);
  const meter = new TruePeakMeter();
  meter.push(await decoded(path, 1));
  return { ours: toDecibels(meter.finish()) ?? -Infinity, theirs: await measureTruePeak(path) };
}

it.each([
  // Its crests lie halfway between its samples, which are 3.01 dB lower.
  ['a quarter of the rate at 45 degrees', sine(rate / 4, 0.9, Math.PI / 4)],
  ['1 kHz', sine(1_000, 0.5)],
  ['6 kHz', sine(6_000, 0.8, 0.3)],
  ['a third of the rate', sine(rate / 3, 0.7, Math.PI / 6)],
  ['a sweep to 8 kHz', sweep],
  ['what is like speech', speechLike(3 * rate, 0.95)],
])('the true peak of %s is within 0.2 dB of what ffmpeg measures by EBU R 128', async (name, wav) => {
  const { ours, theirs } = await peaksOf(name, wav);
  expect(Math.abs(ours - theirs)).toBeLessThan(0.2);
});
