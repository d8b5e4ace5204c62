import { open, writeFile } from 'node:fs/promises';
import { wavHeader } from '../sound/encode.ts';
import { type Piece } from './pieces.ts';

/** What recognisers take: 16 kHz, mono, 16 bit. */
export const wantedRate = 16_000;

const wavHeadBytes = 44;
const frameSamples = wantedRate / 100;

/** Samples of a stretch of a WAV that was written for a recogniser, from -1 to 1. */
export async function readStretch(path: string, piece: Piece): Promise<Float32Array> {
  return Float32Array.from(await readSamples(path, piece), (sample) => sample / 32_768);
}

/** Writes a stretch of such a WAV as one of its own. */
export async function writeStretch(path: string, piece: Piece, to: string): Promise<void> {
  const samples = await readSamples(path, piece);
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  await writeFile(to, [wavHeader(bytes.length, wantedRate), bytes], { mode: 0o600 });
}

async function readSamples(path: string, { from, to }: Piece): Promise<Int16Array<ArrayBuffer>> {
  const file = await open(path);
  try {
    const samples = new Int16Array((to - from) * frameSamples);
    const { bytesRead } = await file.read(samples, 0, samples.byteLength, wavHeadBytes + from * frameSamples * 2);
    return samples.subarray(0, bytesRead >> 1);
  } finally {
    await file.close();
  }
}
