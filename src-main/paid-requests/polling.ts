import { fail, toFailure, type Failure, type FailureKind } from '#shared/failure.ts';
import type { AccountKeeper } from './account.ts';
import type { ConnectionKeeper } from '../service-client/connection.ts';
import type { Clock } from './clock.ts';
import type { Throttle } from './throttle.ts';
import { checkOwner } from './ownership.ts';
import { Semaphore } from '../infra/semaphore.ts';
import type { Ledger, LedgerEntry } from './ledger/types.ts';
import type { KeptFiles } from '../library/kept-files.ts';
import type { Log } from '../infra/platform.ts';
import { passingFailures } from '../service-client/exchange.ts';
import { missingTries, pollDelay } from '../service-client/polling.ts';
import type { FamilyWork, Step, UnclearBound } from './family.ts';
import { message } from '#shared/messages/message.ts';

/** Milliseconds: how soon the service is asked where it suggests nothing, how seldom at most, and for how long without a person. */
const polling = { first: 1000, slowest: 30_000, longest: 7 * 24 * 60 * 60_000 } as const;
/** What stays unclear: milliseconds between two questions at most, and how long it is asked for. Sooner than that only at first, whatever the service suggests. */
const unclear = {
  state: { slowest: 2 * 60_000, longest: 24 * 60 * 60_000 },
  result: { slowest: 20_000, longest: 60_000 },
} as const;
/** Questions and downloads at a time. */
const atATime = 4;
/** What passes by itself, so that the next question may be answered. */
const passing: readonly FailureKind[] = [...passingFailures, 'bad-response', 'overloaded'];
/** Failures of the kind that passes, in a row, before a person is to look at it. */
const patience = 40;

/** A job that is waited for in the background. */
interface Watched {
  controller: AbortController;
  done: Promise<void>;
}

/** What is known of one job between two questions. */
interface Progress {
  /** Questions that were answered or failed. */
  asked: number;
  /** Failures in a row, and of them those where the job was missing. */
  failures: number;
  missing: number;
  /** Unix milliseconds; `undefined` while its state is clear. */
  unclearSince: number | undefined;
}

/** When the service is asked next: what it suggests, and the bound of what is unclear. */
interface NextQuestion {
  suggested: number | undefined;
  bound?: (typeof unclear)[UnclearBound] | undefined;
}

interface Options {
  connection: ConnectionKeeper;
  ledger: Ledger;
  account: AccountKeeper;
  kept: KeptFiles;
  throttle: Throttle;
  clock: Clock;
  log: Log;
  /** Called when what is known of an operation has changed. */
  tell: (operationId: string) => Promise<void>;
}

/** Waits in the background for what the service has taken and goes on with, until its results are on the disk. */
export class JobPoller {
  readonly #options: Options;
  readonly #watched = new Map<string, Watched>();
  readonly #troubles = new Map<string, Failure>();
  readonly #semaphore = new Semaphore(() => atATime);
  #nudged = new AbortController();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Once at a time for each operation, however often it is asked. `firstAfterMs` is when the service wants to be asked first. */
  watch(entry: LedgerEntry, work: FamilyWork, firstAfterMs?: number): void {
    const { operationId } = entry;
    if (this.#watched.has(operationId)) return;
    this.#troubles.delete(operationId);
    const controller = new AbortController();
    const done = this.#waitFor(entry, work, controller.signal, firstAfterMs)
      .catch((thrown: unknown) => {
        if (controller.signal.aborted) return;
        // The ledger could not be written, for one: what came is kept, and is written down when it is asked for again.
        this.#options.log.error('a job could not be gone on with', { operationId, error: String(thrown) });
        this.#troubles.set(operationId, { ...toFailure(thrown), charged: chargedFor(entry) });
      })
      .then(async () => {
        this.#watched.delete(operationId);
        await this.#options.tell(operationId).catch(() => undefined);
      });
    this.#watched.set(operationId, { controller, done });
  }

  /** Why it is not getting on at the moment. */
  trouble(operationId: string): Failure | undefined {
    return this.#troubles.get(operationId);
  }

  /** The same, when it is not tried again by itself. */
  stuck(operationId: string): Failure | undefined {
    return this.#watched.has(operationId) ? undefined : this.#troubles.get(operationId);
  }

  /** Asks now instead of later. */
  nudge(): void {
    this.#nudged.abort();
    this.#nudged = new AbortController();
  }

  async stop(operationId: string): Promise<void> {
    const one = this.#watched.get(operationId);
    one?.controller.abort();
    await one?.done;
    this.#troubles.delete(operationId);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#watched.keys()].map((operationId) => this.stop(operationId)));
  }

  async #waitFor(entry: LedgerEntry, work: FamilyWork, signal: AbortSignal, firstAfterMs: number | undefined): Promise<void> {
    const { clock } = this.#options;
    const started = clock.now();
    if (firstAfterMs !== undefined) await this.#sleep(pollDelay(0, firstAfterMs, polling), signal);
    const progress: Progress = { asked: 0, failures: 0, missing: 0, unclearSince: undefined };
    for (; ; progress.asked++) {
      const next = await this.#askOnce(entry, work, progress, signal);
      if (next === undefined) return;
      if (clock.now() - started > polling.longest) {
        const { failure } = fail('service-timeout', message('paidRequests.takesOverAWeek'), { charged: 'unknown' });
        this.#troubles.set(entry.operationId, failure);
        return;
      }
      await this.#sleep(delayBefore(next, progress.asked), signal);
    }
  }

