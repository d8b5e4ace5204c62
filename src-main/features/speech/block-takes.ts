import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { isRepairedFor, mayStandFor } from '#shared/narration/choose-take.ts';
import { workOf, type Take } from '#shared/narration/take.ts';
import type { Library } from '../../library/types.ts';
import { formatPriceName } from '../../paid-requests/budget/budget.ts';
import type { Wanted as CapWanted } from '../../paid-requests/budget/caps.ts';
import type { Ledger } from '../../paid-requests/ledger/types.ts';
import type { VoiceDirectory } from '../voices/service.ts';
import { make } from './make.ts';
import { land, type Made, type MakingEvent, type MakingTools } from './operation.ts';
import { createPlan, type Plan, type Wanted } from './plan.ts';
import type { RunTools } from './run.ts';
import type { SingleFlight } from './single-flight.ts';

type Block = Parameters<RunTools['takeOf']>[0];

/** Finds the take of a block: in the project, among what was paid for before, or with a paid request that is sent once. */
export class BlockTakes {
  readonly #ledger: Ledger;
  readonly #library: Library;
  readonly #voices: VoiceDirectory;
  readonly #singleFlight: SingleFlight<MakingEvent, Made>;
  readonly #tools: (signal: AbortSignal) => Promise<MakingTools>;

  constructor(options: {
    ledger: Ledger;
    library: Library;
    voices: VoiceDirectory;
    singleFlight: SingleFlight<MakingEvent, Made>;
    tools: (signal: AbortSignal) => Promise<MakingTools>;
  }) {
    this.#ledger = options.ledger;
    this.#library = options.library;
    this.#voices = options.voices;
    this.#singleFlight = options.singleFlight;
    this.#tools = options.tools;
  }

  readonly find: RunTools['takeOf'] = async (block) => {
    const { wanted, purpose, takes, takeId, signal } = block;
    const current = takes.filter(({ take }) => isReadingOf(take, wanted) && take.state === 'complete' && mayStandFor(take, takeId));
    const own = current.findLast(({ take }) => take.blockId === purpose.blockId);
    if (own !== undefined) return { take: own.take, reused: true };
    const paid = await this.#library.findPaid(wanted.fingerprint);
    if (paid?.state === 'complete')
      return { take: await this.#library.addTake({ ...paid, purpose, controls: paid.controls ?? wanted.shape.controls }), reused: true };
    // The sound of another block that says the same. What is paid for above becomes this block's own: it stays when this one alone is changed.
    const other = current.at(-1);
    if (other !== undefined) return { take: other.take, reused: true };
    // Repaired, and never named by the block: what would have named it was ended in between.
    const repaired = takes.findLast(({ take }) => isRepairedFor(take, purpose.blockId) && isReadingOf(take, wanted));
    if (repaired !== undefined) return { take: repaired.take, reused: true };
    signal.throwIfAborted();
    const { result, joined } = await this.#generate(block);
    if (!joined) return { take: result.take, reused: false };
    return { take: await this.#library.addTake({ ...result.result, purpose }), reused: true };
  };

  #generate({ wanted, purpose, caps, signal, byItself, onEvent }: Block): ReturnType<SingleFlight<MakingEvent, Made>['run']> {
    return this.#singleFlight.run(
      wanted.fingerprint,
      async (flight) => {
        const plan = await createPlan(wanted, this.#voices, flight.signal);
        const tools = await this.#tools(flight.signal);
        const { connectionId } = tools.client;
        // Its sound would be found as that of the service which the block was asked of.
        if (connectionId !== wanted.shape.connectionId) throw fail('conflict', message('speech.serviceChanged'), { next: 'retry' });
        const estimate = (): Promise<CapWanted> => this.#estimate(plan, connectionId, wanted.shape.text.length);
        return land(
          caps.buy(estimate, () => make(plan, purpose, tools, flight, byItself)),
          tools,
        );
      },
      onEvent,
      signal,
    );
  }

  async #estimate({ modelId, family }: Plan, connectionId: string, characters: number): Promise<CapWanted> {
    const price = await this.#ledger.price(connectionId, { unit: 'character', modelId });
    return {
      estimate: price === undefined ? undefined : price.creditsPerUnit * characters,
      priceName: formatPriceName({ unit: 'character', modelId, family }),
    };
  }
}

/** Any reading will do, unless a further one is wanted. */
const isReadingOf = (take: Take, { shape, fingerprint }: Wanted): boolean =>
  (shape.variant === undefined ? workOf(take) : take.fingerprint) === fingerprint;
