import { stores } from '../stores.ts';

export const useStudio = stores.studio.store;
export const {
  loadCatalogue,
  otherServiceOf,
  refreshCatalogue,
  restartConnection,
  refreshAccount,
  updateSettings,
  forgetRecent,
  whyNotReady,
  onTake,
  knownVoices,
  knownModels,
  watchStudio,
} = stores.studio;

export type { Unsettled, Ended } from './studio-store.ts';
