import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { wordsInTake } from '#shared/narration/alignment.ts';
import type { Take } from '#shared/narration/take.ts';
import { readTokens } from './check-take.ts';

/** What is found around its words too: what is said a second time, and where the take breaks off. */
const reachesFurther: readonly Finding['kind'][] = ['repeated-words', 'truncated'];

/**
 * Findings of words at the times that the take itself has for them, in milliseconds from its start, so that they stand where the word lane shows
 * the words. Where the take has no time for the first or the last of them, what the check measured stands.
 */
export function placeByWords(findings: readonly Finding[], take: Pick<Take, 'text' | 'words' | 'alignment'>): Finding[] {
  if (take.words.length === 0 || findings.every(({ tokens }) => tokens === undefined)) return [...findings];
  const words = wordsInTake(readTokens(take.text), take.text, take);
  return findings.map((finding) => {
    const { tokens, kind } = finding;
    const first = tokens && words[tokens.from];
    const last = tokens && words[tokens.to - 1];
    if (!first || !last || last.endMs < first.startMs) return finding;
    const endMs = reachesFurther.includes(kind) ? Math.max(last.endMs, finding.endMs) : last.endMs;
    return { ...finding, startMs: first.startMs, endMs };
  });
}
