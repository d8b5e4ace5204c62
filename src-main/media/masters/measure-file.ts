import { open, type FileHandle } from 'node:fs/promises';
import type { SoundFormat } from '#shared/masters/formats.ts';
import type { MasterMeasures } from '#shared/masters/report.ts';
import { SoundEdges } from '#shared/sound/sound-edges.ts';
import { SoundMeter, type SoundMeasures } from '#shared/sound/sound-meter.ts';
import { recordingDecoder } from '../recordings/decoding.ts';
import type { MonoChunk } from '../wav.ts';

const pieceBytes = 256 * 1024;
/** Decibels of full scale: what is louder is no room tone. */
export const speechLevelDb = -50;

/** Measures a mono file as it comes out of a decoder, in steps, so that a caller may show progress and stop. */
export interface Measuring {
  /** Decodes what the file has more by now, while it is written. */
  follow(): Promise<void>;
  /** Decodes the next piece of a file that is whole. Answers with how much of it was decoded, 0 to 1; 1 also means that there is no more. */
  step(): Promise<number>;
  finish(): MasterMeasures;
  close(): Promise<void>;
}

/** Formats whose files can be decoded from their first byte on. */
export type StreamedFormat = Extract<SoundFormat, 'wav' | 'mp3' | 'ogg' | 'flac'>;

export class StreamMeasuring implements Measuring {
  readonly #decoder: ReturnType<typeof recordingDecoder>;
  readonly #file: FileHandle;
  readonly #levels = new FileLevels();
  #read = 0;

  private constructor(file: FileHandle, format: StreamedFormat) {
    this.#decoder = recordingDecoder(format);
    this.#file = file;
  }

  static async open(path: string, format: StreamedFormat): Promise<StreamMeasuring> {
    return new StreamMeasuring(await open(path, 'r'), format);
  }

  async follow(): Promise<void> {
    while (await this.#next());
  }

  async step(): Promise<number> {
    if (await this.#next()) return Math.min(0.999, this.#read / (await this.#file.stat()).size);
    for (const chunk of await this.#decoder.finish()) this.#levels.push(chunk);
    return 1;
  }

  finish(): MasterMeasures {
    return this.#levels.finish();
  }

  async close(): Promise<void> {
    await this.#file.close();
    this.#decoder.free();
  }

  async #next(): Promise<boolean> {
    const { buffer, bytesRead } = await this.#file.read(new Uint8Array(pieceBytes), 0, pieceBytes, this.#read);
    if (bytesRead === 0) return false;
    this.#read += bytesRead;
    for (const chunk of await this.#decoder.push(buffer.subarray(0, bytesRead))) this.#levels.push(chunk);
    return true;
  }
}

/** The levels of decoded sound. */
export class FileLevels {
  #meter: SoundMeter | undefined;
  #edges: SoundEdges | undefined;
  samples = 0;

  push({ samples, rate }: MonoChunk): void {
    this.#meter ??= new SoundMeter({ rate });
    this.#edges ??= new SoundEdges(rate);
    const scaled = new Float32Array(samples.length);
    for (let at = 0; at < samples.length; at += 1) scaled[at] = (samples[at] ?? 0) * 32_768;
    this.#meter.push(scaled);
    this.#edges.push(scaled);
    this.samples += samples.length;
  }

  finish(): MasterMeasures {
    const measures = this.#meter?.finish() ?? { lufs: null, truePeakDb: null, rmsDb: null, noiseFloorDb: null, durationMs: 0 };
    return withEdges(measures, this.#edges?.above(speechLevelDb));
  }
}

export function withEdges(measures: SoundMeasures, edges: { startMs: number; endMs: number } | undefined): MasterMeasures {
  return { ...measures, headMs: edges?.startMs ?? null, tailMs: edges === undefined ? null : measures.durationMs - edges.endMs };
}
