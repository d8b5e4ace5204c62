import { Button } from '@mantine/core';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { creditsFrom, PriceWords } from '../../../core/account/price.tsx';
import { Dialog, DialogActions, DialogWords } from '../../../ui/dialog.tsx';
import { answerUnfit, useMaking } from '../stores.ts';
import { useGeneration } from './segment-acts.ts';

/** The question before lines are generated of which some are expected not to fit. */
export function UnfitDialog({ dub }: { dub: Dub }) {
  const question = useMaking((state) => state.question);
  if (!question) return null;
  const { all, fitting } = question;
  return (
    <Dialog onClose={() => answerUnfit(undefined)} title={messages.dubbing.unfitQuestion(all.length - fitting.length)}>
      <DialogWords>{messages.dubbing.unfitNote}</DialogWords>
      <DialogActions>
        <Button variant="default" data-autofocus={fitting.length === 0 || undefined} onClick={() => answerUnfit(undefined)}>
          {messages.dubbing.cancel}
        </Button>
        <Choice
          name={messages.dubbing.generateUnfitToo(all.length)}
          those={all}
          dub={dub}
          variant="default"
          onPress={() => answerUnfit('all')}
        />
        {fitting.length > 0 && (
          <Choice
            name={messages.dubbing.generateFitting(fitting.length)}
            those={fitting}
            dub={dub}
            variant="filled"
            data-autofocus
            onPress={() => answerUnfit('fitting')}
          />
        )}
      </DialogActions>
    </Dialog>
  );
}

interface ChoiceProps {
  name: string;
  those: readonly Segment[];
  dub: Dub;
  variant: 'default' | 'filled';
  'data-autofocus'?: true;
  onPress: () => void;
}

function Choice({ those, dub, ...props }: ChoiceProps) {
  const { characters, price, unavailable } = useGeneration(those, dub);
  const words = {
    what: messages.dubbing.character(characters),
    credits: creditsFrom(price, ({ credits }) => credits),
    learnedFrom: price?.learnedFrom ?? 0,
  };
  return <PaidButton {...props} shortcut={undefined} estimate={<PriceWords full {...words} />} unavailable={unavailable} />;
}
