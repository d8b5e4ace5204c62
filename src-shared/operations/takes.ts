import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { takeEditSchema } from '../narration/take-edit.ts';
import { maximumValues } from '../rpc-bounds.ts';
import { operation } from './operation.ts';

const id = z.string().regex(idPattern);

const timelineSegmentSchema = z.object({
  takeId: id,
  /** Samples of silence after the take, at 48 kHz. */
  pauseSamples: z
    .int()
    .min(0)
    .max(60 * 48_000),
  edit: takeEditSchema.optional(),
});

/** Takes of a project, and the sound of a chapter that is made of them. */
export const takeOperations = {
  /** Durable when it answers; every window gets `take`. Takes are not deleted. */
  'take.update': operation({ in: z.object({ projectId: id, takeId: id, starred: z.boolean() }) }),

  /**
   * Makes takes of a narrator's own recording, an uploaded file that says these blocks in the chapter's order: it is aligned to their text and cut
   * between them. Nothing is charged. `left`: blocks that it does not say. Fails with `unprocessable` for another text or silence, and changes
   * nothing then. Milliseconds from the start of the recording. Its events say which fraction is done.
   */
  'take.record': operation({
    in: z.object({
      projectId: id,
      chapterId: id,
      blockIds: z.array(id).min(1).max(20_000),
      uploadId: id,
      /** Of the file, without folders: takes are named by it. */
      fileName: z.string().max(255).optional(),
      language: z.string().max(64).optional(),
    }),
    maxValues: maximumValues,
    event: z.object({ fraction: z.number().min(0).max(1) }),
    out: z.object({
      takes: z.array(z.object({ blockId: z.string(), takeId: z.string(), startMs: z.int(), endMs: z.int() })),
      left: z.array(z.object({ blockId: z.string(), text: z.string() })),
    }),
  }),

  /** Names a chapter's sound; equal segments have equal addresses. Samples at 48 kHz. */
  'chapter.sound': operation({
    in: z.object({ projectId: id, segments: z.array(timelineSegmentSchema).max(50_000) }),
    maxValues: maximumValues,
    out: z.object({ audioUrl: z.string(), peaksUrl: z.string(), samples: z.int() }),
  }),
} as const;
