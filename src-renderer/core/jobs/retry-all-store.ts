import { create } from 'zustand';
import type { Failure, FailureKind } from '#shared/failure.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { endSentence, plainFailure } from '../../lib/failure-words.ts';
import { attempt } from '../host/attempt.ts';
import type { StudioClient } from '../host/client.ts';
import type { JobsStore } from './jobs-store.ts';
import type { StudioStore } from '../studio/studio-store.ts';
import type { toast } from '../../lib/toast.tsx';
import { isRefunded } from './job-words.ts';
import { messages } from '#shared/messages/index.ts';

interface RetryAllState {
  /** Those of unknown outcome whose rows offer Retry; undefined while that is not read. */
  retriable: readonly string[] | undefined;
  /** What they cost at most, where none of them ever arrived; 0 while no price is known. */
  possible: number;
  progress: { done: number; total: number } | undefined;
}

export interface RetryAllDependencies {
  client: StudioClient;
  studio: Pick<StudioStore, 'store'>;
  jobs: Pick<JobsStore, 'store' | 'act' | 'narrow' | 'refreshJobs'>;
  toast: typeof toast;
}

/** Sends everything of unknown outcome again with its own ids, where its family allows that: what Retry does for one. */
export class RetryAllStore {
  readonly store = create<RetryAllState>(() => ({ retriable: undefined, possible: 0, progress: undefined }));
  readonly #deps: RetryAllDependencies;
  /** Their ends are counted in one notice. */
  readonly #tried = new Set<string>();
  #reading = 0;

  constructor(dependencies: RetryAllDependencies) {
    this.#deps = dependencies;
  }

  /** Reads which of the unsettled requests can be sent again, and what that costs at most. */
  readonly loadRetriable = async (): Promise<void> => {
    const own = ++this.#reading;
    const found = await this.#list(this.#deps.studio.store.getState().unsettled.map(({ operationId }) => operationId));
    if (own !== this.#reading || found === undefined) return;
    const retriable = found.operations.filter(isRetriable).map(({ operationId }) => operationId);
    const possible = retriable.length === 0 ? 0 : ((await this.#list(retriable))?.possible ?? 0);
    if (own === this.#reading) this.store.setState({ retriable, possible });
  };

  /** Whether its end is counted in the notice of Retry all. */
  readonly isCounted = (operationId: string): boolean => this.#tried.has(operationId);

  readonly retryAll = async (): Promise<void> => {
    const { retriable = [], progress } = this.store.getState();
    if (progress !== undefined || retriable.length === 0) return;
    const waiting = [...retriable];
    let done = 0;
    let obstacle: Failure | undefined;
    this.store.setState({ progress: { done, total: retriable.length } });
    const goOn = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined && obstacle === undefined; next = waiting.shift()) {
        this.#tried.add(next);
        const failure = await this.#deps.jobs.act('jobs.retry', next);
        // Each of the others would be refused for the same reason.
        if (failure && stopsAll.includes(failure.kind)) obstacle = failure;
        this.store.setState({ progress: { done: ++done, total: retriable.length } });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, goOn));
    const ended = await this.#list(retriable);
    this.store.setState({ progress: undefined });
    const counted = ended === undefined ? '' : countWords(ended.operations);
    this.#deps.toast(
      messages.jobs.retriedAll(done),
      [counted, obstacle && endSentence(plainFailure(obstacle))].filter((part) => part !== undefined && part !== '').join(' '),
    );
    // What became of them is in sight, where the list showed nothing else.
    const isOver = ended?.operations.every(({ state }) => state !== 'unknown') === true;
    if (isOver && this.#deps.jobs.store.getState().filter.state === 'unknown') this.#deps.jobs.narrow({ state: 'any' });
    await Promise.all([this.loadRetriable(), this.#deps.jobs.refreshJobs()]);
    this.#tried.clear();
  };

  async #list(operationIds: readonly string[]): Promise<{ operations: readonly PaidOperation[]; possible: number } | undefined> {
    if (operationIds.length === 0) return { operations: [], possible: 0 };
    const ids = operationIds.slice(0, mostAtOnce);
    const answer = await attempt(() => this.#deps.client.run('jobs.list', { operationIds: ids, limit: mostAtOnce }));
    return answer.ok ? { operations: answer.value.operations, possible: answer.value.sum?.possible ?? 0 } : undefined;
  }
}

/** Requests that are sent at a time. */
const atOnce = 4;
/** As many as one page of the list has. */
const mostAtOnce = 200;

/** What was requested again could be charged besides: it is retried alone, where its row says that. */
const isRetriable = ({ actions, isRequestedAgain }: PaidOperation): boolean => actions.includes('retry') && isRequestedAgain !== true;

const stopsAll: readonly FailureKind[] = ['unauthorized', 'payment-required', 'unreachable', 'disk-full', 'disconnected'];

/** How they ended, counted: `5 finished. 2 refunded. 1 still unknown.` */
function countWords(operations: readonly PaidOperation[]): string {
  const counts = Map.groupBy(operations, endOf);
  return endOrder
    .flatMap((end) => {
      const count = counts.get(end)?.length ?? 0;
      return count === 0 ? [] : [messages.jobs.retryEnds[end](count)];
    })
    .join(' ');
}

const endOrder = ['finished', 'waiting', 'refunded', 'charged', 'failed', 'unknown'] as const;
type End = (typeof endOrder)[number];

function endOf({ state, failure }: PaidOperation): End {
  if (state === 'done') return 'finished';
  if (state === 'waiting' || state === 'sending') return 'waiting';
  if (state === 'unknown') return 'unknown';
  if (isRefunded(failure)) return 'refunded';
  return failure?.charged === 'yes' ? 'charged' : 'failed';
}
