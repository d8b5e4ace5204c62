import type { Character } from '#shared/narration/cast.ts';
import { goToBlock, selectedRange } from '../script/script.tsx';
import { assign, assignWords } from '../stores.ts';

/** Gives the selected words of one block to a character, else the selected blocks; `null`: to nobody of the cast. */
export function assignSelection(character: Character | null): void {
  const words = selectedRange();
  if (words && words.from < words.to) goToBlock(assignWords(character, words));
  else assign(character);
}
