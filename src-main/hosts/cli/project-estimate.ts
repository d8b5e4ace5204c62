import { attributesOf } from '#shared/narration/document.ts';
import { shapeOf, type ProjectDefaults } from '#shared/narration/shape.ts';
import { fingerprintOf } from '#shared/narration/take.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { isToMake, isWanting } from '#shared/narration/what-to-make.ts';
import type { ProjectAtHand } from './project-file.ts';
import type { ProjectFiles } from './session.ts';

/** Stands for a voice that is not chosen yet. */
const anyVoice = '-';

/**
 * What generating the whole project would buy: UTF-16 units of what would be sent, each work once. Without a service nobody knows the model that
 * answers, and so no price: `credits` is `null` unless there is nothing to buy. A project without a voice is given one when it is generated. Locked
 * blocks, and those of characters without a voice, are left out.
 */
export async function estimateProject(
  { chapters, takes }: ProjectAtHand,
  { voiceId, ...others }: ProjectDefaults,
  { library, connectionId }: ProjectFiles,
): Promise<{ characters: number; credits: number | null }> {
  const defaults = { ...others, voiceId: voiceId ?? anyVoice };
  const missing = new Map<string, number>();
  for (const { document } of chapters)
    for (const facts of buildTimeline(document, takes, defaults, connectionId).facts) {
      const attributes = attributesOf(facts.node);
      if (!isToMake({ wanting: isWanting(facts), locked: attributes.locked, problem: undefined })) continue;
      const shape = shapeOf({ attributes, text: facts.node.textContent }, defaults, connectionId);
      if (shape) missing.set(fingerprintOf(shape), shape.text.length);
    }
  for (const paid of await library.findAllPaid([...missing.keys()])) missing.delete(paid);
  const characters = [...missing.values()].reduce((sum, length) => sum + length, 0);
  return { characters, credits: characters === 0 ? 0 : null };
}
