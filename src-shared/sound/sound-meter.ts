import { LoudnessMeter } from './loudness.ts';
import { toDecibels, TruePeakMeter } from './true-peak.ts';

/** What a master is judged by. Levels in decibels of full scale; `null` where there is only digital silence. */
export interface SoundMeasures {
  /** Integrated loudness by ITU-R BS.1770-4, in LUFS. */
  lufs: number | null;
  /** By ITU-R BS.1770-4, Annex 2. */
  truePeakDb: number | null;
  /** Root mean square of all samples. */
  rmsDb: number | null;
  /** Root mean square of the quietest half second without digital silence in it; `null` also where no half second is. */
  noiseFloorDb: number | null;
  durationMs: number;
}

const fullScale = 32_768;
const hopsPerSecond = 20;
/** Half a second. */
const hopsInWindow = 10;
/** Less than half a step of 16 bit: a sample that came out of a coder as good as 0 is digital silence too. */
const silentBelow = 0.5;

/** Measures a sound that comes in pieces of any size, of interleaved samples in the scale of 16 bit; floats may go over it. */
export class SoundMeter {
  readonly #rate: number;
  readonly #channels: number;
  readonly #loudness: LoudnessMeter;
  readonly #truePeak: TruePeakMeter;
  readonly #hopSamples: number;
  /** Sums of squares of the last hops that have no digital silence around them. */
  #window: number[] = [];
  #quietest = Infinity;
  #hop = 0;
  #hopFilled = 0;
  #hopSounds = false;
  #sum = 0;
  #samples = 0;

  /** `rate` in Hz. */
  constructor({ rate, channels = 1 }: { rate: number; channels?: number }) {
    this.#rate = rate;
    this.#channels = channels;
    this.#loudness = new LoudnessMeter({ rate, channels });
    this.#truePeak = new TruePeakMeter(channels);
    this.#hopSamples = Math.round(rate / hopsPerSecond) * channels;
  }

  push(samples: Int16Array | Float32Array): void {
    if (samples.length === 0) return;
    this.#loudness.push(samples, 1 / fullScale);
    this.#truePeak.push(samples);
    this.#samples += samples.length;
    for (let from = 0; from < samples.length;) {
      const to = Math.min(samples.length, from + this.#hopSamples - this.#hopFilled);
      let sum = 0;
      let greatest = 0;
      for (let at = from; at < to; at += 1) {
        const sample = samples[at] ?? 0;
        sum += sample * sample;
        const size = sample < 0 ? -sample : sample;
        if (size > greatest) greatest = size;
      }
      this.#hop += sum;
      this.#hopSounds ||= greatest >= silentBelow;
      this.#hopFilled += to - from;
      from = to;
      if (this.#hopFilled === this.#hopSamples) this.#closeHop();
    }
  }

  finish(): SoundMeasures {
    const total = this.#sum + this.#hop;
    return {
      lufs: this.#loudness.finish() ?? null,
      truePeakDb: toDecibels(this.#truePeak.finish()),
      rmsDb: this.#samples === 0 ? null : powerToDecibels(total / this.#samples),
      noiseFloorDb: Number.isFinite(this.#quietest) ? powerToDecibels(this.#quietest / (hopsInWindow * this.#hopSamples)) : null,
      durationMs: (this.#samples / this.#channels / this.#rate) * 1000,
    };
  }

  #closeHop(): void {
    this.#sum += this.#hop;
    if (this.#hopSounds) {
      this.#window.push(this.#hop);
      if (this.#window.length > hopsInWindow) this.#window.shift();
      if (this.#window.length === hopsInWindow)
        this.#quietest = Math.min(
          this.#quietest,
          this.#window.reduce((sum, hop) => sum + hop, 0),
        );
    } else this.#window = [];
    this.#hop = 0;
    this.#hopFilled = 0;
    this.#hopSounds = false;
  }
}

const powerToDecibels = (power: number): number | null => toDecibels(Math.sqrt(power) / fullScale);
