import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { manuscriptSchema } from '../manuscript/manuscript.ts';
import { operation } from './operation.ts';

export const manuscriptOperations = {
  /** Reads a manuscript that a window has uploaded. What it is, its content says; `name` is that of its file. Cancelling stops it. */
  'manuscript.read': operation({
    in: z.object({ uploadId: z.string().regex(idPattern), name: z.string().min(1).max(1024) }),
    out: manuscriptSchema,
  }),
} as const;
