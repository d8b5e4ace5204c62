import { closeSync, createReadStream, openSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { isKept, type Kept } from '#shared/clone/clean-up.ts';
import { maximumSamples, type SoundFacts } from '#shared/clone/recordings.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { fail } from '#shared/failure.ts';
import { codecName } from '#shared/sound/codec-names.ts';
import { Resampler } from '../../media/resampler.ts';
import { PeaksBuilder, toPcm } from '../../media/sound-writer.ts';
import type { MonoChunk } from '../../media/wav.ts';
import type { Decoder } from '../../media/decoders.ts';
import { decodeContainer, recordingDecoder } from '../../media/recordings/decoding.ts';
import { recognizeKind, sniffBytes, streams, type SoundKind } from '../../media/recordings/kinds.ts';
import { eachKeptPiece } from './kept-sound.ts';
import { ClipFinder, SignalMeter } from './signal.ts';
import { message } from '#shared/messages/message.ts';

/** Where the decoded sound goes: s16le mono PCM at 48 kHz, and its peaks. */
export interface SoundPaths {
  pcm: string;
  peaks: string;
}

export interface OpenedSound {
  samples: number;
  codec: string;
  seconds: number;
  aacBytes: number;
  cutShort: boolean;
  truncated: boolean;
  /** Seconds at which it is clipped. */
  clips: number[];
  facts: SoundFacts | null;
}

const pieceBytes = 256 * 1024;
/** Samples of what is a recording at all. */
const shortest = sampleRate / 10;

/** Decodes, brings to 48 kHz, writes, draws and measures a recording in one pass. Fails with what the disk fails with. */
export class Opening {
  readonly #paths: SoundPaths;
  readonly #peaks = new PeaksBuilder();
  readonly #meter = new SignalMeter();
  readonly #clips = new ClipFinder();
  #file: number | undefined;
  #decoder: Decoder | undefined;
  #kind: SoundKind | undefined;
  #resampler: Resampler | undefined;
  #samples = 0;
  #bytes = 0;
  #head: Uint8Array = new Uint8Array(0);
  #enough = false;

  constructor(paths: SoundPaths) {
    this.#paths = paths;
  }

  /** Bytes of a kind that streams; fails with `unsupported-media` for another. Answers false once enough is open. */
  async push(bytes: Uint8Array): Promise<boolean> {
    this.#bytes += bytes.byteLength;
    if (this.#enough) return false;
    if (this.#decoder !== undefined) await this.#takeAll(await this.#decoder.push(bytes));
    else {
      this.#head = Buffer.concat([this.#head, bytes]);
      if (this.#head.byteLength >= sniffBytes) await this.#begin();
    }
    return !this.#enough;
  }

  async finish(): Promise<OpenedSound> {
    const decoder = this.#decoder ?? (await this.#begin());
    if (!this.#enough) await this.#takeAll(await decoder.finish());
    return this.#close({
      codec: this.#kind === undefined ? '' : codecName(this.#kind),
      truncated: this.#kind === 'wav' && isCut(this.#head, this.#bytes),
    });
  }

  /** A whole file, of any kind. */
  async read(path: string): Promise<OpenedSound> {
    const { size } = statSync(path);
    const kind = recognizeKind(firstBytes(path));
    if (kind === undefined) throw noSound();
    if (streams(kind)) {
      for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) if (!(await this.push(piece as Buffer))) break;
      this.#bytes = size;
      return this.finish();
    }
    if (kind === 'program-stream') return this.#close({ codec: 'MPEG', truncated: false });
    const { codec, seconds, aacBytes } = await decodeContainer(path, (chunk) => this.#take(chunk));
    return this.#close({ codec: codecName(codec), truncated: false, seconds, aacBytes });
  }

  /** Samples that somebody else decoded. Answers false once enough is open. */
  take(chunk: MonoChunk): Promise<boolean> {
    return this.#take(chunk);
  }

  finishTaken(found: { codec: string; seconds: number; aacBytes: number }): OpenedSound {
    return this.#close({ ...found, truncated: false });
  }

  /** Samples that are here already: what was recorded. */
  measure(pcmPath: string): OpenedSound {
    eachPiece(pcmPath, (samples) => {
      this.#peaks.push(toPcm(samples));
      this.#meter.push(samples);
      this.#clips.push(samples, sampleRate);
      this.#samples += samples.length;
    });
    return this.#close({ codec: 'WAV', truncated: false });
  }

  async #takeAll(chunks: readonly MonoChunk[]): Promise<void> {
    for (const chunk of chunks) if (!(await this.#take(chunk))) return;
  }

  /** Answers false once enough was taken. */
  async #take({ samples, rate }: MonoChunk): Promise<boolean> {
    if (this.#enough) return false;
    this.#clips.push(samples, rate);
    if (this.#resampler?.rate !== rate) {
      if (this.#resampler) {
        this.#write(this.#resampler.finish());
        this.#resampler.free();
      }
      this.#resampler = await Resampler.create(rate);
    }
    this.#write(this.#resampler.push(samples));
    return !this.#enough;
  }

  free(): void {
    this.#decoder?.free();
    this.#decoder = undefined;
    this.#resampler?.free();
    this.#resampler = undefined;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  async #begin(): Promise<Decoder> {
    const kind = recognizeKind(this.#head);
    if (kind === undefined || !streams(kind)) throw noSound();
    this.#kind = kind;
    this.#decoder = recordingDecoder(kind);
    await this.#takeAll(await this.#decoder.push(this.#head));
    return this.#decoder;
  }

  #write(samples: Float32Array): void {
    const room = maximumSamples - this.#samples;
    if (samples.length >= room) this.#enough = true;
    const taken = samples.length > room ? samples.subarray(0, room) : samples;
    if (taken.length === 0) return;
    this.#file ??= openSync(this.#paths.pcm, 'w', 0o600);
    const pcm = toPcm(taken);
    const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    for (let written = 0; written < bytes.length;) written += writeSync(this.#file, bytes, written);
    this.#peaks.push(pcm);
    this.#meter.push(taken);
    this.#samples += taken.length;
  }

  #close(found: { codec: string; truncated: boolean; seconds?: number; aacBytes?: number }): OpenedSound {
    if (this.#resampler && !this.#enough) this.#write(this.#resampler.finish());
    writeFileSync(this.#paths.peaks, this.#peaks.finish());
    const aacBytes = found.aacBytes ?? 0;
    const undecoded = aacBytes > 0 || found.codec === 'MPEG';
    if (this.#samples === 0 && !undecoded && found.seconds === undefined) throw noSound();
    if (this.#samples > 0 && this.#samples < shortest) throw fail('unsupported-media', message('clone.recordingTooShort'));
    return {
      samples: this.#samples,
      codec: found.codec,
      seconds: this.#samples > 0 ? this.#samples / sampleRate : (found.seconds ?? 0),
      aacBytes,
      cutShort: this.#enough,
      truncated: found.truncated,
      clips: this.#clips.places,
      facts: this.#samples > 0 ? this.#meter.finish(this.#clips.places.length) : null,
    };
  }
}

const noSound = (): Error => fail('unsupported-media', message('clone.noReadableSound'));

function firstBytes(path: string): Uint8Array {
  const head = new Uint8Array(sniffBytes);
  const file = openSync(path, 'r');
  try {
    return head.subarray(0, readSync(file, head, 0, sniffBytes, 0));
  } finally {
    closeSync(file);
  }
}

/** A WAV that says it is longer than it is. Lengths that nobody knew when they were written say nothing. */
function isCut(head: Uint8Array, bytes: number): boolean {
  if (head.byteLength < 12) return false;
  const said = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(4, true);
  return said !== 0 && said !== 0xffffffff && Buffer.from(head.subarray(0, 4)).toString('latin1') === 'RIFF' && said + 8 > bytes + 1;
}

/** Mono floats of a PCM file, in pieces of ten seconds. */
function eachPiece(path: string, take: (samples: Float32Array) => void): void {
  const file = openSync(path, 'r');
  const piece = new Uint8Array(10 * sampleRate * 2);
  try {
    for (let at = 0; ;) {
      const read = readSync(file, piece, 0, piece.byteLength, at) & ~1;
      if (read === 0) return;
      take(Float32Array.from(new Int16Array(piece.buffer, 0, read / 2), (sample) => sample / 32_768));
      at += read;
    }
  } finally {
    closeSync(file);
  }
}

/** Measures what is kept of a PCM file. */
export async function measureKept(pcmPath: string, kept: Kept, clips: readonly number[]): Promise<SoundFacts> {
  const meter = new SignalMeter();
  await eachKeptPiece(pcmPath, kept, (samples) => meter.push(samples));
  const within = clips.filter((seconds) => isKept(kept, Math.floor(seconds * sampleRate)));
  return meter.finish(within.length);
}
