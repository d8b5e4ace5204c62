import { isSound } from '#shared/clone/files.ts';
import { isCaptions, videoEndings } from '../../core/dubbing-timeline/files.ts';

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

type DroppedFile = Pick<File, 'name' | 'type'>;

/**
 * What files that are dropped together open: the first kind of these that they have. Captions beside a video are its own, folders are recordings of a voice.
 * `unused`: the files that are of another kind, or too many; Dubbing has all of them, the videos first, and names itself what it does not use.
 */
export function chooseDropped<F extends DroppedFile>(
  files: readonly F[],
  hasFolders: boolean,
): { kind: FileKind | 'voice' | undefined; files: F[]; unused: F[] } {
  const of = (kind: FileKind): F[] => files.filter((file) => kindOfFile(file) === kind);
  const chosen = (kind: FileKind | 'voice', taken: F[]) => ({ kind, files: taken, unused: files.filter((file) => !taken.includes(file)) });
  const [manuscripts, videos, recordings] = [of('manuscript'), of('video'), of('recording')];
  if (videos.length > 0 && manuscripts.every(isCaptions))
    return chosen('video', [...videos, ...files.filter((file) => !videos.includes(file))]);
  if (manuscripts.length > 0) return chosen('manuscript', manuscripts);
  if (hasFolders) return chosen('voice', recordings);
  if (recordings.length > 0) return chosen('recording', recordings.slice(0, 1));
  return { kind: undefined, files: [], unused: [] };
}
