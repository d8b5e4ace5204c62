import { z } from 'zod';
import { defaultPauseMs } from '../narration/document.ts';
import { maximumTitle } from '../narration/outline.ts';
import { cutText } from '../cut-text.ts';
import { cleanText, plainText } from '../plain-text.ts';
import { isTitlePage } from './title-page.ts';
import { message, messageSchema, type Message } from '../messages/message.ts';

/** UTF-16 units of who wrote a manuscript, and of the tag of its language. */
export const maximumAuthor = 200;
export const maximumLanguage = 35;

/** A text that becomes a narration: chapters of blocks, whatever format it came in. */
export const manuscriptSchema = z.object({
  /** As the text itself says it. */
  title: z.string().optional(),
  /** Everybody who wrote it. */
  author: z.string().max(maximumAuthor).optional(),
  language: z.string().max(maximumLanguage).optional(),
  chapters: z.array(
    z.object({
      /** Absent for what stands before the first heading. */
      title: z.string().optional(),
      /** Title page, copyright, contents and the like: not part of what is read aloud. */
      isFrontMatter: z.boolean().optional(),
      blocks: z.array(
        z.object({
          text: z.string(),
          /** Silence after it in milliseconds; `null` as usual. */
          pauseMs: z.number().nullable(),
          /** The character, where the format names who speaks. */
          speaker: z.string().optional(),
          /** Where the format names a voice or a character without saying which. */
          voice: z.string().optional(),
          /** Its footnotes, in order. */
          notes: z.array(z.string()).optional(),
        }),
      ),
    }),
  ),
  /** What was left out. */
  warnings: z.array(messageSchema),
});
export type Manuscript = z.infer<typeof manuscriptSchema>;
export type ManuscriptChapter = Manuscript['chapters'][number];
export type ManuscriptBlock = ManuscriptChapter['blocks'][number];

/** Silence at a scene break, in milliseconds. */
export const sceneBreakMs = 4 * defaultPauseMs;

