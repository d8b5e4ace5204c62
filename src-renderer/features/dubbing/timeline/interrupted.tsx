import { Button } from '@mantine/core';
import { wanting } from '#shared/dubbing/fit.ts';
import type { Dub } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { creditsFrom, PriceWords } from '../../../core/account/price.tsx';
import { forgetUnmade, resumeUnmade, useMaking } from '../stores.ts';
import noticeClasses from '../notice.module.css';
import { useGeneration } from './segment-acts.ts';

/** Offers the lines of a run that ended with its window, or with the program behind it, before it came to them. */
export function Interrupted({ dub }: { dub: Dub }) {
  const unmade = useMaking((state) => state.unmade);
  const isRunning = useMaking((state) => state.running !== undefined);
  const those = wanting(dub).filter(({ id }) => unmade.includes(id));
  const { characters, price, unavailable } = useGeneration(those, dub);
  if (isRunning || those.length === 0) return null;
  const words = {
    what: messages.dubbing.character(characters),
    credits: creditsFrom(price, ({ credits }) => credits),
    learnedFrom: price?.learnedFrom ?? 0,
  };
  return (
    <section className={noticeClasses.notice} aria-label={messages.dubbing.interrupted}>
      <span role="status">
        {messages.dubbing.interruptedNote(messages.dubbing.segment(those.length))} <PriceWords {...words} />
      </span>
      <span className={noticeClasses.acts}>
        <PaidButton
          name={messages.dubbing.resume}
          size="compact-sm"
          variant="default"
          estimate={<PriceWords full {...words} />}
          recovery={messages.dubbing.generateAllNote}
          unavailable={unavailable}
          onPress={() => void resumeUnmade()}
        />
        <Button size="compact-sm" variant="subtle" color="gray" onClick={forgetUnmade}>
          {messages.dubbing.dismiss}
        </Button>
      </span>
    </section>
  );
}
