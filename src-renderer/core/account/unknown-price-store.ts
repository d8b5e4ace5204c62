import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { In } from '#shared/rpc.ts';
import { attempt } from '../host/attempt.ts';
import type { StudioClient } from '../host/client.ts';
import type { StudioStore } from '../studio/studio-store.ts';

/** What a purchase takes. */
export type Currency = 'credits' | 'quota';

/** A purchase whose price nobody knows. */
export interface Question {
  /** The name of the button that was pressed. */
  name: string;
  takes: Currency;
  /** Exactly this was bought before; its price is known or not. */
  isAgain?: boolean;
  /** Why nobody knows whether exactly this was bought before. */
  unchecked?: Failure;
  /** What it would cost about, in what it takes, where that is known. */
  amount?: number;
  /** What is said of doing it again, in place of the usual words. */
  note?: string;
}

/** What a person wants: to buy, not to buy, or to look once more for what was bought before. */
export type Answer = boolean | 'check-again';

/** A price of one unit, as main knows it; or the price of the whole, null or undefined while it is not known. */
export type AskedPrice = In<Operations['jobs.price']> | ((signal: AbortSignal) => Promise<number | null | undefined>);

export interface UnknownPriceDependencies {
  client: StudioClient;
  studio: Pick<StudioStore, 'store'>;
}

/** Main is asked for a price for so long, in milliseconds; after that it counts as unknown. */
const withinMs = 10_000;

/** Asks before a purchase whose price is not known yet. */
export class UnknownPriceStore {
  readonly store = create<{ question: Question | undefined }>(() => ({ question: undefined }));
  readonly #deps: UnknownPriceDependencies;
  #isAsking = false;
  #answer: (answer: Answer) => void = () => undefined;

  constructor(dependencies: UnknownPriceDependencies) {
    this.#deps = dependencies;
  }

  /**
   * Whether to buy what the button of this name buys: a person is asked where a hosted service's price is not known, unless they chose in Account
   * never to be asked. False for a press while the price of an earlier one is looked up, so that two presses never buy twice.
   */
  readonly mayBuy = async (name: string, price: AskedPrice, takes: Currency = 'credits'): Promise<boolean> => {
    const { connection, settings } = this.#deps.studio.store.getState();
    if (connection?.kind !== 'account' || settings.confirmAbove === null) return true;
    if (this.#isAsking) return false;
    this.#isAsking = true;
    try {
      return (await this.#isKnown(price)) || (await this.#ask({ name, takes }, connection.id)) === true;
    } finally {
      this.#isAsking = false;
    }
  };

  /**
   * The same of work that may have been bought before: where `earlier` finds exactly this, or cannot say, a person is asked whether to buy it, on
   * every service and whatever its price.
   */
  readonly mayBuyAgain = async (
    name: string,
    earlier: () => Promise<{ operationId: string | null }>,
    price: AskedPrice,
    { takes = 'credits', note }: { takes?: Currency; note?: string } = {},
  ): Promise<boolean> => {
    const { connection } = this.#deps.studio.store.getState();
    if (connection === undefined || this.#isAsking) return false;
    this.#isAsking = true;
    try {
      for (;;) {
        const found = await attempt(earlier);
        if (found.ok && found.value.operationId === null) break;
        const amount = typeof price === 'function' ? await price(AbortSignal.timeout(withinMs)) : undefined;
        const why = found.ok ? { isAgain: true, ...(note !== undefined && { note }) } : { unchecked: found.failure };
        const answer = await this.#ask({ name, takes, ...why, ...(typeof amount === 'number' && { amount }) }, connection.id);
        if (answer !== 'check-again') return answer;
      }
    } finally {
      this.#isAsking = false;
    }
    return this.mayBuy(name, price, takes);
  };

  readonly answerQuestion = (answer: Answer): void => this.#answer(answer);

  async #isKnown(price: AskedPrice): Promise<boolean> {
    const signal = AbortSignal.timeout(withinMs);
    if (typeof price === 'function') return typeof (await price(signal)) === 'number';
    const answer = await attempt(() => this.#deps.client.run('jobs.price', price, { signal }));
    return answer.ok && answer.value !== null;
  }

  /** Another service is another purchase: the question goes with the one that it was asked for. */
  async #ask(question: Question, connectionId: string): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#answer = resolve;
    this.store.setState({ question });
    const off = this.#deps.studio.store.subscribe(({ connection }) => {
      if (connection?.id !== connectionId) resolve(false);
    });
    try {
      return await promise;
    } finally {
      off();
      this.store.setState({ question: undefined });
    }
  }
}
