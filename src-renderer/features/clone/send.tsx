import { Button, Progress } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { bytesInWords } from '#shared/clone/files.ts';
import { useClone, useRecorder, sendClone, stopSending } from './stores.ts';
import { useStudio, whyNotReady } from '../../core/studio/studio.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { age, leaves } from '../../lib/format.ts';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { usePriceBasis } from '../../core/account/price.tsx';
import { ButtonWords } from '../../ui/button-words.tsx';
import { useNow } from '../../lib/use-now.ts';
import { mayBeMade } from './send-store.ts';
import { useCloneCost } from './clone-cost.ts';
import { whyNotSent } from './why-not.ts';
import classes from './send.module.css';
import { messages } from '#shared/messages/index.ts';

/** The one button that pays, with what it costs. */
export function SendActions() {
  const state = useClone();
  const studioState = useStudio();
  const recorder = useRecorder();
  const unavailable = whyNotSent(state, studioState, recorder);
  const isOffline = studioState.connection?.state === 'failed' && unavailable === whyNotReady(studioState);
  if (state.sending?.step === 'checking') return <ButtonWords busy>{messages.clone.checking}</ButtonWords>;
  if (state.sending)
    return (
      <Button variant="default" onClick={stopSending}>
        {messages.clone.stop}
      </Button>
    );
  return (
    <>
      {/* Why it cannot be reached is said at length by its card, and by the button's tooltip. */}
      <ButtonWords>{isOffline ? messages.studio.serviceUnavailable : (unavailable ?? <Price />)}</ButtonWords>
      <PaidButton
        name={messages.clone.cloneVoice}
        variant={mayBeMade(state) ? 'default' : 'filled'}
        estimate={<Price full />}
        recovery={messages.clone.sendNote}
        command="clone.send"
        unavailable={unavailable}
        onPress={() => void sendClone()}
      />
    </>
  );
}

/** Learned from what was paid: the service names no prices. */
function Price({ full = false }: { full?: boolean }) {
  const now = useNow(30_000);
  const price = useCloneCost();
  const account = useStudio((state) => state.account);
  const credits = price && Math.ceil(price.creditsPerUnit);
  const basis = usePriceBasis(credits, price?.samples ?? 0);
  if (credits === undefined) return messages.account.loadingPrice;
  const cost = credits === null ? messages.clone.priceUnknown : messages.shapes.about(messages.clone.credit(credits));
  const left = leaves(account?.credits, credits);
  if (!full) return `${cost}${left}`;
  const balance =
    typeof account?.credits === 'number' ? messages.clone.balanceWas(messages.clone.credit(account.credits), age(account.asOf, now)) : '';
  return messages.clone.oneVoicePrice(cost, left, basis, balance);
}

/** How far the sending is, or why it did not work: in sight when it begins, as its button is above all that scrolls. */
export function SendState() {
  const shown = useClone((state) => (state.sending ? 'sending' : state.sendFailure ? 'failed' : state.made?.voiceId));
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (shown !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <>
      <span ref={place} />
      <SendCard />
    </>
  );
}

function SendCard() {
  const sending = useClone((state) => state.sending);
  const failure = useClone((state) => state.sendFailure);
  const lost = useClone((state) => state.lost.length > 0);
  if (sending?.step === 'checking' && lost) return null;
  if (sending) {
    const { step } = sending;
    const share =
      sending.step === 'uploading' ? (100 * sending.bytes) / sending.total : step === 'waiting' || step === 'checking' ? 100 : 0;
    const words =
      sending.step === 'preparing'
        ? messages.clone.preparing
        : sending.step === 'uploading'
          ? messages.clone.uploading(bytesInWords(sending.bytes), bytesInWords(sending.total))
          : sending.step === 'checking'
            ? messages.clone.checking
            : messages.clone.creating;
    return (
      <section className={classes.sending} aria-label={messages.clone.sending}>
        <span role="status">{words}</span>
        <Progress value={share} animated={step === 'waiting' || step === 'checking'} aria-label={messages.clone.upload} />
      </section>
    );
  }
  // The card below says it, with what was found.
  if (!failure || (lost && failure.charged === 'unknown')) return null;
  return (
    <FailureCard
      failure={failure}
      about={messages.clone.cloning}
      failed={messages.clone.notCloned}
      onDismiss={() => useClone.setState({ sendFailure: undefined })}
      action={
        failure.charged === 'no' && failure.kind !== 'invalid-input' ? (
          <Button variant="default" onClick={() => void sendClone()}>
            {messages.clone.tryAgain}
          </Button>
        ) : undefined
      }
    />
  );
}
