import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Resampler } from '#main/media/resampler.ts';
import { PeaksBuilder, samplesPerPeak, SoundWriter, toPcm, type WrittenSound } from '#main/media/sound-writer.ts';
import type { AudioFormat } from '#shared/wire/common.ts';

let directory = '';
beforeAll(() => (directory = mkdtempSync(join(tmpdir(), 'voicewright-sound-'))));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function tone(samples: number, rate: number): Float32Array {
  return Float32Array.from({ length: samples }, (_, index) => 0.5 * Math.sin((2 * Math.PI * 440 * index) / rate));
}

async function resampled(input: Float32Array, rate: number, pieces: readonly number[]): Promise<Float32Array> {
  const resampler = await Resampler.create(rate);
  const out: number[] = [];
  let at = 0;
  for (const length of pieces) {
    out.push(...resampler.push(input.subarray(at, at + length)));
    at += length;
  }
  out.push(...resampler.push(input.subarray(at)), ...resampler.finish());
  resampler.free();
  return Float32Array.from(out);
}

describe('resampling to 48 kHz', () => {
  it.each([8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 96_000])('keeps a tone of %i Hz clean and exactly as long', async (rate) => {
    const input = tone(rate / 2, rate);
    const out = await resampled(input, rate, []);
    expect(out.length).toBe(24_000);
    let worst = 0;
    for (let index = 500; index < out.length - 500; index += 1)
      worst = Math.max(worst, Math.abs((out[index] ?? 0) - 0.5 * Math.sin((2 * Math.PI * 440 * index) / 48_000)));
    expect(worst).toBeLessThan(1e-4);
  });

  it('is the same at every split, so that no piece of a stream begins with a click', async () => {
    const rate = 22_050;
    const input = tone(200, rate);
    const whole = toPcm(await resampled(input, rate, []));
    for (let cut = 0; cut <= input.length; cut += 1) expect(toPcm(await resampled(input, rate, [cut])), `split at ${cut}`).toEqual(whole);
    expect(
      toPcm(
        await resampled(
          input,
          rate,
          Array.from(input, () => 1),
        ),
      ),
    ).toEqual(whole);
  });

  it('does nothing to what is 48 kHz already', async () => {
    const input = tone(1000, 48_000);
    expect(await resampled(input, 48_000, [10, 500])).toEqual(input);
  });
});

async function written(
  format: AudioFormat,
  bytes: Uint8Array,
  step: number,
  name: string,
): Promise<{ result: WrittenSound; pcm: Int16Array; peaks: Int8Array }> {
  const paths = { pcm: join(directory, `${name}.pcm`), peaks: join(directory, `${name}.peaks`) };
  const writer = new SoundWriter(format, paths);
  for (let at = 0; at < bytes.length; at += step) {
    const samples = await writer.push(bytes.slice(at, at + step));
    expect(readFileSync(paths.pcm).byteLength).toBe(samples * 2); // what is told can be read
  }
  const result = await writer.finish();
  const pcm = readFileSync(paths.pcm);
  const peaks = readFileSync(paths.peaks);
  return {
    result,
    pcm: new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength / 2),
    peaks: new Int8Array(peaks.buffer, peaks.byteOffset, peaks.byteLength),
  };
}

/** Zero crossings of a part, as a pitch in Hz. */
function pitch(pcm: Int16Array, from: number, to: number): number {
  let crossings = 0;
  for (let index = from + 1; index < to; index += 1) if ((pcm[index - 1] ?? 0) < 0 !== (pcm[index] ?? 0) < 0) crossings += 1;
  return (crossings / 2 / (to - from)) * 48_000;
}

