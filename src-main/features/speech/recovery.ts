import { fail, FailureError, toFailure, type Failure, readText } from '#shared/failure.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import type { Throttle } from '../../paid-requests/throttle.ts';
import { isOwner, ofAnotherAccount } from '../../paid-requests/ownership.ts';
import { interrupted, settleInterrupted, settleSalvaged, type Ending, type Unsettled } from '../../paid-requests/recovery.ts';
import { isSpeech, type Ledger, type LedgerEntry } from '../../paid-requests/ledger/types.ts';
import type { Library } from '../../library/types.ts';
import type { Log } from '../../infra/platform.ts';
import type { SingleFlight } from './single-flight.ts';
import { goOn } from './make.ts';
import { factsOf, land, summaryOf, tokensOf, type Made, type MakingEvent, type MakingTools } from './operation.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** Paid work that was told of, and how it ended. `superseded`: asked for anew, and never answered itself. */
export interface Ended {
  operationId: string;
  summary: string;
  outcome: 'made' | 'failed' | 'superseded';
  creditsUsed: number | null;
}

/** What is open, and what was told of in this run and is not any more. */
type UnsettledListener = (operations: Unsettled[], ended: readonly Ended[]) => void;

/** Ends that are told of, at most; the oldest go first. */
const maximumEnded = 50;

export interface Recovery {
  recover(): Promise<Unsettled[]>;
  /** Done once: what the last run left `sending` and what is no job is `unknown` from now on, its sound kept. */
  crashed(): Promise<void>;
  tellUnsettled(): Promise<void>;
  /** Work came to its end: what was told of as open may be it. */
  tellEnded(): Promise<void>;
  onUnsettled(listener: UnsettledListener): () => void;
  /** Waits for what is being settled. */
  close(): Promise<void>;
}

