import type { Node } from '@tiptap/pm/model';
import { blocksOf } from '#shared/narration/document.ts';

/** Ids of the blocks in which these steps changed how takes sound (their gain, their trims), as far as they stand where the steps were made. */
export function blocksWithEditedTakes(document: Node, steps: readonly unknown[]): string[] {
  const places = new Set(steps.filter(editsTakes).map((step) => (step as { pos?: unknown }).pos));
  if (places.size === 0) return [];
  return blocksOf(document).flatMap(({ position, attributes: { id } }) => (places.has(position) ? [id] : []));
}

function editsTakes(step: unknown): boolean {
  if (typeof step !== 'object' || step === null) return false;
  return 'stepType' in step && step.stepType === 'attr' && 'attr' in step && step.attr === 'takeEdits';
}
