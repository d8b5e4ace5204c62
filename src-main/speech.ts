import { setImmediate as nextTurn } from 'node:timers/promises';
import { fail, FailureError, isAbort, toFailure, type Failure } from '#shared/failure.ts';
import { blocksOf, type Block } from '#shared/narration/document.ts';
import { spokenText } from '#shared/narration/shape.ts';
import { workOf, type Take } from '#shared/narration/take.ts';
import type { Services } from '#shared/operations.ts';
import type { AccountKeeper } from './account.ts';
import type { Batch, Budget } from './budget.ts';
import type { ConnectionKeeper } from './connection.ts';
import type { Ledger, SpeechEntry } from './ledger/types.ts';
import type { Library, PaidResult } from './library/types.ts';
import type { Log } from './platform.ts';
import { sleepOnTimer } from './service/exchange.ts';
import type { Clock } from './ledger/attempts.ts';
import type { Gate } from './ledger/gate.ts';
import { Flights } from './speech/flights.ts';
import { askAgain, make } from './speech/make.ts';
import { land, UnmadeError, type Made, type MakingEvent, type MakingTools } from './speech/operation.ts';
import { anotherOf, planOf, wantedOf, type Wanted } from './speech/plan.ts';
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
  const recovery = createRecovery({ connection, ledger, library, account, log, live, flights, tools, gate });

  /** The take of a block: one that is there, one that was paid for, or a new one. Throws `UnmadeError` with what was kept. */
  const takeOf = async (
    wanted: Wanted,
    purpose: PaidResult['purpose'],
    takes: readonly Take[],
    tell: (event: MakingEvent) => void,
    batch: Batch,
    signal: AbortSignal,
  ): Promise<{ take: Take | undefined; reused: boolean }> => {
    const current = takes.findLast((take) => isOf(take, wanted) && take.state === 'complete');
    if (current !== undefined) return { take: current, reused: true };
    const paid = await library.findPaid(wanted.fingerprint);
    if (paid?.state === 'complete')
      return { take: await library.addTake({ ...paid, purpose, controls: paid.controls ?? wanted.shape.controls }), reused: true };
    signal.throwIfAborted();
    const { result, joined } = await flights.fly(
      wanted.fingerprint,
      async (flight) => {
        const plan = await planOf(wanted, voices, flight.signal);
        const making = await tools(flight.signal);
        const price = await ledger.price(making.client.connectionId, { unit: 'character', modelId: plan.modelId });
        batch.allow(price === undefined ? undefined : price.creditsPerUnit * wanted.shape.text.length);
        return land(make(plan, purpose, making, flight), making);
      },
      tell,
      signal,
    );
    if (!joined) {
      batch.spent(result.result.creditsUsed ?? 0);
      return { take: result.take, reused: false };
    }
    return { take: await library.addTake({ ...result.result, purpose }), reused: true };
  };

  const generate: Services['speech.generate'] = async ({ projectId, chapterId, blockIds, another = false }, { emit, signal }) => {
    await recovery.crashed();
    const first = await library.chapter(projectId, chapterId);
    const wantedIds = [...new Set(blockIds)];
    const known = new Map(blocksOf(first.document).map((block) => [block.attributes.id, block]));
    const speaking = wantedIds.filter((id) => !isEmpty(known.get(id)));
    if (speaking.length === 0) throw fail('invalid-input', 'There is nothing to say yet.', { field: 'text' });
    for (const [index, blockId] of speaking.entries()) {
      emit({ type: 'queued', blockId });
      if (index % 500 === 499) await nextTurn(); // a window's queue is bounded, and it reads between turns
    }

    const count = { made: 0, reused: 0, failed: 0 };
    const batch = budget.batch();
    let stopped: Failure | undefined;
    for (const [index, blockId] of speaking.entries()) {
      signal.throwIfAborted();
      if (stopped !== undefined) {
        count.failed++;
        emit({ type: 'failed', blockId, failure: notSent(stopped) });
        if (index % 500 === 499) await nextTurn();
        continue;
      }
      try {
        // Read anew for each: the text may have been edited, and a take may have come, while the ones before were made.
        const chapter = await library.chapter(projectId, chapterId);
        const block = blocksOf(chapter.document).find((candidate) => candidate.attributes.id === blockId);
        if (block === undefined) throw fail('not-found', 'This block is no longer in the chapter.', { field: 'blockIds' });
        const now = wantedOf(block, chapter, connection.current().id);
        if (now === undefined) continue; // emptied meanwhile
        const wanted = another ? anotherOf(now, chapter.takes) : now;
        const purpose = { projectId, chapterId, blockId };
        const tell = (event: MakingEvent): void => emit({ ...event, blockId });
        const { take, reused } = await takeOf(wanted, purpose, chapter.takes, tell, batch, signal);
        if (reused) count.reused++;
        else count.made++;
        if (take !== undefined) emit({ type: 'take', blockId, take, reused });
        await recovery.tellEnded();
      } catch (thrown) {
        if (!(thrown instanceof FailureError) && !isAbort(thrown))
          log.error('a block could not be made', { blockId, error: String(thrown) });
        const failure = toFailure(thrown);
        const take = thrown instanceof UnmadeError ? thrown.take : undefined;
        count.failed++;
        emit({ type: 'failed', blockId, failure, ...(take === undefined ? {} : { take }) });
        if (failure.charged === 'unknown') await recovery.tellUnsettled();
        if (signal.aborted)
          throw new FailureError(
            failure.kind === 'cancelled' ? failure : { ...fail('cancelled', 'Stopped.').failure, charged: failure.charged },
          );
        if (stoppers.includes(failure.kind)) stopped = failure;
      }
    }
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

  const estimate: Services['speech.estimate'] = async ({ projectId, chapterId, blockIds, another = false }, { signal }) => {
    const chapter = await library.chapter(projectId, chapterId);
    const connectionId = connection.current().id;
    const ids = new Set(blockIds);
    const have = new Set(chapter.takes.flatMap((take) => (take.state === 'complete' ? [workOf(take)] : [])));
    const missing = new Map<string, Wanted>();
    for (const block of blocksOf(chapter.document)) {
      const now = ids.has(block.attributes.id) ? wishOf(block, chapter, connectionId) : undefined;
      if (now === undefined || (!another && have.has(now.fingerprint))) continue;
      const wanted = another ? anotherOf(now, chapter.takes) : now;
      missing.set(wanted.fingerprint, wanted);
    }
    let characters = 0;
    let blocks = 0;
    let credits: number | null = 0;
    const service = { lost: false }; // asked once, not once a block
    const learned = new Map<string, number>();
    for (const wanted of missing.values()) {
      if ((await library.findPaid(wanted.fingerprint))?.state === 'complete') continue;
      blocks++;
      characters += wanted.shape.text.length;
      const modelId = service.lost
        ? undefined
        : await planOf(wanted, voices, signal).then(
            (plan) => plan.modelId,
            (thrown: unknown) => {
              if (!['invalid-input', 'not-found', 'service-unavailable'].includes(toFailure(thrown).kind)) service.lost = true;
              return undefined; // what cannot be sent has no price, and generating says why
            },
          );
      const price = modelId === undefined ? undefined : await ledger.price(connectionId, { unit: 'character', modelId });
      if (modelId !== undefined && price !== undefined) learned.set(modelId, price.samples);
      credits = credits === null || price === undefined ? null : credits + price.creditsPerUnit * wanted.shape.text.length;
    }
    return { blocks, characters, credits, learnedFrom: [...learned.values()].reduce((sum, samples) => sum + samples, 0) };
  };

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

/** A block without a voice is no wish yet, and no reason to refuse an estimate of the others. */
function wishOf(...block: Parameters<typeof wantedOf>): Wanted | undefined {
  try {
    return wantedOf(...block);
  } catch {
    return undefined;
  }
}

function notSent(stopped: Failure): Failure {
  const { kind, next } = stopped;
  return { kind, next, charged: 'no', message: `Not sent, because of the block before: ${stopped.message}` };
}

/** Who joins late needs to know where the sound is, and the latest of everything else. */
function keepWhatMatters(told: readonly MakingEvent[], next: MakingEvent): MakingEvent[] {
  return next.type === 'queued' ? [next] : [...told.filter((event) => event.type === 'receiving' && next.type !== 'sending'), next];
}
