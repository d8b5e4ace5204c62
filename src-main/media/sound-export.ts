import { createMp3Encoder } from 'wasm-media-encoders';
import { sampleRate } from '#shared/narration/take.ts';
import { ceilings, exportedPeak, type ExportedPeak } from '#shared/sound/exported-peak.ts';
import { PeakLimiter } from '#shared/sound/true-peak.ts';
import { mp3KilobitsPerSecond } from './sound-writer.ts';

export type ExportOrder = { format: 'wav' } | { format: 'mp3' } | { format: 'm4a'; path: string; samples: number };

/** What becomes of limited samples: bytes of a file, or a file. */
interface Coder {
  push(samples: Int16Array): Promise<Uint8Array> | Uint8Array;
  finish(): Promise<Uint8Array> | Uint8Array;
  abort(): Promise<void> | void;
}

/** Mono PCM at 48 kHz in, an exported sound out: its peaks under the ceiling, and coded. */
export class SoundExport {
  readonly #limiter: PeakLimiter;
  readonly #coder: Coder;

  private constructor(limiter: PeakLimiter, coder: Coder) {
    this.#limiter = limiter;
    this.#coder = coder;
  }

  static async open(order: ExportOrder): Promise<SoundExport> {
    const limiter = new PeakLimiter({ ceilingDb: order.format === 'wav' ? ceilings.exact : ceilings.lossy });
    return new SoundExport(limiter, await coderFor(order));
  }

  /** s16le bytes, whole samples. */
  push(pcm: Uint8Array): Promise<Uint8Array> | Uint8Array {
    return this.#coder.push(this.#limiter.push(new Int16Array(pcm.slice().buffer)));
  }

  async finish(): Promise<{ bytes: Uint8Array; peak: ExportedPeak }> {
    const rest = await this.#coder.push(this.#limiter.finish() ?? new Int16Array(0));
    const bytes = Buffer.concat([rest, await this.#coder.finish()]);
    return { bytes: Uint8Array.from(bytes), peak: exportedPeak(this.#limiter.limited()) };
  }

  async abort(): Promise<void> {
    await this.#coder.abort();
  }
}

const none = new Uint8Array(0);

async function coderFor(order: ExportOrder): Promise<Coder> {
  if (order.format === 'wav')
    return {
      push: (samples) => new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
      finish: () => none,
      abort: () => undefined,
    };
  if (order.format === 'mp3') return mp3Coder();
  // The thread decodes first of all: it starts without what only this needs.
  const { M4aWriter } = await import('./m4a-writer.ts');
  const writer = await M4aWriter.open(order.path, order.samples);
  return {
    push: async (samples) => {
      await writer.push(samples);
      return none;
    },
    finish: async () => {
      await writer.finish();
      return none;
    },
    abort: () => writer.abort(),
  };
}

async function mp3Coder(): Promise<Coder> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: mp3KilobitsPerSecond });
  return {
    push: (samples) => Uint8Array.from(encoder.encode([Float32Array.from(samples, (sample) => sample / 32_768)])),
    finish: () => Uint8Array.from(encoder.finalize()),
    abort: () => void encoder.finalize(),
  };
}
