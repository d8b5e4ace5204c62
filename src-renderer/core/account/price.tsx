import { useEffect, useState, type ReactNode } from 'react';
import { useHost } from '../host/host.ts';
import { useStudio } from '../studio/studio.ts';
import { leaves, timeOfDay } from '../../lib/format.ts';
import { capPassed, useAccount } from './account.ts';
import classes from './price.module.css';
import { messages } from '#shared/messages/index.ts';

/** An answer is asked for when nothing has changed for this long, in milliseconds. */
const after = 300;

/** Asks for a price whenever `subject` or the service changes, a moment later; undefined until it is answered, null where nothing is asked or found. */
export function usePrice<T>(subject: string, ask: (signal: AbortSignal) => Promise<T | undefined>): T | null | undefined {
  const ready = useReadyService();
  // Behind a wire that was opened again, other things may have been paid for.
  const wire = useHost((state) => state.status);
  const key = subject === '' ? '' : `${ready} ${wire} ${subject}`;
  const [known, setKnown] = useState<{ key: string; value: T | null }>();
  useEffect(() => {
    if (key === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void ask(abort.signal).then((value) => {
        if (!abort.signal.aborted) setKnown({ key, value: value ?? null });
      });
    }, after);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the key says what is asked for
  }, [key]);
  if (key === '') return null;
  return known?.key === key ? known.value : undefined;
}

/** The credits of what {@link usePrice} found, as {@link PriceWords} takes them: undefined while it is asked for, null where it is not known. */
export const creditsFrom = <T,>(
  found: T | null | undefined,
  creditsOf: (found: T) => number | null | undefined,
): number | null | undefined => (found === undefined ? undefined : found === null ? null : (creditsOf(found) ?? null));

/** The service that answers; empty while none does. A local service names its prices when it is ready. */
export const useReadyService = (): string => useStudio(({ connection }) => (connection?.state === 'ready' ? connection.id : ''));

/** Where a price comes from, in a sentence; of one that is not known, why. Null or undefined credits are not known. */
export function usePriceBasis(credits: number | null | undefined, learnedFrom: number): string {
  const isLocal = useStudio((state) => state.connection?.kind === 'local');
  if (credits === null || credits === undefined) return isLocal ? messages.account.practiceCredits : messages.account.pricesLearned;
  if (learnedFrom === 0) return isLocal ? messages.account.listedPrice : '';
  const basis = messages.account.learnedFrom(messages.account.earlierRequest(learnedFrom));
  return isLocal ? `${basis} ${messages.account.practiceCredits}` : basis;
}

/** The cap that a purchase would pass, in words; `undefined` where it passes none. */
export const useCapPassed = (credits: number | null | undefined): string | undefined => useAccount((state) => capPassed(credits, state));

/** Beside a price that would pass a cap. */
export const OverCap = () => <span className={classes.overCap}> · {messages.account.overCap}</span>;

/** A price in a few words: undefined credits are asked for, null are not known. */
export const formatPrice = (credits: number | null | undefined): string =>
  typeof credits === 'number'
    ? credits === 0
      ? messages.account.free
      : messages.shapes.about(messages.account.credit(Math.ceil(credits)))
    : credits === null
      ? messages.account.priceUnknown
      : messages.account.loadingPrice;

interface PriceProps {
  /** What would be bought: `102 characters by 2 providers`. */
  what: ReactNode;
  /** Undefined while it is asked for, null where it is not known. */
  credits: number | null | undefined;
  learnedFrom: number;
  /** In a sentence of its own, with what it rests on. */
  full?: boolean;
}

/** What a paid press would cost and leave, with the balance's age; an unknown price is called unknown, and one that is asked for is loading. */
export function PriceWords({ what, credits, learnedFrom, full = false }: PriceProps) {
  const account = useStudio((state) => state.account);
  const basis = usePriceBasis(credits, learnedFrom);
  const passed = useCapPassed(credits);
  const known = typeof credits === 'number';
  const price = formatPrice(credits);
  const left =
    known && credits > 0 && account && account.credits !== null
      ? `${leaves(account.credits, Math.ceil(credits))}${full ? messages.account.balanceAge(timeOfDay(account.asOf)) : ''}`
      : '';
  if (!full)
    return (
      <span>
        <span data-price-what>
          {what}
          <span className={classes.joint}>{' ·'}</span>{' '}
        </span>
        {price}
        {passed === undefined ? <span data-price-part="left">{left}</span> : <OverCap />}
      </span>
    );
  return (
    <>
      {what}: {price}
      {passed === undefined ? `${left}.` : `. ${passed}`} {basis}
    </>
  );
}
