import { stores } from '../../core/stores.ts';
import { GlancesStore } from './glances-store.ts';

const glancesStore = new GlancesStore(stores);

export const useGlances = glancesStore.store;
export const { look, stopLooking } = glancesStore;