describe('decoding as it arrives', () => {
  // A tone of two seconds that rises from 220 to 660 Hz.
  it.each([
    ['mp3', 'sweep.mp3', 99_072],
    ['ogg', 'sweep.ogg', 96_000],
    ['ogg', 'sweep.opus.ogg', 96_000],
  ] as const)('%s (%s) sounds as it did, however it is cut', async (format, file, length) => {
    const bytes = new Uint8Array(readFileSync(new URL(`../../fixtures/sound/${file}`, import.meta.url)));
    const whole = await written(format, bytes, bytes.length, `${file}-whole`);
    expect(whole.result).toEqual({ samples: whole.pcm.length, kept: true, problem: null });
    expect(Math.abs(whole.pcm.length - length)).toBeLessThan(3200); // encoders add a frame or two at the ends
    expect(pitch(whole.pcm, 24_000, 33_600)).toBeGreaterThan(320);
    expect(pitch(whole.pcm, 24_000, 33_600)).toBeLessThan(400);
    expect(pitch(whole.pcm, 72_000, 81_600)).toBeGreaterThan(540);
    expect(pitch(whole.pcm, 72_000, 81_600)).toBeLessThan(620);
    expect(whole.peaks.length).toBe(Math.ceil(whole.pcm.length / samplesPerPeak) * 2);
    for (const step of [1, 97, 4096]) {
      const cut = await written(format, bytes, step, `${file}-${step}`);
      expect(cut.result).toEqual(whole.result);
      expect(
        Buffer.compare(
          Buffer.from(cut.pcm.buffer, cut.pcm.byteOffset, cut.pcm.byteLength),
          Buffer.from(whole.pcm.buffer, whole.pcm.byteOffset, whole.pcm.byteLength),
        ),
      ).toBe(0);
    }
  });

  it.each(['sweep.ogg', 'sweep.opus.ogg'])('%s is heard page by page, as soon as the next one begins', async (file) => {
    const bytes = new Uint8Array(readFileSync(new URL(`../../fixtures/sound/${file}`, import.meta.url)));
    const writer = new SoundWriter('ogg', { pcm: join(directory, 'early.pcm'), peaks: join(directory, 'early.peaks') });
    const lastPage = Buffer.from(bytes).lastIndexOf('OggS');
    expect(await writer.push(bytes.slice(0, lastPage + 300))).toBeGreaterThan(20_000);
    writer.abort();
  });

  it('believes the bytes, not the name of the format', async () => {
    const bytes = new Uint8Array(readFileSync(new URL('../../fixtures/sound/sweep.mp3', import.meta.url)));
    expect((await written('wav', bytes, 1000, 'misnamed')).result.samples).toBeGreaterThan(90_000);
  });

  it.each(['mp3', 'ogg', 'wav'] as const)('gives up on noise that claims to be %s, and comes back', async (format) => {
    const told = vi.spyOn(console, 'error').mockReturnValue(undefined); // the decoder complains there
    let seed = 42;
    const noise = Uint8Array.from({ length: 20_000 }, () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16);
    if (format === 'mp3') noise.set([0xff, 0xfb, 0x90, 0x00]);
    const { result } = await written(format, noise, 3000, `noise-${format}`);
    told.mockRestore();
    expect(result.samples).toBeLessThan(48_000);
  });

  it('keeps what can be heard of a stream that was cut off', async () => {
    const bytes = new Uint8Array(readFileSync(new URL('../../fixtures/sound/sweep.mp3', import.meta.url)));
    const { result, pcm } = await written('mp3', bytes.slice(0, bytes.length / 2), 500, 'cut-off');
    expect(result.samples).toBe(pcm.length);
    expect(result.samples).toBeGreaterThan(40_000);
    expect(result.samples).toBeLessThan(56_000);
  });

  it('counts on where its file cannot be written', async () => {
    const writer = new SoundWriter('mp3', { pcm: join(directory, 'no', 'where'), peaks: join(directory, 'no', 'peaks') });
    expect(await writer.push(new Uint8Array(readFileSync(new URL('../../fixtures/sound/sweep.mp3', import.meta.url))))).toBe(0);
    const result = await writer.finish();
    expect(result).toMatchObject({ kept: false, problem: null });
    expect(result.samples).toBeGreaterThan(90_000);
  });
});

describe('peaks', () => {
  it('are the least and the greatest of each hundredth of a second, the last one shorter', () => {
    const builder = new PeaksBuilder();
    const samples = new Int16Array(samplesPerPeak * 2 + 5);
    samples[3] = 32_767;
    samples[4] = -32_768;
    samples.fill(16_384, samplesPerPeak, samplesPerPeak * 2);
    samples.fill(-1000, samplesPerPeak * 2);
    for (let at = 0; at < samples.length; at += 7) builder.push(samples.subarray(at, at + 7));
    expect([...builder.finish()]).toEqual([-127, 127, 64, 64, -4, -4]);
  });
});
