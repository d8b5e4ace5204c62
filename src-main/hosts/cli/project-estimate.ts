import { blocksOf } from '#shared/narration/document.ts';
import { shapeOf, type ProjectDefaults } from '#shared/narration/shape.ts';
import { findMadeWorks, fingerprintOf } from '#shared/narration/take.ts';
import type { ProjectAtHand } from './project-file.ts';
import type { ProjectFiles } from './session.ts';

/**
 * What generating the whole project would buy: UTF-16 units of what would be sent, each work once. Without a service nobody knows the model that
 * answers, and so no price: `credits` is `null` unless there is nothing to buy. Locked blocks, and those without a voice, are left out.
 */
export async function estimateProject(
  { chapters, takes }: ProjectAtHand,
  defaults: ProjectDefaults,
  { library, connectionId }: ProjectFiles,
): Promise<{ characters: number; credits: number | null }> {
  const blocks = chapters.flatMap(({ document }) => blocksOf(document));
  const made = findMadeWorks(
    takes,
    blocks.map(({ attributes }) => attributes.takeId),
  );
  const missing = new Map<string, number>();
  for (const block of blocks) {
    const shape = block.attributes.locked ? undefined : shapeOf(block, defaults, connectionId);
    const fingerprint = shape && fingerprintOf(shape);
    if (shape && fingerprint !== undefined && !made.has(fingerprint)) missing.set(fingerprint, shape.text.length);
  }
  for (const paid of await library.findAllPaid([...missing.keys()])) missing.delete(paid);
  const characters = [...missing.values()].reduce((sum, length) => sum + length, 0);
  return { characters, credits: characters === 0 ? 0 : null };
}
