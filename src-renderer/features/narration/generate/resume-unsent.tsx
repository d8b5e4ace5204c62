import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useGeneration, type Estimate } from '../../../core/generation/generation.ts';
import { useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { forgetUnsent, useUnsent, estimateOrders, resume } from '../stores.ts';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { EstimateWords } from './estimate-words.tsx';
import classes from './resume-unsent.module.css';
import { messages } from '#shared/messages/index.ts';

/** Offers what an earlier run of the studio was asked to generate and did not send. */
export function ResumeUnsent() {
  const orders = useUnsent((state) => state.orders);
  const unready = useStudio((state) => whyNotReady(state));
  const isRunning = useGeneration((state) => state.progress !== undefined);
  const known = useOrdersEstimate(unready === undefined);
  // What had left before the studio ended is no part of this offer, and stands in the status bar.
  const sent = useStudio(({ unsettled }) => unsettled.length);
  const count = orders.reduce((sum, { blocks }) => sum + blocks.length, 0);
  if (count === 0) return null;
  return (
    <section className={classes.offer} aria-label={messages.narration.unfinishedGeneration}>
      <span className={classes.words}>
        {messages.narration.unsentNote(count, messages.narration.block(count))}
        {sent > 0 && ` ${messages.narration.sentNote(messages.window.withoutResponse(messages.window.paidRequest(sent)), sent)}`}
      </span>
      <EstimateWords estimate={known} count={count} />
      <PaidButton
        name={messages.narration.resume}
        size="compact-sm"
        variant="default"
        estimate={<EstimateWords estimate={known} count={count} full />}
        unavailable={unready ?? (isRunning ? messages.narration.otherGeneration : undefined)}
        onPress={() => void resume(orders)}
      />
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void forgetUnsent()}>
        {messages.narration.dismiss}
      </Button>
    </section>
  );
}

/** What all of them would cost; undefined until that is known. */
function useOrdersEstimate(isReady: boolean): Estimate | undefined {
  const orders = useUnsent((state) => state.orders);
  const [known, setKnown] = useState<{ for: typeof orders; estimate: Estimate }>();
  useEffect(() => {
    if (!isReady || orders.length === 0) return;
    const controller = new AbortController();
    void estimateOrders(orders, controller.signal).then((estimate) => {
      if (!controller.signal.aborted) setKnown({ for: orders, estimate });
    });
    return () => controller.abort();
  }, [orders, isReady]);
  return known?.for === orders ? known.estimate : undefined;
}
