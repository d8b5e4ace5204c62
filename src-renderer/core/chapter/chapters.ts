import { stores } from '../stores.ts';

export const {
  progressByChapter,
  addChapter,
  renameChapter,
  moveChapter,
  removeChapter,
  splitChapter,
  joinChapter,
  whyNotSplit,
  stepChapter,
  neighbour,
  whyNoMore,
} = stores.chapters;
export { whyNotDeleted } from './chapters-store.ts';
