import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { MPEGDecoder } from 'mpg123-decoder';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { fail } from '#shared/failure.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import { OggPages } from './ogg-pages.ts';
import { WavReader, type MonoChunk } from './wav.ts';
import { message } from '#shared/messages/message.ts';

/** Decoding as the bytes arrive, to mono floats at whatever rate the sound has. One decoder for one sound. */
export interface Decoder {
  push(bytes: Uint8Array): Promise<MonoChunk[]> | MonoChunk[];
  /** What was held back for want of more. */
  finish(): Promise<MonoChunk[]> | MonoChunk[];
  free(): void;
}

/** Enough to tell the formats apart: the codec of an Ogg stream is named 28 bytes into its first page. */
const sniffBytes = 36;

/** Tells the format by its bytes, since services do not always send what they say; `declared` decides where they say nothing. */
export function createDecoder(declared: AudioFormat): Decoder {
  let chosen: Promise<Decoder> | undefined;
  let held: Uint8Array = new Uint8Array(0);
  // Begun before the first bytes are here: it takes as long as the network does to bring them.
  const expected = decoderFor(declared);
  expected.catch(() => undefined); // reported where it is used
  const dropped = (decoder: Promise<Decoder>): void => {
    decoder.then(
      (unused) => unused.free(),
      () => undefined,
    );
  };
  const choose = (): Promise<Decoder> => {
    const format = sniff(held) ?? declared;
    if (!chosen && format !== declared) dropped(expected);
    return (chosen ??= format === declared ? expected : decoderFor(format));
  };
  return {
    async push(bytes) {
      if (chosen) return (await chosen).push(bytes);
      held = held.byteLength === 0 ? bytes : Buffer.concat([held, bytes]);
      if (held.byteLength < sniffBytes) return [];
      return (await choose()).push(held);
    },
    async finish() {
      if (!chosen && held.byteLength === 0) return [];
      const early = chosen ? [] : await (await choose()).push(held);
      return [...early, ...(await (await choose()).finish())];
    },
    free() {
      dropped(chosen ?? expected);
    },
  };
}

type Sniffed = AudioFormat | 'opus';

function sniff(bytes: Uint8Array): Sniffed | undefined {
  const text = Buffer.from(bytes.subarray(0, sniffBytes)).toString('latin1');
  if (text.startsWith('RIFF') || text.startsWith('RF64')) return 'wav';
  if (text.startsWith('OggS')) return text.includes('OpusHead') ? 'opus' : 'ogg';
  if (text.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return 'mp3';
  return undefined;
}

async function decoderFor(format: Sniffed): Promise<Decoder> {
  if (format === 'wav') {
    const reader = new WavReader();
    return { push: (bytes) => reader.push(bytes), finish: () => [], free: () => undefined };
  }
  if (format === 'mp3') {
    const decoder = new MPEGDecoder();
    await decoder.ready;
    return { push: (bytes) => mixed(decoder.decode(bytes)), finish: () => [], free: () => decoder.free() };
  }
  const decoder = format === 'opus' ? new OggOpusDecoder() : new OggVorbisDecoder();
  await decoder.ready;
  const pages = new OggPages();
  return {
    push: async (bytes) => {
      const whole = pages.push(bytes);
      return whole ? mixed(await decoder.decode(whole)) : [];
    },
    finish: async () => [...mixed(await decoder.decode(pages.finish())), ...mixed(await decoder.flush())],
    free: () => decoder.free(),
  };
}

/** Several channels as one, their mean. */
export function mixed(decoded: { channelData: Float32Array[]; samplesDecoded: number; sampleRate: number }): MonoChunk[] {
  const [first, ...others] = decoded.channelData;
  const length = Math.min(decoded.samplesDecoded, first?.length ?? 0);
  if (!first || length <= 0) return [];
  if (decoded.sampleRate < 4_000 || decoded.sampleRate > 192_000)
    throw fail('unsupported-media', message('sound.impossibleRate', decoded.sampleRate));
  const samples = first.slice(0, length);
  for (const channel of others)
    for (let index = 0; index < length; index += 1) samples[index] = (samples[index] ?? 0) + (channel[index] ?? 0);
  if (others.length > 0) for (let index = 0; index < length; index += 1) samples[index] = (samples[index] ?? 0) / (others.length + 1);
  return [{ samples, rate: decoded.sampleRate }];
}
