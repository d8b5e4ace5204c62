import { stores } from '../stores.ts';

export const useProject = stores.project.store;
export const {
  openPlace,
  openManuscript,
  showChapter,
  createProject,
  closeProject,
  openProject,
  resumeProject,
  dismissProjectFailure,
  updateProject,
  findBlock,
  setBlocks,
  takeToName,
  splitLongBlocks,
  replaceVoice,
  select,
  flushProject,
  settleProject,
  watchProject,
} = stores.project;
export const { beginProject } = stores.newProject;
export const { saveProjectCopy } = stores.projectCopy;
