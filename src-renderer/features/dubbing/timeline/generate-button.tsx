import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import type { Failure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { PriceWords } from '../../../core/account/price.tsx';
import { canBeTried } from '../../../lib/failure-words.ts';
import { generate, makeAnother } from '../stores.ts';
import { priceOfLines, useAnotherTake, useGeneration } from './segment-acts.ts';
import classes from './inspector.module.css';

interface GenerateButtonProps {
  those: readonly Segment[];
  dub: Dub;
  /** Where the last try failed. */
  again?: boolean;
  /** In place of generating at once. */
  onPress?: (wanted: readonly Segment[]) => void;
}

/** Beside the button stands what a press costs, or that it is not known. */
export function GenerateButton({ those, dub, again = false, onPress = (wanted) => void generate(wanted) }: GenerateButtonProps) {
  const { wanted, characters, price, unavailable } = useGeneration(those, dub);
  const words = priceOfLines({ characters, price });
  return (
    <>
      <PaidButton
        name={again ? messages.dubbing.generateAgain : messages.dubbing.generate}
        variant="default"
        estimate={<PriceWords full {...words} />}
        unavailable={unavailable}
        onPress={() => onPress(wanted)}
      />
      {wanted.length > 0 && (
        <span className={classes.note}>
          <PriceWords {...words} />
        </span>
      )}
    </>
  );
}

/** Buys the line of a segment once more, for another take of it. */
export function AnotherTakeButton({ segment, dub }: { segment: Segment; dub: Dub }) {
  const { characters, price, unavailable } = useAnotherTake(segment, dub);
  const words = priceOfLines({ characters, price });
  return (
    <>
      <PaidButton
        name={messages.narration.anotherTake}
        variant="default"
        command="dub.another-take"
        estimate={<PriceWords full {...words} />}
        unavailable={unavailable}
        onPress={() => void makeAnother(segment)}
      />
      {unavailable === undefined && (
        <span className={classes.note}>
          <PriceWords {...words} />
        </span>
      )}
    </>
  );
}

/** Whether a line that failed like this can be generated again by a press, with nothing to put right first. */
export const canGenerateAgain = (failure: Failure): boolean =>
  canBeTried(failure) || failure.next === 'retry' || failure.next === 'generate-again';
