import { defaultPauseMs } from '../narration/document.ts';
import { maximumTitle } from '../narration/outline.ts';
import { cleanText } from '../plain-text.ts';
import type { Message } from '../messages/message.ts';

/** A text that becomes a narration: chapters of blocks, whatever format it came in. */
export interface Manuscript {
  /** As the text itself says it. */
  title: string | undefined;
  chapters: readonly ManuscriptChapter[];
  /** What was left out. */
  warnings: readonly Message[];
}
interface ManuscriptChapter {
  /** `undefined` for what stands before the first heading. */
  title: string | undefined;
  blocks: readonly ManuscriptBlock[];
}
interface ManuscriptBlock {
  text: string;
  /** Silence after it in milliseconds; `null` as usual. */
  pauseMs: number | null;
}

/** Silence at a scene break, in milliseconds. */
export const sceneBreakMs = 4 * defaultPauseMs;

/** Lines that part scenes: ornaments alone, such as `* * *`, `---`, `#` or `⁂`. */
export const isSceneBreak = (line: string): boolean => /^(?:[*#~_=·•◦⁂❦❧☙✦✧✽\u2010-\u2015-]\s*)+$/u.test(line.trim());

const words =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty';
const numeral = String.raw`(?:\d{1,4}|(?=[IVXLC])(?:XC|XL|L?X{0,3}|C{1,3}(?:XC|XL|L?X{0,3}))(?:IX|IV|V?I{0,3})|(?i:the )?(?i:first|last|${words})(?:-(?i:${words}))?)`;
const parts = '(?i:chapter|part|book|act|scene|kapitel|teil|buch|chapitre|partie|livre|capítulo|parte|libro)';
const alone =
  '(?i:prologue|epilogue|prolog|epilog|introduction|foreword|preface|afterword|vorwort|nachwort|einleitung|prólogo|epílogo|avant-propos)';
const numbered = new RegExp(String.raw`^${parts}\s+${numeral}(?:\s*[.:\u2010-\u2015-]\s*(?:\p{L}.*)?|\s+\p{Lu}.*)?$`, 'u');
const unnumbered = new RegExp(String.raw`^${alone}\.?$`, 'u');
const longestHeading = 100;

/** Lines that name a chapter where a text has no headings: `CHAPTER IV`, `Chapter 4: The Storm`, `Prologue`. */
export const isChapterLine = (line: string): boolean => line.length <= longestHeading && (numbered.test(line) || unnumbered.test(line));

/** White space as it is read: one space for any of it. */
const readable = (text: string): string =>
  cleanText(text)
    .replaceAll(/[^\S\u202f\u3000]+/gu, ' ')
    .trim();

/** Takes in a text from its start to its end. */
export class ManuscriptBuilder {
  title: string | undefined;
  readonly #chapters: { title: string | undefined; blocks: ManuscriptBlock[] }[] = [];
  readonly #warnings: Message[] = [];

  startChapter(title: string): void {
    const named = readable(title).slice(0, maximumTitle).trimEnd();
    this.#chapters.push({ title: named === '' ? undefined : named, blocks: [] });
  }

  addBlock(text: string): void {
    const line = readable(text);
    if (line === '') return;
    if (isSceneBreak(line)) {
      this.addSceneBreak();
      return;
    }
    if (this.#chapters.length === 0) this.#chapters.push({ title: undefined, blocks: [] });
    this.#chapters.at(-1)?.blocks.push({ text: line, pauseMs: null });
  }

  /** Lengthens the pause before what comes next in the chapter. */
  addSceneBreak(): void {
    const last = this.#chapters.at(-1)?.blocks.at(-1);
    if (last) last.pauseMs = sceneBreakMs;
  }

  warn(warning: Message): void {
    this.#warnings.push(warning);
  }

  /** A heading without text of its own, such as the title of a book above its first chapter, is no chapter. */
  finish(): Manuscript {
    const [first] = this.#chapters;
    const title = this.title ?? (first?.blocks.length === 0 && this.#chapters.length > 1 ? first.title : undefined);
    return { title, chapters: this.#chapters.filter(({ blocks }) => blocks.length > 0), warnings: this.#warnings };
  }
}
