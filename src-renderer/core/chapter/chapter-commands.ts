import type { ChapterId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { addCommands } from '../commands/commands.ts';
import { useProject } from '../project/project.ts';
import { addChapter, moveChapter, neighbour, removeChapter, stepChapter, whyNoMore, whyNotDeleted } from './chapters.ts';

/** The commands of the chapters; `list` shows their list, `rename` lets the shown one be named, `importFiles` and `updateFromFiles` let files be chosen. */
export function addChapterCommands({
  list,
  rename,
  importFiles,
  updateFromFiles,
  whyNoUpdate,
}: {
  list: () => void;
  rename: () => void;
  importFiles: () => void;
  updateFromFiles: () => void;
  whyNoUpdate: () => string | undefined;
}): () => void {
  const group = messages.chapter.chapters;
  const withShown = (act: (chapterId: ChapterId) => void) => () => {
    const { chapterId } = useProject.getState();
    if (chapterId !== undefined) act(chapterId);
  };
  const missing = (by: 1 | -1, words: string) => () => (neighbour(by) ? undefined : words);
  const [isFirst, isLast] = [messages.chapter.isFirst, messages.chapter.isLast];
  return addCommands([
    { id: 'chapters.list', title: messages.chapter.showChapters, group, keys: ['Mod+Shift+O'], run: list },
    { id: 'chapters.add', title: messages.chapter.addChapter, group, run: addChapter, unavailable: whyNoMore },
    {
      id: 'chapters.import',
      title: messages.manuscript.importEllipsis,
      group,
      run: importFiles,
      unavailable: whyNoMore,
    },
    {
      id: 'chapters.update',
      title: messages.manuscript.updateEllipsis,
      group,
      run: updateFromFiles,
      unavailable: whyNoUpdate,
    },
    { id: 'chapters.rename', title: messages.chapter.rename, group, keys: ['F2'], whileWriting: true, run: rename },
    {
      id: 'chapters.next',
      title: messages.chapter.goToNext,
      group,
      keys: ['Alt+Shift+PageDown'],
      whileWriting: true,
      run: () => stepChapter(1),
      unavailable: missing(1, isLast),
    },
    {
      id: 'chapters.previous',
      title: messages.chapter.goToPrevious,
      group,
      keys: ['Alt+Shift+PageUp'],
      whileWriting: true,
      run: () => stepChapter(-1),
      unavailable: missing(-1, isFirst),
    },
    {
      id: 'chapters.up',
      title: messages.chapter.moveUp,
      group,
      run: withShown((id) => moveChapter(id, -1)),
      unavailable: missing(-1, isFirst),
    },
    {
      id: 'chapters.down',
      title: messages.chapter.moveDown,
      group,
      run: withShown((id) => moveChapter(id, 1)),
      unavailable: missing(1, isLast),
    },
    {
      id: 'chapters.delete',
      title: messages.chapter.deleteChapter,
      group,
      run: withShown(removeChapter),
      unavailable: () => whyNotDeleted(useProject.getState().outline.length),
    },
  ]);
}
