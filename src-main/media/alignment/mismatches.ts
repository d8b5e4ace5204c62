import type { Finding, PickupKind } from '#shared/narration/pickup-kinds.ts';
import { leastConfidence, type CheckedWord } from './align.ts';

/** A part of a recording that says something else than its text: `text` is what the text has there. Milliseconds from the start of the recording. */
type Mismatch = Omit<Finding, 'score'>;

const kinds: readonly PickupKind[] = ['missing-words', 'repeated-words', 'other-words', 'truncated'];

/** What the checks found in the words, and words in a row elsewhere that were not found with confidence; in the order of time. */
export function findMismatches(words: readonly CheckedWord[], findings: readonly Finding[]): Mismatch[] {
  const checked = findings.flatMap(({ kind, startMs, endMs, text }) => (kinds.includes(kind) ? [{ kind, startMs, endMs, text }] : []));
  const unsure: Mismatch[] = [];
  words.forEach(({ text, startMs, endMs, confidence }, index) => {
    if (confidence >= leastConfidence) return;
    const last = unsure.at(-1);
    const goesOn = (words[index - 1]?.confidence ?? 1) < leastConfidence;
    if (last !== undefined && goesOn) Object.assign(last, { endMs, text: `${last.text} ${text}` });
    else unsure.push({ kind: 'other-words', startMs, endMs, text });
  });
  const isElsewhere = ({ startMs, endMs }: Mismatch): boolean => !checked.some((other) => other.startMs <= endMs && startMs <= other.endMs);
  return [...checked, ...unsure.filter(isElsewhere)].sort((one, other) => one.startMs - other.startMs);
}
