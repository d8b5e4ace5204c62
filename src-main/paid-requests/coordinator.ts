import { fail, FailureError, toFailure } from '#shared/failure.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { AccountKeeper } from './account.ts';
import type { ConnectionKeeper } from '../service-client/connection.ts';
import type { Clock } from './clock.ts';
import type { Throttle } from './throttle.ts';
import type { EngineTools, Order } from './engine.ts';
import { checkOwner } from './ownership.ts';
import { sendPaid, sendPaidAgain, type Paid, type SendCall } from './send.ts';
import { familyRules } from './family-rules.ts';
import { isSpeech, type Ledger, type LedgerEntry } from './ledger/types.ts';
import type { KeptFiles } from '../library/kept-files.ts';
import type { Log } from '../infra/platform.ts';
import { conflict, givenUp, isGivenUp, mayBeGivenUp, stoppedWaiting } from './giving-up.ts';
import { Outgoing } from './outgoing.ts';
import { JobPoller } from './polling.ts';
import { shown, type FamilyWork, type WorkTools } from './family.ts';
import { summaryNow } from './summary.ts';
import { interrupted, isSession, settleInterrupted, type Ending, type Unsettled } from './recovery.ts';
import { message } from '#shared/messages/message.ts';

export interface CoordinatorOptions {
  connection: ConnectionKeeper;
  ledger: Ledger;
  account: AccountKeeper;
  kept: KeptFiles;
  throttle: Throttle;
  clock: Clock;
  log: Log;
  works: readonly FamilyWork[];
  /** A person's own, of what is sent here: the command line's, which sends one thing in a run. */
  idempotencyKey?: string | undefined;
}

export interface SentRequest<T> {
  entry: LedgerEntry;
  value: T;
}

type Noted = (operationId: string) => Promise<void>;

/** Where paid work that is no sound of a block is sent, waited for, and found again after a crash: one way for every family. */
export class PaidCoordinator {
  readonly #options: CoordinatorOptions;
  readonly #works: ReadonlyMap<string, FamilyWork>;
  readonly #listeners = new Set<(operation: PaidOperation) => void>();
  readonly #poller: JobPoller;
  readonly #outgoing: Outgoing;
  /** What the last run left `sending`: asked first of the ledger, before this run begins anything. */
  readonly #leftSending = new Set<string>();
  readonly #swept: Promise<void>;
  readonly #stopListening: readonly (() => void)[];

  constructor(options: CoordinatorOptions) {
    this.#options = options;
    const { connection, throttle, log, works } = options;
    this.#works = new Map(works.map((work) => [work.family, work]));
    this.#poller = new JobPoller({ ...options, tell: (operationId) => this.#tell(operationId) });
    this.#outgoing = new Outgoing((operationId) => this.#tell(operationId));
    this.#swept = this.#sweep();
    this.#swept.catch((thrown: unknown) => log.error('what a crash left could not be looked at', { kind: toFailure(thrown).kind }));
    this.#stopListening = [
      connection.onChange(({ state }) => {
        if (state !== 'ready') return;
        throttle.resume(); // another key, or another start: both are worth asking again
        this.#poller.nudge();
        this.#recoverSoon();
      }),
      throttle.onResume(() => this.#recoverSoon()),
    ];
  }

  /** The sound of a block is not this coordinator's, though its families also say lines that are for none. */
  workOf(entry: LedgerEntry): FamilyWork | undefined {
    return isSpeech(entry) ? undefined : this.#works.get(entry.family);
  }

  /** What a run of the family needs, on the service that an operation belongs to. */
  async toolsFor(entry: LedgerEntry, signal: AbortSignal): Promise<WorkTools> {
    const { connection, account, kept, log, clock } = this.#options;
    const client = await connection.ready(signal);
    await checkOwner(entry, client, account, signal);
    return { client, kept, log, sleep: clock.sleep, signal };
  }

