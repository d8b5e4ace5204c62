import type { SendForm } from '#shared/clone/recordings.ts';

/** How a recording goes out, for people. */
export const formWords: Record<SendForm, string> = {
  'as-is': 'the file as it is',
  wav: 'WAV',
  mp3: 'MP3',
  m4a: 'M4A',
};
