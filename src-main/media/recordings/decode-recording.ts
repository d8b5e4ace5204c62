import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { fail, FailureError } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { errorCode, writeAll } from '../../infra/files.ts';
import type { Report } from '../alignment/progress.ts';
import { Resampler } from '../resampler.ts';
import { toPcm } from '../sound-writer.ts';
import type { MonoChunk } from '../wav.ts';
import { decodeContainer, recordingDecoder } from './decoding.ts';
import { decodeByFfmpeg } from './ffmpeg.ts';
import { recognizeKind, sniffBytes, streams } from './kinds.ts';

/** The longest recording, in seconds: what words can be found in. */
const longestSeconds = 2 * 3600;
const pieceBytes = 256 * 1024;
/** Levels in a second of a decoded recording. */
export const levelsPerSecond = 100;
const samplesPerLevel = sampleRate / levelsPerSecond;

export interface DecodedRecording {
  /** At 48 kHz. */
  samples: number;
  /** Root mean square of each hundredth of a second, from 0 to 1. */
  levels: Float32Array;
}

/**
 * Decodes a file of any kind that has a decoder here, or that an installed FFmpeg decodes, into a file of s16le PCM, mono, 48 kHz, and measures it. Fails with
 * `file-missing`, `unsupported-media`, `too-large` past two hours, `damaged` where it cannot be decoded to its end, and as the disk fails.
 */
export async function decodeRecording(path: string, pcmPath: string, report: Report = () => undefined): Promise<DecodedRecording> {
  const file = await open(pcmPath, 'w', 0o600);
  const writer = new PcmWriter(file);
  try {
    await readRecordingFile(path, (chunk) => writer.take(chunk), report);
    await writer.finish();
    return { samples: writer.samples, levels: writer.levels() };
  } finally {
    writer.free();
    await file.close();
  }
}

/**
 * Hands the sound of a file to `take`, mono and in order, whatever kind it is: by a decoder here, or by an installed FFmpeg. Fails with `file-missing`,
 * `unsupported-media`, `damaged` where it cannot be decoded to its end, and as `take` does.
 */
export async function readRecordingFile(
  path: string,
  take: (chunk: MonoChunk) => void | Promise<void>,
  report: Report = () => undefined,
): Promise<void> {
  const kind = recognizeKind(await readStart(path));
  if (kind === undefined || kind === 'program-stream')
    throw fail('unsupported-media', message('clone.noReadableSound'), { next: 'choose-file' });
  try {
    if (streams(kind)) await readStream(path, kind, take, report);
    else await readContainer(path, take, report);
  } catch (thrown) {
    // What the disk says is the disk's: everything else is the sound's.
    if (thrown instanceof FailureError || errorCode(thrown) !== undefined) throw thrown;
    throw fail('damaged', message('alignment.cannotBeDecoded'), { next: 'choose-file', cause: thrown });
  }
}

type Take = Parameters<typeof readRecordingFile>[1];

async function readStream(path: string, kind: 'wav' | 'mp3' | 'ogg' | 'flac', take: Take, report: Report): Promise<void> {
  const decoder = recordingDecoder(kind);
  try {
    const { size } = await stat(path);
    let read = 0;
    for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
      for (const chunk of await decoder.push(Uint8Array.from(piece as Buffer))) await take(chunk);
      read += (piece as Buffer).length;
      report(read / size);
    }
    for (const chunk of await decoder.finish()) await take(chunk);
  } finally {
    decoder.free();
  }
}

async function readContainer(path: string, take: Take, report: Report): Promise<void> {
  let decodedSeconds = 0;
  const takeOne = async (chunk: MonoChunk): Promise<void> => {
    decodedSeconds += chunk.samples.length / chunk.rate;
    await take(chunk);
  };
  const { codec, seconds } = await decodeContainer(path, async (chunk) => {
    await takeOne(chunk);
    return true;
  });
  if (decodedSeconds > 0) return;
  await decodeByFfmpeg(path, codec, async (chunk) => {
    await takeOne(chunk);
    report(decodedSeconds / seconds);
  });
}

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r').catch(() => {
    throw fail('file-missing', message('alignment.notReadable'), { next: 'choose-file' });
  });
  try {
    const { bytesRead, buffer } = await file.read(new Uint8Array(sniffBytes), 0, sniffBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

class PcmWriter {
  samples = 0;
  readonly #file: FileHandle;
  #resampler: Resampler | undefined;
  /** Of each hundredth of a second. */
  readonly #energies: number[] = [];

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async take({ samples, rate }: MonoChunk): Promise<void> {
    if (this.#resampler?.rate !== rate) {
      await this.finish();
      this.free();
      this.#resampler = await Resampler.create(rate);
    }
    await this.#write(this.#resampler.push(samples));
  }

  async finish(): Promise<void> {
    if (this.#resampler) await this.#write(this.#resampler.finish());
  }

  levels(): Float32Array {
    return Float32Array.from(this.#energies, (energy) => Math.sqrt(energy / samplesPerLevel));
  }

  free(): void {
    this.#resampler?.free();
    this.#resampler = undefined;
  }

  async #write(samples: Float32Array): Promise<void> {
    if (samples.length === 0) return;
    if (this.samples + samples.length > longestSeconds * sampleRate)
      throw fail('too-large', message('alignment.tooLong'), { next: 'choose-file' });
    const pcm = toPcm(samples);
    await writeAll(this.#file, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength), this.samples * 2);
    for (const [index, sample] of samples.entries()) {
      const at = Math.floor((this.samples + index) / samplesPerLevel);
      this.#energies[at] = (this.#energies[at] ?? 0) + sample * sample;
    }
    this.samples += samples.length;
  }
}
