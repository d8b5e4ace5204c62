import { z } from 'zod';
import { idPattern } from '../ids.ts';

const id = z.string().regex(idPattern);

/**
 * Where a person is in a project. It belongs to the project and is in its file, so that every window and host opens it there. What it names may
 * be gone by then.
 */
export const placeSchema = z.object({
  chapterId: id,
  /** The caret: a block, and characters from the start of its text. */
  caret: z.object({ blockId: id, offset: z.int().min(0).max(10_000_000) }).nullable(),
  /** The first block in sight. */
  topBlockId: id.nullable(),
  /** The playhead, in seconds of the chapter's sound. */
  seconds: z.number().min(0).max(10_000_000),
});
export type Place = z.infer<typeof placeSchema>;
