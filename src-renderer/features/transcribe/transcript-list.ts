import type { TranscriptRecord } from '#shared/operations/transcripts.ts';
import { attempt } from '../../core/host/attempt.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { ResultRemoval } from '../../core/removal/result-removal.ts';
import type { toastFailure } from '../../lib/toast.tsx';
import type { RecordingStore } from './recording-store.ts';

export interface TranscriptListDependencies {
  client: StudioClient;
  recording: Pick<RecordingStore, 'store' | 'leaveTranscript'>;
  removal: Pick<ResultRemoval, 'removeResult' | 'restoreResult'>;
  toastFailure: typeof toastFailure;
}

/** The list of the transcripts that are kept. */
export class TranscriptList {
  readonly #deps: TranscriptListDependencies;
  readonly #set: RecordingStore['store']['setState'];
  readonly #now: RecordingStore['store']['getState'];
  #reading = 0;

  constructor(dependencies: TranscriptListDependencies) {
    this.#deps = dependencies;
    this.#set = dependencies.recording.store.setState;
    this.#now = dependencies.recording.store.getState;
  }

  /** The list from its newest on, by the search that is set; as far as it was shown. */
  readonly loadTranscripts = async (): Promise<void> => {
    const turn = (this.#reading += 1);
    const { search, showRemoved: removed, transcripts } = this.#now();
    const limit = Math.min(100, Math.max(pageSize, transcripts.length));
    const answer = await attempt(() => this.#deps.client.run('transcripts.list', { search, removed, limit }));
    if (turn !== this.#reading) return;
    if (!answer.ok) {
      this.#set({ list: { state: 'failed', failure: answer.failure } });
      return;
    }
    this.#set({ list: { state: 'ready' }, transcripts: answer.value.transcripts, next: answer.value.next });
  };

  readonly loadMoreTranscripts = async (): Promise<void> => {
    const { search, showRemoved: removed, next } = this.#now();
    if (next === null) return;
    const turn = this.#reading;
    const answer = await attempt(() => this.#deps.client.run('transcripts.list', { search, removed, before: next, limit: pageSize }));
    if (turn !== this.#reading) return;
    if (answer.ok) this.#set({ transcripts: [...this.#now().transcripts, ...answer.value.transcripts], next: answer.value.next });
    else this.#deps.toastFailure(answer.failure);
  };

  readonly searchTranscripts = (search: string): void => {
    this.#set({ search });
    void this.loadTranscripts();
  };

  readonly listRemoved = (showRemoved: boolean): void => {
    this.#set({ showRemoved, transcripts: [], next: null, list: { state: 'loading' } });
    void this.loadTranscripts();
  };

  /** Takes one out of the list, or puts it back, as the list that is shown says. */
  readonly toggleRemoved = async ({ id, name }: TranscriptRecord): Promise<void> => {
    const { removeResult, restoreResult } = this.#deps.removal;
    const onChanged = (removed: boolean): void => {
      const { open, closed, transcripts, showRemoved } = this.#now();
      if (removed && (open ?? closed)?.record.id === id) this.#deps.recording.leaveTranscript();
      if (showRemoved !== removed) this.#set({ transcripts: transcripts.filter((one) => one.id !== id) });
      void this.loadTranscripts();
    };
    await (this.#now().showRemoved ? restoreResult : removeResult)({ id, name, onChanged });
  };
}

const pageSize = 50;
