import { execFileSync, spawnSync } from 'node:child_process';
import FFT from 'fft.js';
import { Resampler } from '#main/media/resampler.ts';
import { requireVoices, speakByFestival, speakByFlite } from './other-voices.ts';

/** Mono at 48 kHz. */
export interface CleanSpeech {
  name: string;
  samples: Float32Array;
  /** First sample of each word. */
  starts: number[];
}

const rate = 48_000;
const frame = 480;
const festivalVoices = ['kal_diphone', 'cmu_us_slt_arctic_hts'];
const fliteVoices = ['slt', 'rms', 'awb'];

const sentences = [
  'The lamp had burned since dusk and nobody in the house could say who had lit it',
  'She counted the letters twice and went out without her coat',
  'Sixty six fishes splash past the shops',
];

/** Throws with the packages to install where something is missing. */
export function requireNoisySpeech(): void {
  requireVoices({ flite: true, festival: festivalVoices });
  if (spawnSync('ffmpeg', ['-version']).error !== undefined) throw new Error('ffmpeg is missing. Type: sudo apt-get install -y ffmpeg');
}

/** Each sentence by each of five voices of programs that are not ours. */
export async function speakCleanly(): Promise<CleanSpeech[]> {
  const all: CleanSpeech[] = [];
  for (const text of sentences) {
    for (const voice of festivalVoices) all.push(await atRate(voice, speakByFestival(text, voice, 1)));
    for (const voice of fliteVoices) all.push(await atRate(voice, speakByFlite(text, voice, 1)));
  }
  return all;
}

/** At half of full scale. */
async function atRate(
  name: string,
  { samples, sampleRate, starts }: { samples: Float32Array; sampleRate: number; starts: readonly number[] },
): Promise<CleanSpeech> {
  const resampler = await Resampler.create(sampleRate);
  const sound = Float32Array.from([...resampler.push(samples), ...resampler.finish()]);
  resampler.free();
  const gain = 0.5 / sound.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  return { name, samples: sound.map((sample) => sample * gain), starts: starts.map((ms) => Math.round((ms * rate) / 1000)) };
}

export const noiseColours = ['pink', 'brown', 'white'] as const;

/** Noise of ffmpeg. */
export function makeNoise(colour: (typeof noiseColours)[number], seconds: number): Float32Array {
  const source = `anoisesrc=color=${colour}:r=${rate}:d=${seconds}:seed=7:a=0.5`;
  const form = ['-f', 's16le', '-ac', '1', 'pipe:1'];
  return fromPcm(execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...form], { maxBuffer: 1e9 }));
}

/** What ffmpeg's filter is late by, in samples at 48 kHz. */
const ffmpegDelay = 1_200;

/** The peer: ffmpeg's own noise reduction, with its defaults, sample for sample in its place. */
export function reduceByFfmpeg(samples: Float32Array): Float32Array {
  const form = ['-f', 's16le', '-ar', String(rate), '-ac', '1'];
  const args = ['-v', 'error', '-threads', '1', ...form, '-i', 'pipe:0', '-af', 'afftdn', ...form, 'pipe:1'];
  const longer = new Float32Array(samples.length + ffmpegDelay);
  longer.set(samples);
  return fromPcm(execFileSync('ffmpeg', args, { input: toPcm(longer), maxBuffer: 1e9 })).subarray(ffmpegDelay);
}

export const toPcm = (samples: Float32Array): Buffer =>
  Buffer.from(Int16Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767)).buffer);

const fromPcm = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(at * 2) / 32_768);

/** The speech in noise that is so many decibels softer than what is said. */
export function inNoise(speech: Float32Array, noise: Float32Array, decibels: number): Float32Array {
  const levels = levelsOf(speech).filter((level) => level > -45);
  const said = 10 * Math.log10(levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / levels.length);
  const gain = 10 ** ((said - decibels - levelOf(noise)) / 20);
  return speech.map((sample, at) => sample + gain * (noise[at % noise.length] ?? 0));
}

/** Level of each hundredth of a second, in decibels of full scale. */
export const levelsOf = (sound: Float32Array): number[] =>
  Array.from({ length: Math.floor(sound.length / frame) }, (_, at) => levelOf(sound.subarray(at * frame, (at + 1) * frame)));

const levelOf = (sound: Float32Array): number =>
  10 * Math.log10(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length + 1e-12);

const size = 1024;
const fft = new FFT(size);
const hann = Float32Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size));
const bands = 24;

/**
 * How far a sound is from the clean speech where something is said: the root mean square over 24 bands (100 Hz to 8 kHz) of the difference of their levels,
 * of each hundredth of a second, in decibels. What is 40 dB below the loudest band is as good as silent.
 */
export function distanceFrom(clean: Float32Array, sound: Float32Array): number {
  const levels = levelsOf(clean);
  const loudest = Math.max(...levels);
  let [sum, count] = [0, 0];
  for (const [index, level] of levels.entries()) {
    if (level < loudest - 35) continue;
    const [one, other] = [spectrumAt(clean, index * frame), spectrumAt(sound, index * frame)];
    const floor = Math.max(...one) - 40;
    const squares = one.map((value, band) => (Math.max(value, floor) - Math.max(other[band] ?? 0, floor)) ** 2);
    sum += Math.sqrt(squares.reduce((total, square) => total + square, 0) / bands);
    count += 1;
  }
  return sum / count;
}

function spectrumAt(sound: Float32Array, at: number): number[] {
  const bins = fft.createComplexArray();
  fft.realTransform(
    bins,
    Array.from(hann, (window, index) => window * (sound[at + index] ?? 0)),
  );
  const edge = (band: number): number => Math.round(((100 * 80 ** (band / bands)) / rate) * size);
  return Array.from({ length: bands }, (_, band) => {
    const [from, to] = [edge(band), Math.max(edge(band) + 1, edge(band + 1))];
    let power = 1e-12;
    for (let bin = from; bin < to; bin += 1) power += (bins[2 * bin] ?? 0) ** 2 + (bins[2 * bin + 1] ?? 0) ** 2;
    return 10 * Math.log10(power / (to - from));
  });
}
