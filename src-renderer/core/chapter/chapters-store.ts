import type { Node } from '@tiptap/pm/model';
import { newId, type BlockId, type ChapterId } from '#shared/ids.ts';
import type { ManuscriptSource } from '#shared/manuscript/sources.ts';
import { attributesOf, createDocument } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';
import type { SoundingBlock, SoundingChapter } from '#shared/narration/pickups.ts';
import {
  maximumChapters,
  nextTitle,
  withChapter,
  withChapterAt,
  withoutChapter,
  withTitle,
  type Outline,
} from '#shared/narration/outline.ts';
import { describeChapter, type ChapterProgress } from '#shared/narration/chapter-progress.ts';
import { messages } from '#shared/messages/index.ts';
import { message, type Message } from '#shared/messages/message.ts';
import type { ProjectStore } from '../project/project-store.ts';
import type { StudioStore } from '../studio/studio-store.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toast, toastFailure } from '../../lib/toast.tsx';
import { joinDocuments, splitDocument, titleOfRest } from './cut-chapters.ts';

/** Acts on the chapters of the open project. Each is one act of the project's undo. */

interface Known {
  takes: readonly Take[];
  /** What decides besides, each part as it was. */
  ground: readonly unknown[];
  progress: ChapterProgress;
  blocks: readonly SoundingBlock[];
}

export interface ChaptersDependencies {
  project: Pick<ProjectStore, 'openManuscript' | 'store' | 'showChapter' | 'reviseProject'>;
  studio: Pick<StudioStore, 'store'>;
  announce: typeof announce;
  toast: typeof toast;
  toastFailure: typeof toastFailure;
}

/** Acts on the chapters of the open project. Each is one act of the project’s undo. */
export class ChaptersStore {
  readonly #deps: ChaptersDependencies;
  #isRevising = false;
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

  /**
   * Makes a chapter of its own of the shown one from a block on, right after it, and shows that. Takes, notes, marks and pauses go along. Answers with the
   * first block of the new one; `undefined` where nothing was done.
   */
  readonly splitChapter = async (blockId: BlockId): Promise<BlockId | undefined> => {
    const { chapterId, outline, details } = this.#deps.project.store.getState();
    const manuscript = this.#deps.project.openManuscript();
    const entry = outline.find(({ id }) => id === chapterId);
    if (!manuscript || !entry || !details || this.whyNotSplit(blockId) !== undefined) return undefined;
    const parts = splitDocument(manuscript.document(entry.id), blockId);
    if (!parts) return undefined;
    const added = { id: newId(), title: titleOfRest(outline, entry.title, parts.second) };
    const sources = details.sources.map((source) => {
      const at = source.chapterIds.indexOf(entry.id);
      return at < 0 ? source : { ...source, chapterIds: source.chapterIds.toSpliced(at + 1, 0, added.id) };
    });
    const documents = new Map([
      [entry.id, parts.first],
      [added.id, parts.second],
    ]);
    const [words, name] = [messages.chapter.split(added.title), message('chapter.actSplit', entry.title)];
    if (!(await this.#revise(withChapter(outline, added, entry.id), { documents, sources, words, name }))) return undefined;
    this.#deps.project.showChapter(added.id);
    return attributesOf(parts.second.child(0)).id;
  };

  /** Puts the blocks of a chapter at the end of the one above it, and shows that. Answers with the first of them; `undefined` where nothing was done. */
  readonly joinChapter = async (chapterId: ChapterId): Promise<BlockId | undefined> => {
    const { outline, details } = this.#deps.project.store.getState();
    const manuscript = this.#deps.project.openManuscript();
    const at = outline.findIndex(({ id }) => id === chapterId);
    const [above, entry] = [outline[at - 1], outline[at]];
    if (!manuscript || !above || !entry || !details) return undefined;
    const before = manuscript.document(above.id);
    const joined = joinDocuments(before, manuscript.document(entry.id));
    const sources = details.sources
      .map((source) => ({ ...source, chapterIds: source.chapterIds.filter((id) => id !== entry.id) }))
      .filter((source) => source.chapterIds.length > 0);
    const [words, name] = [messages.chapter.joined(entry.title, above.title), message('chapter.actJoin', entry.title, above.title)];
    const documents = new Map([[above.id, joined]]);
    if (!(await this.#revise(withoutChapter(outline, entry.id), { documents, sources, words, name }))) return undefined;
    this.#deps.project.showChapter(above.id);
    const known = new Set(before.children.map((node) => attributesOf(node).id));
    const first = joined.children.map((node) => attributesOf(node).id).find((id) => !known.has(id));
    return first ?? attributesOf(joined.child(joined.childCount - 1)).id;
  };

  /** Why a chapter cannot begin at this block of the shown one. */
  readonly whyNotSplit = (blockId: BlockId | undefined): string | undefined => {
    const { chapterId } = this.#deps.project.store.getState();
    const manuscript = this.#deps.project.openManuscript();
    if (!manuscript || chapterId === undefined || blockId === undefined) return messages.chapter.placeCaret;
    return splitDocument(manuscript.document(chapterId), blockId) ? this.whyNoMore() : messages.chapter.beginsHere;
  };

  /** One act that main stores as a whole, so that no block is in two chapters or in none, whatever happens. */
  async #revise(
    outline: Outline,
    {
      documents,
      sources,
      words,
      name,
    }: { documents: ReadonlyMap<ChapterId, Node>; sources: ManuscriptSource[]; words: string; name: Message },
  ): Promise<boolean> {
    const { project, toast, toastFailure } = this.#deps;
    const { details } = project.store.getState();
    if (!details || this.#isRevising) return false;
    this.#isRevising = true;
    const { cast } = details;
    const failure = await project.reviseProject({
      outline: [...outline],
      documents: new Map(documents),
      cast: [...cast],
      sources,
      aside: { kind: 'project', before: { cast: [...cast], sources: [...details.sources] }, after: { cast: [...cast], sources } },
      name,
    });
    this.#isRevising = false;
    if (failure) toastFailure(failure);
    else toast(words, '', project.openManuscript()?.undoOfLast());
    return failure === undefined;
  }

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
