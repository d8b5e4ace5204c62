/** What a file holds, recognized by its first bytes; its name is not asked. */
export type SoundKind = 'wav' | 'mp3' | 'ogg' | 'flac' | 'aac' | 'container' | 'program-stream';

/** Bytes that are enough to tell. */
export const sniffBytes = 64;

/** Kinds that are decoded as their bytes come; the others need to be read in any order, or have no decoder. */
export const streams = (kind: SoundKind): kind is 'wav' | 'mp3' | 'ogg' | 'flac' =>
  kind === 'wav' || kind === 'mp3' || kind === 'ogg' || kind === 'flac';

/** `undefined` for what is no sound that is known here. */
export function recognizeKind(bytes: Uint8Array): SoundKind | undefined {
  const text = Buffer.from(bytes.subarray(0, sniffBytes)).toString('latin1');
  if ((text.startsWith('RIFF') || text.startsWith('RF64')) && text.slice(8, 12) === 'WAVE') return 'wav';
  if (text.startsWith('OggS')) return text.includes('\x7fFLAC') ? 'flac' : 'ogg';
  if (text.startsWith('fLaC')) return 'flac';
  if (text.slice(4, 8) === 'ftyp' || text.startsWith('\x1a\x45\xdf\xa3')) return 'container';
  if (text.startsWith('\x00\x00\x01\xba') || text.startsWith('\x00\x00\x01\xb3')) return 'program-stream';
  if (text.startsWith('ID3')) return 'mp3';
  const [first = 0, second = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  // Both begin alike; where MP3 has the number of its layer, AAC's own framing has none.
  return (second & 0x06) === 0 ? 'aac' : 'mp3';
}
