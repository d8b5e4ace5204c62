import { setImmediate as nextTurn } from 'node:timers/promises';
import { fail, FailureError, isAbort, toFailure, type Failure } from '#shared/failure.ts';
import { blocksOf, type Block } from '#shared/narration/document.ts';
import { spokenText } from '#shared/narration/shape.ts';
import { workOf, type Take } from '#shared/narration/take.ts';
import type { Services } from '#shared/operations.ts';
import type { AccountKeeper } from './account.ts';
import { priceNameOf, type Budget } from './budget.ts';
import type { Wanted as CapWanted } from './budget/caps.ts';
import type { ConnectionKeeper } from './connection.ts';
import type { Ledger, SpeechEntry } from './ledger/types.ts';
import type { StoredTake } from './library/project-file.ts';
import type { Library, LiveChapter, PaidResult } from './library/types.ts';
import type { Log } from './platform.ts';
import { sleepOnTimer } from './service/exchange.ts';
import type { Clock } from './ledger/attempts.ts';
import type { Gate } from './ledger/gate.ts';
import { createEstimate } from './speech/estimate.ts';
import { Flights } from './speech/flights.ts';
import { createInOrder, type Progress } from './speech/in-order.ts';
import { askAgain, make } from './speech/make.ts';
import { land, UnmadeError, type Made, type MakingEvent, type MakingTools } from './speech/operation.ts';
import { anotherOf, planOf, wantedOf, type Wanted } from './speech/plan.ts';
import { createRunCaps, type RunCaps } from './speech/run-caps.ts';
import { createRecovery, type Recovery, type Unsettled } from './speech/recovery.ts';
import type { VoiceBook } from './voices.ts';

export type { Ended, Unsettled } from './speech/recovery.ts';

export interface Speech {
  services: Pick<Services, 'speech.estimate' | 'speech.generate'>;
  /**
   * Goes on with jobs in the background, and answers with what a person has to know of. Needs the service; what a crash left
   * of broken streams is kept without it, as soon as this exists. Can be asked again at any time.
   */
  recover(): Promise<Unsettled[]>;
  onUnsettled: Recovery['onUnsettled'];
  /** Of an operation that is open: asks for its outcome with its own ids, and fetches its sound. Never a second charge. */
  askAgain(entry: SpeechEntry, signal: AbortSignal): Promise<void>;
  /** Ends what is under way of an operation, whoever waits for it. */
  stop(entry: SpeechEntry): Promise<void>;
  close(): Promise<void>;
}

export interface SpeechOptions {
  connection: ConnectionKeeper;
  ledger: Ledger;
  library: Library;
  account: AccountKeeper;
  voices: VoiceBook;
  budget: Pick<Budget, 'batch'>;
  log: Log;
  clock?: Clock;
  /** How much goes to the service at a time, and whether anything goes by itself. */
  gate?: Gate;
}

/** Generations of one project that wait for one another, at most. */
const maximumQueued = 32;

/** After one of these the blocks that follow would fare the same; they are not sent. */
const stoppers: readonly Failure['kind'][] = ['unauthorized', 'payment-required', 'disk-full', 'unreachable', 'rate-limited', 'internal'];