  shown(entry: LedgerEntry): PaidOperation {
    return shown(entry, this.#poller.trouble(entry.operationId));
  }

  /**
   * Sends it by the rules, and answers when the service has taken it. The same work whose outcome is unknown is asked for with its own ids
   * where its family allows that. Once something has left, the work goes on without its caller. `noted` is called with its id as soon as there is one.
   */
  async send<T>(work: FamilyWork<T>, order: Order, signal: AbortSignal, noted?: Noted): Promise<SentRequest<T>> {
    await this.#swept;
    const { connection } = this.#options;
    const { connectionId } = await connection.ready(signal);
    const known = await this.#ofOwnKey(order, connectionId);
    if (known !== undefined) {
      if (known.state === 'waiting') this.#poller.watch(known, work);
      return { entry: known, value: undefined as T };
    }
    return (await this.#sendBefore(work, order, connectionId, signal)) ?? this.#sendNew(work, order, connectionId, signal, noted);
  }

  /** Until it is over, as far as it goes by itself. Throws what keeps it from going on. */
  untilOver(operationId: string, signal: AbortSignal, listen: (operation: PaidOperation) => void): Promise<PaidOperation> {
    return new Promise((resolve, reject) => {
      const look = (operation: PaidOperation): void => {
        if (operation.operationId !== operationId) return;
        listen(operation);
        const trouble = this.#poller.stuck(operationId);
        if (trouble !== undefined) end(() => reject(new FailureError(trouble)));
        else if (operation.state !== 'sending' && operation.state !== 'waiting') end(() => resolve(operation));
      };
      const onAbort = (): void => end(() => reject(stoppedWaiting()));
      const end = (settle: () => void): void => {
        this.#listeners.delete(look);
        signal.removeEventListener('abort', onAbort);
        settle();
      };
      if (signal.aborted) {
        reject(stoppedWaiting());
        return;
      }
      signal.addEventListener('abort', onAbort, { once: true });
      this.#listeners.add(look);
      this.#entryOf(operationId).then(
        (entry) => look(this.shown(entry)),
        (thrown: unknown) => end(() => reject(new FailureError(toFailure(thrown)))),
      );
    });
  }

  /** By a person's wish: asks for what the service has, sends the same ids again, or reads whether it happened. Throws `conflict` where none of it may be. */
  async retry(entry: LedgerEntry, signal: AbortSignal): Promise<PaidOperation> {
    await this.#swept;
    const { ledger } = this.#options;
    const { operationId, state, taskId } = entry;
    const work = this.workOf(entry);
    if (work === undefined || state === 'done' || state === 'failed') throw conflict(message('jobs.operationOver'));
    if (this.#outgoing.has(operationId)) throw conflict(message('paidRequests.alreadySending'));
    if (isGivenUp(entry)) throw conflict(message('paidRequests.alreadyGivenUp'));
    if (state === 'waiting' || (taskId !== null && work.ask !== undefined)) {
      await this.toolsFor(entry, signal);
      if (state !== 'waiting') await ledger.accepted(operationId, taskId ?? '', {});
      const open = await this.#entryOf(operationId);
      this.#poller.watch(open, work);
      this.#poller.nudge();
      return this.shown(open);
    }
    const rule = familyRules[entry.family].afterUnknown;
    if (work.happened !== undefined) await this.#verify(work, entry, signal);
    else if (rule === 'same-ids') await this.#sendAgain(work, entry, signal, false);
    else throw conflict(rule === 'look-up' ? message('paidRequests.wouldChargeTwice') : message('paidRequests.cannotAskAgain'));
    return this.shown(await this.#entryOf(operationId));
  }

  /** Takes what a person found in the service's list for what came of an operation whose outcome is unknown. */
  async adopt(entry: LedgerEntry, id: string, signal: AbortSignal): Promise<PaidOperation> {
    await this.#swept;
    const { ledger, account } = this.#options;
    const { operationId } = entry;
    const work = this.workOf(entry);
    if (work?.adopted === undefined || entry.state !== 'unknown') throw conflict(message('paidRequests.cannotAdopt'));
    const { taskId, outcome } = await work.adopted(id, await this.toolsFor(entry, signal));
    await ledger.note(operationId, 'adopted', { id });
    if (taskId === undefined) await ledger.settle(operationId, 'done', outcome);
    else {
      await ledger.accepted(operationId, taskId, outcome);
      this.#poller.watch(await this.#entryOf(operationId), work);
    }
    account.paid({});
    await this.#tell(operationId);
    return this.shown(await this.#entryOf(operationId));
  }

  async stopWaiting({ operationId }: LedgerEntry): Promise<PaidOperation> {
    await this.#outgoing.stop(operationId);
    await this.#poller.stop(operationId);
    const entry = await this.#entryOf(operationId);
    // What an earlier run left, and nothing here is sending; a live session says itself how it ends.
    const isLeft = entry.state === 'sending' && !isSession(entry);
    if (entry.state === 'waiting' || isLeft)
      await this.#options.ledger.settle(operationId, 'unknown', { failure: stoppedWaiting(entry).failure });
    await this.#tell(operationId);
    return this.shown(await this.#entryOf(operationId));
  }

  /** It stays unknown; the same order is a new request from then on. */
  async giveUp(entry: LedgerEntry): Promise<PaidOperation> {
    await this.#swept;
    const { ledger } = this.#options;
    const { operationId } = entry;
    if (this.#outgoing.has(operationId) || !mayBeGivenUp(entry)) throw conflict(message('paidRequests.cannotGiveUp'));
    await ledger.note(operationId, 'given up', {});
    await ledger.settle(operationId, 'unknown', { failure: givenUp(entry) });
    await this.#tell(operationId);
    return this.shown(await this.#entryOf(operationId));
  }

  /** Goes on with what an earlier run left, as soon as there is a service. */
  async recover(): Promise<void> {
    await this.#swept;
    for (const entry of await this.#options.ledger.pending()) {
      const work = this.workOf(entry);
      const isOfThisRun = entry.state === 'sending' && !this.#leftSending.has(entry.operationId);
      if (work !== undefined && !isOfThisRun && !this.#outgoing.has(entry.operationId)) this.#goOn(entry, work);
    }
  }

  /** What a person has to know of: stuck, held back, or of unknown outcome. */
  async unsettled(): Promise<Unsettled[]> {
    await this.#swept;
    const { ledger, throttle } = this.#options;
    const lost = (await ledger.unsettled()).filter((entry) => !isSpeech(entry));
    const stuck = (await ledger.pending()).filter(
      (entry) => this.workOf(entry) !== undefined && (this.#poller.stuck(entry.operationId) !== undefined || this.#isHeld(entry)),
    );
    return [...stuck, ...lost].map((entry) => ({
      operationId: entry.operationId,
      summary: summaryNow(entry),
      failure:
        this.#poller.stuck(entry.operationId) ??
        (this.#isHeld(entry) ? throttle.paused() : undefined) ??
        entry.failure ??
        interrupted(entry),
    }));
  }

  onChange(listener: (operation: PaidOperation) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    for (const stop of this.#stopListening) stop();
    this.#outgoing.abort();
    await this.#poller.close();
    await Promise.allSettled([this.#swept, this.#outgoing.ended()]);
    this.#listeners.clear();
  }

  /** The same request under the same key of a person's own is the one that was made: where the service has promised that, too. */
  async #ofOwnKey({ family, body }: Order, connectionId: string): Promise<LedgerEntry | undefined> {
    const { ledger, idempotencyKey } = this.#options;
    if (idempotencyKey === undefined || familyRules[family].afterUnknown !== 'same-ids') return undefined;
    const before = await ledger.entryOfKey(idempotencyKey);
    const same = before?.family === family && before.connectionId === connectionId && Buffer.compare(before.body, body) === 0;
    return same && (before.state === 'done' || before.state === 'waiting') ? before : undefined;
  }

  /** Asks for the same work again whose outcome is not known; `undefined` where a new request is to follow. */
  async #sendBefore<T>(work: FamilyWork<T>, order: Order, connectionId: string, signal: AbortSignal): Promise<SentRequest<T> | undefined> {
    const { ledger, account } = this.#options;
    const before = await ledger.open(order.fingerprint, connectionId, await account.userId(signal));
    const isAskable = before?.state === 'unknown' && !isGivenUp(before) && !this.#outgoing.has(before.operationId);
    if (!isAskable || familyRules[work.family].afterUnknown !== 'same-ids') return undefined;
    try {
      return await this.#sendAgain(work, before, signal, false);
    } catch (thrown) {
      // Refunded, or failed for good: a new id may follow by the user's wish, and this is it.
      if ((await ledger.entry(before.operationId))?.state !== 'failed' || signal.aborted) throw thrown;
      if (toFailure(thrown).kind !== 'conflict') throw thrown;
      return undefined;
    }
  }

  async #sendNew<T>(work: FamilyWork<T>, order: Order, connectionId: string, signal: AbortSignal, noted?: Noted): Promise<SentRequest<T>> {
    const { ledger, account, idempotencyKey } = this.#options;
    const own = idempotencyKey === undefined ? order : { ...order, idempotencyKey };
    try {
      return await this.#run(
        work,
        signal,
        (tools, working, call) => sendPaid(tools, own, (request) => work.send(request, working), call),
        noted,
      );
    } catch (thrown) {
      if (work.happened === undefined || toFailure(thrown).charged !== 'unknown' || signal.aborted) throw thrown;
      const lost = await ledger.open(order.fingerprint, connectionId, await account.userId(signal));
      if (lost === undefined) throw thrown;
      await this.#verify(work, lost, signal);
      const entry = await this.#entryOf(lost.operationId);
      if (entry.state !== 'done') throw new FailureError(entry.failure ?? toFailure(thrown), { cause: thrown });
      return { entry, value: undefined as T };
    }
  }

  #sendAgain<T>(work: FamilyWork<T>, entry: LedgerEntry, signal: AbortSignal, automatic: boolean): Promise<SentRequest<T>> {
    return this.#run(work, signal, (tools, working, call) =>
      sendPaidAgain(tools, entry, (request) => work.send(request, working), { ...call, automatic }),
    );
  }

  /** Sends, and has what the service has taken waited for. */
  #run<T>(
    work: FamilyWork<T>,
    caller: AbortSignal,
    go: (tools: EngineTools, working: WorkTools, call: SendCall) => Promise<Paid<T> & { operationId: string }>,
    noted?: Noted,
  ): Promise<SentRequest<T>> {
    const { connection, ledger, account, kept, throttle, clock, log } = this.#options;
    return this.#outgoing.run(caller, async ({ signal, begun }) => {
      const client = await connection.ready(signal);
      const onBegun = async (operationId: string): Promise<void> => {
        begun(operationId);
        this.#tellSoon(operationId);
        await noted?.(operationId);
      };
      const tools = { client, ledger, account, clock, log, throttle };
      const paid = await go(tools, { client, kept, log, sleep: clock.sleep, signal }, { signal, onBegun });
      const entry = await this.#entryOf(paid.operationId);
      if (entry.state === 'waiting') this.#poller.watch(entry, work, paid.retryAfterMs);
      return { entry, value: paid.value };
    });
  }

  /** Reads whether it happened, and writes that down. */
  async #verify(work: FamilyWork, entry: LedgerEntry, signal: AbortSignal): Promise<void> {
    const hasHappened = (await work.happened?.(entry, await this.toolsFor(entry, signal))) === true;
    const { state, outcome } = hasHappened ? happened : notHappened(entry);
    await this.#options.ledger.settle(entry.operationId, state, outcome);
    await this.#tell(entry.operationId);
  }

  async #sweep(): Promise<void> {
    const { ledger } = this.#options;
    const left = (await ledger.pending()).filter((entry) => entry.state === 'sending' && !isSpeech(entry) && !isSession(entry));
    for (const { operationId } of left) this.#leftSending.add(operationId);
    await settleInterrupted(this.#options, left);
  }

  #goOn(entry: LedgerEntry, work: FamilyWork): void {
    if (entry.state === 'waiting') {
      this.#poller.watch(entry, work);
      return;
    }
    const { throttle, log } = this.#options;
    if (throttle.paused() !== undefined) return;
    this.#outgoing.goOn(entry.operationId, async (signal) => {
      try {
        if (work.happened === undefined) await this.#sendAgain(work, entry, signal, true);
        else await this.#verify(work, entry, signal);
      } catch (thrown) {
        if (!signal.aborted) log.warn('what was sent could not be gone on with', { family: entry.family, kind: toFailure(thrown).kind });
      }
    });
  }

