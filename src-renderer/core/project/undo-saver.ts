import { attempt } from '../host/attempt.ts';
import type { StudioClient } from '../host/client.ts';
import type { Manuscript } from './project-editor.ts';

/** The history is saved when nothing has changed for this long, in milliseconds: it is sent as a whole. */
const restsMs = 1500;

interface Options {
  projectId: string;
  client: StudioClient;
  manuscript: Pick<Manuscript, 'packHistory' | 'restoreHistory'>;
  /** As `setTimeout`; answers with what cancels it. */
  later(work: () => void, afterMs: number): () => void;
}

/**
 * Saves the history of the open project with main, so that Undo continues in the next window. Nothing depends on it: what
 * cannot be saved or read is as if it had not been there.
 */
export class UndoSaver {
  readonly #options: Options;
  #cancel: (() => void) | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Puts the acts of the window before under those of this one. */
  async restore(): Promise<void> {
    const { client, projectId, manuscript } = this.#options;
    const answer = await attempt(() => client.run('project.readUndo', { projectId }));
    if (answer.ok && answer.value.history !== null) manuscript.restoreHistory(answer.value.history);
  }

  /** Something was done, undone, or saved. */
  note(): void {
    this.#cancel?.();
    this.#cancel = this.#options.later(() => void this.flush(), restsMs);
  }

  /** Saves what was noted now. Everything else must be saved before; otherwise it waits for the next note. */
  async flush(): Promise<void> {
    if (!this.#cancel) return;
    this.close();
    const { client, projectId, manuscript } = this.#options;
    const packed = manuscript.packHistory();
    if (packed) await attempt(() => client.run('project.saveUndo', { projectId, ...packed }));
  }

  /** Nothing more is saved. */
  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
