import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { exportFormats, exportOrderSchema } from '../masters/export-order.ts';
import { reportLineSchema } from '../masters/report.ts';
import { maximumValues } from '../rpc-bounds.ts';
import { exportedPeakSchema } from '../sound/exported-peak.ts';
import { absolutePath, operation } from './operation.ts';

const level = z.number().nullable();
const measuresSchema = z.object({ lufs: level, truePeakDb: level, rmsDb: level, noiseFloorDb: level });

/** A file of an export. With a folder it is at `path`, without one at `url` to be downloaded. */
const exportedFileSchema = z.object({
  name: z.string(),
  path: z.string().nullable(),
  url: z.string().nullable(),
  format: z.enum(exportFormats),
  /** From 1; `null` for several chapters in one file. */
  chapter: z.int().nullable(),
  durationMs: z.int(),
  bytes: z.number(),
  /** Of sound, as it is decoded again. */
  peak: exportedPeakSchema.nullable(),
  measures: measuresSchema.nullable(),
  report: z.array(reportLineSchema),
});
export type ExportedFile = z.infer<typeof exportedFileSchema>;

/** Names that a plan lists; the rest is counted. */
export const listedNames = 100;

/** Chapters of the open project as files: masters, captions and word times. */
export const exportOperations = {
  /**
   * What `export.run` would write, as the project is stored. Fails as it would: with `invalid-input` and the field for names that cannot be. `existing`:
   * names that are taken in the folder. `tooLong`: files that last longer than the preset allows, which `export.run` refuses.
   */
  'export.plan': operation({
    in: exportOrderSchema.extend({ folder: absolutePath.optional() }),
    maxValues: maximumValues,
    out: z.object({
      files: z.int(),
      names: z.array(z.string()).max(listedNames),
      durationMs: z.number(),
      existing: z.array(z.string()),
      tooLong: z.array(z.object({ title: z.string(), minutes: z.number() })),
      /** Minutes of the longest file. */
      longest: z.number(),
    }),
  }),

  /** Measures the sound of every file as it is, and says what its preset will make of it. One event a file, in order. Nothing is written. */
  'export.measure': operation({
    in: exportOrderSchema,
    maxValues: maximumValues,
    event: z.object({
      index: z.int(),
      of: z.int(),
      title: z.string(),
      /** By the rules of the preset: as it is, and as it will be. */
      now: z.array(reportLineSchema),
      after: z.array(reportLineSchema),
    }),
    out: z.object({ files: z.int() }),
  }),

  /**
   * Writes the files, one after another; each appears when it is whole. Cancelling stops it: files that are whole stay. Without a folder they are
   * downloads. A file that exists is an error before anything is written, unless it may be overwritten, or `keepExisting` leaves it out. Run again with the
   * `jobId` of one that ended early, it goes on: what that has written is an event again, and is written again only where the project has changed since.
   */
  'export.run': operation({
    in: exportOrderSchema.extend({
      /** The window's own name for it. */
      jobId: z.string().regex(idPattern).optional(),
      folder: absolutePath.optional(),
      overwrite: z.boolean().optional(),
      keepExisting: z.boolean().optional(),
      /** Also writes how the files were measured, as a page and as JSON. */
      withReport: z.boolean().optional(),
      /** Of sound: also writes where each second comes from and what was paid for it, as a page and as JSON. */
      withReceipts: z.boolean().optional(),
    }),
    maxValues: maximumValues,
    send: z.object({ type: z.enum(['pause', 'resume']) }),
    event: z.discriminatedUnion('type', [
      z.object({ type: z.literal('progress'), fraction: z.number().min(0).max(1), index: z.int(), of: z.int(), name: z.string() }),
      z.object({ type: z.literal('paused') }),
      z.object({ type: z.literal('resumed') }),
      /** `index` is its place among the files of the export, from 0; several are written at once. */
      z.object({ type: z.literal('file'), index: z.int(), file: exportedFileSchema }),
    ]),
    out: z.object({
      files: z.int(),
      /** Of those that were written; each was an event. */
      first: exportedFileSchema.nullable(),
      kept: z.int(),
      skippedBlocks: z.int(),
      isOk: z.boolean(),
      /** Of the takes in the files, where a report was written and there are any. */
      openPickups: z.int().optional(),
      /** Blocks in the files whose audio is of before their last change, where there are any. */
      changedBlocks: z.int().optional(),
      reports: z.array(
        z.object({ kind: z.enum(['report', 'receipts']), name: z.string(), path: z.string().nullable(), url: z.string().nullable() }),
      ),
    }),
  }),
} as const;
