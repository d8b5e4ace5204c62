import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../../core/project/project.ts';

/** What the action that makes all blocks of the chapter is called: in a book of several chapters, by what it makes. */
export const generateAllName = (hasOthers: boolean): string =>
  hasOthers ? messages.narration.generateChapter : messages.narration.generateAll;

/** Whether the open project has chapters besides the one that is shown. */
export const useHasOtherChapters = (): boolean => useProject((state) => state.outline.length > 1);
