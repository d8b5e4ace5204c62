import type { SaveState } from '../../core/project/project-editor.ts';
import { messages } from '#shared/messages/index.ts';

/** What stands beside the project's title; the state itself where saving failed. */
export type SavingWords = string | Extract<SaveState, { state: 'failed' }>;

const saved = messages.window.saved;
const words = {
  saved,
  pending: messages.window.saving,
  saving: messages.window.saving,
} as const;

/** "Saved" is said once nothing has been written for this long, in milliseconds. */
export const restMs = 800;

export const wordsOf = (saving: SaveState): SavingWords => (saving.state === 'failed' ? saving : words[saving.state]);

/**
 * Shows what is not saved at once, and that it is saved after a rest: while somebody writes, the word stands still. Answers with what tells it
 * of another state; `undefined` ends it.
 */
export function calmly(show: (shown: SavingWords) => void): (saving: SaveState | undefined) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: SavingWords | undefined;
  let shown: SavingWords | undefined;
  const turn = (to: SavingWords): void => {
    if (to !== shown) show((shown = to));
  };
  return (saving) => {
    const now = saving && wordsOf(saving);
    if (now === last) return;
    last = now;
    clearTimeout(timer);
    if (now === saved) timer = setTimeout(() => turn(now), restMs);
    else if (now !== undefined) turn(now);
  };
}
