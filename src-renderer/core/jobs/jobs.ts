import { stores } from '../stores.ts';

export const useJobs = stores.jobs.store;
export const {
  readMore,
  narrow,
  readMoreElsewhere,
  refreshJobs,
  openJob,
  toggleGroup,
  goToJobs,
  goToRequest,
  act,
  lookUp,
  adopt,
  salvagePrice,
  exportJobs,
  watchJobs,
} = stores.jobs;

export const useRetryAll = stores.retryAll.store;
export const { loadRetriable, retryAll, isCounted } = stores.retryAll;

export type { ShownJob } from './jobs-store.ts';
