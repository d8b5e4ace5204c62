import { stores } from '../stores.ts';

export const useDubs = stores.dubs.store;
export const {
  loadDubs,
  openDub,
  resumeDub,
  closeDub,
  removeDub,
  flushDub,
  editDub,
  renameDub,
  showRename,
  undoDub,
  undoOfLast,
  redoDub,
  currentSegment,
  select,
  selectBy,
  selectAll,
  changeSegments,
  chooseTake,
  typeText,
  moveSelected,
  trimEdge,
  addSegment,
  splitSegment,
  whyNotSplit,
  whyNotAdded,
  whyNotMerged,
  whyNotMergedWithNext,
  mergeSelected,
  mergeWithNext,
  removeSelected,
} = stores.dubs;

export type { DubSummary } from './dubs-store.ts';
