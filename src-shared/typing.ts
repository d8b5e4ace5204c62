/** What is typed is gathered into steps of Undo by one rule, in the script, in a transcript and in a dub. Pure. */

/** A pause in typing that is longer than this begins a new step, in milliseconds. */
export const typingPauseMs = 500;
/** Within a word it is only this pause: on a slow machine letters of one word come late, and Undo would leave half of it. */
export const wordPauseMs = 5_000;

export interface Span {
  from: number;
  to: number;
}

/** One change of a text. */
export interface TextChange {
  /** What it replaces, by places in the text before. */
  span: Span;
  /** What stands in front of that: its last letter is enough. */
  behind: string;
  removed: string;
  typed: string;
}

/** Whether a change is one step with what was typed `pause` milliseconds ago, which ends at `end` now. */
export function goesOnTyping(end: number, change: TextChange, pause: number): boolean {
  const { span } = change;
  if (pause < 0 || pause > (goesOnWithWord(end, change) ? wordPauseMs : typingPauseMs)) return false;
  return span.from <= end && span.to >= end;
}

/** True where letters are typed right behind those that were typed last, or taken away there. */
function goesOnWithWord(end: number, { span, behind, removed, typed }: TextChange): boolean {
  if (typed === '') return word.test(removed) && (span.to === end || span.from === end);
  return removed === '' && span.from === end && endsInWord.test(behind) && beginsInWord.test(typed);
}

const beginsInWord = /^[\p{L}\p{M}\p{N}’'-]/u;
const endsInWord = /[\p{L}\p{M}\p{N}’'-]$/u;
const word = /^[\p{L}\p{M}\p{N}’'-]+$/u;

/** What makes one text of another. `caret`: where it stands after that, as letters that are alike could be at several places. */
export function changeBetween(before: string, after: string, caret = after.length): TextChange {
  const mostAlike = Math.min(before.length, after.length);
  let tail = 0;
  while (tail < Math.min(mostAlike, after.length - caret) && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  let head = 0;
  while (head < mostAlike - tail && before[head] === after[head]) head += 1;
  while (head + tail < mostAlike && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const span = { from: head, to: before.length - tail };
  return {
    span,
    behind: before.slice(0, head),
    removed: before.slice(span.from, span.to),
    typed: after.slice(head, after.length - tail),
  };
}

/** How a text came into its field. */
export interface TextInput {
  caret?: number | undefined;
  /** Letter by letter, not by a paste. */
  isTyping: boolean;
}

/** Says of each change of a text whether it is one step with the one before. */
export class TypingSteps {
  #last: { field: string; text: string; at: number; end: number } | undefined;

  /** Whether what is in a field now goes on with what was typed there before. */
  goesOn(field: string, before: string, after: string, { caret, isTyping, at }: TextInput & { at: number }): boolean {
    const last = this.#last;
    const { span, ...change } = changeBetween(before, after, caret);
    const goesOn =
      isTyping &&
      last !== undefined &&
      last.field === field &&
      last.text === before &&
      goesOnTyping(last.end, { span, ...change }, at - last.at);
    this.#last = isTyping ? { field, text: after, at, end: span.from + change.typed.length } : undefined;
    return goesOn;
  }

  /** What is typed next is a step of its own. */
  end(): void {
    this.#last = undefined;
  }
}
