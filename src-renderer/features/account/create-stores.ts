import type { Stores } from '../../core/create-stores.ts';
import { BucketStore } from './bucket-store.ts';
import { UnusedStore } from './unused-store.ts';

/** Makes the stores of Account, over those of the window. */
export function createAccountStores(core: Stores) {
  const bucket = new BucketStore(core);
  const unused = new UnusedStore(core);
  return { bucket, unused };
}
