import libsamplerate from '@alexanderolsen/libsamplerate-js';
import { sampleRate } from '#shared/narration/take.ts';

type Converter = Awaited<ReturnType<typeof libsamplerate.create>>;

/** Compiling a converter takes tens of milliseconds: begun before the rate is known, it costs the first sound nothing. */
export interface PreparedConverter {
  converter: Promise<Converter>;
}

const likelyRate = 24_000;

export function prepareConverter(): PreparedConverter {
  // Medium: 121 dB signal to noise, a hundred times real time; the best takes three times as long for nothing audible in 16 bits.
  const converterType = libsamplerate.ConverterType.SRC_SINC_MEDIUM_QUALITY;
  const converter = libsamplerate.create(1, likelyRate, sampleRate, { converterType });
  converter.catch(() => undefined); // told to whoever uses it
  return { converter };
}

/** Samples handed to the converter at once; its own buffer holds a million. */
const pieceSamples = 16_384;

/**
 * Brings one sound to 48 kHz as it arrives. The filter's state goes on from piece to piece, so that no split can be heard, and
 * the whole is exactly as long as the original, to the nearest sample.
 */
export class Resampler {
  readonly rate: number;
  readonly #converter: Converter | undefined;
  #taken = 0;
  #given = 0;

  private constructor(rate: number, converter: Converter | undefined) {
    this.rate = rate;
    this.#converter = converter;
  }

  /** `prepared` is used up. */
  static async create(rate: number, prepared: PreparedConverter = prepareConverter()): Promise<Resampler> {
    const converter = await prepared.converter;
    if (rate === sampleRate) {
      converter.destroy();
      return new Resampler(rate, undefined);
    }
    if (converter.inputSampleRate !== rate) converter.inputSampleRate = rate;
    return new Resampler(rate, converter);
  }

  push(samples: Float32Array): Float32Array {
    this.#taken += samples.length;
    if (!this.#converter) return samples;
    const pieces: Float32Array[] = [];
    for (let at = 0; at < samples.length; at += pieceSamples) pieces.push(this.#converter.full(samples.subarray(at, at + pieceSamples)));
    const out = pieces.length === 1 && pieces[0] ? pieces[0] : joined(pieces);
    this.#given += out.length;
    return out;
  }

  /** What the filter still holds, pushed out by silence. */
  finish(): Float32Array {
    if (!this.#converter) return new Float32Array(0);
    const wanted = Math.round((this.#taken * sampleRate) / this.rate) - this.#given;
    const pieces: Float32Array[] = [];
    let got = 0;
    // Bounded: the filter's half width is far below this many rounds.
    for (let round = 0; got < wanted && round < 64; round += 1) {
      const piece = this.#converter.full(new Float32Array(1024));
      pieces.push(piece);
      got += piece.length;
    }
    const tail = joined(pieces).subarray(0, Math.max(0, wanted));
    this.#given += tail.length;
    return tail;
  }

  free(): void {
    this.#converter?.destroy();
  }
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
