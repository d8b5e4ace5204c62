import type { ProjectDefaults } from '#shared/narration/shape.ts';
import { shapeOf } from '#shared/narration/shape.ts';
import { isMadeLike } from '#shared/narration/repair.ts';
import { fingerprintOf } from '#shared/narration/take.ts';
import type { BlockView } from '../../../core/chapter/chapter-view.ts';

type Block = Pick<BlockView, 'attributes' | 'text' | 'take'>;

/** Whether the take of a block was made with another voice, model or setting than the block has now: no sentence can be put into it. */
export function isOtherwiseMade({ take, ...block }: Block, defaults: ProjectDefaults, connectionId: string): boolean {
  const shape = shapeOf(block, defaults, connectionId);
  return shape !== undefined && take !== undefined && !isMadeLike(take, shape);
}

/**
 * What would be generated of a block whose text differs from its take: another name for everything that makes its audio and for the take that would
 * be repaired. `undefined` where no sentence of it can be generated alone.
 */
export function findChangedWork(
  block: Block & Pick<BlockView, 'state'>,
  defaults: ProjectDefaults,
  connectionId: string,
): string | undefined {
  const { attributes, state, take } = block;
  if (state !== 'stale' || take === undefined || attributes.locked) return undefined;
  const shape = shapeOf(block, defaults, connectionId);
  return shape && isMadeLike(take, shape) ? `${take.id} ${fingerprintOf(shape)}` : undefined;
}
