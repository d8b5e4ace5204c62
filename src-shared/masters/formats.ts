/** Formats of sound that a master can have. */
export const soundFormats = ['wav', 'mp3', 'ogg', 'flac', 'm4a', 'm4b'] as const;
export type SoundFormat = (typeof soundFormats)[number];

/** Formats of books whose text is read along with their sound. */
export const bookFormats = ['epub', 'html'] as const;
export type BookFormat = (typeof bookFormats)[number];

/** Projects of audio editors, with the sound of each chapter in a WAV file beside them. */
export const editFormats = ['rpp', 'otio'] as const;
export type EditFormat = (typeof editFormats)[number];

export const isEditFormat = (format: string): format is EditFormat => editFormats.some((one) => one === format);

/** A file of such a format names title, author and narrator, and can have a cover. */
export const hasTags = (format: string): format is SoundFormat | BookFormat =>
  [...soundFormats, ...bookFormats].some((one) => one === format);

/** Formats that give back exactly the samples that came in. */
export const isLossless = (format: SoundFormat): boolean => format === 'wav' || format === 'flac';

/** Text and picture that stand in the file. */
export interface MasterTags {
  title: string;
  album: string;
  author?: string | undefined;
  narrator?: string | undefined;
  /** Of what is said, a BCP 47 tag. */
  language?: string | undefined;
  /** One of several files, from 1. */
  track?: { number: number; of: number } | undefined;
  cover?: { type: 'image/jpeg' | 'image/png'; bytes: Uint8Array } | undefined;
}

/** Where a chapter begins in the file. */
export interface ChapterStart {
  title: string;
  startMs: number;
}
