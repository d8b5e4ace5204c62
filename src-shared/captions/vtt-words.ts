import { clock, escapeMarkup, linesOfWords } from '../narration/captions.ts';
import { captionsOf, type WordScript } from './script.ts';

/**
 * WebVTT with a time before each word. Times inside a cue grow and lie between its start and its end, as the format asks, so the first word has none: it
 * begins with the cue.
 */
export function toVttWords(script: WordScript): string {
  const cues = captionsOf(script).map((cue) => {
    let before = cue.startMs;
    const lines = linesOfWords(cue).map((words) =>
      words
        .map(({ text, startMs }) => {
          if (startMs <= before || startMs >= cue.endMs) return escapeMarkup(text);
          before = startMs;
          return `<${clock(startMs, '.')}>${escapeMarkup(text)}`;
        })
        .join(' '),
    );
    return `\n${clock(cue.startMs, '.')} --> ${clock(cue.endMs, '.')}\n${lines.join('\n')}\n`;
  });
  return `WEBVTT\n${cues.join('')}`;
}
