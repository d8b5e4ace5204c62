import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { Recording } from './align.ts';

/** The longest recording that is aligned, in seconds. */
const longestSeconds = 2 * 3600;
/** Nothing of speech that words are found by lies above half of it; samples a second, at least. */
const enoughRate = 16_000;
/** What is never as loud as this in any tenth of a second is silent: -60 dB of full scale. */
const silentLevel = 0.001;
const tapsBySample = 16;

/** Takes a sound in as it is decoded, with as few samples a second as words need. */
export class SpeechSamples {
  readonly #pieces: Float32Array[] = [];
  #filter: Decimation | undefined;
  #rate = 0;
  #length = 0;

  /** Mono, from -1 to 1. Fails with `too-large` past two hours. */
  push(samples: Float32Array, rate: number): void {
    if (this.#rate === 0) {
      this.#rate = rate;
      this.#filter = new Decimation(Math.max(1, Math.floor(rate / enoughRate)));
    } else if (rate !== this.#rate) throw fail('damaged', message('alignment.cannotBeDecoded'), { next: 'choose-file' });
    this.#length += samples.length;
    if (this.#length > longestSeconds * rate) throw fail('too-large', message('alignment.tooLong'), { next: 'choose-file' });
    const fewer = this.#filter?.push(samples);
    if (fewer !== undefined && fewer.length > 0) this.#pieces.push(fewer);
  }

  /** Fails with `damaged` where nothing came, and with `unprocessable` where all of it is silent unless it may be. */
  finish({ mayBeSilent = false } = {}): Recording {
    const step = this.#filter?.step ?? 1;
    const samples = new Float32Array(this.#pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of this.#pieces.splice(0)) {
      samples.set(piece, at);
      at += piece.length;
    }
    if (samples.length === 0) throw fail('damaged', message('alignment.cannotBeDecoded'), { next: 'choose-file' });
    const sampleRate = this.#rate / step;
    if (!mayBeSilent && isSilent(samples, sampleRate)) throw fail('unprocessable', message('alignment.silent'), { next: 'choose-file' });
    return { samples, sampleRate };
  }
}

function isSilent(samples: Float32Array, sampleRate: number): boolean {
  const width = Math.max(1, Math.round(sampleRate / 10));
  for (let start = 0; start < samples.length; start += width) {
    let sum = 0;
    for (const sample of samples.subarray(start, start + width)) sum += sample * sample;
    if (Math.sqrt(sum / width) >= silentLevel) return false;
  }
  return true;
}

/** Every `step`-th sample, without what fewer samples cannot carry. */
class Decimation {
  readonly step: number;
  readonly #taps: Float32Array;
  #rest: Float32Array;

  constructor(step: number) {
    this.step = step;
    const count = step === 1 ? 1 : tapsBySample * step;
    const taps = Float32Array.from({ length: count }, (_, index) => {
      const place = (index - (count - 1) / 2) / step;
      const sinc = place === 0 ? 1 : Math.sin(Math.PI * place) / (Math.PI * place);
      return sinc * (0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / count));
    });
    const sum = taps.reduce((total, tap) => total + tap, 0);
    this.#taps = count === 1 ? Float32Array.of(1) : taps.map((tap) => tap / sum);
    // So that no sample comes later than it was.
    this.#rest = new Float32Array((count - 1) >> 1);
  }

  push(samples: Float32Array): Float32Array {
    const { length: count } = this.#taps;
    const all = new Float32Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    const fewer = new Float32Array(all.length < count ? 0 : Math.floor((all.length - count) / this.step) + 1);
    for (let index = 0; index < fewer.length; index++) {
      let sum = 0;
      for (let tap = 0, at = index * this.step; tap < count; tap++, at++) sum += (this.#taps[tap] ?? 0) * (all[at] ?? 0);
      fewer[index] = sum;
    }
    this.#rest = all.slice(fewer.length * this.step);
    return fewer;
  }
}
