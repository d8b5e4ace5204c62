import { Button } from '@mantine/core';
import { voiceless, wanting } from '#shared/dubbing/fit.ts';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { formatPrice, PriceWords } from '../../../core/account/price.tsx';
import { useStudio } from '../../../core/studio/studio.ts';
import { findGoneVoices } from '../../../core/voices/gone-voices.ts';
import { Dialog, DialogActions, DialogWords } from '../../../ui/dialog.tsx';
import { useDubFiles } from '../../../core/dubbing-timeline/files.ts';
import { answerUnfit, useMaking } from '../stores.ts';
import { priceOfLines, useGeneration } from './segment-acts.ts';
import { showSegment } from './show-segment.ts';
import classes from './unfit-dialog.module.css';

/** The question before lines are generated of which some are expected not to fit. */
export function UnfitDialog({ dub, onShow }: { dub: Dub; onShow: () => void }) {
  const question = useMaking((state) => state.question);
  const isGone = useStudio((state) => findGoneVoices(state));
  if (!question) return null;
  const { all, fitting } = question;
  const unfit = all.filter((segment) => !fitting.includes(segment));
  // Of a selection, a person knows what is in it.
  const leftOut = all.length === wanting(dub, isGone).length ? voiceless(dub, isGone).length : 0;
  return (
    <Dialog onClose={() => answerUnfit(undefined)} title={messages.dubbing.unfitQuestion(unfit.length)} size="xl">
      <DialogWords>{messages.dubbing.unfitNote}</DialogWords>
      {leftOut > 0 && <DialogWords>{messages.dubbing.voicelessLeftOut(leftOut)}</DialogWords>}
      <UnfitList
        those={unfit}
        dub={dub}
        onGo={(segment) => {
          answerUnfit(undefined);
          showSegment(segment);
          useDubFiles.setState({ focusSegments: true });
          onShow();
        }}
      />
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

/** Each leads to its segment, and generates nothing. */
function UnfitList({ those, dub, onGo }: { those: readonly Segment[]; dub: Dub; onGo: (segment: Segment) => void }) {
  return (
    <ul className={classes.list}>
      {those.map((segment) => {
        const number = messages.dubbing.segmentNumber(String(dub.segments.findIndex(({ id }) => id === segment.id) + 1));
        return (
          <li key={segment.id}>
            <button type="button" className={classes.row} onClick={() => onGo(segment)}>
              <span className={classes.number}>{number}</span> <span className={classes.text}>{segment.text}</span>
            </button>
          </li>
        );
      })}
    </ul>
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
  const words = priceOfLines({ characters, price });
  return <PaidButton {...props} scope={formatPrice(words.credits)} estimate={<PriceWords full {...words} />} unavailable={unavailable} />;
}
