import type { Node } from '@tiptap/pm/model';
import { newId, type ChapterId } from '#shared/ids.ts';
import { createDocument } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';
import { maximumChapters, nextTitle, withChapter, withChapterAt, withoutChapter, withTitle } from '#shared/narration/outline.ts';
import { announce } from '../../lib/live-region.tsx';
import { toastFailure } from '../../lib/toast.tsx';
import { progressOf, type ChapterProgress } from './chapter-progress.ts';
import { addCommands } from '../commands/commands.ts';
import { openManuscript, showChapter, useProject } from '../project/project.ts';
import { useStudio } from '../studio/studio.ts';
import { chooseTextChapters } from './text-chapters.ts';
import { messages } from '#shared/messages/index.ts';

/** Acts on the chapters of the open project. Each is one act of the project's undo. */

interface Known {
  takes: readonly Take[];
  key: string;
  progress: ChapterProgress;
}
/** Documents never change, so what was counted of one holds while the takes and the project's voice do. */
const known = new WeakMap<Node, Known>();

/** Of every chapter of the open project, as of now. */
export function progressByChapter(): ReadonlyMap<ChapterId, ChapterProgress> {
  const manuscript = openManuscript();
  const { details, takes } = useProject.getState();
  const connectionId = useStudio.getState().connection?.id ?? '';
  if (!manuscript || !details) return new Map();
  const key = JSON.stringify([connectionId, details.voiceId, details.modelId]);
  return new Map(
    manuscript.chapterIds.map((chapterId) => {
      const document = manuscript.document(chapterId);
      const before = known.get(document);
      if (before?.takes === takes && before.key === key) return [chapterId, before.progress];
      const progress = progressOf(document, takes, details, connectionId);
      known.set(document, { takes, key, progress });
      return [chapterId, progress];
    }),
  );
}

/** Adds an empty chapter after the one that is shown, and shows it. */
export function addChapter(): void {
  const manuscript = openManuscript();
  const { chapterId, outline } = useProject.getState();
  if (!manuscript || whyNoMore() !== undefined) return;
  const chapter = { id: newId(), title: nextTitle(outline) };
  manuscript.arrange(withChapter(outline, chapter, chapterId), new Map([[chapter.id, createDocument([])]]));
  announce(messages.chapter.added(chapter.title));
}

export function renameChapter(chapterId: ChapterId, title: string): void {
  openManuscript()?.arrange(withTitle(useProject.getState().outline, chapterId, title));
}

/** Moves a chapter by so many places. */
export function moveChapter(chapterId: ChapterId, by: number): void {
  const { outline } = useProject.getState();
  const at = outline.findIndex(({ id }) => id === chapterId);
  const moved = withChapterAt(outline, chapterId, at + by);
  if (moved === outline) return;
  openManuscript()?.arrange(moved);
  announce(
    messages.chapter.chapterMoved(
      outline[at]?.title ?? '',
      String(moved.findIndex(({ id }) => id === chapterId) + 1),
      String(moved.length),
    ),
  );
}

export function removeChapter(chapterId: ChapterId): void {
  const { outline } = useProject.getState();
  const title = outline.find(({ id }) => id === chapterId)?.title;
  if (title === undefined || outline.length === 1) return;
  openManuscript()?.arrange(withoutChapter(outline, chapterId));
  announce(messages.chapter.chapterDeleted(title));
}

/** Shows the chapter after this one, or the one before it. */
function stepChapter(by: 1 | -1): void {
  const next = neighbour(by);
  if (!next) return;
  showChapter(next.id);
  announce(next.title);
}

function neighbour(by: number) {
  const { outline, chapterId } = useProject.getState();
  const at = outline.findIndex(({ id }) => id === chapterId);
  return at < 0 ? undefined : outline[at + by];
}

export function whyNoMore(): string | undefined {
  return useProject.getState().outline.length >= maximumChapters ? messages.chapter.chapterLimit : undefined;
}
export const whyNotDeleted = (count: number): string | undefined => (count > 1 ? undefined : messages.chapter.lastChapter);

/** The commands of the chapters; `list` shows their list, `rename` lets the shown one be named. */
export function addChapterCommands({ list, rename }: { list: () => void; rename: () => void }): () => void {
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
      id: 'chapters.add-texts',
      title: messages.chapter.addFromFiles,
      group,
      run: () => chooseTextChapters(toastFailure),
      unavailable: whyNoMore,
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
