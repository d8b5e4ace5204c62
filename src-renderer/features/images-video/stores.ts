import { stores } from '../../core/stores.ts';
import { createImagesVideoStores } from './create-stores.ts';

const imagesVideoStores = createImagesVideoStores(stores);

export const useMediaForm = imagesVideoStores.form.store;
export const {
  changeMediaForm,
  addAddress,
  addFiles: addReferenceFiles,
  addReference,
  removeReference,
  setRole,
  placeReference,
  adjust,
} = imagesVideoStores.form;

export const useMedia = imagesVideoStores.media.store;
export const {
  loadCatalogues,
  whyNotMade,
  makeMedia,
  tryExample: tryMediaExample,
  loadGallery,
  loadMoreMedia,
  narrowGallery,
  toggleRemoved: toggleRemovedMedia,
  recordOf,
  actOn,
  saveMedia,
  giveTo,
  watchMedia,
} = imagesVideoStores.media;
