import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#shared/failure.ts';
import type { ExportFormat, ExportOrder } from '#shared/masters/export-order.ts';
import { isEditFormat } from '#shared/masters/formats.ts';
import type { Preset } from '#shared/masters/presets.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import type { Book } from '../../library/library.ts';
import { nameFailed } from '../../library/masters.ts';
import type { UnclaimedFiles } from '../../library/unclaimed-files.ts';
import { EditSounds } from './edit-sounds.ts';
import type { PlannedFile, SpokenChapter } from './plan.ts';

/** An export with everything that it needs, as the project is now. */
export interface PlannedExport {
  order: ExportOrder;
  book: Book;
  /** Those that were chosen, with sound or not. */
  all: readonly SpokenChapter[];
  spoken: readonly SpokenChapter[];
  preset: Preset | undefined;
  files: readonly PlannedFile[];
  /** Every file that is written, in this order; that of an audio editor's project comes after its sounds. */
  outputs: readonly Output[];
  /** Of the outputs. */
  names: readonly string[];
  skippedBlocks: number;
}

export interface Output {
  /** With its ending. */
  name: string;
  format: ExportFormat;
  file: PlannedFile;
}

/** Names that a failure lists. */
const namedFiles = 5;

/** A sound beside a project for an audio editor. */
export const isSoundOfEdit = ({ order }: PlannedExport, { format }: Output): boolean =>
  isEditFormat(order.format) && format !== order.format;

/** The sounds of an audio editor's project in their folder; `undefined` for other formats. */
export async function readEditSounds(
  planned: PlannedExport,
  folder: string | undefined,
  unclaimed: UnclaimedFiles,
): Promise<EditSounds | undefined> {
  if (folder === undefined || !isEditFormat(planned.order.format)) return undefined;
  const sounds = planned.outputs.filter((output) => isSoundOfEdit(planned, output)).map(({ name }) => name);
  return EditSounds.read({ folder, name: planned.names.at(-1) ?? '' }, sounds, unclaimed);
}

/**
 * What stands in the folder and this export would replace: by a file's name, or by what it would be called if a check fails; of a project for an audio editor
 * also the sounds that it has now.
 */
export async function findExisting(planned: PlannedExport, folder: string | undefined, unclaimed: UnclaimedFiles): Promise<string[]> {
  if (folder === undefined) return [];
  const found: string[] = [];
  for (const name of planned.names) {
    const both = await Promise.all([name, nameFailed(name)].map((one) => lstat(join(folder, one)).catch(() => undefined)));
    if (both[0] !== undefined) found.push(name);
    if (both[1] !== undefined) found.push(nameFailed(name));
  }
  const sounds = (await readEditSounds(planned, folder, unclaimed))?.existing() ?? [];
  return [...new Set([...found, ...sounds])];
}

/** A project for an audio editor and its sounds belong together: a kept one keeps them all, and a new one gets its own. */
export function isKept(planned: PlannedExport, { name }: Output, existing: ReadonlySet<string>): boolean {
  return existing.has(isEditFormat(planned.order.format) ? (planned.names.at(-1) ?? '') : name);
}

export function filesExist(names: readonly string[]): Error {
  const list = names
    .slice(0, namedFiles)
    .map((name) => messages.shapes.quoted(name))
    .join(', ');
  return fail('file-exists', message('exports.filesExist', list, Math.max(0, names.length - namedFiles)), { field: 'folder' });
}
