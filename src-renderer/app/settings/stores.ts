import { stores } from '../../core/stores.ts';
import { createSettingsStores } from './create-stores.ts';

const settingsStores = createSettingsStores(stores);

export const useUnused = settingsStores.unused.store;
export const { beginUnused, lookForUnused, chooseUnused, removeUnused } = settingsStores.unused;
