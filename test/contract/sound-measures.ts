import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { wavHeader } from '#shared/sound/wav-header.ts';

const run = promisify(execFile);

/** A mono WAV at 48 kHz with the spectrum and the rhythm of speech; `peak` of full scale, reached once a second. */
export function speechLike(samples: number, peak: number): Uint8Array<ArrayBuffer> {
  const wave = Float64Array.from({ length: samples }, (_, at) => {
    const second = (at % 48_000) / 48_000;
    const loudness = 0.4 + 0.6 * Math.exp(-(((second - 0.5) / 0.03) ** 2));
    const hertz = 110 + 15 * Math.sin((2 * Math.PI * at) / 70_000);
    const partials = [1, 2, 3, 5, 8].map((partial) => Math.sin((2 * Math.PI * hertz * partial * at) / 48_000 + partial) / partial);
    return Math.min(1, at / 480, (samples - at) / 480) * loudness * partials.reduce((sum, value) => sum + value, 0);
  });
  const greatest = wave.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const pcm = Int16Array.from(wave, (value) => Math.round((32_767 * peak * value) / greatest));
  const wav = new Uint8Array(44 + samples * 2);
  wav.set(wavHeader(samples));
  wav.set(new Uint8Array(pcm.buffer), 44);
  return wav;
}

/** True peak in dBTP as ffmpeg's meter (EBU R 128) measures the decoded file. */
export async function measureTruePeak(path: string): Promise<number> {
  const { stderr } = await run('ffmpeg', ['-nostats', '-i', path, '-map', '0:a', '-af', 'ebur128=peak=true', '-f', 'null', '-']);
  const found = /True peak:\s+Peak:\s+(\S+) dBFS/u.exec(stderr)?.[1];
  if (found === undefined) throw new Error(`no true peak in: ${stderr.slice(-500)}`);
  return Number(found.replace('inf', 'Infinity'));
}

/**
 * How far a decoded sound lies behind the one it was made of, in samples; how alike they are there, 0 to 1; and how much louder it is. The place is
 * looked for behind `from`, where the sound must not be periodic.
 */
export function comparison(source: Int16Array, coded: Int16Array, from = 4_000): { place: number; likeness: number; decibels: number } {
  const product = (place: number): number => {
    let sum = 0;
    for (let at = from; at < Math.min(source.length, from + 36_000); at += 1) sum += (source[at] ?? 0) * (coded[at + place] ?? 0);
    return sum;
  };
  let place = 0;
  let best = -Infinity;
  for (let candidate = -2_100; candidate <= 2_100; candidate += 1) {
    const alike = product(candidate);
    if (alike > best) [best, place] = [alike, candidate];
  }
  let [both, one, other] = [0, 0, 0];
  for (let at = 2_100; at < source.length - 2_100; at += 1) {
    const [first, second] = [source[at] ?? 0, coded[at + place] ?? 0];
    both += first * second;
    one += first * first;
    other += second * second;
  }
  return { place, likeness: both / Math.sqrt(one * other), decibels: 10 * Math.log10(other / one) };
}