  #recoverSoon(): void {
    this.recover().catch((thrown: unknown) =>
      this.#options.log.warn('paid work could not be gone on with yet', { kind: toFailure(thrown).kind }),
    );
  }

  #isHeld(entry: LedgerEntry): boolean {
    return entry.state === 'sending' && this.#options.throttle.paused() !== undefined && !this.#outgoing.has(entry.operationId);
  }

  async #entryOf(operationId: string): Promise<LedgerEntry> {
    const entry = await this.#options.ledger.entry(operationId);
    if (entry === undefined) throw fail('not-found', message('jobs.noSuchOperation'), { field: 'operationId' });
    return entry;
  }

  async #tell(operationId: string): Promise<void> {
    const entry = await this.#options.ledger.entry(operationId);
    if (entry !== undefined) for (const listener of this.#listeners) listener(this.shown(entry));
  }

  #tellSoon(operationId: string): void {
    this.#tell(operationId).catch((thrown: unknown) =>
      this.#options.log.warn('a change could not be announced', { operationId, kind: toFailure(thrown).kind }),
    );
  }
}

const happened: Ending = { state: 'done', outcome: {} };

function notHappened({ requestId }: LedgerEntry): Ending {
  const failure = fail('service-failed', message('paidRequests.notCarriedOut'), { requestId });
  return { state: 'failed', outcome: { failure: failure.failure } };
}
