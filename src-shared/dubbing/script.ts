import { endsSentence } from '../narration/caption-breaks.ts';
import { wordsOf } from '../narration/document.ts';
import { estimatedWords } from '../narration/spread-words.ts';
import type { Word } from '../narration/take.ts';

/** A text that is spoken over a video, by its lines and the times of its words. Pure. */

/** A line of the script: a sentence, or as much of it as is read at a glance. Times in milliseconds from the start of the speech. */
export interface ScriptLine {
  startMs: number;
  endMs: number;
  /** Where its first word stands among all. */
  from: number;
  words: readonly Word[];
}

/** A longer sentence goes on in the next line. */
const longestCharacters = 84;

/** The lines of a text whose speech takes so many seconds; the service tells no times of words, so all of them are estimated. */
export function scriptLines(text: string, seconds: number): ScriptLine[] {
  const tokens = wordsOf(text).map((word) => word.text);
  const words = estimatedWords(tokens, 0, seconds * 1000);
  const lines: ScriptLine[] = [];
  let open: Word[] = [];
  let characters = 0;
  const close = (end: number): void => {
    const [first, last] = [open[0], open.at(-1)];
    if (first && last) lines.push({ startMs: first.startMs, endMs: last.endMs, from: end - open.length, words: open });
    open = [];
    characters = 0;
  };
  for (const [index, word] of words.entries()) {
    if (characters + word.text.length > longestCharacters) close(index);
    open.push(word);
    characters += word.text.length + 1;
    if (endsSentence(word.text)) close(index + 1);
  }
  close(words.length);
  return lines;
}

/** Which word is said at a time, counted over all lines; -1 before the first and after the last. */
export function wordAtTime(lines: readonly ScriptLine[], ms: number): number {
  const line = lines.findLast(({ startMs }) => startMs <= ms);
  if (!line) return -1;
  const word = line.words.findIndex(({ startMs, endMs }) => startMs <= ms && ms < endMs);
  return word < 0 ? -1 : line.from + word;
}
