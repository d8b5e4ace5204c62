import { stores } from '../stores.ts';

export const useDubFiles = stores.dubFiles.store;
export const {
  stopComing,
  addFiles,
  importCaptions,
  dropWaiting,
  openListed,
  takeCaptions,
  takeCaptionTexts,
  dismissExported,
  stopExport,
  askToExport,
  answerExport,
} = stores.dubFiles;
export { videoEndings, captionEndings, isCaptions, reportUnused } from './dub-files-store.ts';
