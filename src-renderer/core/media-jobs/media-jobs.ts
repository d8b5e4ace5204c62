import { stores } from '../stores.ts';

export const { secondPrice, saveResult } = stores.mediaJobs;
export { resultOf, readFacts } from './media-jobs-service.ts';
export type { MediaJobs, OpenJob } from './media-jobs-service.ts';
