import { useEffect, useState } from 'react';
import { useStudio } from '../studio/studio.ts';
import { leaves, timeOfDay } from '../../lib/format.ts';
import { messages } from '#shared/messages/index.ts';

/** An answer is asked for when nothing has changed for this long, in milliseconds. */
const after = 300;

/** Asks for a price whenever `key` changes, a moment later; undefined until it is known, and where it cannot be found out. */
export function usePrice<T>(key: string, ask: (signal: AbortSignal) => Promise<T | undefined>): T | undefined {
  const [known, setKnown] = useState<{ key: string; value: T | undefined }>();
  useEffect(() => {
    if (key === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void ask(abort.signal).then((value) => {
        if (!abort.signal.aborted) setKnown({ key, value });
      });
    }, after);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key says what is asked for
  }, [key]);
  return known?.key === key ? known.value : undefined;
}

/** What stands where a price is not known yet. The local service's credits are for trying things out. */
export function useUnpricedNote(): string {
  const isLocal = useStudio((state) => state.connection?.kind === 'local');
  return isLocal ? messages.account.practiceCredits : messages.account.pricesLearned;
}

interface PriceProps {
  /** What would be bought: `102 characters by 2 providers`. */
  what: string;
  /** Null where it is not known. */
  credits: number | null | undefined;
  learnedFrom: number;
  /** In a sentence of its own, with what it rests on. */
  full?: boolean;
}

/** What a paid press would cost and leave, with the balance's age; an unknown price is called unknown. */
export function PriceWords({ what, credits, learnedFrom, full = false }: PriceProps) {
  const account = useStudio((state) => state.account);
  const unpriced = useUnpricedNote();
  const known = typeof credits === 'number';
  const price = known
    ? credits === 0
      ? messages.account.free
      : `≈ ${messages.account.credit(Math.ceil(credits))}`
    : messages.account.priceUnknown;
  const left =
    known && credits > 0 && account && account.credits !== null
      ? `${leaves(account.credits, Math.ceil(credits))}${full ? messages.account.balanceAge(timeOfDay(account.asOf)) : ''}`
      : '';
  if (!full)
    return (
      <>
        {what} · {price}
        {left}
      </>
    );
  return (
    <>
      {what}: {price}
      {left}. {known ? messages.account.learnedFrom(messages.account.earlierRequest(learnedFrom)) : unpriced}
    </>
  );
}
