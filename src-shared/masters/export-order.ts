import { z } from 'zod';
import { captionFormats } from '../captions/formats.ts';
import { idPattern } from '../ids.ts';
import { maximumChapters } from '../narration/outline.ts';
import { bookFormats, editFormats, soundFormats } from './formats.ts';
import { presetNames } from './presets.ts';

/** Every format of `project export` and of the window's Export: sound, captions and word times, books, projects of audio editors. */
export const exportFormats = [...soundFormats, ...captionFormats, ...bookFormats, ...editFormats] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const eachChoices = ['chapter', 'block', 'character'] as const;
export type Each = (typeof eachChoices)[number];

export const maximumTagCharacters = 500;
export const maximumTemplate = 200;

const id = z.string().regex(idPattern);
const tag = z.string().max(maximumTagCharacters).optional();

/** What an export holds, and what its files are called. */
export const exportOrderSchema = z.object({
  projectId: id,
  /** In the project's order, whatever the order here. */
  chapterIds: z.array(id).max(maximumChapters),
  format: z.enum(exportFormats),
  /** One file for each; without it, one file. */
  each: z.enum(eachChoices).optional(),
  preset: z.enum(presetNames).optional(),
  /** Of captions and word times: the preset whose audio files they stand beside; without it, they have the times of the studio. */
  timedTo: z.enum(presetNames).optional(),
  /** Hz, of WAV, FLAC and MP3; without it, the preset's. */
  sampleRate: z.literal([44_100, 48_000]).optional(),
  /** File names, without their ending; without it, `defaultTemplate`. */
  template: z.string().max(maximumTemplate).optional(),
  title: tag,
  author: tag,
  narrator: tag,
  /** An uploaded picture. */
  coverUploadId: id.optional(),
  /** Chapters; of a preset with credits and a file for each chapter. */
  openingCredits: id.optional(),
  closingCredits: id.optional(),
  sample: id.optional(),
});
export type ExportOrder = z.infer<typeof exportOrderSchema>;

/** What a template can hold between braces. */
export const templateFields = ['book', 'number', 'chapter', 'block', 'text', 'character'] as const;
export type TemplateField = (typeof templateFields)[number];

/** Which of them a file has. */
export function fieldsOf(each: Each | undefined, isOneChapter: boolean): readonly TemplateField[] {
  if (each === 'block') return ['book', 'number', 'chapter', 'block', 'text'];
  if (each === 'character') return ['book', 'number', 'chapter', 'character'];
  return each === 'chapter' || isOneChapter ? ['book', 'number', 'chapter'] : ['book'];
}

export function defaultTemplate(each: Each | undefined, isOneChapter: boolean): string {
  if (each === 'chapter') return '{book} - {number} {chapter}';
  if (each === 'block') return '{book} - {number} {chapter} - {block} {text}';
  if (each === 'character') return '{book} - {number} {chapter} - {character}';
  return isOneChapter ? '{book} - {chapter}' : '{book}';
}
