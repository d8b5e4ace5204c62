import type { Node } from '@tiptap/pm/model';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { sameOutline, type Outline, type OutlineEntry } from '#shared/narration/outline.ts';
import type { ProjectChange as AnnouncedChange } from '#shared/operations/project.ts';
import { errorText } from '../infra/files.ts';
import type { Log } from '../infra/platform.ts';
import type { OpenChapter, OpenProject } from './open-project.ts';
import { applyManySteps, applySteps, newChapterDocument, type Edit } from './project-document.ts';
import type { ArrangedChapter, ProjectChange } from './project-file.ts';
import type { ProjectEdit } from './types.ts';

/** A chapter's steps are folded into its document past this many, or this many characters of JSON. */
const maximumLooseSteps = 500;
const maximumLooseCharacters = 1024 * 1024;

interface Parts {
  /** Gets a new title. */
  recent: { opened(path: string, title: string, projectId: string): void };
  log: Log;
  onProject?: ((projectId: string, change: AnnouncedChange) => void) | undefined;
}

/** A chapter as it is to be; without a document, it keeps the one that it has. */
type WantedChapter = OutlineEntry & { document?: unknown };

/** A revision of what a window has seen: the outline, and of each chapter that it replaces the version. */
export interface WindowRevision {
  before: Outline;
  chapters: readonly (WantedChapter & { version?: number | undefined })[];
}

/** What was changed in an open project. */
interface Changed {
  chapters?: readonly OpenChapter[];
  /** Chapters came, went, were named or moved. */
  isArranged?: boolean;
  facts?: ProjectChange;
}

/** The text, the chapters and the facts of open projects: what is changed of them, and announced. Everything is durable when it settles. */
export class ProjectEdits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Title, voice, model, cast, pronunciations, sources and place. */
  update(project: OpenProject, change: ProjectChange): Promise<void> {
    return project.inOrder(async () => {
      await project.thread.call('update', change);
      this.#apply(project, change);
      this.#announce(project, { facts: change });
    });
  }

  #apply(project: OpenProject, change: ProjectChange): void {
    if (change.voiceId !== undefined) project.voiceId = change.voiceId;
    if (change.modelId !== undefined) project.modelId = change.modelId;
    if (change.cast !== undefined) project.cast = change.cast;
    if (change.pronunciations !== undefined) project.pronunciations = change.pronunciations;
    if (change.place !== undefined) project.place = change.place;
    if (change.sources !== undefined) project.sources = change.sources;
    if (change.title !== undefined) {
      project.title = change.title;
      this.#parts.recent.opened(project.path, project.title, project.projectId);
    }
  }

  /** Sends what windows that show the project take in. Where a person is in it is no concern of theirs. */
  #announce(project: OpenProject, { chapters = [], isArranged = false, facts = {} }: Changed): void {
    const { onProject } = this.#parts;
    const details = Object.fromEntries(
      Object.entries(facts).filter(([name, value]) => name !== 'place' && name !== 'texts' && value !== undefined),
    );
    if (chapters.length === 0 && !isArranged && Object.keys(details).length === 0) return;
    onProject?.(project.projectId, {
      chapters: chapters.map(({ id, version }) => ({ chapterId: id, version })),
      ...(isArranged && { outline: [...project.outline] }),
      details,
    });
  }

  /** Puts the chapters of a revised manuscript in place, with what the project says beside them, in one write. */
  revise(project: OpenProject, wanted: readonly (OutlineEntry & { document: Node })[], change: ProjectChange): Promise<void> {
    return project.inOrder(() => this.#revise(project, wanted, change));
  }

  /** The same for an outline and versions that somebody else may have changed since: then it fails with `conflict`, and nothing is changed. */
  reviseFromWindow(project: OpenProject, { before, chapters }: WindowRevision, change: ProjectChange): Promise<void> {
    return project.inOrder(async () => {
      checkOutline(project, before);
      const seen = new Set<string>();
      const wanted = chapters.map(({ id, title, version = -1, document }, index) => {
        addOnce(seen, id, index);
        if (document === undefined) return { id, title, document: project.chapter(id).document };
        if (project.chapters.has(id)) chapterAt(project, id, version);
        return { id, title, document: newChapterDocument(document, `chapters.${index}.document`) };
      });
      await this.#revise(project, wanted, change);
    });
  }

  async #revise(project: OpenProject, wanted: readonly (OutlineEntry & { document: Node })[], change: ProjectChange): Promise<void> {
    const isSame = ({ id, document }: { id: string; document: Node }): boolean => project.chapters.get(id)?.document === document;
    const rows = wanted.map((chapter, index): ArrangedChapter => {
      const { id, title, document } = chapter;
      if (isSame(chapter)) return { id, title };
      return { id, title, document: JSON.stringify(newChapterDocument(document.toJSON(), `chapters.${index}.document`).toJSON()) };
    });
    await project.thread.call('revise', rows, change);
    for (const chapter of wanted) {
      const { id, title, document } = chapter;
      const before = project.chapters.get(id);
      if (before && isSame(chapter)) before.title = title;
      else project.chapters.set(id, { id, title, document, version: before ? before.version + 1 : 0, looseSteps: 0, looseCharacters: 0 });
    }
    project.order = wanted.map(({ id }) => id);
    this.#apply(project, change);
    this.#announce(project, { chapters: wanted.map(({ id }) => project.chapter(id)), isArranged: true, facts: change });
  }

  /** Applies steps to the version that they were made for; answers with the chapter's new version. */
  edit(project: OpenProject, chapterId: string, version: number, steps: readonly unknown[]): Promise<number> {
    return project.inOrder(async () => {
      const chapter = chapterAt(project, chapterId, version);
      const edit = applySteps(chapter.document, steps);
      await project.thread.call('appendSteps', [{ chapterId, version, steps: edit.steps }]);
      await this.#edited(project, chapter, edit);
      return chapter.version;
    });
  }

  /** Edits several chapters, and names some: all of it or nothing. */
  editAll(project: OpenProject, { chapters, titles }: ProjectEdit): Promise<void> {
    return project.inOrder(async () => {
      const edits = chapters.map(({ chapterId, version, steps }) => {
        const chapter = chapterAt(project, chapterId, version);
        return { chapter, edit: applyManySteps(chapter.document, steps) };
      });
      const rows = edits.map(({ chapter, edit }) => ({ chapterId: chapter.id, version: chapter.version, steps: edit.steps }));
      await project.thread.call('appendSteps', rows, titles);
      for (const { id, title } of titles) project.chapter(id).title = title;
      for (const { chapter, edit } of edits) await this.#edited(project, chapter, edit);
      if (titles.length > 0) this.#announce(project, { isArranged: true });
    });
  }

  /** What is stored already is now the open chapter. */
  async #edited(project: OpenProject, chapter: OpenChapter, { document, steps }: Edit): Promise<void> {
    chapter.document = document;
    chapter.version += steps.length;
    this.#announce(project, { chapters: [chapter] });
    chapter.looseSteps += steps.length;
    chapter.looseCharacters += steps.reduce((sum, step) => sum + step.length, 0);
    if (chapter.looseSteps > maximumLooseSteps || chapter.looseCharacters > maximumLooseCharacters)
      await compact(project, chapter).catch((thrown: unknown) =>
        this.#parts.log.warn('a chapter could not be compacted', { error: errorText(thrown) }),
      );
  }

  /** Puts the chapters in order, with new ones among them; see `project.arrange`. */
  arrange(project: OpenProject, before: Outline, wanted: readonly WantedChapter[]): Promise<void> {
    return project.inOrder(async () => {
      if (sameOutline(project.outline, wanted)) return; // its answer was lost
      checkOutline(project, before);
      const added = new Map<string, OpenChapter>();
      const seen = new Set<string>();
      const rows = wanted.map(({ id, title, document: json }, index): ArrangedChapter => {
        addOnce(seen, id, index);
        if (project.chapters.has(id)) return { id, title };
        const document = newChapterDocument(json, `chapters.${index}.document`);
        added.set(id, { id, title, document, version: 0, looseSteps: 0, looseCharacters: 0 });
        return { id, title, document: JSON.stringify(document.toJSON()) };
      });
      await project.thread.call('arrange', rows);
      for (const [id, chapter] of added) project.chapters.set(id, chapter);
      for (const { id, title } of wanted) project.chapter(id).title = title;
      project.order = wanted.map(({ id }) => id);
      this.#announce(project, { isArranged: true });
    });
  }
}

