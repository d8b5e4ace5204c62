import type { Stores } from '../../core/create-stores.ts';
import { MediaFormStore } from './form-store.ts';
import { MediaStore } from './media-store.ts';

/** Makes the stores of Images & video, over those of the window. */
export function createImagesVideoStores(core: Stores) {
  const form = new MediaFormStore(core);
  const media = new MediaStore({ ...core, form });
  return { form, media };
}
