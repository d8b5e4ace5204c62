import { stores } from '../stores.ts';

export const useUploading = stores.uploading.store;
export const { stopUploading } = stores.uploading;
