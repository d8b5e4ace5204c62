import type { Character } from '#shared/narration/cast.ts';
import { goToBlock, selectedRange } from '../script/script.tsx';
import { assign, assignToNew, assignWords, showDetails } from '../stores.ts';

/** Gives the selected words of one block to a character, else the selected blocks; `null`: to nobody of the cast. */
export function assignSelection(character: Character | null): void {
  const words = selectedWords();
  if (words) goToBlock(assignWords(character, words));
  else assign(character);
}

/** Adds a character and gives the selected words or blocks to it; its name in Cast has the focus then. */
export function assignSelectionToNew(): void {
  showDetails();
  void assignToNew(selectedWords());
}

function selectedWords(): ReturnType<typeof selectedRange> {
  const words = selectedRange();
  return words && words.from < words.to ? words : undefined;
}
