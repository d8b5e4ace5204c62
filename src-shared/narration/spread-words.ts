import type { Word } from './take.ts';

/**
 * Gives words that were timed without a length ("of the", said as one) a share of the word that they run on from, or else
 * of the one that they run into, by their letters: every word is lit in its turn. What was shared out is marked estimated.
 * Words must be in order; the result is the same array where nothing had to be shared.
 */
export function spreadWords(words: readonly Word[]): readonly Word[] {
  if (words.every((word) => word.endMs > word.startMs)) return words;
  const spread = [...words];
  for (let first = 0; first < spread.length; first += 1) {
    if (!isPoint(spread[first])) continue;
    let last = first;
    while (isPoint(spread[last + 1])) last += 1;
    const from = spread[first - 1]?.endMs === spread[first]?.startMs ? first - 1 : first;
    const to = from === first && spread[last + 1]?.startMs === spread[last]?.endMs ? last + 1 : last;
    share(spread, from, to);
    first = last;
  }
  return spread;
}

/** Words of a text whose sound is known to lie between two times, shared out by their letters; all of them marked estimated. */
export function estimatedWords(tokens: readonly string[], startMs: number, endMs: number): Word[] {
  const words = tokens.map((text, index) => ({ text, startMs, endMs: index === tokens.length - 1 ? endMs : startMs }));
  if (words.length > 0) share(words, 0, words.length - 1);
  return words;
}

const isPoint = (word: Word | undefined): boolean => word !== undefined && word.endMs <= word.startMs;

/** Parts the time from the start of `from` to the end of `to` among the words between, both included. */
function share(words: Word[], from: number, to: number): void {
  const group = words.slice(from, to + 1);
  const start = group[0]?.startMs ?? 0;
  const end = group.at(-1)?.endMs ?? start;
  const letters = group.reduce((sum, word) => sum + Math.max(1, word.text.length), 0);
  let passed = 0;
  group.forEach((word, index) => {
    const startMs = start + ((end - start) * passed) / letters;
    passed += Math.max(1, word.text.length);
    words[from + index] = { ...word, startMs, endMs: start + ((end - start) * passed) / letters, estimated: true };
  });
}
