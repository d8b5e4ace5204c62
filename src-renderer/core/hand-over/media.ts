import { stores } from '../stores.ts';

export const useTakers = stores.handOver.store;
