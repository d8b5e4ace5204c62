import { stores } from '../../core/stores.ts';
import { createAccountStores } from './create-stores.ts';

const accountStores = createAccountStores(stores);

export const useBucket = accountStores.bucket.store;
export const { loadBucket, setBucket, removeBucket, testBucket } = accountStores.bucket;

export const useLocalVoices = accountStores.localVoices.store;
export const { loadLocalVoices, addLocalVoice, removeLocalVoice, dismissRefused } = accountStores.localVoices;
