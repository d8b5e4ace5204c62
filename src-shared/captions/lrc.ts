import { linesOfWords } from '../narration/captions.ts';
import { captionsOf, type WordScript } from './script.ts';

/** Enhanced LRC: a line for each cue, a time before each word, and the end of the last one behind it. Minutes go on past 99. */
export function toLrc(script: WordScript): string {
  const lines = captionsOf(script).map((cue) => {
    const words = linesOfWords(cue).flat();
    const timed = words.map(({ text, startMs }) => `<${clock(startMs)}>${escapeText(text)}`);
    return `[${clock(cue.startMs)}]${timed.join(' ')} <${clock(words.at(-1)?.endMs ?? cue.endMs)}>\n`;
  });
  return `[ti:${script.title.replaceAll(/[[\]\s]+/gu, ' ').trim()}]\n[length:${clock(script.durationMs)}]\n${lines.join('')}`;
}

function clock(ms: number): string {
  const hundredths = Math.floor(ms / 10);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${pad(Math.floor(hundredths / 6000))}:${pad(Math.floor(hundredths / 100) % 60)}.${pad(hundredths % 100)}`;
}

/** The format has no escapes: brackets that would be read as a time are written as round ones. */
const escapeText = (text: string): string => text.replaceAll(/[<[](\d+:[\d:.]+)[>\]]/gu, '($1)');
