import type { Stores } from '../../core/create-stores.ts';
import { BucketStore } from './bucket-store.ts';

/** Makes the stores of Account, over those of the window. */
export function createAccountStores(core: Stores) {
  const bucket = new BucketStore(core);
  return { bucket };
}
