import { open } from 'node:fs/promises';
import { type Piece } from './pieces.ts';

/** What recognisers take: 16 kHz, mono, 16 bit. */
export const wantedRate = 16_000;

const wavHeadBytes = 44;
const frameSamples = wantedRate / 100;

/** Samples of a stretch of a WAV that was written for a recogniser, from -1 to 1. */
export async function readStretch(path: string, { from, to }: Piece): Promise<Float32Array> {
  const file = await open(path);
  try {
    const samples = new Int16Array((to - from) * frameSamples);
    const { bytesRead } = await file.read(samples, 0, samples.byteLength, wavHeadBytes + from * frameSamples * 2);
    return Float32Array.from(samples.subarray(0, bytesRead >> 1), (sample) => sample / 32_768);
  } finally {
    await file.close();
  }
}
