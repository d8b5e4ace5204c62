import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { Decimation } from './decimation.ts';
import { RecordingMeter, type MeasuredRecording } from './measured-recording.ts';

/** The longest recording that is aligned, in seconds. */
const longestSeconds = 2 * 3600;
/** Nothing of speech that words are found by lies above half of it; samples a second, at least. */
const enoughRate = 16_000;
/** What is never as loud as this in any tenth of a second is silent: -60 dB of full scale. */
const silentLevel = 0.001;

/** Measures a sound as it is decoded, with as few samples a second as words need; keeps none of them. */
export class SpeechSamples {
  readonly #withBands: boolean;
  #meter: RecordingMeter | undefined;
  #silence: SilenceMeter | undefined;
  #filter: Decimation | undefined;
  #rate = 0;
  #length = 0;
  #taken = 0;

  /** `withBands`: what a check needs besides. */
  constructor({ withBands = false } = {}) {
    this.#withBands = withBands;
  }

  /** Mono, from -1 to 1. Fails with `too-large` past two hours. */
  push(samples: Float32Array, rate: number): void {
    if (this.#rate !== 0 && rate !== this.#rate) throw fail('damaged', message('alignment.cannotBeDecoded'), { next: 'choose-file' });
    this.#length += samples.length;
    if (this.#length > longestSeconds * rate) throw fail('too-large', message('alignment.tooLong'), { next: 'choose-file' });
    if (this.#filter === undefined) {
      this.#rate = rate;
      this.#filter = new Decimation(Math.max(1, Math.floor(rate / enoughRate)));
      this.#meter = new RecordingMeter(rate / this.#filter.step, { withBands: this.#withBands });
      this.#silence = new SilenceMeter(rate / this.#filter.step);
    }
    const fewer = this.#filter.push(samples);
    this.#taken += fewer.length;
    this.#meter?.push(fewer);
    this.#silence?.push(fewer);
  }

  /** Fails with `damaged` where nothing came, and with `unprocessable` where all of it is silent unless it may be. */
  finish({ mayBeSilent = false } = {}): MeasuredRecording {
    if (this.#meter === undefined || this.#taken === 0)
      throw fail('damaged', message('alignment.cannotBeDecoded'), { next: 'choose-file' });
    if (!mayBeSilent && this.#silence?.finish() === true) throw fail('unprocessable', message('alignment.silent'), { next: 'choose-file' });
    return this.#meter.finish();
  }
}

/** Whether no tenth of a second of a sound is loud enough to be heard. */
class SilenceMeter {
  readonly #width: number;
  #sum = 0;
  #count = 0;
  #isSilent = true;

  constructor(sampleRate: number) {
    this.#width = Math.max(1, Math.round(sampleRate / 10));
  }

  push(samples: Float32Array): void {
    if (!this.#isSilent) return;
    for (const sample of samples) {
      this.#sum += sample * sample;
      if (++this.#count === this.#width) this.#end();
    }
  }

  finish(): boolean {
    this.#end();
    return this.#isSilent;
  }

  #end(): void {
    if (Math.sqrt(this.#sum / this.#width) >= silentLevel) this.#isSilent = false;
    [this.#sum, this.#count] = [0, 0];
  }
}
