import type { SoundFacts } from '#shared/clone/recordings.ts';
import { LoudnessMeter } from '#shared/sound/loudness.ts';
import { findMedian, PitchMeter } from '#shared/sound/pitch-meter.ts';
import { twoRanges } from './pitch.ts';
import { VoicePrintMeter } from './voice-print.ts';

const rate = 48_000;
const frameSamples = rate / 100;
/** Levels below this are digital silence; they say nothing of the room. */
const nothing = -90;
/** A frame is speech above this, by how far it stands over the noise, in decibels, and below the loudest frames. */
const overNoise = 9;
const underLoudest = 40;
/** A gap between words that is no pause, in frames. */
const gapFrames = 20;
/** The room is what the softest hundredth of all stretches of so many frames has: also between words without a pause, a few are as long. */
const roomFrames = 5;
const roomShare = 0.01;
/** A sample at full scale, and how many in a row are a cut-off wave. */
const fullScale = 0.9985;
const runSamples = 3;
/** Places of clipping that are counted; more are as bad as these. */
const maximumPlaces = 10_000;

/** Finds where a wave is cut off at full scale, in the samples as they were decoded: after a change of rate it cannot be seen. */
export class ClipFinder {
  /** Seconds, ascending, those that lie within a hundredth of a second of each other once. */
  readonly places: number[] = [];
  #run = 0;
  #seconds = 0;

  push(samples: Float32Array, sampleRate: number): void {
    for (let index = 0; index < samples.length; index += 1) {
      const value = samples[index] ?? 0;
      if (value < fullScale && value > -fullScale) this.#run = 0;
      else {
        this.#run += 1;
        if (this.#run === runSamples) this.#found(this.#seconds + index / sampleRate);
      }
    }
    this.#seconds += samples.length / sampleRate;
  }

  #found(seconds: number): void {
    const last = this.places.at(-1);
    if (this.places.length < maximumPlaces && (last === undefined || seconds - last > 0.01)) this.places.push(seconds);
  }
}

/** Everything that is measured of a stretch of mono sound at 48 kHz, in one pass, in pieces of any size. */
export class SignalMeter {
  readonly #loudness = new LoudnessMeter();
  readonly #pitch = new PitchMeter();
  readonly #voice = new VoicePrintMeter();
  #levels = new Float32Array(6_000);
  #frames = 0;
  #power = 0;
  #inFrame = 0;
  #peak = 0;
  #samples = 0;

  push(samples: Float32Array): void {
    this.#loudness.push(samples);
    this.#pitch.push(samples);
    this.#voice.push(samples);
    let { power, inFrame, peak } = { power: this.#power, inFrame: this.#inFrame, peak: this.#peak };
    for (let from = 0; from < samples.length;) {
      const to = Math.min(samples.length, from + frameSamples - inFrame);
      for (let at = from; at < to; at += 1) {
        const sample = samples[at] ?? 0;
        power += sample * sample;
        const size = sample < 0 ? -sample : sample;
        if (size > peak) peak = size;
      }
      inFrame += to - from;
      from = to;
      if (inFrame === frameSamples) {
        this.#close(power);
        power = 0;
        inFrame = 0;
      }
    }
    this.#power = power;
    this.#inFrame = inFrame;
    this.#peak = peak;
    this.#samples += samples.length;
  }

  /** `clippedPlaces` comes of a {@link ClipFinder}. */
  finish(clippedPlaces: number): SoundFacts {
    this.#pitch.finish();
    const levels = this.#levels.subarray(0, this.#frames);
    const { noiseDb, speechDb, silence } = speechIn(levels);
    const { figures, seconds } = this.#pitch;
    return {
      seconds: this.#samples / rate,
      peakDb: this.#peak > 0 ? 20 * Math.log10(this.#peak) : null,
      clippedPlaces,
      loudnessLufs: this.#loudness.finish() ?? null,
      noiseDb,
      speechDb,
      silence,
      hertz: figures.length < 8 ? null : findMedian(figures),
      ranges: twoRanges(seconds),
      voice: this.#voice.finish(),
    };
  }

  #close(power: number): void {
    if (this.#frames === this.#levels.length) {
      const larger = new Float32Array(this.#levels.length * 2);
      larger.set(this.#levels);
      this.#levels = larger;
    }
    this.#levels[this.#frames] = power <= 0 ? -Infinity : 10 * Math.log10(power / frameSamples);
    this.#frames += 1;
  }
}

/** Speech and what is between it, from the level of each hundredth of a second. */
function speechIn(levels: Float32Array): Pick<SoundFacts, 'noiseDb' | 'speechDb' | 'silence'> {
  const sorted = levels.filter((level) => level > nothing).sort();
  const loudest = sorted[Math.floor(sorted.length * 0.95)];
  if (loudest === undefined || loudest < -70) return { noiseDb: loudest ?? null, speechDb: null, silence: 1 };
  const softest = roomIn(levels) ?? sorted[0] ?? loudest;
  // Where a gate or a cut made the pauses silent, what sounds is speech and shows no noise.
  const noise = sorted.length < levels.length * 0.9 ? Math.min(softest, loudest - underLoudest) : softest;
  const threshold = Math.max(Math.min(noise + overNoise, loudest - 6), loudest - underLoudest);
  let [power, speaking, covered, last] = [0, 0, 0, -Infinity];
  levels.forEach((level, frame) => {
    if (level <= threshold) return;
    power += 10 ** (level / 10);
    speaking += 1;
    covered += frame - last <= gapFrames ? frame - last : 1;
    last = frame;
  });
  return {
    noiseDb: noise,
    speechDb: speaking === 0 ? null : 10 * Math.log10(power / speaking),
    silence: levels.length === 0 ? 1 : Math.max(0, 1 - covered / levels.length),
  };
}

/**
 * The level of the room: it is under everything, so it is what is left where nobody speaks for a moment. A larger share would be speech as soon as the
 * pauses are cut out. `undefined` where digital silence leaves no stretch.
 */
function roomIn(levels: Float32Array): number | undefined {
  const powers: number[] = [];
  let [power, frames] = [0, 0];
  levels.forEach((level, frame) => {
    if (level <= nothing) [power, frames] = [0, 0];
    else {
      power += 10 ** (level / 10);
      frames += 1;
    }
    if (frames > roomFrames) {
      power -= 10 ** ((levels[frame - roomFrames] ?? 0) / 10);
      frames -= 1;
    }
    if (frames === roomFrames) powers.push(power / roomFrames);
  });
  const found = Float64Array.from(powers).sort()[Math.floor(powers.length * roomShare)];
  return found === undefined ? undefined : 10 * Math.log10(Math.max(found, 1e-12));
}
