import { fail, FailureError, toFailure } from '#shared/failure.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { AccountKeeper } from './account.ts';
import type { ConnectionKeeper } from '../service-client/connection.ts';
import { resendFor, type Clock } from './attempts.ts';
import type { Gate } from './throttle.ts';
import type { Order, EngineTools } from './engine.ts';
import { checkOwner } from './ownership.ts';
import { pay, payAgain, type Paid, type PayingCall } from './send.ts';
import { familyRules } from './family-rules.ts';
import { isSpeech, type Ledger, type LedgerEntry } from './ledger/types.ts';
import type { KeptFiles } from '../library/kept-files.ts';
import type { Log } from '../infra/platform.ts';
import type { Unsettled } from '../features/speech/service.ts';
import { givenUp, isGivenUp, lostWith, mayBeGivenUp, notNow, stoppedWaiting, untilLeft } from './failures.ts';
import { createWaiting } from './polling.ts';
import { shown, type FamilyWork, type WorkTools } from './family.ts';

export interface DeskOptions {
  connection: ConnectionKeeper;
  ledger: Ledger;
  account: AccountKeeper;
  kept: KeptFiles;
  gate: Gate;
  clock: Clock;
  log: Log;
  works: readonly FamilyWork[];
  /** A person's own, of what is bought here: the command line's, which buys one thing in a run. */
  idempotencyKey?: string | undefined;
}

export interface Bought<T> {
  entry: LedgerEntry;
  value: T;
}

/** Where paid work that is no sound of a block is sent, waited for, and found again after a crash: one way for every family. */
export interface PaidDesk {
  /**
   * Sends it by the rules, and answers when the service has taken it. The same work whose outcome is unknown is asked for with its own ids
   * where its family allows that. Once something has left, the work goes on without its caller. `noted` is told of its id as soon as there is one.
   */
  buy<T>(work: FamilyWork<T>, payment: Order, signal: AbortSignal, noted?: (operationId: string) => Promise<void>): Promise<Bought<T>>;
  /** Until it is over, as far as it goes by itself. Throws what keeps it from going on. */
  untilOver(operationId: string, signal: AbortSignal, tell: (operation: PaidOperation) => void): Promise<PaidOperation>;
  retry(entry: LedgerEntry, signal: AbortSignal): Promise<PaidOperation>;
  adopt(entry: LedgerEntry, id: string, signal: AbortSignal): Promise<PaidOperation>;
  stopWaiting(entry: LedgerEntry): Promise<PaidOperation>;
  /** It stays unknown; the same order is a new request from then on. */
  giveUp(entry: LedgerEntry): Promise<PaidOperation>;
  /** What a run of the family needs, on the service that an operation belongs to. */
  toolsFor(entry: LedgerEntry, signal: AbortSignal): Promise<WorkTools>;
  workOf(entry: LedgerEntry): FamilyWork | undefined;
  shown(entry: LedgerEntry): PaidOperation;
  /** Goes on with what an earlier run left, as soon as there is a service. */
  recover(): Promise<void>;
  unsettled(): Promise<Unsettled[]>;
  onChange(listener: (operation: PaidOperation) => void): () => void;
  close(): Promise<void>;
}

/** Work that can be ended alone. */
interface Running {
  controller: AbortController;
  done: Promise<unknown>;
}

