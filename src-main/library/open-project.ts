import type { Node } from '@tiptap/pm/model';
import { fail } from '#shared/failure.ts';
import type { Project } from '#shared/operations.ts';
import { restoreDocument } from './project-document.ts';
import type { StoredProject, StoredTake } from './project-file.ts';

export interface OpenChapter {
  readonly id: string;
  readonly title: string;
  document: Node;
  version: number;
  looseSteps: number;
  looseCharacters: number;
}

/** A project that is open: main's copy of it, and the order of what is written to its file. */
export class OpenProject {
  readonly path: string;
  readonly handle: number;
  readonly projectId: string;
  title: string;
  voiceId: string | null;
  modelId: string | null;
  readonly chapters: ReadonlyMap<string, OpenChapter>;
  takes: StoredTake[];
  /** Settles when the file is closed; there from the moment that closing began. */
  closed: Promise<void> | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(path: string, handle: number, stored: StoredProject) {
    this.path = path;
    this.handle = handle;
    this.projectId = stored.projectId;
    this.title = stored.title;
    this.voiceId = stored.voiceId;
    this.modelId = stored.modelId;
    this.takes = stored.takes;
    this.chapters = new Map(
      stored.chapters.map(({ id, title, document, version, steps }) => [
        id,
        {
          id,
          title,
          document: restoreDocument(document, steps),
          version: version + steps.length,
          looseSteps: steps.length,
          looseCharacters: steps.reduce((sum, step) => sum + step.length, 0),
        },
      ]),
    );
  }

  /** Work on the file, one after another: what main holds changes only when the file has. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    if (this.closed) return Promise.reject(fail('not-found', 'That project is being closed.'));
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  chapter(chapterId: string): OpenChapter {
    const chapter = this.chapters.get(chapterId);
    if (!chapter) throw fail('not-found', 'The project has no such chapter.', { field: 'chapterId' });
    return chapter;
  }

  take(takeId: string): StoredTake | undefined {
    return this.takes.find(({ take }) => take.id === takeId);
  }

  toProject(): Project {
    return {
      projectId: this.projectId,
      path: this.path,
      title: this.title,
      voiceId: this.voiceId,
      modelId: this.modelId,
      chapters: [...this.chapters.values()].map(({ id, title, version, document }) => ({
        id,
        title,
        version,
        document: document.toJSON() as Project['chapters'][number]['document'],
      })),
      takes: this.takes.map(({ take }) => take),
    };
  }
}
