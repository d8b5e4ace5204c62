import { fail, FailureError, toFailure, type Failure, readText } from '#shared/failure.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import type { Throttle } from '../../paid-requests/throttle.ts';
import { summaryNow } from '../../paid-requests/summary.ts';
import { isOwner, ofAnotherAccount } from '../../paid-requests/ownership.ts';
import { interrupted, settleInterrupted, settleSalvaged, type Ending, type Unsettled } from '../../paid-requests/recovery.ts';
import { isSpeech, type Ledger, type LedgerEntry, type SpeechEntry } from '../../paid-requests/ledger/types.ts';
import type { Library } from '../../library/types.ts';
import type { Log } from '../../infra/platform.ts';
import type { SingleFlight } from './single-flight.ts';
import { goOn } from './make.ts';
import { readFacts, land, formatSummary, readTokens, type Made, type MakingEvent, type MakingTools } from './operation.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** Paid work that was reported as open, and how it ended. `superseded`: asked for again, and never answered itself. */
export interface Ended {
  operationId: string;
  summary: string;
  outcome: 'made' | 'failed' | 'superseded';
  creditsUsed: number | null;
  /** The block whose audio it was to be. */
  blockId?: string | undefined;
}

/** What is open, and what was reported as open in this run and is not any more. */
type UnsettledListener = (operations: Unsettled[], ended: readonly Ended[]) => void;

/** Ends that are reported, at most; the oldest go first. */
const maximumEnded = 50;

interface Options {
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
}

