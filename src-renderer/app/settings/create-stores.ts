import type { Stores } from '../../core/create-stores.ts';
import { UnusedStore } from './unused-store.ts';

/** Makes the stores of Settings, over those of the window. */
export const createSettingsStores = (core: Stores) => ({ unused: new UnusedStore(core) });
