import type { TranscriptEdits } from '#shared/transcripts/edits.ts';

interface Step {
  label: string;
  /** The edits before it; of a step that was undone, those after it. */
  edits: TranscriptEdits;
}

/** What Undo takes back of a transcript while it is open, and Redo brings back. */
export interface EditsHistory {
  past: readonly Step[];
  future: readonly Step[];
}

export const noSteps: EditsHistory = { past: [], future: [] };

/** Steps back, at most. Texts that did not change are shared between them. */
const mostSteps = 200;

/** `merge`: the step goes on with the one before, where that has the same label: a text that is typed is one step. */
export function withStep({ past, future }: EditsHistory, step: Step, merge: boolean): EditsHistory {
  if (merge && future.length === 0 && past.at(-1)?.label === step.label) return { past, future };
  return { past: [...past, step].slice(-mostSteps), future: [] };
}

/** Undefined where there is nothing to take back. */
export function stepBack({ past, future }: EditsHistory, now: TranscriptEdits): { history: EditsHistory; step: Step } | undefined {
  const step = past.at(-1);
  return step && { history: { past: past.slice(0, -1), future: [...future, { ...step, edits: now }] }, step };
}

/** Undefined where nothing was taken back. */
export function stepForward({ past, future }: EditsHistory, now: TranscriptEdits): { history: EditsHistory; step: Step } | undefined {
  const step = future.at(-1);
  return step && { history: { past: [...past, { ...step, edits: now }], future: future.slice(0, -1) }, step };
}
