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
import { missingTries, pollDelay } from '../service-client/polling.ts';
import type { FamilyWork, Step, UnclearBound } from './family.ts';
import { message } from '#shared/messages/message.ts';

/** What the service has taken and goes on with, waited for in the background until its results are on the disk. */
export interface Waiting {
  /** Once at a time for each operation, however often it is asked. `firstAfterMs` is when the service wants to be asked first. */
  watch(entry: LedgerEntry, work: FamilyWork, firstAfterMs?: number): void;
  /** Why it is not getting on at the moment. */
  trouble(operationId: string): Failure | undefined;
  /** The same, when it is not tried again by itself. */
  stuck(operationId: string): Failure | undefined;
  /** Asks now instead of later. */
  nudge(): void;
  stop(operationId: string): Promise<void>;
  close(): Promise<void>;
}

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
const passing: readonly FailureKind[] = [
  ...(['unreachable', 'service-failed', 'service-unavailable', 'service-timeout'] as const),
  ...(['stream-interrupted', 'rate-limited', 'bad-response', 'overloaded'] as const),
];
/** Failures of the kind that passes, in a row, before a person is to look at it. */
const patience = 40;

export function createWaiting(options: {
  connection: ConnectionKeeper;
  ledger: Ledger;
  account: AccountKeeper;
  kept: KeptFiles;
  throttle: Throttle;
  clock: Clock;
  log: Log;
  tell: (operationId: string) => Promise<void>;
}): Waiting {
  const { connection, ledger, account, kept, throttle, clock, log, tell } = options;
  const watched = new Map<string, { controller: AbortController; done: Promise<void> }>();
  const troubles = new Map<string, Failure>();
  const semaphore = new Semaphore(() => atATime);
  let nudged = new AbortController();

  const nap = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    const either = AbortSignal.any([signal, nudged.signal]);
    await clock.sleep(milliseconds, either).catch(() => undefined);
    signal.throwIfAborted();
  };

  /** One question; `undefined` when it is over. */
  const ask = async (entry: LedgerEntry, work: FamilyWork, signal: AbortSignal): Promise<Exclude<Step, { type: 'ended' }> | undefined> => {
    const client = await connection.ready(signal);
    await checkOwner(entry, client, account, signal);
    if (work.ask === undefined) throw fail('internal', message('paidRequests.nothingToPoll'));
    const leave = await semaphore.acquire(signal);
    try {
      const step = await work.ask(entry, { client, kept, log, sleep: clock.sleep, signal });
      if (step.type !== 'ended') return step;
      troubles.delete(entry.operationId);
      await ledger.settle(entry.operationId, step.state, step.outcome);
      account.paid(step.outcome);
      return undefined;
    } finally {
      leave();
    }
  };

  /** Takes down why a question failed; answers whether the next may follow by itself. */
  const failed = async (entry: LedgerEntry, failure: Failure, inARow: number, missing: number): Promise<boolean> => {
    const { operationId } = entry;
    if (missing >= missingTries) {
      const gone = { ...failure, charged: 'unknown' as const, next: 'report' as const, requestId: entry.requestId };
      troubles.delete(operationId);
      await ledger.settle(operationId, 'failed', { failure: gone, status: failure.status, code: failure.code });
      return false;
    }
    troubles.set(operationId, { ...failure, charged: chargedFor(entry), next: failure.next === 'none' ? 'retry' : failure.next });
    if (failure.kind === 'disk-full' || (failure.kind === 'unauthorized' && failure.status === 401)) throttle.report(failure);
    return (passing.includes(failure.kind) || missing > 0) && inARow < patience;
  };

  const goOn = async (entry: LedgerEntry, work: FamilyWork, signal: AbortSignal, firstAfterMs: number | undefined): Promise<void> => {
    const started = clock.now();
    if (firstAfterMs !== undefined) await nap(pollDelay(0, firstAfterMs, polling), signal);
    let inARow = 0;
    let missing = 0;
    let unclearSince: number | undefined;
    for (let asked = 0; ; asked++) {
      let suggested: number | undefined;
      let bound: (typeof unclear)[UnclearBound] | undefined;
      try {
        const answer = await ask(entry, work, signal);
        if (answer === undefined) return;
        inARow = 0;
        missing = 0;
        if (troubles.delete(entry.operationId)) await tell(entry.operationId);
        suggested = answer.retryAfterMs;
        if (answer.type === 'going-on') unclearSince = undefined;
        else {
          bound = unclear[answer.until];
          if (unclearSince === undefined) {
            unclearSince = clock.now();
            log.warn('what the service says of a job is not clear', { operationId: entry.operationId, why: answer.failure.message });
          }
          if (clock.now() - unclearSince >= bound.longest) {
            await ledger.settle(entry.operationId, 'unknown', { failure: { ...answer.failure, requestId: entry.requestId } });
            return;
          }
        }
      } catch (thrown) {
        if (signal.aborted) return;
        const failure = toFailure(thrown);
        if (failure.kind === 'internal')
          log.error('a job could not be asked for', { operationId: entry.operationId, error: String(thrown) });
        missing = failure.kind === 'not-found' ? missing + 1 : 0;
        if (!(await failed(entry, failure, ++inARow, missing))) return;
        if (inARow === 1) await tell(entry.operationId);
        suggested = failure.retryAfterMs ?? pollDelay(inARow, undefined, polling);
      }
      if (clock.now() - started > polling.longest) {
        troubles.set(entry.operationId, fail('service-timeout', message('paidRequests.takesOverAWeek'), { charged: 'unknown' }).failure);
        return;
      }
      const growing = pollDelay(asked, undefined, { first: polling.first, slowest: (bound ?? polling).slowest });
      await nap(
        bound === undefined ? pollDelay(asked, suggested, polling) : Math.max(growing, Math.min(suggested ?? 0, bound.slowest)),
        signal,
      );
    }
  };

  const stop = async (operationId: string): Promise<void> => {
    const one = watched.get(operationId);
    one?.controller.abort();
    await one?.done;
    troubles.delete(operationId);
  };

  return {
    watch: (entry, work, firstAfterMs) => {
      const { operationId } = entry;
      if (watched.has(operationId)) return;
      troubles.delete(operationId);
      const controller = new AbortController();
      const done = goOn(entry, work, controller.signal, firstAfterMs)
        .catch((thrown: unknown) => {
          if (controller.signal.aborted) return;
          // The ledger could not be written, for one: what came is kept, and is written down when it is asked for again.
          log.error('a job could not be gone on with', { operationId, error: String(thrown) });
          troubles.set(operationId, { ...toFailure(thrown), charged: chargedFor(entry) });
        })
        .finally(async () => {
          watched.delete(operationId);
          await tell(operationId).catch(() => undefined);
        });
      watched.set(operationId, { controller, done });
    },
    trouble: (operationId) => troubles.get(operationId),
    stuck: (operationId) => (watched.has(operationId) ? undefined : troubles.get(operationId)),
    nudge: () => {
      nudged.abort();
      nudged = new AbortController();
    },
    stop,
    close: async () => {
      await Promise.all([...watched.keys()].map(stop));
    },
  };
}

/** What the service took when it accepted it; a failure to fetch it changes nothing of that. */
const chargedFor = ({ creditsUsed }: LedgerEntry): Failure['charged'] =>
  creditsUsed === null ? 'unknown' : creditsUsed === 0 ? 'no' : 'yes';
