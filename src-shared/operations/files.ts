import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { absolutePath, operation } from './operation.ts';

/** No path: it leads nowhere else. */
const fileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^/\\\0]+$/u)
  .refine((name) => name !== '.' && name !== '..');

/** The folders of this machine, for the person to choose from. */
export const fileOperations = {
  /** Folders and project files for the studio's own picker; without `path`, the home folder. */
  'files.list': operation({
    in: z.object({ path: absolutePath.optional() }),
    out: z.object({
      path: z.string(),
      parent: z.string().nullable(),
      entries: z.array(
        z.object({ name: z.string(), path: z.string(), kind: z.enum(['folder', 'project', 'file']), modifiedAt: z.number() }),
      ),
      /** True when the folder holds more than are listed. */
      truncated: z.boolean(),
    }),
  }),
  /** The operating system's dialog; `null` when it was closed. Only where the host has `nativeDialogs`. */
  'files.choose': operation({
    in: z.object({
      purpose: z.enum(['open-project', 'create-project', 'copy-project', 'export', 'export-folder']),
      suggestedName: z.string().max(200),
      extension: z.string().max(16),
    }),
    out: z.object({ path: z.string().nullable() }),
  }),
  /** Shows a folder that was chosen for an export in the system's file manager; with `file`, that file in it. Only where the host has `nativeDialogs`. */
  'files.showFolder': operation({ in: z.object({ path: absolutePath, file: fileName.optional() }) }),
  /** Shows the file of an open project in the system's file manager. Only where the host has `nativeDialogs`. */
  'files.showProject': operation({ in: z.object({ projectId: z.string().regex(idPattern) }) }),
} as const;
