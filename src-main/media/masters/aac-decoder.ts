import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AudioDecoder } from 'audio-file-decoder';
import { sampleRate } from '#shared/narration/take.ts';

/**
 * Decodes AAC-LC by FFmpeg's decoder in WebAssembly (`audio-file-decoder`). That package is written for browsers: in Node it asks for `__dirname`, which
 * a module has not, and listens for what nobody caught. It is therefore to be used in a thread of its own or one that may end with an error.
 */

/** Samples of a frame. */
export const frameSamples = 1024;
/** Packets before the wanted ones: a frame is the sum of two, and the decoder keeps the first of all for itself. */
export const leadingPackets = 2;
const adtsHeaderBytes = 7;
/** ISO/IEC 14496-3: AAC-LC less one; index of 48 kHz. */
const profile = 1;
const rateIndex = 3;

let loaded: Promise<(stream: ArrayBuffer) => AudioDecoder> | undefined;

/**
 * Opens streams, one after another, with one WebAssembly module. The package makes a module for each, and listens to the process with it forever: an hour
 * would leave sixty of them in memory.
 */
async function load(first: ArrayBuffer): Promise<(stream: ArrayBuffer) => AudioDecoder> {
  Object.assign(globalThis, { __dirname: '/' });
  const { AudioDecoder: Decoder, getAudioDecoder } = await import('audio-file-decoder');
  const wasm = await readFile(fileURLToPath(import.meta.resolve('audio-file-decoder/decode-audio.wasm')));
  // An address that is fetched without a network.
  const decoder = await getAudioDecoder(`data:application/wasm;base64,${wasm.toString('base64')}`, first);
  const module: unknown = decoder['_module'];
  decoder.dispose();
  return (stream) => new Decoder(module, stream);
}

/**
 * Mono AAC-LC packets at 48 kHz, `leadingPackets` of them before the wanted ones; fewer where a sound begins. Answers with samples of ±1 of the last `wanted`
 * packets. Throws for what cannot be decoded.
 */
export async function decodeAacPackets(packets: readonly Uint8Array[], wanted: number): Promise<Float32Array> {
  const { buffer } = toAdts(packets);
  loaded ??= load(buffer);
  const decoder = (await loaded)(buffer);
  try {
    if (decoder.sampleRate !== sampleRate || decoder.channelCount !== 1) throw new Error('the AAC is not what was encoded');
    const samples = decoder.decodeAudioData(0, -1);
    if (samples.length < wanted * frameSamples) throw new Error('the AAC ends early');
    return samples.slice(samples.length - wanted * frameSamples);
  } finally {
    decoder.dispose();
  }
}

/** A stream that needs no container: each packet behind a header of its own. */
function toAdts(packets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const stream = new Uint8Array(packets.reduce((sum, { byteLength }) => sum + adtsHeaderBytes + byteLength, 0));
  let at = 0;
  for (const packet of packets) {
    const length = adtsHeaderBytes + packet.byteLength;
    const channels = 1;
    stream.set(
      [
        0xff,
        0xf1,
        (profile << 6) | (rateIndex << 2) | (channels >> 2),
        ((channels & 3) << 6) | (length >> 11),
        (length >> 3) & 0xff,
        ((length & 7) << 5) | 0x1f,
        0xfc,
      ],
      at,
    );
    stream.set(packet, at + adtsHeaderBytes);
    at += length;
  }
  return stream;
}
