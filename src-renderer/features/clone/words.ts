import type { SendForm } from '#shared/clone/recordings.ts';
import { messages } from '#shared/messages/index.ts';

/** How a recording goes out, for people. */
export const formWords: Record<SendForm, string> = {
  'as-is': messages.clone.originalFileLowercase,
  wav: messages.clone.wav,
  mp3: 'MP3',
  m4a: 'M4A',
};