/** Finds the sound of blocks again after a crash, goes on with jobs, and reports what is open. */
export class SpeechRecovery {
  readonly #options: Options;
  readonly #listeners = new Set<UnsettledListener>();
  readonly #closing = new AbortController();
  /** Jobs that could not be gone on with, by operation id; tried again with the next `recover`. */
  readonly #troubled = new Map<string, Failure>();
  readonly #stopListening: readonly ((() => void) | undefined)[];
  readonly #begun: Promise<void>;
  #reported: readonly Unsettled[] = [];
  #ended: readonly Ended[] = [];
  #crashedOnce: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    const { connection, throttle, log } = options;
    // What waited for the service, for credits or for room goes on when they are there again.
    this.#stopListening = [
      connection.onChange(({ state }) => {
        if (state === 'ready') this.#goOnSoon();
      }),
      throttle?.onResume(() => this.#goOnSoon()),
    ];
    // Needs no service: what arrived is stored, and reported, also where none answers.
    this.#begun = this.crashed()
      .then(() => this.reportUnsettled())
      .catch((thrown: unknown) => log.error('what a crash left could not be looked at', { kind: toFailure(thrown).kind }));
  }

  async recover(): Promise<Unsettled[]> {
    await this.crashed();
    await this.#resumeJobs().catch((thrown: unknown) => this.#warnOfJobs(thrown));
    await this.reportUnsettled();
    return this.#list();
  }

  /** Done once: what the last run left `sending` and what is no job is `unknown` from now on, its sound stored. */
  crashed(): Promise<void> {
    this.#crashedOnce ??= this.#settleCrashed();
    // A ledger that cannot be read must not be forgotten about: the next one asks again.
    this.#crashedOnce.catch(() => (this.#crashedOnce = undefined));
    return this.#crashedOnce;
  }

  async reportUnsettled(): Promise<void> {
    const { ledger, log } = this.#options;
    try {
      const operations = await this.#list();
      const open = new Set(operations.map(({ operationId }) => operationId));
      const gone = this.#reported.filter(({ operationId }) => !open.has(operationId));
      this.#reported = operations;
      const entries = await Promise.all(gone.map(({ operationId }) => ledger.entry(operationId)));
      const ends = (await this.#withoutMadeSince(entries)).map(toEnded);
      this.#ended = [...this.#ended.filter(({ operationId }) => !open.has(operationId)), ...ends].slice(-maximumEnded);
      for (const listener of this.#listeners) listener(operations, this.#ended);
    } catch (thrown) {
      log.error('the open operations could not be listed', { kind: toFailure(thrown).kind });
    }
  }

  /** Work came to its end: what was reported as open may be it. */
  async reportEnded(): Promise<void> {
    if (this.#reported.length > 0 && !this.#closing.signal.aborted) await this.reportUnsettled();
  }

  onUnsettled(listener: UnsettledListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Waits for what is being settled. */
  async close(): Promise<void> {
    for (const stop of this.#stopListening) stop?.();
    this.#closing.abort();
    this.#listeners.clear();
    await this.#begun;
  }

  async #settleCrashed(): Promise<void> {
    const { ledger, underWay } = this.#options;
    const left = (await ledger.pending()).filter((entry) => isSpeech(entry) && !underWay.has(entry.operationId));
    // Also where their account is not the one that is connected: they would be on their way forever.
    await settleInterrupted(this.#options, left, (entry) => this.#salvage(entry, message('speech.studioEnded')));
    for (const entry of await ledger.unsettled()) {
      const { failure } = entry;
      if (isSpeech(entry) && failure?.kind === 'disk-full')
        await settleSalvaged(this.#options, entry, (full) => this.#salvage(full, readText(failure)));
    }
  }

  /** What is on the disk of a sound says how it ended. */
  async #salvage(entry: LedgerEntry, how: Message): Promise<Ending> {
    const { library } = this.#options;
    if (!isSpeech(entry)) throw fail('internal', message('speech.onlyBlocksLookedUp'));
    const result = await library.recover(entry.operationId, entry.format, readFacts(entry));
    if (result !== undefined) await library.addTake(result);
    // It was whole and indexed; only the ledger did not know.
    if (result?.state === 'complete') return { state: 'done', outcome: { status: 200, creditsUsed: result.creditsUsed ?? undefined } };
    const failure = interrupted(entry, result === undefined ? how : message('speech.partSaved', how));
    const isAnswered = result !== undefined || entry.status === 200;
    if (!isAnswered) return { state: 'unknown', outcome: { failure } };
    // After a 200 it is never sent again.
    return { state: 'unknown', outcome: { status: 200, failure: { ...failure, next: 'generate-again' } } };
  }

  #goOnSoon(): void {
    if (this.#crashedOnce === undefined) return;
    this.#resumeJobs()
      .then(() => this.reportUnsettled())
      .catch((thrown: unknown) => this.#warnOfJobs(thrown));
  }

  async #resumeJobs(): Promise<void> {
    const { ledger, underWay, singleFlight } = this.#options;
    for (const entry of await ledger.pending()) {
      if (!isSpeech(entry) || entry.family !== 'job' || underWay.has(entry.operationId) || singleFlight.has(entry.fingerprint)) continue;
      const obstacle = await this.#findObstacle(entry);
      if (obstacle === undefined) this.#resumeJob(entry);
      else this.#troubled.set(entry.operationId, obstacle);
    }
  }

  /** Why a job cannot be gone on with now: it is another account's, or nothing is sent by itself. */
  async #findObstacle(entry: SpeechEntry): Promise<Failure | undefined> {
    const { connection, account, throttle } = this.#options;
    const connected = { connectionId: connection.current().id };
    if (!(await isOwner(entry, connected, account, this.#closing.signal))) return ofAnotherAccount(entry);
    const paused = throttle?.paused();
    return paused && { ...paused, charged: entry.creditsUsed === null ? 'unknown' : 'yes' };
  }

  /** Does not wait for its end. */
  #resumeJob(entry: SpeechEntry): void {
    const { singleFlight, tools, log } = this.#options;
    this.#troubled.delete(entry.operationId);
    const going = singleFlight.run(
      entry.fingerprint,
      async (flight) => {
        flight.letGo();
        const making = await tools(flight.signal);
        return land(goOn(entry, making, flight), making);
      },
      () => undefined,
      this.#closing.signal,
    );
    void going.then(
      () => this.reportEnded(),
      async (thrown: unknown) => {
        if (this.#closing.signal.aborted) return;
        if (!(thrown instanceof FailureError)) log.error('a job could not be gone on with', { error: String(thrown) });
        this.#troubled.set(entry.operationId, toFailure(thrown));
        await this.reportUnsettled();
      },
    );
  }

  async #list(): Promise<Unsettled[]> {
    const { ledger } = this.#options;
    const entries = (await ledger.unsettled()).filter(isSpeech);
    const waiting = await Promise.all([...this.#troubled.keys()].map((operationId) => ledger.entry(operationId)));
    const open = waiting.flatMap((entry) =>
      entry !== undefined && (entry.state === 'waiting' || entry.state === 'sending') ? [entry] : [],
    );
    return [...open, ...entries].map((entry) => ({
      operationId: entry.operationId,
      summary: summarize(entry),
      failure:
        this.#troubled.get(entry.operationId) ??
        entry.failure ??
        fail('outcome-unknown', message('speech.endUnknown'), { charged: 'unknown' }).failure,
    }));
  }

  /** Without what failed and has its audio from a later request: that the first one failed is only history, and stands in Jobs. */
  async #withoutMadeSince(entries: readonly (LedgerEntry | undefined)[]): Promise<LedgerEntry[]> {
    const { ledger } = this.#options;
    const left: LedgerEntry[] = [];
    for (const entry of entries) {
      if (entry === undefined) continue;
      const isMade = entry.state === 'failed' && (await ledger.paid(entry.fingerprint, entry.connectionId)) !== undefined;
      if (!isMade) left.push(entry);
    }
    return left;
  }

  #warnOfJobs(thrown: unknown): void {
    this.#options.log.warn('jobs could not be gone on with yet', { kind: toFailure(thrown).kind });
  }
}

const toEnded = (entry: LedgerEntry): Ended => ({
  operationId: entry.operationId,
  summary: summarize(entry),
  outcome: entry.state === 'done' ? 'made' : entry.state === 'failed' ? 'failed' : 'superseded',
  creditsUsed: entry.creditsUsed,
  ...(entry.purpose !== null && { blockId: entry.purpose.blockId }),
});

/** What it was, in words that a person knows it by; an entry of an older version has only its body. */
const summarize = (entry: LedgerEntry): string =>
  entry.summary === '' && isSpeech(entry) ? formatSummary(readTokens(entry).join(' ')) : summaryNow(entry);
