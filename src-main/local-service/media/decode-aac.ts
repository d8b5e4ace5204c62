import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Mono samples from -1 to 1. */
export interface AacSound {
  samples: Float32Array;
  sampleRate: number;
}

/**
 * Decodes AAC frames with ADTS heads by FFmpeg's decoder in WebAssembly. Its package is written for browsers: it asks for `__dirname`, which a module
 * has not, and may end its thread with an error. It mixes the channels itself.
 */
export async function decodeAac(adts: Uint8Array<ArrayBuffer>): Promise<AacSound> {
  Object.assign(globalThis, { __dirname: '/' });
  const { getAudioDecoder } = await import('audio-file-decoder');
  const wasm = await readFile(fileURLToPath(import.meta.resolve('audio-file-decoder/decode-audio.wasm')));
  const decoder = await getAudioDecoder(`data:application/wasm;base64,${wasm.toString('base64')}`, adts.buffer);
  try {
    return { samples: decoder.decodeAudioData(0, -1), sampleRate: decoder.sampleRate };
  } finally {
    decoder.dispose();
  }
}
