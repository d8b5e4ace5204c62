import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { maximumChapters } from '../narration/outline.ts';
import { maximumAuthor, maximumLanguage } from './manuscript.ts';

/** The files that a project was made of, each with its chapters, and who wrote it and in which language, where it says so. */
export const sourcesSchema = z
  .array(
    z.object({
      name: z.string().min(1).max(1024),
      chapterIds: z.array(z.string().regex(idPattern)).max(maximumChapters),
      author: z.string().min(1).max(maximumAuthor).optional(),
      language: z.string().min(1).max(maximumLanguage).optional(),
      /** The texts that it was imported with, as `imported-text.ts` has them; projects of earlier versions have none. */
      textIds: z.array(z.string().regex(idPattern)).max(1000).optional(),
    }),
  )
  .max(1000);
export type ManuscriptSource = z.infer<typeof sourcesSchema>[number];
