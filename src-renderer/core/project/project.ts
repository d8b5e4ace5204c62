import { stores } from '../stores.ts';

export const useProject = stores.project.store;
export const {
  openPlace,
  openManuscript,
  showChapter,
  createProject,
  openProject,
  resumeProject,
  dismissProjectFailure,
  updateProject,
  findBlock,
  edit,
  setBlocks,
  splitLongBlocks,
  replaceVoice,
  select,
  addTake,
  flushProject,
  watchProject,
} = stores.project;
