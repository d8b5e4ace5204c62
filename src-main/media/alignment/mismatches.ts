import { leastConfidence, type CheckedWord } from './align.ts';

/** A part of a recording that says something else than its text. Milliseconds from the start of the recording. */
interface Mismatch {
  kind: 'other-words';
  startMs: number;
  endMs: number;
  /** What the text has there. */
  text: string;
}

/** Words in a row that were not found with confidence. */
export function findMismatches(words: readonly CheckedWord[]): Mismatch[] {
  const mismatches: Mismatch[] = [];
  words.forEach(({ text, startMs, endMs, confidence }, index) => {
    if (confidence >= leastConfidence) return;
    const last = mismatches.at(-1);
    const goesOn = (words[index - 1]?.confidence ?? 1) < leastConfidence;
    if (last !== undefined && goesOn) Object.assign(last, { endMs, text: `${last.text} ${text}` });
    else mismatches.push({ kind: 'other-words', startMs, endMs, text });
  });
  return mismatches;
}
