import { cleanText } from '../plain-text.ts';
import { nameSpeakers } from '../narration/named-lines.ts';
import { isChapterLine, isPartLine, isSceneBreak, ManuscriptBuilder, type Manuscript } from './manuscript.ts';

/** A second line that names the chapter of the line above it: no sentence, and not long. */
const isSubtitle = (line: string): boolean => line.length <= 80 && /^\p{Lu}/u.test(line) && !/[.,;:]$/u.test(line);

/**
 * Reads a plain text: blank lines part blocks, and the lines between them are one wrapped paragraph; in a text without blank lines, every line is a block. A
 * line that names its speaker begins a block (`ANNA: …`). Lines such as `CHAPTER IV` start a chapter.
 */
export function readTextManuscript(text: string): Manuscript {
  const builder = new ManuscriptBuilder();
  const lines = cleanText(text.replaceAll(/\r\n?|[\u2028\u2029\u0085]/gu, '\n'))
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const isWrapped = lines.includes('');
  const named = nameSpeakers(lines.map((line) => ({ text: line, speaker: null as string | null })));
  let paragraph: string[] = [];
  const end = (): void => {
    const [first = '', second] = paragraph;
    if (paragraph.length <= 2 && isChapterLine(first) && (second === undefined || isSubtitle(second)))
      builder.startChapter(second === undefined ? first : `${first.replace(/[.:]$/u, '')}: ${second}`, {
        level: isPartLine(first) ? 1 : 2,
      });
    else if (paragraph.length > 0) builder.addBlock(paragraph.join(' '));
    paragraph = [];
  };
  for (const [index, line] of lines.entries()) {
    if (line === '' || isSceneBreak(line) || !isWrapped || named[index]?.speaker !== null) end();
    if (line === '') continue;
    if (isSceneBreak(line)) builder.addSceneBreak();
    else paragraph.push(line);
  }
  end();
  return builder.finish();
}