export function createRecovery(options: {
  connection: ConnectionKeeper;
  ledger: Ledger;
  library: Library;
  account: AccountKeeper;
  clock: Clock;
  log: Log;
  underWay: ReadonlySet<string>;
  singleFlight: SingleFlight<MakingEvent, Made>;
  tools: (signal?: AbortSignal) => Promise<MakingTools>;
  throttle?: Throttle | undefined;
}): Recovery {
  const { connection, ledger, library, account, log, underWay, singleFlight, throttle } = options;
  const listeners = new Set<UnsettledListener>();
  let told: readonly Unsettled[] = [];
  let ended: readonly Ended[] = [];
  const closing = new AbortController();
  /** Jobs that could not be gone on with, by operation id; tried again with the next `recover`. */
  const troubled = new Map<string, Failure>();
  let crashedOnce: Promise<void> | undefined;

  const settleCrashed = async (): Promise<void> => {
    const left = (await ledger.pending()).filter((entry) => isSpeech(entry) && !underWay.has(entry.operationId));
    // Also where their account is not the one that is connected: they would be on their way for ever.
    await settleInterrupted(options, left, (entry) => salvage(entry, message('speech.studioEnded')));
    for (const entry of await ledger.unsettled()) {
      const { failure } = entry;
      if (isSpeech(entry) && failure?.kind === 'disk-full')
        await settleSalvaged(options, entry, (full) => salvage(full, readText(failure)));
    }
  };

  /** What is on the disk of a sound says how it ended. */
  const salvage = async (entry: LedgerEntry, how: Message): Promise<Ending> => {
    if (!isSpeech(entry)) throw fail('internal', message('speech.onlyBlocksLookedUp'));
    const result = await library.recover(entry.operationId, entry.format, factsOf(entry));
    if (result !== undefined) await library.addTake(result);
    // It was whole and indexed; only the ledger did not know.
    if (result?.state === 'complete') return { state: 'done', outcome: { status: 200, creditsUsed: result.creditsUsed ?? undefined } };
    const failure = interrupted(entry, result === undefined ? how : message('speech.partSaved', how));
    const isAnswered = result !== undefined || entry.status === 200;
    if (!isAnswered) return { state: 'unknown', outcome: { failure } };
    // After a 200 it is never sent again.
    return { state: 'unknown', outcome: { status: 200, failure: { ...failure, next: 'generate-anew' } } };
  };

  const resumeJobs = async (): Promise<void> => {
    for (const entry of await ledger.pending()) {
      if (!isSpeech(entry) || entry.family !== 'job' || underWay.has(entry.operationId) || singleFlight.has(entry.fingerprint)) continue;
      const connected = { connectionId: connection.current().id };
      if (!(await isOwner(entry, connected, account, closing.signal))) {
        troubled.set(entry.operationId, ofAnotherAccount(entry));
        continue;
      }
      const paused = throttle?.paused();
      if (paused !== undefined) {
        troubled.set(entry.operationId, { ...paused, charged: entry.creditsUsed === null ? 'unknown' : 'yes' });
        continue;
      }
      troubled.delete(entry.operationId);
      const going = singleFlight.run(
        entry.fingerprint,
        async (flight) => {
          flight.letGo();
          const tools = await options.tools(flight.signal);
          return land(goOn(entry, tools, flight), tools);
        },
        () => undefined,
        closing.signal,
      );
      void going.then(tellEnded, async (thrown: unknown) => {
        if (closing.signal.aborted) return;
        if (!(thrown instanceof FailureError)) log.error('a job could not be gone on with', { error: String(thrown) });
        troubled.set(entry.operationId, toFailure(thrown));
        await tellUnsettled();
      });
    }
  };

  const list = async (): Promise<Unsettled[]> => {
    const entries = (await ledger.unsettled()).filter(isSpeech);
    const waiting = await Promise.all([...troubled.keys()].map((operationId) => ledger.entry(operationId)));
    const open = waiting.flatMap((entry) =>
      entry !== undefined && (entry.state === 'waiting' || entry.state === 'sending') ? [entry] : [],
    );
    return [...open, ...entries].map((entry) => ({
      operationId: entry.operationId,
      summary: summaryOfEntry(entry),
      failure:
        troubled.get(entry.operationId) ??
        entry.failure ??
        fail('outcome-unknown', message('speech.endUnknown'), { charged: 'unknown' }).failure,
    }));
  };

  const tellUnsettled = async (): Promise<void> => {
    try {
      const operations = await list();
      const open = new Set(operations.map(({ operationId }) => operationId));
      const gone = told.filter(({ operationId }) => !open.has(operationId));
      told = operations;
      const entries = await Promise.all(gone.map(({ operationId }) => ledger.entry(operationId)));
      const ends = entries.flatMap((entry) => (entry === undefined ? [] : [endOf(entry)]));
      ended = [...ended.filter(({ operationId }) => !open.has(operationId)), ...ends].slice(-maximumEnded);
      for (const listener of listeners) listener(operations, ended);
    } catch (thrown) {
      log.error('the open operations could not be listed', { kind: toFailure(thrown).kind });
    }
  };

  const tellEnded = async (): Promise<void> => {
    if (told.length > 0 && !closing.signal.aborted) await tellUnsettled();
  };

  const crashed = (): Promise<void> => {
    crashedOnce ??= settleCrashed();
    // A ledger that cannot be read must not be forgotten about: the next one asks again.
    crashedOnce.catch(() => (crashedOnce = undefined));
    return crashedOnce;
  };

  const goOnSoon = (): void => {
    if (crashedOnce === undefined) return;
    resumeJobs()
      .then(tellUnsettled)
      .catch((thrown: unknown) => log.warn('jobs could not be gone on with yet', { kind: toFailure(thrown).kind }));
  };
  // What waited for the service, for credits or for room goes on when they are there again.
  const listening = [
    connection.onChange(({ state }) => {
      if (state === 'ready') goOnSoon();
    }),
    throttle?.onResume(goOnSoon),
  ];

  // Needs no service: what arrived is kept, and told of, also where none answers.
  const begun = crashed()
    .then(tellUnsettled)
    .catch((thrown: unknown) => log.error('what a crash left could not be looked at', { kind: toFailure(thrown).kind }));

  return {
    crashed,
    tellUnsettled,
    tellEnded,
    recover: async () => {
      await crashed();
      await resumeJobs().catch((thrown: unknown) => log.warn('jobs could not be gone on with yet', { kind: toFailure(thrown).kind }));
      await tellUnsettled();
      return list();
    },
    onUnsettled: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      for (const stop of listening) stop?.();
      closing.abort();
      listeners.clear();
      await begun;
    },
  };
}

const endOf = (entry: LedgerEntry): Ended => ({
  operationId: entry.operationId,
  summary: summaryOfEntry(entry),
  outcome: entry.state === 'done' ? 'made' : entry.state === 'failed' ? 'failed' : 'superseded',
  creditsUsed: entry.creditsUsed,
});

/** What it was, in words that a person knows it by; an entry of an older version has only its body. */
const summaryOfEntry = (entry: LedgerEntry): string =>
  entry.summary === '' && isSpeech(entry) ? summaryOf(tokensOf(entry).join(' ')) : entry.summary;
