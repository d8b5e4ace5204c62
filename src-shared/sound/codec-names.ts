const names: Readonly<Record<string, string>> = {
  wav: 'WAV',
  mp3: 'MP3',
  ogg: 'Ogg',
  flac: 'FLAC',
  aac: 'AAC',
  opus: 'Opus',
  vorbis: 'Vorbis',
  avc: 'H.264',
  hevc: 'H.265',
  'program-stream': 'MPEG',
};

/** A codec, or a container, as people name it: `Opus`, `H.264`, `VP9`. */
export const codecName = (codec: string): string => names[codec] ?? (codec.startsWith('pcm-') ? 'PCM' : codec.toUpperCase());
