import { stores } from '../stores.ts';

export const useStudio = stores.studio.store;
export const {
  take,
  onOperation,
  onTake,
  onVoiceMark,
  loadCatalogue,
  otherServiceOf,
  refreshCatalogue,
  restartConnection,
  refreshAccount,
  updateSettings,
  forgetRecent,
  whyNotReady,
  knownVoices,
  knownModels,
  watchStudio,
} = stores.studio;

export type { Loaded, Unsettled, Ended } from './studio-store.ts';