  /** One question with what its answer or its failure means; `undefined` where no other follows by itself. */
  async #askOnce(entry: LedgerEntry, work: FamilyWork, progress: Progress, signal: AbortSignal): Promise<NextQuestion | undefined> {
    try {
      const step = await this.#ask(entry, work, signal);
      if (step === undefined) return undefined;
      progress.failures = 0;
      progress.missing = 0;
      if (this.#troubles.delete(entry.operationId)) await this.#options.tell(entry.operationId);
      if (step.type === 'unclear') return await this.#noteUnclear(entry, step, progress);
      progress.unclearSince = undefined;
      return { suggested: step.retryAfterMs };
    } catch (thrown) {
      if (signal.aborted) return undefined;
      return this.#noteFailure(entry, thrown, progress);
    }
  }

  /** `undefined` when it is over. */
  async #ask(entry: LedgerEntry, work: FamilyWork, signal: AbortSignal): Promise<Exclude<Step, { type: 'ended' }> | undefined> {
    const { connection, account, kept, log, clock, ledger } = this.#options;
    const client = await connection.ready(signal);
    await checkOwner(entry, client, account, signal);
    if (work.ask === undefined) throw fail('internal', message('paidRequests.nothingToPoll'));
    const release = await this.#semaphore.acquire(signal);
    try {
      const step = await work.ask(entry, { client, kept, log, sleep: clock.sleep, signal });
      if (step.type !== 'ended') return step;
      this.#troubles.delete(entry.operationId);
      await ledger.settle(entry.operationId, step.state, step.outcome);
      account.paid(step.outcome);
      return undefined;
    } finally {
      release();
    }
  }

  /** What stays unclear for too long is unknown. */
  async #noteUnclear(
    { operationId, requestId }: LedgerEntry,
    { until, failure, retryAfterMs }: Extract<Step, { type: 'unclear' }>,
    progress: Progress,
  ): Promise<NextQuestion | undefined> {
    const { clock, log, ledger } = this.#options;
    const bound = unclear[until];
    if (progress.unclearSince === undefined) {
      progress.unclearSince = clock.now();
      log.warn('what the service says of a job is not clear', { operationId, why: failure.message });
    }
    if (clock.now() - progress.unclearSince < bound.longest) return { suggested: retryAfterMs, bound };
    await ledger.settle(operationId, 'unknown', { failure: { ...failure, requestId } });
    return undefined;
  }

  async #noteFailure(entry: LedgerEntry, thrown: unknown, progress: Progress): Promise<NextQuestion | undefined> {
    const { log, tell } = this.#options;
    const failure = toFailure(thrown);
    if (failure.kind === 'internal') log.error('a job could not be asked for', { operationId: entry.operationId, error: String(thrown) });
    progress.missing = failure.kind === 'not-found' ? progress.missing + 1 : 0;
    progress.failures++;
    if (!(await this.#mayAskAgain(entry, failure, progress))) return undefined;
    if (progress.failures === 1) await tell(entry.operationId);
    return { suggested: failure.retryAfterMs ?? pollDelay(progress.failures, undefined, polling) };
  }

  /** Stores why a question failed; answers whether the next may follow by itself. */
  async #mayAskAgain(entry: LedgerEntry, failure: Failure, { failures, missing }: Progress): Promise<boolean> {
    const { operationId } = entry;
    if (missing >= missingTries) {
      const gone = { ...failure, charged: 'unknown' as const, next: 'report' as const, requestId: entry.requestId };
      this.#troubles.delete(operationId);
      await this.#options.ledger.settle(operationId, 'failed', { failure: gone, status: failure.status, code: failure.code });
      return false;
    }
    this.#troubles.set(operationId, { ...failure, charged: chargedFor(entry), next: failure.next === 'none' ? 'retry' : failure.next });
    if (failure.kind === 'disk-full' || (failure.kind === 'unauthorized' && failure.status === 401)) this.#options.throttle.report(failure);
    return (passing.includes(failure.kind) || missing > 0) && failures < patience;
  }

  /** Ends early when it is nudged. */
  async #sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#nudged.signal]);
    await this.#options.clock.sleep(milliseconds, either).catch(() => undefined);
    signal.throwIfAborted();
  }
}

/** Milliseconds. What is unclear is asked for less and less, within its bound, whatever the service suggests. */
function delayBefore({ suggested, bound }: NextQuestion, asked: number): number {
  if (bound === undefined) return pollDelay(asked, suggested, polling);
  const growing = pollDelay(asked, undefined, { first: polling.first, slowest: bound.slowest });
  return Math.max(growing, Math.min(suggested ?? 0, bound.slowest));
}

/** What the service took when it accepted it; a failure to fetch it changes nothing of that. */
const chargedFor = ({ creditsUsed }: LedgerEntry): Failure['charged'] =>
  creditsUsed === null ? 'unknown' : creditsUsed === 0 ? 'no' : 'yes';
