import { createEncoder, createMp3Encoder, createOggEncoder } from 'wasm-media-encoders';
import { type AudioFormat } from '#shared/wire/common.ts';
import { type Encoder } from './encoder.ts';
import { sampleRate } from './engine.ts';
import { startOpus } from './opus.ts';

/** What speech can be written as: the formats of HTTP, and those of realtime. */
export type SoundFormat = AudioFormat | 'opus' | 'pcm';

/**
 * How late a decoder hears the first sample, in milliseconds: LAME's 576 samples and the decoder's 529. A constant bit rate
 * file carries no tag that would let players cut it, so word times of MP3 are that much later.
 */
export const encoderDelayMs: Readonly<Record<SoundFormat, number>> = {
  mp3: Math.round((1105 / sampleRate) * 1000),
  wav: 0,
  ogg: 0,
  opus: 0,
  pcm: 0,
};

/** Constant: with a variable rate players misjudge length and seek wrongly. */
const mp3KilobitsPerSecond = 64;
const vorbisQuality = 4;

type Mp3Coder = Awaited<ReturnType<typeof createMp3Encoder>>;
type OggCoder = Awaited<ReturnType<typeof createOggEncoder>>;
const idle: { mp3: Mp3Coder[]; ogg: OggCoder[] } = { mp3: [], ogg: [] };
/** Coders kept for the next speech of this thread, of each format. */
const idleMaximum = 16;

/** What the first coder of this thread was compiled to: compiling takes tens of milliseconds, another instance of it takes one. */
const compiled: { mp3?: Promise<object>; ogg?: Promise<object> } = {};
/** The package hands out its module to none but who brings the bytes, and it brings its own. */
const moduleOf = (coder: Mp3Coder | OggCoder) => (coder as unknown as { module: { module: object } }).module.module;

async function mp3Coder(): Promise<Mp3Coder> {
  compiled.mp3 ??= createMp3Encoder().then(moduleOf);
  return createEncoder('audio/mpeg', await compiled.mp3);
}
async function oggCoder(): Promise<OggCoder> {
  compiled.ogg ??= createOggEncoder().then(moduleOf);
  return createEncoder('audio/ogg', await compiled.ogg);
}

/** Samples of a WAV are passed on as they are; its header is {@link wavHeader}, put in front by the caller, who knows the length. */
export async function startEncoder(format: SoundFormat): Promise<Encoder> {
  if (format === 'opus') return startOpus();
  if (format === 'wav' || format === 'pcm') {
    return { encode: (samples) => new Uint8Array(samples.slice().buffer), end: () => new Uint8Array(0) };
  }
  if (format === 'mp3') {
    const coder = idle.mp3.pop() ?? (await mp3Coder());
    coder.configure({ sampleRate, channels: 1, bitrate: mp3KilobitsPerSecond, outputSampleRate: sampleRate });
    return encoderOf(coder, () => {
      if (idle.mp3.length < idleMaximum) idle.mp3.push(coder);
    });
  }
  const coder = idle.ogg.pop() ?? (await oggCoder());
  coder.configure({ sampleRate, channels: 1, vbrQuality: vorbisQuality });
  return encoderOf(coder, () => {
    if (idle.ogg.length < idleMaximum) idle.ogg.push(coder);
  });
}

function encoderOf(coder: Mp3Coder | OggCoder, release: () => void): Encoder {
  return {
    encode(samples) {
      const floats = new Float32Array(samples.length);
      for (let index = 0; index < samples.length; index += 1) floats[index] = (samples[index] ?? 0) / 32_768;
      return coder.encode([floats]).slice();
    },
    end() {
      const bytes = coder.finalize().slice();
      release();
      return bytes;
    },
  };
}

/** 16 bit mono PCM of `rate` samples a second. `dataBytes` undefined makes a header for a stream whose length is not known: both lengths are 0xFFFFFFFF. */
export function wavHeader(dataBytes?: number, rate = sampleRate): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(44));
  const text = (at: number, letters: string) => {
    for (let index = 0; index < letters.length; index += 1) header.setUint8(at + index, letters.charCodeAt(index));
  };
  text(0, 'RIFF');
  header.setUint32(4, dataBytes === undefined ? 0xffffffff : 36 + dataBytes, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rate, true);
  header.setUint32(28, rate * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  text(36, 'data');
  header.setUint32(40, dataBytes ?? 0xffffffff, true);
  return new Uint8Array(header.buffer);
}
