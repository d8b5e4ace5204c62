import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { chooseTake, isReadingOf, isRepairedFor } from './choose-take.ts';
import { blocksOf, type Block } from './document.ts';
import { blockFingerprint, spokenOf, type ProjectDefaults } from './shape.ts';
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

/** Once audio was generated for blocks, an earlier take that one of them names gives way to it, and a repaired one that was found instead is named. */
export function nameGenerated(transform: Transform, generated: ReadonlySet<string>, ground: Ground): void {
  for (const block of blocksOf(transform.doc)) {
    if (!generated.has(block.attributes.id)) continue;
    const repaired = repairedToName(block, ground);
    if (repaired !== null || namesStaleTake(block, ground)) transform.setNodeAttribute(block.position, 'takeId', repaired);
  }
}

/** What audio that was generated for a block changes: see `nameGenerated`. `anotherId`: another take that was asked for, which comes into use in any case. */
export function withGenerated(document: Node, blockId: string, anotherId: string | undefined, ground: Ground): Transform {
  const another = anotherId === undefined ? undefined : useAnother(document, blockId, anotherId, ground);
  if (another) return another;
  const transform = new Transform(document);
  nameGenerated(transform, new Set([blockId]), ground);
  return transform;
}

/**
 * Another take comes into use as the newest one, which no block need name. The step goes back to the take that was in use before, by name: without one,
 * undo would find the newest again. `undefined` where none was in use, or the new one is not what the block is now.
 */
function useAnother(document: Node, blockId: string, anotherId: string, ground: Ground): Transform | undefined {
  const block = blocksOf(document).find(({ attributes }) => attributes.id === blockId);
  if (!block) return undefined;
  const { attributes, text } = block;
  const fingerprint = blockFingerprint(block, ground.defaults, ground.connectionId) ?? '';
  const spoken = (): string => spokenOf(block, ground.defaults).text;
  const inUse = (takes: readonly Take[], takeId: string | null): string | undefined =>
    chooseTake(takes, { id: blockId, takeId, text, spoken }, fingerprint)?.take.id;
  const others = ground.takes.filter(({ id }) => id !== anotherId);
  const before = inUse(others, attributes.takeId);
  if (before === undefined || inUse(ground.takes, null) !== anotherId) return undefined;
  const named = new Transform(document).setNodeAttribute(block.position, 'takeId', before);
  return new Transform(named.doc).setNodeAttribute(block.position, 'takeId', null);
}

/** The newest take that was repaired to what a block is now, where none stands for the block that is: nothing has named it yet. `null` where there is none. */
export function repairedToName({ attributes, text }: Pick<Block, 'attributes' | 'text'>, ground: Ground): string | null {
  const block = { id: attributes.id, takeId: attributes.takeId, text };
  const fingerprint = blockFingerprint({ attributes, text }, ground.defaults, ground.connectionId) ?? '';
  if (chooseTake(ground.takes, block, fingerprint)?.made === true) return null;
  return newest(ground.takes.filter((take) => isRepairedFor(take, block.id) && isReadingOf(take, block, fingerprint)));
}

/**
 * The id of the take that a block must name to be spoken by what is made of its text already: its newest repaired take or recording. `null` where
 * there is none, and where a take stands for the block without a name.
 */
export function takeToName({ attributes, text }: Pick<Block, 'attributes' | 'text'>, ground: Ground): string | null {
  const block = { id: attributes.id, takeId: null, text };
  const fingerprint = blockFingerprint({ attributes, text }, ground.defaults, ground.connectionId) ?? '';
  if (chooseTake(ground.takes, block, fingerprint)?.made === true) return null;
  const fitting = ground.takes.filter(
    (take) => take.blockId === block.id && take.state === 'complete' && isReadingOf(take, block, fingerprint),
  );
  return newest(fitting);
}

const newest = (takes: readonly Take[]): string | null =>
  takes.toSorted((one, other) => one.createdAt - other.createdAt).at(-1)?.id ?? null;
