import { isSound } from '#shared/clone/files.ts';
import { videoEndings } from '../../core/dubbing-timeline/files.ts';

/** What a dropped file is to the Start screen. */
export type FileKind = 'manuscript' | 'video' | 'recording';

/** What is no text is refused by its content, in words. */
const manuscript = /\.(?:docx?|epub|html?|xhtml|md|markdown|txt|text|srt|vtt|csv|odt|rtf|pdf|pages)$/iu;

export const isManuscript = (name: string): boolean => manuscript.test(name);

/** By its name, else by the type that the system gives it; `undefined` for what no panel takes. */
export function kindOfFile({ name, type }: Pick<File, 'name' | 'type'>): FileKind | undefined {
  const ending = name.toLowerCase();
  if (isManuscript(name)) return 'manuscript';
  if (videoEndings.some((each) => ending.endsWith(each))) return type.startsWith('audio/') ? 'recording' : 'video';
  if (isSound(name)) return 'recording';
  return kindOfType(type);
}

/** Of a file that is dragged: a browser says its type, and not its name. `undefined` where the type says nothing. */
export function kindOfType(type: string): FileKind | undefined {
  if (type.startsWith('video/')) return 'video';
  if (type.startsWith('audio/')) return 'recording';
  const isText = type.startsWith('text/') || /(?:epub|wordprocessingml|msword|opendocument\.text|rtf|pdf)/u.test(type);
  return isText ? 'manuscript' : undefined;
}

/** Of files that are dragged together; empty where the type of one of them says nothing. */
export function kindsOfTypes(types: readonly string[]): ReadonlySet<FileKind> {
  const kinds = types.map((type) => kindOfType(type));
  return new Set(kinds.includes(undefined) ? [] : kinds.filter((kind) => kind !== undefined));
}
