import { z } from 'zod';
import { limits, mustBePlain, plainText } from './common.ts';
import { visibilities } from './voices.ts';

/**
 * Interface, "Voice creation (cloning)": `POST /api/open/v1/voices`, `multipart/form-data`; answered with 200.
 *
 * Not shown, and chosen by the local service: at most {@link cloneLimits.files} files, each of 10 MB (10 * 1024 * 1024 bytes), sent as parts named `audioFiles` with
 * a file name; an oversize file or field is a 400 (as the endpoint's list of errors says), an oversize body a 413. A file is known by its extension
 * and judged by its content: what cannot be decoded, or holds no voice, is a 400 that names it. A field that comes twice is a 400;
 * a `provider` field and any other unknown one is ignored. An unknown language is a 400; without `languages` the voice speaks `en-US`. Clones are of the
 * family alpha. Each creation takes 500 characters of API quota and 500 credits; a refused one nothing.
 */
export const cloneLimits = {
  files: 5,
  fileBytes: limits.cloneFileBytes,
  nameCharacters: 100,
  descriptionCharacters: 1_000,
  referenceTextCharacters: 10_000,
  languages: 10,
} as const;

/** The language of a clone for which none is named: the local service's choice, as the interface names no default. */
export const localCloneLanguage = 'en-US';

/** Exactly these. */
export const cloneExtensions = ['aac', 'flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'oga', 'ogg', 'opus', 'wav', 'webm'] as const;

/** One line of plain text (not shown; chosen). */
export const voiceName = z
  .string()
  .trim()
  .min(1)
  .max(cloneLimits.nameCharacters)
  .regex(/^\P{Cc}*$/u, 'must be one line without control characters');
/** Plain text; its lines may break. */
export const voiceDescription = z.string().trim().max(cloneLimits.descriptionCharacters).regex(plainText, mustBePlain);
export const voiceVisibility = z.enum(visibilities);

const languages = z.array(z.string().min(1).max(limits.languageCharacters)).min(1).max(cloneLimits.languages);

/** The plain fields of the form; `languages` is a string that holds a JSON array, the first being the primary language. */
export const cloneFields = z.object({
  name: voiceName,
  description: voiceDescription.default(''),
  referenceText: z.string().max(cloneLimits.referenceTextCharacters).default(''),
  visibility: voiceVisibility.default('private'),
  languages: z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('must hold a JSON array of language codes, such as ["en-US"]');
        return z.NEVER;
      }
    })
    .pipe(languages)
    .optional(),
});
export type CloneFields = z.output<typeof cloneFields>;
