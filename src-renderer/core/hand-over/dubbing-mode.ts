import { stores } from '../stores.ts';

export const useDubbingWay = stores.dubbingMode.store;
export const { showDubbing } = stores.dubbingMode;

export type { DubbingWay } from './dubbing-mode-store.ts';
