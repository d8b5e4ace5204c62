import type { Stores } from '../../core/create-stores.ts';
import { AuditionStore } from './audition-store.ts';
import { DeletionStore } from './deletion-store.ts';
import { ViewStore } from './view-store.ts';

/** Makes the stores of Voices, over those of the window. */
export function createVoicesStores(core: Stores) {
  return { audition: new AuditionStore(core), view: new ViewStore(core), deletion: new DeletionStore(core) };
}
