import type { BookFormat } from '#shared/masters/formats.ts';
import { writeEpub } from './epub-file.ts';
import { writeProofPage } from './proof-file.ts';

const writers = { epub: writeEpub, html: writeProofPage } as const;

/** Writes a book with its sound. It appears whole or not at all. Fails as `Masters.write` does. */
export const writeBook = (format: BookFormat, ...book: Parameters<typeof writeEpub>): ReturnType<typeof writeEpub> =>
  writers[format](...book);
