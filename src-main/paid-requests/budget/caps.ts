import { fail } from '#shared/failure.ts';
import { locale } from '#shared/messages/index.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** What counts against a cap so far. */
export interface Counted {
  /** Credits: charged, or estimated where the charge is not known yet. */
  credits: number;
  /** Names of prices that are not known, of work that may have been charged all the same. */
  unpriced: ReadonlySet<string>;
}

/** What is to be bought: about how many credits it costs, and the name of its price, which is needed where that is not known. */
export interface Wanted {
  estimate: number | undefined;
  priceName: string;
}

/** The code of a failure by which a cap stopped work, beside its kind `payment-required`. */
export const overBudget = 'OVER_BUDGET';

/**
 * Refuses what would pass a cap. A price is learned from the first request that has it; until it is known only one request may be out, so that a
 * service which never says what it takes cannot take more than that.
 */
export function refuseOver(what: 'day' | 'batch', cap: number, counted: Counted, { estimate, priceName }: Wanted): void {
  const { credits } = counted;
  if (estimate !== undefined) {
    if (credits + estimate <= cap) return;
    throw refused(
      message('paidRequests.capWouldBePassed', shown(cap), what, shown(credits), shown(estimate), shown(Math.max(0, cap - credits))),
    );
  }
  if (credits >= cap) throw refused(message('paidRequests.capReached', shown(cap), what, shown(credits)));
  if (counted.unpriced.has(priceName)) throw refused(message('paidRequests.capUncertain', shown(cap), what));
}

const refused = (why: Message): Error => fail('payment-required', why, { code: overBudget, next: 'none' });

const shown = (value: number): string => value.toLocaleString(locale(), { maximumFractionDigits: 2 });
