import { BandMeter, type Bands } from '../proof/noise.ts';
import { LevelMeter, type SpeechLevels } from '../proof/speech-levels.ts';
import { FrameMeter, onlyOne, type Frames } from './frames.ts';
import type { Samples } from './windows.ts';

/** Mono, from -1 to 1, at any sample rate of at least 16 kHz. */
export interface Recording {
  samples: Float32Array;
  sampleRate: number;
}

/** What words and defects are found by. Two hours of it are 50 MB, and of their samples 460. */
export interface MeasuredRecording {
  frames: Frames;
  levels: SpeechLevels;
  /** Only for a check. */
  bands: Bands | undefined;
  durationMs: number;
}

/** Measures a recording as it comes, and keeps no sound. */
export class RecordingMeter {
  readonly #sampleRate: number;
  readonly #frames: FrameMeter;
  readonly #levels: LevelMeter;
  readonly #bands: BandMeter | undefined;
  #length = 0;

  constructor(sampleRate: number, { withBands }: { withBands: boolean }) {
    this.#sampleRate = sampleRate;
    this.#frames = new FrameMeter(sampleRate);
    this.#levels = new LevelMeter(sampleRate);
    this.#bands = withBands ? new BandMeter(sampleRate) : undefined;
  }

  push(samples: Samples): void {
    this.#length += samples.length;
    this.#frames.push(samples);
    this.#levels.push(samples);
    this.#bands?.push(samples);
  }

  finish(): MeasuredRecording {
    const durationMs = (this.#length * 1000) / this.#sampleRate;
    return { frames: onlyOne(this.#frames.finish()), levels: this.#levels.finish(), bands: this.#bands?.finish(), durationMs };
  }
}

/** A recording that is there already. */
export function measureRecording({ samples, sampleRate }: Recording): MeasuredRecording {
  const meter = new RecordingMeter(sampleRate, { withBands: true });
  meter.push(samples);
  return meter.finish();
}
