import { AdtsOutputFormat, AudioSample, AudioSampleSource, NullTarget, Output, Quality, type EncodedPacket } from 'mediabunny';
import { sampleRate } from '#shared/narration/take.ts';
import type { CodedSound } from './coded-sound.ts';

/** Samples of an AAC-LC frame. */
const frameSamples = 1024;
/** Samples that the encoder puts before the first one: one frame. */
const priming = frameSamples;
const bitsPerSecond = { mono: 128_000, stereo: 192_000 } as const;

export const aacPacketCount = (samples: number): number => Math.ceil((samples + priming) / frameSamples) + 1;

/** ISO/IEC 14496-3, AudioSpecificConfig: AAC-LC at 48 kHz, and no spectral band replication. */
export const aacDecoderConfig = (channels: number): AudioDecoderConfig => ({
  codec: 'mp4a.40.2',
  numberOfChannels: channels,
  sampleRate,
  description: Uint8Array.of(0x11, 0x80 | (channels << 3), 0x56, 0xe5, 0x00),
});

/**
 * Encodes interleaved 16 bit samples at 48 kHz to AAC-LC. The priming lies before 0 and the last packet ends with the last sample, so that a player
 * that follows the container's times plays exactly the samples that came in. To be closed: the encoder is a thread.
 */
export class AacCoder {
  readonly #channels: number;
  readonly #samples: number;
  readonly #encoded: EncodedPacket[] = [];
  readonly #source: AudioSampleSource;
  /** Its container is not used: mediabunny runs an encoder as a part of an output only. */
  readonly #output = new Output({ format: new AdtsOutputFormat(), target: new NullTarget() });
  #taken = 0;
  #made = 0;

  private constructor(channels: number, samples: number) {
    this.#channels = channels;
    this.#samples = samples;
    this.#source = new AudioSampleSource({
      codec: 'aac',
      quality: new Quality({ bitrate: channels === 2 ? bitsPerSecond.stereo : bitsPerSecond.mono }),
      onEncodedPacket: (packet) => void this.#encoded.push(packet),
    });
    this.#output.addAudioTrack(this.#source);
  }

  /** `samples`: of each channel, altogether. */
  static async open(channels: number, samples: number): Promise<AacCoder> {
    // A megabyte that only an export needs.
    const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
    registerAacEncoder();
    const coder = new AacCoder(channels, samples);
    await coder.#output.start();
    return coder;
  }

  async push(piece: Int16Array): Promise<EncodedPacket[]> {
    if (piece.length === 0) return [];
    const timestamp = this.#taken / sampleRate;
    const sample = new AudioSample({ data: piece, format: 's16', numberOfChannels: this.#channels, sampleRate, timestamp });
    this.#taken += sample.numberOfFrames;
    try {
      await this.#source.add(sample);
    } finally {
      sample.close();
    }
    return this.#placed();
  }

  async finish(): Promise<EncodedPacket[]> {
    await this.#output.finalize();
    return this.#placed();
  }

  async close(): Promise<void> {
    if (this.#output.state !== 'finalized' && this.#output.state !== 'canceled') await this.#output.cancel();
  }

  #placed(): EncodedPacket[] {
    return this.#encoded.splice(0).flatMap((packet) => {
      const at = this.#made * frameSamples - priming;
      this.#made += 1;
      const length = Math.min(frameSamples, this.#samples - at);
      return length > 0 ? [packet.clone({ timestamp: at / sampleRate, duration: length / sampleRate })] : [];
    });
  }
}

/** AAC-LC packets of interleaved 16 bit samples at 48 kHz. */
export function encodeAac(pieces: AsyncIterable<Int16Array>, channels: number, samples: number): CodedSound {
  return {
    codec: 'aac',
    decoderConfig: aacDecoderConfig(channels),
    count: aacPacketCount(samples),
    packets: (async function* () {
      const coder = await AacCoder.open(channels, samples);
      try {
        for await (const piece of pieces) yield* await coder.push(piece);
        yield* await coder.finish();
      } finally {
        await coder.close();
      }
    })(),
  };
}
