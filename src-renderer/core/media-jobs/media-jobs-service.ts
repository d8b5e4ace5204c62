import { FailureError, type Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { Inspected } from '#shared/operations/sources.ts';
import type { Out } from '#shared/rpc.ts';
import { attempt } from '../host/attempt.ts';
import type { StudioClient } from '../host/client.ts';
import type { StudioStore } from '../studio/studio-store.ts';
import type { HostStore } from '../host/host-store.ts';
import type { ResultRemoval } from '../removal/result-removal.ts';
import type { StudioFiles } from '../files/studio-files.ts';

/** What lip sync and dubbing have in common: jobs of the ledger that end in a video. */

type MediaOrder = Out<Operations['source.order']>;

type Family = 'lip-sync' | 'dubbing';

/** A job that is looked at: what it was asked to be made of, and what came of it. */
export interface OpenJob {
  operation: PaidOperation;
  order: MediaOrder | undefined;
  /** Where the window plays what it was made of, as far as that is still there. */
  videoUrl: string | null;
  audioUrl: string | null;
  /** Of the result. */
  result: Inspected | undefined;
}

/** A service's own job that was begun elsewhere. */
export type ElsewhereJob = Out<Operations['jobs.elsewhere']>['jobs'][number];

export interface MediaJobs {
  history: { state: 'loading' | 'ready' } | { state: 'failed'; failure: Failure };
  /** The ledger's, newest first, as far as they are read. */
  operations: readonly PaidOperation[];
  /** Those that were removed from the list are shown, in place of the others. */
  showRemoved: boolean;
  /** True when there are no older ones. */
  whole: boolean;
  open: OpenJob | undefined;
  /** What was just asked for and is being sent. */
  sending: boolean;
  failure: Failure | undefined;
}

export const noJobs: MediaJobs = {
  history: { state: 'loading' },
  operations: [],
  showRemoved: false,
  whole: true,
  open: undefined,
  sending: false,
  failure: undefined,
};

const pageSize = 50;

interface Store {
  get: () => MediaJobs;
  set: (change: Partial<MediaJobs>) => void;
}

export interface MediaJobsServiceDependencies {
  client: StudioClient;
  studio: Pick<StudioStore, 'onOperation' | 'store'>;
  host: Pick<HostStore, 'store' | 'whenOpenedLater'>;
  files: Pick<StudioFiles, 'download' | 'chooseFile'>;
  removal: Pick<ResultRemoval, 'removeResult' | 'restoreResult'>;
}

/** What lip sync and dubbing have in common: jobs of the ledger that end in a video. */
export class MediaJobsService {
  readonly #deps: MediaJobsServiceDependencies;

  constructor(dependencies: MediaJobsServiceDependencies) {
    this.#deps = dependencies;
  }

  /** What a panel does with the jobs of its family. */
  readonly mediaJobs = (family: Family, { get, set }: Store) => {
    let turn = 0;
    let opening = 0;
    /** Removed in this window: an event of one does not list it again. */
    const gone = new Set<string>();

    const read = async (): Promise<void> => {
      const own = ++turn;
      const limit = Math.min(200, Math.max(pageSize, get().operations.length));
      const answer = await attempt(() => this.#deps.client.run('jobs.list', { families: [family], removed: get().showRemoved, limit }));
      if (own !== turn) return;
      if (!answer.ok) set({ history: { state: 'failed', failure: answer.failure } });
      else {
        const { operations } = answer.value;
        set({ history: { state: 'ready' }, operations, whole: operations.length < limit });
        // What is open may have gone on, or been resolved in Jobs, while the panel was not shown.
        for (const operation of operations) follow(operation);
      }
    };

    const readMore = async (): Promise<void> => {
      const last = get().operations.at(-1);
      if (last === undefined) return;
      const own = turn;
      const answer = await attempt(() =>
        this.#deps.client.run('jobs.list', {
          families: [family],
          removed: get().showRemoved,
          limit: pageSize,
          before: last.operationId,
        }),
      );
      if (own !== turn) return;
      if (!answer.ok) set({ failure: answer.failure });
      else set({ operations: [...get().operations, ...answer.value.operations], whole: answer.value.operations.length < pageSize });
    };

    const inspectResult = async (operation: PaidOperation): Promise<Inspected | undefined> => {
      const file = resultOf(operation);
      if (!file) return undefined;
      const answer = await attempt(() => this.#deps.client.run('source.result', { url: file.url }));
      return answer.ok ? answer.value.inspected : undefined;
    };

    const place = async (kind: 'video' | 'audio', address: string | null | undefined): Promise<string | null> => {
      if (address === null || address === undefined) return null;
      const answer = await attempt(() => this.#deps.client.run('source.inspect', { kind, address }));
      return answer.ok && answer.value.inspected.state === 'known' ? answer.value.url : null;
    };

    /** Shows a job, and finds what belongs to it. */
    const open = async (operation: PaidOperation): Promise<void> => {
      const own = ++opening;
      const shown: OpenJob = { operation, order: undefined, videoUrl: null, audioUrl: null, result: undefined };
      set({ open: shown });
      const { operationId } = operation;
      const answer = await attempt(() => this.#deps.client.run('source.order', { operationId }));
      const order = answer.ok ? answer.value : undefined;
      const [videoUrl, audioUrl, result] = await Promise.all([
        place('video', order?.videoUrl),
        place('audio', order?.audioUrl),
        inspectResult(operation),
      ]);
      const current = get().open;
      if (own === opening && current?.operation.operationId === operationId)
        set({ open: { operation: current.operation, order, videoUrl, audioUrl, result: current.result ?? result } });
    };

    const takeOver = (operation: PaidOperation): void => {
      if (operation.family !== family) return;
      const { operations, showRemoved } = get();
      const at = operations.findIndex(({ operationId }) => operationId === operation.operationId);
      const isListed = !showRemoved && !gone.has(operation.operationId);
      if (at >= 0) set({ operations: operations.with(at, operation) });
      else if (isListed && operation.createdAt >= (operations[0]?.createdAt ?? 0)) set({ operations: [operation, ...operations] });
      follow(operation);
    };

    const follow = (operation: PaidOperation): void => {
      const shown = get().open;
      if (shown?.operation.operationId !== operation.operationId) return;
      set({ open: { ...shown, operation } });
      if (shown.result === undefined && resultOf(operation))
        void inspectResult(operation).then((result) => {
          const current = get().open;
          if (current?.operation.operationId === operation.operationId) set({ open: { ...current, result } });
        });
    };

    const listRemoved = async (showRemoved: boolean): Promise<void> => {
      if (get().showRemoved === showRemoved) return;
      set({ showRemoved, operations: [], whole: true, history: { state: 'loading' } });
      await read();
    };

    const close = (): void => {
      opening += 1;
      set({ open: undefined });
    };

    /** Takes a job out of the list, or puts it back, as the list that is shown says. */
    const toggleRemoved = async ({ operationId }: PaidOperation, name: string): Promise<void> => {
      const { showRemoved } = get();
      const { removeResult, restoreResult } = this.#deps.removal;
      const onChanged = (removed: boolean): void => {
        if (removed) gone.add(operationId);
        else gone.delete(operationId);
        if (removed && get().open?.operation.operationId === operationId) close();
        if (get().showRemoved !== removed) set({ operations: get().operations.filter((one) => one.operationId !== operationId) });
        void read();
      };
      await (showRemoved ? restoreResult : removeResult)({ id: operationId, name, onChanged });
    };

    return {
      read,
      listRemoved,
      toggleRemoved,
      readMore,
      open,
      /**
       * Shows what was sent since `began` and is in the ledger, with why it failed there, or what was sent before, was asked for again since, and
       * is as unknown as it was; false where nothing got as far.
       */
      openFailed: async (began: number): Promise<boolean> => {
        await (get().showRemoved ? listRemoved(false) : read());
        const { operations } = get();
        const failed =
          operations.find(({ createdAt }) => createdAt >= began) ??
          operations.find(({ state, attempts, updatedAt }) => state === 'unknown' && attempts > 1 && updatedAt >= began);
        if (!failed) return false;
        await open(failed);
        return true;
      },
      close,
      /** Keeps the list true while the panel is shown, no matter who changes it. */
      watch: (): (() => void) => {
        void read();
        const stops = [
          this.#deps.host.whenOpenedLater(() => void read()),
          this.#deps.studio.onOperation(takeOver),
          this.#deps.studio.store.subscribe((after, before) => {
            if (after.connection?.id !== before.connection?.id) void read();
          }),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      },
    };
  };

  /** Credits of one second, learned from what was billed. */
  readonly secondPrice = async (family: Family, signal: AbortSignal): Promise<{ credits: number | null; samples: number } | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('jobs.price', { unit: 'second', family }, { signal }));
    return answer.ok ? { credits: answer.value?.creditsPerUnit ?? null, samples: answer.value?.samples ?? 0 } : undefined;
  };

  /** Saves a result where the person chooses, never over another file, or hands it over as a download. `undefined`: the dialog was closed. */
  readonly saveResult = async (operation: PaidOperation, name: string) => {
    return attempt(async (): Promise<{ name: string; path: string | null } | undefined> => {
      const file = resultOf(operation);
      if (!file) return undefined;
      const { host } = this.#deps.host.store.getState();
      const extension = /\.([0-9a-z]+)$/u.exec(file.url)?.[1] ?? 'mp4';
      if (host?.nativeDialogs !== true || !host.writesToChosenPath) {
        this.#deps.files.download(file.url, `${name}.${extension}`);
        return { name: `${name}.${extension}`, path: null };
      }
      const chosen = await this.#deps.files.chooseFile({ purpose: 'export', suggestedName: name, extension });
      if (!chosen.ok) throw new FailureError(chosen.failure);
      if (chosen.value === null) return undefined;
      // The system's own dialog has asked before a file is written over.
      const saved = await this.#deps.client.run('source.save', { url: file.url, path: chosen.value, overwrite: true });
      return { name: saved.name, path: saved.path };
    });
  };
}

/** The video that came of a job, where it is here. */
export const resultOf = ({ files, state }: PaidOperation) =>
  state === 'done' ? files.find(({ contentType }) => contentType.startsWith('video/')) : undefined;

/** What the service reported of a job, by the names that it has for it. */
export function readFacts({ result }: PaidOperation): {
  billed: number | null;
  video: number | null;
  audio: number | null;
  note: string | null;
} {
  const job = (typeof result?.['job'] === 'object' ? result['job'] : {}) as Record<string, unknown>;
  const number = (name: string): number | null => (typeof job[name] === 'number' ? job[name] : null);
  return {
    billed: number('billing_duration_seconds'),
    video: number('video_duration_seconds'),
    audio: number('audio_duration_seconds'),
    note: typeof job['note'] === 'string' ? job['note'] : null,
  };
}