/** Lines that part scenes: ornaments alone, such as `* * *`, `---`, `#` or `⁂`. */
export const isSceneBreak = (line: string): boolean => /^(?:[*#~_=·•◦⁂❦❧☙✦✧✽\u2010-\u2015-]\s*)+$/u.test(line.trim());

// Without groups of their own flags, as `(?i:…)`: in a process that ran long enough, V8 found nothing by them any more.
const words =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty';
/** What begins the name of a chapter. */
const partName = /^(?:chapter|part|book|act|scene|kapitel|teil|buch|chapitre|partie|livre|capítulo|parte|libro)\s+/iu;
/** Its number, in figures, and what may follow it: a title behind a mark, or one that begins with a capital. */
const afterNumber = String.raw`(?:\s*[.:\u2010-\u2015-]\s*(?:\p{L}.*)?|\s+\p{Lu}.*)?$`;
const figures = new RegExp(
  String.raw`^(?:\d{1,4}|(?=[IVXLC])(?:XC|XL|L?X{0,3}|C{1,3}(?:XC|XL|L?X{0,3}))(?:IX|IV|V?I{0,3}))${afterNumber}`,
  'u',
);
const numberWords = new RegExp(String.raw`^(?:the )?(?:first|last|${words})(?:-(?:${words}))?(?!\p{L})`, 'iu');
const afterWords = new RegExp(`^${afterNumber}`, 'u');
const unnumbered =
  /^(?:prologue|epilogue|prolog|epilog|introduction|foreword|preface|afterword|vorwort|nachwort|einleitung|prólogo|epílogo|avant-propos)\.?$/iu;
const longestHeading = 100;

/** Lines that name a chapter where a text has no headings: `CHAPTER IV`, `Chapter 4: The Storm`, `Prologue`. */
export function isChapterLine(line: string): boolean {
  if (line.length > longestHeading) return false;
  const part = partName.exec(line)?.[0];
  if (part === undefined) return unnumbered.test(line);
  const rest = line.slice(part.length);
  const number = numberWords.exec(rest)?.[0];
  return figures.test(rest) || (number !== undefined && afterWords.test(rest.slice(number.length)));
}

/** Of those, the lines that name a part of several chapters: `PART ONE`. */
export const isPartLine = (line: string): boolean => /^(?:part|book|teil|buch|partie|livre|parte|libro)\b/iu.test(line);

/** What word processors put where nobody said who writes. */
const programNames = /^(?:user|author|admin(?:istrator)?|owner|unknown|microsoft office user|python-docx|apache poi|openpyxl)$/iu;

/** White space as it is read: one space for any of it. */
const readable = (text: string): string =>
  cleanText(text)
    .replaceAll(/[^\S\u202f\u3000]+/gu, ' ')
    .trim();

const frontMatterTitles =
  /^(?:title[ -]?page|half[ -]?title|copyright(?: (?:page|notice))?|(?:table of )?contents|dedication|epigraph|imprint|colophon|also by\b.*|by the same author|impressum|inhalt(?:sverzeichnis)?|widmung|table des matières|sommaire|índice|indice)$/iu;

/** Titles of what stands before the first chapter and is not read aloud. A foreword, an introduction and a prologue are. */
export const isFrontMatterTitle = (title: string): boolean => frontMatterTitles.test(title.trim());

interface NewChapter {
  title: string | undefined;
  /** Of its heading: 1 is the highest. */
  level: number;
  isFrontMatter: boolean;
  blocks: ManuscriptBlock[];
}

export interface HeadingFacts {
  /** 1 is the highest. */
  level?: number;
  isFrontMatter?: boolean;
}

/** Takes in a text from its start to its end. */
export class ManuscriptBuilder {
  title: string | undefined;
  language: string | undefined;
  readonly #authors: string[] = [];
  readonly #chapters: NewChapter[] = [];
  readonly #warnings: Message[] = [];

  /** One of those who wrote it. What a program says by itself is nobody's name. */
  addAuthor(name: string): void {
    const read = readable(name);
    if (read !== '' && !programNames.test(read) && !this.#authors.includes(read)) this.#authors.push(read);
  }

  startChapter(title: string, { level = 1, isFrontMatter = false }: HeadingFacts = {}): void {
    const named = readable(title).slice(0, maximumTitle).trimEnd();
    this.#chapters.push({
      title: named === '' ? undefined : named,
      level,
      isFrontMatter: isFrontMatter || isFrontMatterTitle(named),
      blocks: [],
    });
  }

  addBlock(text: string, { speaker, voice, pauseMs = null, notes }: Partial<Omit<ManuscriptBlock, 'text'>> = {}): void {
    const line = readable(text);
    if (line === '') return;
    if (isSceneBreak(line)) {
      this.addSceneBreak();
      return;
    }
    if (this.#chapters.length === 0) this.startChapter('');
    this.#chapters.at(-1)?.blocks.push({
      text: line,
      pauseMs,
      ...(speaker === undefined ? {} : { speaker }),
      ...(voice === undefined ? {} : { voice }),
      ...(notes === undefined || notes.length === 0 ? {} : { notes: notes.map(readable).filter(Boolean) }),
    });
  }

  /** Lengthens the pause before what comes next in the chapter. */
  addSceneBreak(): void {
    const last = this.#chapters.at(-1)?.blocks.at(-1);
    if (last) last.pauseMs = sceneBreakMs;
  }

  warn(warning: Message): void {
    this.#warnings.push(warning);
  }

  /** Marks the first section of what is not front matter already, from this one on, where it is a title page. */
  #markTitlePage(from: number): NewChapter | undefined {
    const at = this.#chapters.findIndex(({ isFrontMatter, blocks }, index) => index >= from && !isFrontMatter && blocks.length > 0);
    const section = this.#chapters[at];
    if (!section || !isTitlePage(section, this.#chapters.slice(at + 1), { title: this.title }, isChapterLine)) return undefined;
    section.isFrontMatter = true;
    return section;
  }

  /**
   * A heading without text of its own is no chapter: the first is the title of the book, another goes before the title of the chapter below it
   * (`Part One: The Storm`).
   */
  finish(): Manuscript {
    const [first] = this.#chapters;
    const isTitle =
      first?.blocks.length === 0 &&
      this.#chapters.length > 1 &&
      (this.title === undefined || plainText(this.title) === plainText(first.title ?? ''));
    const titlePage = this.#markTitlePage(isTitle ? 1 : 0);
    const title = this.title ?? (isTitle ? first.title : titlePage?.title);
    const chapters: ManuscriptChapter[] = [];
    let above: NewChapter[] = [];
    let empty = 0;
    for (const chapter of isTitle ? this.#chapters.slice(1) : this.#chapters) {
      const higher = above.filter(({ level }) => level < chapter.level);
      empty += above.length - higher.length;
      above = chapter.blocks.length === 0 && !chapter.isFrontMatter ? [...higher, chapter] : [];
      if (chapter.blocks.length === 0) continue;
      const named = [...higher, chapter].flatMap((each) => each.title ?? []).join(': ');
      const { blocks, isFrontMatter } = chapter;
      chapters.push({
        ...(named === '' ? {} : { title: named.slice(0, maximumTitle) }),
        ...(isFrontMatter ? { isFrontMatter } : {}),
        blocks,
      });
    }
    empty += above.length;
    const warnings = empty === 0 ? this.#warnings : [...this.#warnings, message('manuscript.emptyChaptersLeftOut', empty)];
    const author = cutText(this.#authors.join(', '), maximumAuthor).trimEnd();
    const language = this.language?.trim() ?? '';
    return {
      ...(title === undefined ? {} : { title }),
      ...(author === '' ? {} : { author }),
      ...(language === '' || language.length > maximumLanguage ? {} : { language }),
      chapters,
      warnings,
    };
  }
}
