import type { Transform } from '@tiptap/pm/transform';
import { chooseTake } from './choose-take.ts';
import { blocksOf, type Block } from './document.ts';
import { blockFingerprint, type ProjectDefaults } from './shape.ts';
import type { Take } from './take.ts';

/** What decides which take stands for a block. */
interface Ground {
  takes: readonly Take[];
  defaults: ProjectDefaults;
  connectionId: string;
}

/** Whether a block names a take that is not of what it is now, though there is a whole one that is. A person may want it so. */
function namesStaleTake({ attributes, text }: Pick<Block, 'attributes' | 'text'>, ground: Ground): boolean {
  const { id, takeId } = attributes;
  if (takeId === null) return false;
  const fingerprint = blockFingerprint({ attributes, text }, ground.defaults, ground.connectionId);
  const chosen = chooseTake(ground.takes, { id, takeId, text }, fingerprint ?? '');
  return chosen?.take.id === takeId && chosen.stale && chosen.made;
}

/** Once audio was generated for blocks, an earlier take that one of them names gives way to it. */
export function dropStaleChoices(transform: Transform, generated: ReadonlySet<string>, ground: Ground): void {
  for (const block of blocksOf(transform.doc))
    if (generated.has(block.attributes.id) && namesStaleTake(block, ground)) transform.setNodeAttribute(block.position, 'takeId', null);
}
