import type { Stores } from '../../core/create-stores.ts';
import { uploadFile } from '../../core/files/upload-file.ts';
import { BucketStore } from './bucket-store.ts';
import { LocalVoicesStore } from './local-voices-store.ts';

/** Makes the stores of Account, over those of the window. */
export function createAccountStores(core: Stores) {
  const bucket = new BucketStore(core);
  const localVoices = new LocalVoicesStore({ ...core, upload: uploadFile });
  return { bucket, localVoices };
}
