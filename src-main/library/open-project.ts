import type { Node } from '@tiptap/pm/model';
import { fail } from '#shared/failure.ts';
import type { Character } from '#shared/narration/cast.ts';
import type { Outline } from '#shared/narration/outline.ts';
import type { Place } from '#shared/narration/place.ts';
import type { Pronunciation } from '#shared/narration/pronunciation.ts';
import type { ManuscriptSource } from '#shared/manuscript/sources.ts';
import type { Project } from '#shared/operations/project.ts';
import { restoreChapter } from './project-document.ts';
import type { StoredProject } from './project-file.ts';
import type { StoredTake } from './project-rows.ts';
import type { ProjectThreadClient } from './project-threads.ts';
import { message } from '#shared/messages/message.ts';

export interface OpenChapter {
  readonly id: string;
  title: string;
  document: Node;
  version: number;
  looseSteps: number;
  looseCharacters: number;
}

/** A project that is open: main's copy of it, and the order of what is written to its file. */
export class OpenProject {
  readonly path: string;
  /** Holds the file, and no other. */
  readonly thread: ProjectThreadClient;
  readonly projectId: string;
  title: string;
  voiceId: string | null;
  modelId: string | null;
  cast: readonly Character[];
  pronunciations: readonly Pronunciation[];
  place: Place | null;
  sources: readonly ManuscriptSource[];
  /** With those that were taken out, which undo may bring back. */
  readonly chapters: Map<string, OpenChapter>;
  /** The chapters that the project has, in reading order. */
  order: readonly string[];
  takes: StoredTake[];
  /** Settles when the file is closed; there from the moment that closing began. */
  closed: Promise<void> | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  readonly #shared: () => readonly Pronunciation[];

  /** `shared`: the pronunciations of all projects as they are now; the same list until they change. */
  constructor(path: string, thread: ProjectThreadClient, stored: StoredProject, shared: () => readonly Pronunciation[]) {
    this.path = path;
    this.thread = thread;
    this.projectId = stored.projectId;
    this.title = stored.title;
    this.voiceId = stored.voiceId;
    this.modelId = stored.modelId;
    this.cast = stored.cast;
    this.pronunciations = stored.pronunciations;
    this.#shared = shared;
    this.place = stored.place;
    this.sources = stored.sources;
    this.takes = stored.takes;
    this.order = stored.chapters.filter(({ removed }) => !removed).map(({ id }) => id);
    this.chapters = new Map(
      stored.chapters.map((chapter) => {
        const { id, title, version, steps } = chapter;
        const looseCharacters = steps.reduce((sum, step) => sum + step.length, 0);
        const document = restoreChapter(chapter, path);
        return [id, { id, title, document, version: version + steps.length, looseSteps: steps.length, looseCharacters }];
      }),
    );
  }

  /** Work on the file, one after another: what main holds changes only when the file has. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    if (this.closed) return Promise.reject(fail('not-found', message('library.projectClosing')));
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  chapter(chapterId: string): OpenChapter {
    const chapter = this.chapters.get(chapterId);
    if (!chapter) throw fail('not-found', message('library.noSuchChapter'), { field: 'chapterId' });
    return chapter;
  }

  get outline(): Outline {
    return this.order.map((id) => ({ id, title: this.chapter(id).title }));
  }

  get sharedPronunciations(): readonly Pronunciation[] {
    return this.#shared();
  }

  take(takeId: string): StoredTake | undefined {
    return this.takes.find(({ take }) => take.id === takeId);
  }

  toProject(): Project {
    const present = new Set(this.order);
    return {
      projectId: this.projectId,
      path: this.path,
      title: this.title,
      voiceId: this.voiceId,
      modelId: this.modelId,
      cast: [...this.cast],
      pronunciations: [...this.pronunciations],
      sharedPronunciations: [...this.sharedPronunciations],
      place: this.place,
      chapters: this.order.map((id) => shown(this.chapter(id))),
      removedChapters: [...this.chapters.values()].filter(({ id }) => !present.has(id)).map(shown),
      takes: this.takes.map(({ take }) => take),
      sources: [...this.sources],
    };
  }
}

function shown({ id, title, version, document }: OpenChapter): Project['chapters'][number] {
  return { id, title, version, document: document.toJSON() as Project['chapters'][number]['document'] };
}
