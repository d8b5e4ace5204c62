import { blocksIn, type WordScript } from './script.ts';

/** Audacity's labels, one for each word: start, end and text with tabs between, times in seconds. A word holds no whitespace. */
export function toLabels(script: WordScript): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(6);
  return blocksIn(script)
    .flatMap(({ words }) => words)
    .map(({ text, startMs, endMs }) => `${seconds(startMs)}\t${seconds(endMs)}\t${text}\n`)
    .join('');
}
