import type { Stores } from '../../core/create-stores.ts';
import { ComparisonStore, type ComparisonDependencies } from './comparison-store.ts';
import { DesignsStore } from './designs-store.ts';
import { shuffled } from './shuffled.ts';

/** Makes the stores of Design, over those of the window. */
export function createDesignStores(core: Stores, createPlayer: ComparisonDependencies['createPlayer']) {
  const designs = new DesignsStore(core);
  const comparison = new ComparisonStore({ ...core, designs, createPlayer, shuffled });
  return { designs, comparison };
}