export function createSpeech(options: SpeechOptions): Speech {
  const { connection, ledger, library, account, voices, budget, log, gate } = options;
  const clock: Clock = options.clock ?? { now: Date.now, sleep: sleepOnTimer };
  const flights = new Flights<MakingEvent, Made>(keepWhatMatters);
  const live = new Set<string>();
  const queues = new Map<string, { last: Promise<unknown>; length: number }>();

  const tools = async (signal?: AbortSignal): Promise<MakingTools> => ({
    client: await connection.ready(signal),
    ...{ ledger, library, account, clock, log, live, gate },
    modelRefused: () => voices.forgetModels(),
  });
  const recovery = createRecovery({ connection, ledger, library, account, clock, log, live, flights, tools, gate });

  /** The take of a block: one that is there, one that was paid for, or a new one. Throws `UnmadeError` with what was kept. */
  const takeOf = async (
    wanted: Wanted,
    purpose: PaidResult['purpose'],
    takes: readonly StoredTake[],
    tell: (event: MakingEvent) => void,
    caps: RunCaps,
    signal: AbortSignal,
  ): Promise<{ take: Take | undefined; reused: boolean }> => {
    const current = takes.findLast(({ take }) => isOf(take, wanted) && take.state === 'complete');
    if (current !== undefined) return { take: current.take, reused: true };
    const paid = await library.findPaid(wanted.fingerprint);
    if (paid?.state === 'complete')
      return { take: await library.addTake({ ...paid, purpose, controls: paid.controls ?? wanted.shape.controls }), reused: true };
    signal.throwIfAborted();
    const { result, joined } = await flights.fly(
      wanted.fingerprint,
      async (flight) => {
        const plan = await planOf(wanted, voices, flight.signal);
        const making = await tools(flight.signal);
        // Its sound would be found as that of the service which the block was asked of.
        if (making.client.connectionId !== wanted.shape.connectionId)
          throw fail('conflict', 'Another service was connected meanwhile. Generate the block again.', { next: 'retry' });
        const wantedOfCap = async (): Promise<CapWanted> => {
          const { modelId, family } = plan;
          const price = await ledger.price(making.client.connectionId, { unit: 'character', modelId });
          const estimate = price === undefined ? undefined : price.creditsPerUnit * wanted.shape.text.length;
          return { estimate, priceName: priceNameOf({ unit: 'character', modelId, family }) };
        };
        return land(
          caps.buy(wantedOfCap, () => make(plan, purpose, making, flight)),
          making,
        );
      },
      tell,
      signal,
    );
    if (!joined) return { take: result.take, reused: false };
    return { take: await library.addTake({ ...result.result, purpose }), reused: true };
  };

  const generate: Services['speech.generate'] = async ({ projectId, chapterId, blockIds, another = false }, { emit, signal }) => {
    await recovery.crashed();
    const chapter = library.liveChapter(projectId, chapterId);
    const blockOf = blockFinder(chapter);
    const speaking = [...new Set(blockIds)].filter((id) => !isEmpty(blockOf(id)));
    if (speaking.length === 0) throw fail('invalid-input', 'There is nothing to say yet.', { field: 'text' });
    for (const [index, blockId] of speaking.entries()) {
      emit({ type: 'queued', blockId });
      if (index % 500 === 499) await nextTurn(); // a window's queue is bounded, and it reads between turns
    }

    const count = { made: 0, reused: 0, failed: 0 };
    const order = createInOrder(() => gate?.limit() ?? 1);
    let stopped: Failure | undefined;
    const caps = createRunCaps(budget.batch(), order, () => stopped && notSent(stopped));
    let cancelled: Failure | undefined;

    const failed = async (blockId: string, thrown: unknown): Promise<void> => {
      if (!(thrown instanceof FailureError) && !isAbort(thrown)) log.error('a block could not be made', { blockId, error: String(thrown) });
      const failure = toFailure(thrown);
      const take = thrown instanceof UnmadeError ? thrown.take : undefined;
      count.failed++;
      emit({ type: 'failed', blockId, failure, ...(take === undefined ? {} : { take }) });
      if (failure.charged === 'unknown') await recovery.tellUnsettled();
      if (signal.aborted) cancelled = cancelledBy(cancelled, failure);
      else if (stoppers.includes(failure.kind)) stopped ??= failure;
    };
    const pass = (blockId: string, before: Failure): void => {
      count.failed++;
      emit({ type: 'failed', blockId, failure: notSent(before) });
    };
    const makeBlock = async (blockId: string, progress: Progress): Promise<void> => {
      // Its turn may have come because of what ended the run.
      if (signal.aborted) return;
      if (stopped !== undefined) {
        pass(blockId, stopped);
        return;
      }
      try {
        // As it is now: the text may have been edited, and a take may have come, while the ones before were made.
        const block = blockOf(blockId);
        if (block === undefined) throw fail('not-found', 'This block is no longer in the chapter.', { field: 'blockIds' });
        const now = wantedOf(block, chapter.defaults(), connection.current().id);
        if (now === undefined) return; // emptied meanwhile
        const takes = chapter.takes();
        const wanted = another ? anotherOf(now, takesIn(takes)) : now;
        const purpose = { projectId, chapterId, blockId };
        const tell = (event: MakingEvent): void => {
          noteProgress(event, progress);
          if (event.type !== 'sent') emit({ ...event, blockId });
        };
        const { take, reused } = await takeOf(wanted, purpose, takes, tell, caps, signal);
        if (reused) count.reused++;
        else count.made++;
        if (take !== undefined) emit({ type: 'take', blockId, take, reused });
        await recovery.tellEnded();
      } catch (thrown) {
        await failed(blockId, thrown);
      }
    };

    for (const [index, blockId] of speaking.entries()) {
      if (signal.aborted) break;
      if (stopped === undefined) await order.next((progress) => makeBlock(blockId, progress));
      else {
        pass(blockId, stopped);
        if (index % 500 === 499) await nextTurn();
      }
    }
    await order.allEnded();
    if (cancelled !== undefined) throw new FailureError(cancelled);
    signal.throwIfAborted();
    return count;
  };

  /** One generation at a time for a project; the others wait their turn, or leave it. */
  const inTurn: Services['speech.generate'] = async (input, context) => {
    const queue = queues.get(input.projectId) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= maximumQueued) throw fail('overloaded', 'Too many generations wait already. Let some finish first.');
    queues.set(input.projectId, queue);
    queue.length++;
    const turn = queue.last.then(() => {
      context.signal.throwIfAborted();
      return generate(input, context);
    });
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.length--;
      if (queue.length === 0) queues.delete(input.projectId);
    }
  };

  const estimate = createEstimate({ library, ledger, voices: voices.orLastKnown, connectionId: () => connection.current().id });

  return {
    services: { 'speech.estimate': estimate, 'speech.generate': inTurn },
    recover: () => recovery.recover(),
    onUnsettled: (listener) => recovery.onUnsettled(listener),
    askAgain: async (entry, signal) => {
      await recovery.crashed();
      try {
        await flights.fly(
          entry.fingerprint,
          async (flight) => {
            flight.letGo();
            const asking = await tools(flight.signal);
            return land(askAgain(entry, asking, flight), asking);
          },
          () => undefined,
          signal,
        );
      } finally {
        await recovery.tellUnsettled();
      }
    },
    stop: ({ fingerprint }) => flights.stop(fingerprint),
    close: async () => {
      await recovery.close();
      await flights.close();
      await Promise.all([...queues.values()].map((queue) => queue.last));
    },
  };
}

