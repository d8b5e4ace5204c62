import { stores } from '../stores.ts';

export const useAccount = stores.account.store;
export const {
  loadProfile,
  loadBudget,
  loadStorage,
  loadUsage,
  loadReconciliation,
  updateWebhook,
  updateBudget,
  clean,
  countAgain,
  lowBalance,
  capPassed,
  largeResults,
  keepAccountFresh,
} = stores.account;

export type { Profile, Budget } from './account-store.ts';
