import { fail } from '#shared/failure.ts';
import { workOf, type Take } from '#shared/narration/take.ts';
import type { Services } from '#shared/operations/index.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import { priceNameOf, type Budget } from '../../paid-requests/budget/budget.ts';
import type { Wanted as CapWanted } from '../../paid-requests/budget/caps.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import type { Ledger, SpeechEntry } from '../../paid-requests/ledger/types.ts';
import type { Library } from '../../library/types.ts';
import type { Log } from '../../infra/platform.ts';
import { sleepOnTimer } from '../../service-client/exchange.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import type { Unsettled } from '../../paid-requests/recovery.ts';
import type { Throttle } from '../../paid-requests/throttle.ts';
import { createEstimate } from './estimate.ts';
import { SingleFlight } from './single-flight.ts';
import { askAgain, make } from './make.ts';
import { land, type Made, type MakingEvent, type MakingTools } from './operation.ts';
import { planOf, type Wanted } from './plan.ts';
import { createRecovery, type Recovery } from './recovery.ts';
import { GenerationRun, type RunTools } from './run.ts';
import { createUnsentServices } from './unsent-services.ts';
import { Unsent } from './unsent.ts';
import type { VoiceBook } from '../voices/service.ts';
import { message } from '#shared/messages/message.ts';

export type { Ended } from './recovery.ts';

export interface Speech {
  services: Pick<Services, 'speech.estimate' | 'speech.generate' | 'speech.unsent' | 'speech.forget-unsent'>;
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
  profileDirectory: string;
  clock?: Clock;
  /** How much goes to the service at a time, and whether anything goes by itself. */
  throttle?: Throttle;
}

/** Generations of one project that wait for one another, at most. */
const maximumQueued = 32;

export function createSpeech(options: SpeechOptions): Speech {
  const { connection, ledger, library, account, voices, budget, log, throttle } = options;
  const clock: Clock = options.clock ?? { now: Date.now, sleep: sleepOnTimer };
  const singleFlight = new SingleFlight<MakingEvent, Made>(keepWhatMatters);
  const underWay = new Set<string>();
  const queues = new Map<string, { last: Promise<unknown>; length: number }>();

  const tools = async (signal?: AbortSignal): Promise<MakingTools> => ({
    client: await connection.ready(signal),
    ...{ ledger, library, account, clock, log, underWay, throttle },
    modelRefused: () => voices.forgetModels(),
  });
  const recovery = createRecovery({ connection, ledger, library, account, clock, log, underWay, singleFlight, tools, throttle });

  const takeOf: RunTools['takeOf'] = async ({ wanted, purpose, takes, caps, signal, byItself, onEvent }) => {
    const current = takes.findLast(({ take }) => isOf(take, wanted) && take.state === 'complete');
    if (current !== undefined) return { take: current.take, reused: true };
    const paid = await library.findPaid(wanted.fingerprint);
    if (paid?.state === 'complete')
      return { take: await library.addTake({ ...paid, purpose, controls: paid.controls ?? wanted.shape.controls }), reused: true };
    signal.throwIfAborted();
    const { result, joined } = await singleFlight.run(
      wanted.fingerprint,
      async (flight) => {
        const plan = await planOf(wanted, voices, flight.signal);
        const making = await tools(flight.signal);
        // Its sound would be found as that of the service which the block was asked of.
        if (making.client.connectionId !== wanted.shape.connectionId)
          throw fail('conflict', message('speech.serviceChanged'), { next: 'retry' });
        const wantedOfCap = async (): Promise<CapWanted> => {
          const { modelId, family } = plan;
          const price = await ledger.price(making.client.connectionId, { unit: 'character', modelId });
          const estimate = price === undefined ? undefined : price.creditsPerUnit * wanted.shape.text.length;
          return { estimate, priceName: priceNameOf({ unit: 'character', modelId, family }) };
        };
        return land(
          caps.buy(wantedOfCap, () => make(plan, purpose, making, flight, byItself)),
          making,
        );
      },
      onEvent,
      signal,
    );
    if (!joined) return { take: result.take, reused: false };
    return { take: await library.addTake({ ...result.result, purpose }), reused: true };
  };

  const unsent = new Unsent(options.profileDirectory, log, () => clock.now());
  const closing = new AbortController();
  const generate: Services['speech.generate'] = async (input, context) => {
    await recovery.crashed();
    const chapter = library.liveChapter(input.projectId, input.chapterId);
    const runTools = { connection, account, recovery, unsent, budget, clock, log, throttle, closing: closing.signal, takeOf };
    return new GenerationRun(runTools, chapter, input, context).make();
  };

  /** One generation at a time for a project; the others wait their turn, or leave it. */
  const inTurn: Services['speech.generate'] = async (input, context) => {
    const queue = queues.get(input.projectId) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= maximumQueued) throw fail('overloaded', message('speech.tooManyWaiting'));
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
    services: { 'speech.estimate': estimate, 'speech.generate': inTurn, ...createUnsentServices({ unsent, library, ledger, connection }) },
    recover: () => recovery.recover(),
    onUnsettled: (listener) => recovery.onUnsettled(listener),
    askAgain: async (entry, signal) => {
      await recovery.crashed();
      try {
        await singleFlight.run(
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
    stop: ({ fingerprint }) => singleFlight.stop(fingerprint),
    close: async () => {
      closing.abort();
      await recovery.close();
      await singleFlight.close();
      await Promise.all([...queues.values()].map((queue) => queue.last));
    },
  };
}

/** Any reading will do, unless a further one is wanted. */
const isOf = (take: Take, { shape, fingerprint }: Wanted): boolean =>
  (shape.variant === undefined ? workOf(take) : take.fingerprint) === fingerprint;

/** Who joins late needs to know where the sound is, and the latest of everything else. */
function keepWhatMatters(told: readonly MakingEvent[], next: MakingEvent): MakingEvent[] {
  if (next.type === 'received') return [...told];
  return next.type === 'queued' ? [next] : [...told.filter((event) => event.type === 'receiving' && next.type !== 'sending'), next];
}