/** Any reading will do, unless a further one is wanted. */
const isOf = (take: Take, { shape, fingerprint }: Wanted): boolean =>
  (shape.variant === undefined ? workOf(take) : take.fingerprint) === fingerprint;

/** A block that is gone is not empty: asking for it fails in its own words. */
const isEmpty = (block: Block | undefined): boolean => block !== undefined && spokenText(block.text) === '';

const takesIn = (stored: readonly StoredTake[]): Take[] => stored.map(({ take }) => take);

/** Finds a block as it is now. The document is gone through again only when it has changed. */
function blockFinder(chapter: LiveChapter): (blockId: string) => Block | undefined {
  let seen: ReturnType<LiveChapter['document']> | undefined;
  let blocks = new Map<string, Block>();
  return (blockId) => {
    const document = chapter.document();
    if (document !== seen) blocks = new Map(blocksOf(document).map((block) => [block.attributes.id, block]));
    seen = document;
    return blocks.get(blockId);
  };
}

function noteProgress({ type }: MakingEvent, progress: Progress): void {
  if (type === 'sent') progress.sent();
  else if (type === 'receiving' || type === 'waiting') progress.accepted();
  else if (type === 'queued') progress.heldUp();
}

/** What a run that was stopped says: of all that was under way, the worst that is known of the charge. */
function cancelledBy(before: Failure | undefined, failure: Failure): Failure {
  const base = failure.kind === 'cancelled' ? failure : { ...fail('cancelled', 'Stopped.').failure, charged: failure.charged };
  if (before === undefined) return base;
  const worst = (['unknown', 'yes', 'no'] as const).find((charged) => [before.charged, base.charged].includes(charged)) ?? 'unknown';
  return { ...before, charged: worst };
}

function notSent(stopped: Failure): Failure {
  const { kind, next } = stopped;
  return { kind, next, charged: 'no', message: `Not sent, because of a block before: ${stopped.message}` };
}

/** Who joins late needs to know where the sound is, and the latest of everything else. */
function keepWhatMatters(told: readonly MakingEvent[], next: MakingEvent): MakingEvent[] {
  return next.type === 'queued' ? [next] : [...told.filter((event) => event.type === 'receiving' && next.type !== 'sending'), next];
}
