import { toDecibels, TruePeakMeter } from '#shared/sound/true-peak.ts';

/** How loud a mono sound is; full scale is 1. */
export interface Level {
  /** The greatest sample since the last level. */
  peak: number;
  /** Root mean square of the last third of a second or so. */
  rms: number;
  /** The greatest true peak since the start or the last reset. */
  truePeak: number;
}

/** Samples that the true peak is looked for in at once. */
const blockSamples = 1024;
/** The time in which the mean square goes most of the way to a new level. */
const rmsSeconds = 0.3;

/** Measures samples as they come, in pieces of any size. Runs in the audio thread. */
export class LevelMeter {
  readonly #truePeak = new TruePeakMeter();
  /** In the scale of 16 bit. */
  readonly #block = new Float32Array(blockSamples);
  #filled = 0;
  #peak = 0;
  #meanSquare = 0;
  readonly #weight: number;

  constructor(rate: number) {
    this.#weight = 1 - Math.exp(-1 / (rmsSeconds * rate));
  }

  push(samples: Float32Array): void {
    for (const sample of samples) {
      this.#peak = Math.max(this.#peak, Math.abs(sample));
      this.#meanSquare += this.#weight * (sample * sample - this.#meanSquare);
      this.#block[this.#filled] = sample * 32_768;
      this.#filled += 1;
      if (this.#filled === blockSamples) this.#measureBlock();
    }
  }

  /** The level now; with `last`, no more samples come. */
  read(last = false): Level {
    this.#measureBlock();
    const level = {
      peak: this.#peak,
      rms: Math.sqrt(this.#meanSquare),
      truePeak: last ? this.#truePeak.finish() : this.#truePeak.peak,
    };
    this.#peak = 0;
    return level;
  }

  resetTruePeak(): void {
    this.#measureBlock();
    this.#truePeak.reset();
  }

  #measureBlock(): void {
    if (this.#filled > 0) this.#truePeak.push(this.#block.subarray(0, this.#filled));
    this.#filled = 0;
  }
}

/** The lowest level that a meter draws, in decibels of full scale. */
export const meterFloor = -60;
/** How long the highest peak stays before it falls. */
const holdSeconds = 1.5;
const fallDecibelsPerSecond = 24;

/** In decibels of full scale, from {@link meterFloor} up to 0. */
interface ShownLevel {
  peak: number;
  held: number;
  rms: number;
}

const silent: ShownLevel = { peak: meterFloor, held: meterFloor, rms: meterFloor };
const toShown = (level: number): number => Math.min(0, Math.max(meterFloor, toDecibels(level) ?? meterFloor));

/** What a meter shows at a time: peaks rise at once and fall slowly, the highest stays for a while. */
export class LevelDisplay {
  #shown = silent;
  #at: number | undefined;
  #heldSince = 0;
  #truePeak = 0;

  /** `now` in seconds. */
  push({ peak, rms, truePeak }: Level, now: number): void {
    const fall = fallDecibelsPerSecond * Math.max(0, now - (this.#at ?? now));
    const before = this.#shown;
    const highest = Math.max(toShown(peak), before.peak - fall);
    const fallen = now - this.#heldSince > holdSeconds ? before.held - fall : before.held;
    if (highest >= fallen) this.#heldSince = now;
    this.#shown = { peak: highest, held: Math.max(highest, fallen), rms: toShown(rms) };
    this.#at = now;
    this.#truePeak = Math.max(this.#truePeak, truePeak);
  }

  get shown(): ShownLevel {
    return this.#shown;
  }

  /** The greatest since the last reset, in dBTP; `null` for silence. */
  get truePeak(): number | null {
    return toDecibels(this.#truePeak);
  }

  /** Nothing plays any more. The true peak stays. */
  clear(): void {
    this.#shown = silent;
    this.#at = undefined;
  }

  resetTruePeak(): void {
    this.#truePeak = 0;
  }
}
