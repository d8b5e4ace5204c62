import { plainText } from '../plain-text.ts';

/** Blocks of a title page, and characters of each, at most. */
const mostLines = 6;
const longestLine = 100;

interface Section {
  title: string | undefined;
  /** Of its heading: 1 is the highest. */
  level: number;
  isFrontMatter: boolean;
  blocks: readonly { text: string; speaker?: string | undefined; voice?: string | undefined; notes?: readonly string[] | undefined }[];
}

const byline = /^(?:(?:written|geschrieben) )?(?:by|von|par|por)\s+\p{Lu}/u;
const imprint = /^(?:©|\(c\)|copyright\b)/iu;
const genre =
  /^(?:an?|ein|eine|un|une|una)?\s*(?:novel|novella|memoir|short story|short stories|roman|novelle|erzählung|erzählungen|novela)$/iu;

/** What only a title page says. */
const isOfTitlePage = (line: string): boolean => byline.test(line) || imprint.test(line) || genre.test(line);

/** A line that is no sentence, and that nobody speaks: `The Lighthouse`, `Eleanor Marsh`. */
const isName = (line: string): boolean => /^[\p{Lu}\p{N}]/u.test(line) && !/[.!?…:;,"”»“'’—–-]$/u.test(line) && !line.includes(': ');

/**
 * Whether a section before the first chapter is a title page: nothing but the title and who wrote it. Prose is not, a part with its epigraph is not, and
 * a first chapter among others of its level is not, unless it says what only a title page does.
 */
export function isTitlePage(
  section: Section,
  later: readonly Section[],
  { title = '' }: { title?: string | undefined },
  isChapterName: (line: string) => boolean,
): boolean {
  const { blocks, level } = section;
  const chapters = later.filter(({ isFrontMatter }) => !isFrontMatter);
  if (chapters.length === 0 || blocks.length === 0 || blocks.length > mostLines) return false;
  if (section.title !== undefined && isChapterName(section.title)) return false;
  const isPlain = blocks.every(({ text, speaker, voice, notes }) => {
    const isSpoken = speaker !== undefined || voice !== undefined;
    return !isSpoken && (notes?.length ?? 0) === 0 && text.length <= longestLine && (isOfTitlePage(text) || isName(text));
  });
  if (!isPlain) return false;
  const own = section.title ?? '';
  const isAbove = section.title === undefined || chapters.every((chapter) => chapter.title !== undefined && chapter.level > level);
  const isBook = own !== '' && plainText(own) === plainText(title);
  return isAbove || isBook || blocks.some(({ text }) => isOfTitlePage(text));
}
