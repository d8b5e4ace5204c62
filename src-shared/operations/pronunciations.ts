import { z } from 'zod';
import { maximumSpoken, pronunciationsSchema } from '../narration/pronunciation.ts';
import { maximumValues } from '../rpc-bounds.ts';
import { absolutePath, operation } from './operation.ts';

/** Trying how words are said, and tables of it as files. */
export const pronunciationOperations = {
  /** Says a respelling with the voice of this machine; nothing is sent and nothing is charged. A WAV file. `language`: a BCP 47 tag; else English. */
  'pronunciations.hear': operation({
    in: z.object({ text: z.string().trim().min(1).max(maximumSpoken), language: z.string().max(64).nullable() }),
    out: z.object({ wav: z.instanceof(Uint8Array) }),
  }),
  /** A table as CSV. With `path`, a file there, never overwritten unless `overwrite`; without, a download address. */
  'pronunciations.export': operation({
    in: z.object({ entries: pronunciationsSchema, path: absolutePath.optional(), overwrite: z.boolean().optional() }),
    maxValues: maximumValues,
    out: z.object({ name: z.string(), path: z.string().nullable(), url: z.string().nullable() }),
  }),
} as const;