/** Folds the loose steps of all chapters into their documents, and drops chapters that were taken out. To be called within `inOrder`. */
export async function compactProject(project: OpenProject): Promise<void> {
  if (project.order.length < project.chapters.size) await project.thread.call('dropRemoved');
  for (const id of project.order) {
    const chapter = project.chapter(id);
    if (chapter.looseSteps > 0) await compact(project, chapter);
  }
}

async function compact(project: OpenProject, chapter: OpenChapter): Promise<void> {
  const document = JSON.stringify(chapter.document.toJSON());
  await project.thread.call('compact', chapter.id, chapter.version, document);
  chapter.looseSteps = 0;
  chapter.looseCharacters = 0;
}

/** Fails with `conflict` where the chapter is at another version. */
export function chapterAt(project: OpenProject, chapterId: string, version: number): OpenChapter {
  const chapter = project.chapter(chapterId);
  if (version !== chapter.version) throw fail('conflict', message('library.chapterChangedElsewhere'), { field: 'version' });
  return chapter;
}

/** Fails with `conflict` where the chapters have other names or another order than the caller has seen. */
function checkOutline(project: OpenProject, before: Outline): void {
  if (!sameOutline(project.outline, before)) throw fail('conflict', message('library.chaptersChangedElsewhere'), { field: 'before' });
}

/** Fails with `invalid-input` where a chapter is named twice. */
function addOnce(seen: Set<string>, id: string, index: number): void {
  if (seen.has(id)) throw fail('invalid-input', message('library.chapterNamedTwice'), { field: `chapters.${index}.id` });
  seen.add(id);
}
