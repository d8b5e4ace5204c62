import { stores } from '../../core/stores.ts';
import { createVoicesStores } from './create-stores.ts';

const voicesStores = createVoicesStores(stores);

export const useAudition = voicesStores.audition.store;
export const { setLine, audition, stopAudition, soundOf } = voicesStores.audition;
