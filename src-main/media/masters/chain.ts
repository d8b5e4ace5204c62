import { sampleRate } from '#shared/narration/take.ts';
import { exportedPeak, type ExportedPeak } from '#shared/sound/exported-peak.ts';
import { PeakLimiter } from '#shared/sound/true-peak.ts';
import { Resampler } from '../resampler.ts';
import { makeRoomTone, SilenceFiller, type RoomToneProfile } from './room-tone.ts';

/** What happens to a sound on its way into a master. Samples at 48 kHz. */
export interface ChainOrder {
  gainDb: number;
  /** dBTP. */
  ceilingDb: number;
  /** Hz of what comes out. */
  rate: number;
  /** Sound outside of these samples of the source is left out. */
  from: number;
  to: number;
  /** Room tone: what is added before and after, and fills digital silence in between. */
  tone?: { profile: RoomToneProfile; levelDb: number; headSamples: number; tailSamples: number } | undefined;
}

/** Samples that come out of a chain. */
export function samplesAfter({ rate, from, to, tone }: ChainOrder): number {
  const samples = to - from + (tone === undefined ? 0 : tone.headSamples + tone.tailSamples);
  return Math.round((samples * rate) / sampleRate);
}

/** Samples of silence that are handed on at once. */
const silentPiece = 48_000;

/** Cuts, room tone, gain, rate and limiter, in this order; mono 16 bit at 48 kHz in. */
export class MasterChain {
  readonly #order: ChainOrder;
  readonly #gain: number;
  readonly #filler: SilenceFiller | undefined;
  readonly #resampler: Resampler;
  readonly #limiter: PeakLimiter<Float32Array>;
  #at = 0;

  private constructor(order: ChainOrder, resampler: Resampler) {
    this.#order = order;
    this.#gain = 10 ** (order.gainDb / 20);
    this.#filler = order.tone && new SilenceFiller(makeRoomTone(order.tone.profile, order.tone.levelDb));
    this.#resampler = resampler;
    this.#limiter = new PeakLimiter({ ceilingDb: order.ceilingDb });
  }

  static async open(order: ChainOrder): Promise<MasterChain> {
    return new MasterChain(order, await Resampler.create(sampleRate, order.rate));
  }

  *push(pcm: Int16Array): Generator<Int16Array<ArrayBuffer>, void> {
    if (this.#at === 0) yield* this.#silence(this.#order.tone?.headSamples ?? 0);
    const { from, to } = this.#order;
    const wanted = pcm.subarray(Math.max(0, from - this.#at), Math.max(0, to - this.#at));
    this.#at += pcm.length;
    yield this.#limit(this.#resampler.push(this.#amplify(wanted)));
  }

  *finish(): Generator<Int16Array<ArrayBuffer>, void> {
    yield* this.#silence(this.#order.tone?.tailSamples ?? 0);
    if (this.#filler) yield this.#limit(this.#resampler.push(this.#filler.finish()));
    yield this.#limit(this.#resampler.finish());
    const rest = this.#limiter.finish();
    if (rest) yield roundSamples(rest);
    this.#resampler.free();
  }

  /** To be asked once, when all came out. */
  peak(): ExportedPeak {
    return exportedPeak(this.#limiter.limited());
  }

  *#silence(samples: number): Generator<Int16Array<ArrayBuffer>, void> {
    for (let left = samples; left > 0; left -= silentPiece)
      yield this.#limit(this.#resampler.push(this.#amplify(new Int16Array(Math.min(left, silentPiece)))));
  }

  #amplify(pcm: Int16Array): Float32Array<ArrayBuffer> {
    if (this.#filler) return this.#filler.push(pcm, this.#gain);
    const out = new Float32Array(pcm.length);
    for (let at = 0; at < pcm.length; at += 1) out[at] = (pcm[at] ?? 0) * this.#gain;
    return out;
  }

  #limit(samples: Float32Array): Int16Array<ArrayBuffer> {
    return samples.length === 0 ? new Int16Array(0) : roundSamples(this.#limiter.push(samples));
  }
}

function roundSamples(samples: Float32Array): Int16Array<ArrayBuffer> {
  const pcm = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) {
    // Math.round takes six times as long.
    const value = Math.floor((samples[at] ?? 0) + 0.5);
    pcm[at] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
  }
  return pcm;
}
