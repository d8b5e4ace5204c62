/** Edits that can be taken back, at most. */
const undoSteps = 200;

/** What the choices were before each edit, the last one last, and what was taken back. */
export interface DraftHistory<Choices> {
  undo: readonly Remembered<Choices>[];
  redo: readonly Remembered<Choices>[];
}

/** `edit`: changes with the same one are one step, as the letters of a title. */
interface Remembered<Choices> {
  choices: Choices;
  edit?: string;
}

export const noHistory: DraftHistory<never> = { undo: [], redo: [] };

/** The history with the choices as they are, before an edit. */
export function remember<Choices>({ undo }: DraftHistory<Choices>, choices: Choices, edit?: string): DraftHistory<Choices> {
  if (edit !== undefined && undo.at(-1)?.edit === edit) return { undo, redo: [] };
  return { undo: [...undo.slice(-(undoSteps - 1)), { choices, ...(edit !== undefined && { edit }) }], redo: [] };
}

/** The choices one step back, or forward, and the history from there; `undefined` at its end. */
export function step<Choices>(
  history: DraftHistory<Choices>,
  direction: 'undo' | 'redo',
  now: Choices,
): { choices: Choices; history: DraftHistory<Choices> } | undefined {
  const last = history[direction].at(-1);
  if (!last) return undefined;
  const left = history[direction].slice(0, -1);
  const other = [...history[direction === 'undo' ? 'redo' : 'undo'], { choices: now }];
  return {
    choices: last.choices,
    history: direction === 'undo' ? { undo: left, redo: other } : { undo: other, redo: left },
  };
}
