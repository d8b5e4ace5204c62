import { stores } from '../../core/stores.ts';
import { createLipSyncStores } from './create-stores.ts';

const lipSyncStores = createLipSyncStores(stores);

export const useSpoken = lipSyncStores.spoken.store;
export const { askSpoken, closeSpoken, nameOfVoice, priceOfSpoken, makeSpoken, audioLastsUntil } = lipSyncStores.spoken;

export const useLipSync = lipSyncStores.lipSync.store;
export const {
  readLipSyncs,
  readMoreLipSyncs,
  openLipSync,
  listRemoved: listRemovedLipSyncs,
  toggleRemoved: toggleRemovedLipSync,
  closeLipSync,
  whyNoLipSync,
  wouldBeBilled,
  makeLipSync,
  takeAgain,
  tryAgain,
  tryExample: tryLipSyncExample,
  readElsewhere,
  readMoreElsewhere,
  watchLipSync,
} = lipSyncStores.lipSync;

export const { chaptersWithSound, giveChapter, giveTake } = lipSyncStores.narrationSound;
