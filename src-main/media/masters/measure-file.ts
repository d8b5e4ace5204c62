import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
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
export class FileMeasuring {
  readonly #decoder: ReturnType<typeof recordingDecoder>;
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #bytes: number;
  #read = 0;
  #meter: SoundMeter | undefined;
  #edges: SoundEdges | undefined;

  private constructor(path: string, format: MeasuredFormat, bytes: number) {
    this.#decoder = recordingDecoder(format);
    this.#pieces = createReadStream(path, { highWaterMark: pieceBytes })[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    this.#bytes = bytes;
  }

  static async open(path: string, format: MeasuredFormat): Promise<FileMeasuring> {
    return new FileMeasuring(path, format, (await stat(path)).size);
  }

  /** Decodes the next piece. Answers with how much of the file was read, 0 to 1; 1 also means that there is no more. */
  async step(): Promise<number> {
    const next = await this.#pieces.next();
    if (next.done === true) {
      for (const chunk of await this.#decoder.finish()) this.#take(chunk);
      return 1;
    }
    this.#read += next.value.byteLength;
    for (const chunk of await this.#decoder.push(Uint8Array.from(next.value))) this.#take(chunk);
    return Math.min(0.999, this.#read / this.#bytes);
  }

  finish(): MasterMeasures {
    const measures = this.#meter?.finish() ?? { lufs: null, truePeakDb: null, rmsDb: null, noiseFloorDb: null, durationMs: 0 };
    return withEdges(measures, this.#edges?.above(speechLevelDb));
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
    this.#decoder.free();
  }

  #take({ samples, rate }: MonoChunk): void {
    this.#meter ??= new SoundMeter({ rate });
    this.#edges ??= new SoundEdges(rate);
    const scaled = new Float32Array(samples.length);
    for (let at = 0; at < samples.length; at += 1) scaled[at] = (samples[at] ?? 0) * 32_768;
    this.#meter.push(scaled);
    this.#edges.push(scaled);
  }
}

export type MeasuredFormat = Extract<SoundFormat, 'wav' | 'mp3' | 'ogg' | 'flac'>;

export function withEdges(measures: SoundMeasures, edges: { startMs: number; endMs: number } | undefined): MasterMeasures {
  return { ...measures, headMs: edges?.startMs ?? null, tailMs: edges === undefined ? null : measures.durationMs - edges.endMs };
}
