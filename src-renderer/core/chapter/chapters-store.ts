import type { Node } from '@tiptap/pm/model';
import { newId, type ChapterId } from '#shared/ids.ts';
import { createDocument } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';
import type { SoundingBlock, SoundingChapter } from '#shared/narration/pickups.ts';
import { maximumChapters, nextTitle, withChapter, withChapterAt, withoutChapter, withTitle } from '#shared/narration/outline.ts';
import { describeChapter, type ChapterProgress } from '#shared/narration/chapter-progress.ts';
import { messages } from '#shared/messages/index.ts';
import type { ProjectStore } from '../project/project-store.ts';
import type { StudioStore } from '../studio/studio-store.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toast } from '../../lib/toast.tsx';

/** Acts on the chapters of the open project. Each is one act of the project's undo. */

interface Known {
  takes: readonly Take[];
  /** What decides besides, each part as it was. */
  ground: readonly unknown[];
  progress: ChapterProgress;
  blocks: readonly SoundingBlock[];
}

export interface ChaptersDependencies {
  project: Pick<ProjectStore, 'openManuscript' | 'store' | 'showChapter'>;
  studio: Pick<StudioStore, 'store'>;
  announce: typeof announce;
  toast: typeof toast;
}

/** Acts on the chapters of the open project. Each is one act of the project’s undo. */
export class ChaptersStore {
  readonly #deps: ChaptersDependencies;
  /** Documents never change, so what was counted of one holds while the takes and the project's voice do. */
  readonly #known = new WeakMap<Node, Known>();

  constructor(dependencies: ChaptersDependencies) {
    this.#deps = dependencies;
  }

  /** Of every chapter of the open project, as of now. */
  readonly progressByChapter = (): ReadonlyMap<ChapterId, ChapterProgress> =>
    new Map(this.#described().map(([chapterId, { progress }]) => [chapterId, progress]));

  /** Every chapter of the open project in order, with the take that sounds for each block, as of now. */
  readonly soundingChapters = (): SoundingChapter[] => {
    const titles = new Map(this.#deps.project.store.getState().outline.map(({ id, title }) => [id, title]));
    return this.#described().map(([id, { blocks }]) => ({ id, title: titles.get(id) ?? '', blocks }));
  };

  #described(): [ChapterId, Known][] {
    const manuscript = this.#deps.project.openManuscript();
    const { details, takes } = this.#deps.project.store.getState();
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    if (!manuscript || !details) return [];
    const { voiceId, modelId, cast, pronunciations, sharedPronunciations } = details;
    const ground = [connectionId, voiceId, modelId, cast, pronunciations, sharedPronunciations];
    return manuscript.chapterIds.map((chapterId) => {
      const document = manuscript.document(chapterId);
      const before = this.#known.get(document);
      if (before?.takes === takes && ground.every((part, index) => part === before.ground[index])) return [chapterId, before];
      const known = { takes, ground, ...describeChapter(document, takes, details, connectionId) };
      this.#known.set(document, known);
      return [chapterId, known];
    });
  }

  /** Adds an empty chapter after the one that is shown, and shows it. */
  readonly addChapter = (): void => {
    const manuscript = this.#deps.project.openManuscript();
    const { chapterId, outline } = this.#deps.project.store.getState();
    if (!manuscript || this.whyNoMore() !== undefined) return;
    const chapter = { id: newId(), title: nextTitle(outline) };
    manuscript.arrange(withChapter(outline, chapter, chapterId), new Map([[chapter.id, createDocument([])]]));
    this.#deps.announce(messages.chapter.added(chapter.title));
  };

  readonly renameChapter = (chapterId: ChapterId, title: string): void => {
    this.#deps.project.openManuscript()?.arrange(withTitle(this.#deps.project.store.getState().outline, chapterId, title));
  };

  /** Moves a chapter by so many places. */
  readonly moveChapter = (chapterId: ChapterId, by: number): void => {
    const { outline } = this.#deps.project.store.getState();
    const at = outline.findIndex(({ id }) => id === chapterId);
    const moved = withChapterAt(outline, chapterId, at + by);
    if (moved === outline) return;
    this.#deps.project.openManuscript()?.arrange(moved);
    this.#deps.announce(
      messages.chapter.chapterMoved(
        outline[at]?.title ?? '',
        String(moved.findIndex(({ id }) => id === chapterId) + 1),
        String(moved.length),
      ),
    );
  };

  readonly removeChapter = (chapterId: ChapterId): void => {
    const { outline } = this.#deps.project.store.getState();
    const title = outline.find(({ id }) => id === chapterId)?.title;
    if (title === undefined || outline.length === 1) return;
    const manuscript = this.#deps.project.openManuscript();
    manuscript?.arrange(withoutChapter(outline, chapterId));
    this.#deps.toast(messages.chapter.chapterDeleted(title), '', manuscript?.undoOfLast());
  };

  /** Shows the chapter after this one, or the one before it. */
  readonly stepChapter = (by: 1 | -1): void => {
    const next = this.neighbour(by);
    if (!next) return;
    this.#deps.project.showChapter(next.id);
    this.#deps.announce(next.title);
  };

  /** The chapter so many places after the one that is shown. */
  readonly neighbour = (by: number) => {
    const { outline, chapterId } = this.#deps.project.store.getState();
    const at = outline.findIndex(({ id }) => id === chapterId);
    return at < 0 ? undefined : outline[at + by];
  };

  readonly whyNoMore = (): string | undefined => {
    return this.#deps.project.store.getState().outline.length >= maximumChapters ? messages.chapter.chapterLimit : undefined;
  };
}

export const whyNotDeleted = (count: number): string | undefined => (count > 1 ? undefined : messages.chapter.lastChapter);
