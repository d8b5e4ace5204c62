import harbour from './media/harbour.webm?url';
import lastBoat from './media/last-boat.ogg?url';
import keeper from './media/lighthouse-keeper.mp3?url';
import { fail } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** The small media of **Try an example**, which come with the studio (`npm run examples` makes them). */
const examples = {
  /** Somebody speaks before the sea: 6 seconds, 640 × 360. */
  film: { url: harbour, name: messages.sources.exampleFilm, type: 'video/webm' },
  /** Two sentences: 6 seconds, as long as the film. */
  line: { url: lastBoat, name: messages.sources.exampleLine, type: 'audio/ogg' },
  /** Two sentences, read: 13 seconds. The local service knows them by their sound. */
  reading: { url: keeper, name: messages.sources.exampleReading, type: 'audio/mpeg' },
} as const;

/** Whole seconds of them that a service bills. */
export const exampleSeconds = { film: 6, reading: 14 } as const;

export type Example = keyof typeof examples;

/** One of them as if somebody had dropped it. Throws a failure where the studio's own files cannot be read. */
export async function exampleFile(example: Example): Promise<File> {
  const { url, name, type } = examples[example];
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) throw fail('file-missing', message('sources.exampleMissing'), { next: 'report' });
  return new File([await response.blob()], name, { type });
}
