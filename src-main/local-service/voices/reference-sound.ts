import { decodeSound } from '../recognition/decode-sound.ts';

/** A recording to clone from, as mono samples from -1 to 1. Only its first {@link heardSeconds} are decoded. */
export interface ReferenceSound {
  samples: Float32Array;
  rate: number;
}

/** A voice is known after a minute; more would only cost time and memory. */
export const heardSeconds = 60;

/** Decodes by content, whatever the name said. Throws when it is no audio or damaged beyond use, and as `decodeSound` does. */
export async function decodeReference(bytes: Uint8Array<ArrayBuffer>): Promise<ReferenceSound> {
  const parts: Float32Array[] = [];
  let [rate, length] = [0, 0];
  for await (const piece of decodeSound(bytes, heardSeconds)) {
    // A recording that changes its rate in the middle is heard up to there.
    if (parts.length > 0 && piece.rate !== rate) break;
    rate = piece.rate;
    parts.push(piece.samples);
    length += piece.samples.length;
    if (length >= heardSeconds * rate) break;
  }
  if (length === 0 || rate < 4_000 || rate > 192_000) throw new Error('There is no sound in it');
  const samples = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return { samples: samples.subarray(0, heardSeconds * rate), rate };
}