export function createPaidDesk(options: DeskOptions): PaidDesk {
  const { connection, ledger, account, kept, gate, clock, log, idempotencyKey } = options;
  const works = new Map(options.works.map((work) => [work.family, work]));
  /** The sound of a block is not the desk's, though its families also say lines that are for none. */
  const workOf = (entry: LedgerEntry): FamilyWork | undefined => (isSpeech(entry) ? undefined : works.get(entry.family));
  const listeners = new Set<(operation: PaidOperation) => void>();
  /** What is being sent, by its id. */
  const sending = new Map<string, Running>();
  /** What an earlier run sent and this one goes on with by itself: once, however often that is asked for. */
  const goingOn = new Map<string, Running>();
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();

  const tell = async (operationId: string): Promise<void> => {
    const entry = await ledger.entry(operationId);
    if (entry !== undefined) for (const listener of listeners) listener(show(entry));
  };
  const toldSoon = (operationId: string): void => {
    tell(operationId).catch((thrown: unknown) => log.warn('a change could not be told', { operationId, kind: toFailure(thrown).kind }));
  };
  const waiting = createWaiting({ connection, ledger, account, kept, gate, clock, log, tell });
  const show = (entry: LedgerEntry): PaidOperation => shown(entry, waiting.trouble(entry.operationId));

  const entryOf = async (operationId: string): Promise<LedgerEntry> => {
    const entry = await ledger.entry(operationId);
    if (entry === undefined) throw fail('not-found', 'The ledger has no such operation.', { field: 'operationId' });
    return entry;
  };

  /** What the last run left `sending`: asked first of the ledger, before this run begins anything. */
  const left = ledger.pending();
  const leftSending = new Set<string>();
  const swept = left.then(async (entries) => {
    for (const entry of entries) {
      if (entry.state !== 'sending' || isElsewhere(entry)) continue;
      const work = workOf(entry);
      leftSending.add(entry.operationId);
      const goesOn = clock.now() - entry.firstSentAt <= resendFor;
      if (goesOn && work !== undefined && (familyRules[entry.family].resends > 0 || work.happened !== undefined)) continue;
      await ledger.settle(entry.operationId, 'unknown', { failure: lostWith(entry) });
    }
  });
  swept.catch((thrown: unknown) => log.error('what a crash left could not be looked at', { kind: toFailure(thrown).kind }));

  /** Runs a send that outlives its caller once something has left. */
  const run = async <T>(
    work: FamilyWork<T>,
    signal: AbortSignal,
    go: (tools: EngineTools, working: WorkTools, call: PayingCall) => Promise<Paid<T> & { operationId: string }>,
    noted?: (operationId: string) => Promise<void>,
  ): Promise<Bought<T>> => {
    signal.throwIfAborted();
    const controller = new AbortController();
    const onClose = (): void => controller.abort();
    closing.signal.addEventListener('abort', onClose, { once: true });
    let begun: string | undefined;
    const call: PayingCall = {
      signal: controller.signal,
      onBegun: async (operationId) => {
        begun = operationId;
        sending.set(operationId, { controller, done: running });
        toldSoon(operationId);
        await noted?.(operationId);
      },
    };
    const running = (async (): Promise<Bought<T>> => {
      try {
        const client = await connection.ready(controller.signal);
        const paying = { client, ledger, account, clock, log, gate };
        const paid = await go(paying, { client, kept, log, sleep: clock.sleep, signal: controller.signal }, call);
        const entry = await entryOf(paid.operationId);
        if (entry.state === 'waiting') waiting.watch(entry, work, paid.retryAfterMs);
        return { entry, value: paid.value };
      } finally {
        closing.signal.removeEventListener('abort', onClose);
        if (begun !== undefined) {
          sending.delete(begun);
          await tell(begun);
        }
      }
    })();
    underWay.add(running);
    const forget = (): boolean => underWay.delete(running);
    running.then(forget, forget);
    return untilLeft(running, signal, () => {
      if (begun === undefined) controller.abort();
      return begun !== undefined;
    });
  };

  const again = async <T>(work: FamilyWork<T>, entry: LedgerEntry, signal: AbortSignal, automatic: boolean): Promise<Bought<T>> =>
    run(work, signal, (tools, working, call) => payAgain(tools, entry, (request) => work.send(request, working), { ...call, automatic }));

  /** Reads whether it happened, and writes that down. */
  const verify = async (work: FamilyWork, entry: LedgerEntry, signal: AbortSignal): Promise<void> => {
    const happened = await work.happened?.(entry, await toolsFor(entry, signal));
    if (happened === true) await ledger.settle(entry.operationId, 'done', {});
    else {
      const failure = fail('service-failed', 'The service was asked, and it has not happened. Nothing was taken for it.', {
        requestId: entry.requestId,
      });
      await ledger.settle(entry.operationId, 'failed', { failure: failure.failure });
    }
    await tell(entry.operationId);
  };

  const toolsFor = async (entry: LedgerEntry, signal: AbortSignal): Promise<WorkTools> => {
    const client = await connection.ready(signal);
    await checkOwner(entry, client, account, signal);
    return { client, kept, log, sleep: clock.sleep, signal };
  };

  const goOn = (entry: LedgerEntry, work: FamilyWork): void => {
    if (entry.state === 'waiting') {
      waiting.watch(entry, work);
      return;
    }
    const { operationId } = entry;
    if (gate.paused() !== undefined || sending.has(operationId) || goingOn.has(operationId)) return;
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, closing.signal]);
    const going = async (): Promise<void> => {
      try {
        if (work.happened === undefined) await again(work, entry, signal, true);
        else await verify(work, entry, signal);
      } catch (thrown) {
        if (!signal.aborted) log.warn('what was sent could not be gone on with', { family: entry.family, kind: toFailure(thrown).kind });
      }
    };
    const done = going().finally(() => {
      underWay.delete(done);
      goingOn.delete(operationId);
    });
    underWay.add(done);
    goingOn.set(operationId, { controller, done });
  };

  const recover = async (): Promise<void> => {
    await swept;
    for (const entry of await ledger.pending()) {
      const work = workOf(entry);
      const here = entry.state === 'sending' && !leftSending.has(entry.operationId);
      if (work !== undefined && !here && !sending.has(entry.operationId)) goOn(entry, work);
    }
  };
  const recoverSoon = (): void => {
    recover().catch((thrown: unknown) => log.warn('paid work could not be gone on with yet', { kind: toFailure(thrown).kind }));
  };
  const stopListening = [
    connection.onChange(({ state }) => {
      if (state !== 'ready') return;
      gate.resume(); // another key, or another start: both are worth asking again
      waiting.nudge();
      recoverSoon();
    }),
    gate.onResume(() => recoverSoon()),
  ];

  return {
    workOf,
    toolsFor,
    shown: show,
    recover,
    buy: async <T>(
      work: FamilyWork<T>,
      payment: Order,
      signal: AbortSignal,
      noted?: (operationId: string) => Promise<void>,
    ): Promise<Bought<T>> => {
      await swept;
      const client = await connection.ready(signal);
      const known = await ownBefore(payment, client.connectionId);
      if (known !== undefined) {
        if (known.state === 'waiting') waiting.watch(known, work);
        return { entry: known, value: undefined as T };
      }
      const before = await ledger.open(payment.fingerprint, client.connectionId, await account.userId(signal));
      const isAskable = before?.state === 'unknown' && !isGivenUp(before) && !sending.has(before.operationId);
      if (isAskable && familyRules[work.family].afterUnknown === 'same-ids') {
        try {
          return await again(work, before, signal, false);
        } catch (thrown) {
          // Refunded, or failed for good: a new id may follow by the user's hand, and this is it.
          if ((await ledger.entry(before.operationId))?.state !== 'failed' || signal.aborted) throw thrown;
          if (toFailure(thrown).kind !== 'conflict') throw thrown;
        }
      }
      try {
        return await run(
          work,
          signal,
          (tools, working, call) =>
            pay(
              tools,
              idempotencyKey === undefined ? payment : { ...payment, idempotencyKey },
              (request) => work.send(request, working),
              call,
            ),
          noted,
        );
      } catch (thrown) {
        if (work.happened === undefined || toFailure(thrown).charged !== 'unknown' || signal.aborted) throw thrown;
        const lost = await ledger.open(payment.fingerprint, client.connectionId, await account.userId(signal));
        if (lost === undefined) throw thrown;
        await verify(work, lost, signal);
        const entry = await entryOf(lost.operationId);
        if (entry.state !== 'done') throw new FailureError(entry.failure ?? toFailure(thrown), { cause: thrown });
        return { entry, value: undefined as T };
      }
    },
    untilOver: (operationId, signal, listen) =>
      new Promise((resolve, reject) => {
        const look = (operation: PaidOperation): void => {
          if (operation.operationId !== operationId) return;
          listen(operation);
          const trouble = waiting.stuck(operationId);
          if (trouble !== undefined) end(() => reject(new FailureError(trouble)));
          else if (operation.state !== 'sending' && operation.state !== 'waiting') end(() => resolve(operation));
        };
        const onAbort = (): void => end(() => reject(stoppedWaiting()));
        const end = (settle: () => void): void => {
          listeners.delete(look);
          signal.removeEventListener('abort', onAbort);
          settle();
        };
        if (signal.aborted) {
          reject(stoppedWaiting());
          return;
        }
        signal.addEventListener('abort', onAbort, { once: true });
        listeners.add(look);
        entryOf(operationId).then(
          (entry) => look(show(entry)),
          (thrown: unknown) => end(() => reject(new FailureError(toFailure(thrown)))),
        );
      }),
    retry: async (entry, signal) => {
      await swept;
      const work = workOf(entry);
      if (work === undefined || entry.state === 'done' || entry.state === 'failed') throw notNow('This operation is over.');
      if (sending.has(entry.operationId)) throw notNow('This is being sent already.');
      if (isGivenUp(entry)) throw notNow('You gave this up: it is asked for no more.');
      if (entry.state === 'waiting' || (entry.taskId !== null && work.ask !== undefined)) {
        await toolsFor(entry, signal);
        if (entry.state !== 'waiting') await ledger.accepted(entry.operationId, entry.taskId ?? '', {});
        const open = await entryOf(entry.operationId);
        waiting.watch(open, work);
        waiting.nudge();
        return show(open);
      }
      const rule = familyRules[entry.family].afterUnknown;
      if (work.happened !== undefined) await verify(work, entry, signal);
      else if (rule === 'same-ids') await again(work, entry, signal, false);
      else
        throw notNow(
          rule === 'look-up'
            ? 'The service would make and charge it a second time. Look for what came of it instead.'
            : 'The service cannot be asked how this ended. It may have been charged; a new one is a new request.',
        );
      return show(await entryOf(entry.operationId));
    },
    adopt: async (entry, id, signal) => {
      await swept;
      const work = workOf(entry);
      if (work?.adopted === undefined || entry.state !== 'unknown')
        throw notNow('Only something whose outcome is not known can be adopted, where the service has a list to look in.');
      const { taskId, outcome } = await work.adopted(id, await toolsFor(entry, signal));
      await ledger.note(entry.operationId, 'adopted', { id });
      if (taskId === undefined) await ledger.settle(entry.operationId, 'done', outcome);
      else {
        await ledger.accepted(entry.operationId, taskId, outcome);
        waiting.watch(await entryOf(entry.operationId), work);
      }
      account.paid({});
      await tell(entry.operationId);
      return show(await entryOf(entry.operationId));
    },
    stopWaiting: async ({ operationId }) => {
      // Its own alone: what else is being sent may take minutes.
      for (const running of [goingOn.get(operationId), sending.get(operationId)]) {
        running?.controller.abort();
        await running?.done.catch(() => undefined);
      }
      await waiting.stop(operationId);
      const entry = await entryOf(operationId);
      // What an earlier run left, and nothing here is sending; a live session says itself how it ends.
      const isLeft = entry.state === 'sending' && !entry.family.startsWith('realtime');
      if (entry.state === 'waiting' || isLeft) await ledger.settle(operationId, 'unknown', { failure: stoppedWaiting(entry).failure });
      await tell(operationId);
      return show(await entryOf(operationId));
    },
    giveUp: async (entry) => {
      await swept;
      const { operationId } = entry;
      if (sending.has(operationId) || !mayBeGivenUp(entry))
        throw notNow('Only something that was asked for again, and whose outcome is still not known, can be given up.');
      await ledger.note(operationId, 'given up', {});
      await ledger.settle(operationId, 'unknown', { failure: givenUp(entry) });
      await tell(operationId);
      return show(await entryOf(operationId));
    },
    unsettled: async () => {
      await swept;
      const lost = (await ledger.unsettled()).filter((entry) => !isSpeech(entry));
      const stuck = (await ledger.pending()).filter(
        (entry) => workOf(entry) !== undefined && (waiting.stuck(entry.operationId) !== undefined || isHeld(entry)),
      );
      return [...stuck, ...lost].map((entry) => ({
        operationId: entry.operationId,
        summary: entry.summary,
        failure: waiting.stuck(entry.operationId) ?? (isHeld(entry) ? gate.paused() : undefined) ?? entry.failure ?? lostWith(entry),
      }));
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      for (const stop of stopListening) stop();
      closing.abort();
      await waiting.close();
      await Promise.allSettled([swept, ...underWay]);
      listeners.clear();
    },
  };

  /** The same request under the same key of a person's own is the one that was made: where the service has promised that, too. */
  async function ownBefore({ family, body }: Order, connectionId: string): Promise<LedgerEntry | undefined> {
    if (idempotencyKey === undefined || familyRules[family].afterUnknown !== 'same-ids') return undefined;
    const before = await ledger.entryOfKey(idempotencyKey);
    const same = before?.family === family && before.connectionId === connectionId && Buffer.compare(before.body, body) === 0;
    return same && (before.state === 'done' || before.state === 'waiting') ? before : undefined;
  }

  /** Of whom recovery is somebody else's: the sound of blocks, and sessions. */
  function isElsewhere(entry: LedgerEntry): boolean {
    return isSpeech(entry) || entry.family === 'realtime-simple' || entry.family === 'realtime-reliable';
  }

  function isHeld(entry: LedgerEntry): boolean {
    return entry.state === 'sending' && gate.paused() !== undefined && !sending.has(entry.operationId);
  }
}
