import { sampleRate } from '#shared/narration/take.ts';
import { FirResampler } from './fir-resampler.ts';

/** Part of the name of what is cached: to be raised when the same bytes give other samples than before. */
export const resamplerVersion = 2;

interface Filter {
  push(samples: Float32Array): Float32Array;
  free(): void;
}

/**
 * Brings one sound to 48 kHz, or another rate, as it arrives. The filter's state goes on from piece to piece, so that no split can be heard, and
 * the whole is exactly as long as the original, to the nearest sample. Errors lie more than 90 dB below the sound, up to 0.9 of the highest
 * frequency that both rates can carry.
 */
export class Resampler {
  readonly rate: number;
  readonly #target: number;
  readonly #filter: Filter | undefined;
  #taken = 0;
  #given = 0;

  private constructor(rate: number, target: number, filter: Filter | undefined) {
    this.rate = rate;
    this.#target = target;
    this.#filter = filter;
  }

  static async create(rate: number, target = sampleRate): Promise<Resampler> {
    if (rate === target) return new Resampler(rate, target, undefined);
    return new Resampler(rate, target, FirResampler.create(rate, target) ?? (await libraryFilter(rate, target)));
  }

  push(samples: Float32Array): Float32Array {
    this.#taken += samples.length;
    if (!this.#filter) return samples;
    const out = this.#filter.push(samples);
    this.#given += out.length;
    return out;
  }

  /** What the filter still holds, pushed out by silence. */
  finish(): Float32Array {
    if (!this.#filter) return new Float32Array(0);
    const wanted = Math.round((this.#taken * this.#target) / this.rate) - this.#given;
    const pieces: Float32Array[] = [];
    let got = 0;
    // Bounded: the filter's half width is far below this many rounds.
    for (let round = 0; got < wanted && round < 64; round += 1) {
      const piece = this.#filter.push(new Float32Array(1024));
      pieces.push(piece);
      got += piece.length;
    }
    const tail = joined(pieces).subarray(0, Math.max(0, wanted));
    this.#given += tail.length;
    return tail;
  }

  free(): void {
    this.#filter?.free();
  }
}

/** Samples handed to the library at once; its own buffer holds a million. */
const pieceSamples = 16_384;

/**
 * For rates that have no plain relation to 48 kHz, which no service is known to send: 25 times as slow, and its band ends a little sooner. The library
 * is two megabytes, so it is loaded where it is needed.
 */
async function libraryFilter(rate: number, target: number): Promise<Filter> {
  const { default: libsamplerate } = await import('@alexanderolsen/libsamplerate-js');
  const converterType = libsamplerate.ConverterType.SRC_SINC_MEDIUM_QUALITY;
  const converter = await libsamplerate.create(1, rate, target, { converterType });
  return {
    push: (samples) => {
      const pieces: Float32Array[] = [];
      for (let at = 0; at < samples.length; at += pieceSamples) pieces.push(converter.full(samples.subarray(at, at + pieceSamples)));
      return joined(pieces);
    },
    free: () => converter.destroy(),
  };
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  if (pieces.length === 1 && pieces[0]) return pieces[0];
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
