import { stores } from '../stores.ts';

export const useSources = stores.sources.store;
export const { learnReach, resumeSources, typeAddress, takeAddress, giveFile, clearSlot, dismissFailure } = stores.sources;
export { slots, wordsOf, takenInWords, playedUrl, secondsOf } from './sources-store.ts';
export type { Slot, SlotState } from './sources-store.ts';
