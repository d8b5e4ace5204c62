import { Loader } from '@mantine/core';
import { useAriaKeys } from '../../state/commands.ts';
import { makeLipSync, useLipSync, whyNoLipSync, wouldBeBilled } from '../../state/lip-sync.ts';
import { secondPrice } from '../../state/media-jobs.ts';
import { useSources } from '../../state/sources.ts';
import { useStudio } from '../../state/studio.ts';
import { plural } from '../../ui/format.ts';
import { iconSize } from '../../ui/icon-size.ts';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { PaidButton } from '../../ui/paid-button.tsx';
import { PriceWords, usePrice } from '../../ui/price.tsx';
import classes from './panel.module.css';

/** Make lip sync, with what that would cost. */
export function MakeAction() {
  const sending = useLipSync((state) => state.sending);
  return <KeptFocus state={sending}>{sending ? <Sending /> : <Make />}</KeptFocus>;
}

function Make() {
  const slots = useSources((state) => state.slots);
  const extension = useLipSync((state) => state.extension);
  const connection = useStudio((state) => state.connection);
  const keys = useAriaKeys('lip-sync.make');
  const done = useLipSync((state) => state.operations.filter(({ state: how }) => how === 'done').length);
  const why = whyNoLipSync(slots, connection);
  const billed = wouldBeBilled(slots, extension);
  const price = usePrice(connection?.state === 'ready' ? `${connection.id} ${String(done)}` : '', (signal) =>
    secondPrice('lip-sync', signal),
  );
  const words = {
    what: billed === undefined ? 'Length unknown' : plural(billed, 'billed second'),
    credits: billed === undefined || typeof price?.credits !== 'number' ? null : billed * price.credits,
    learnedFrom: price?.samples ?? 0,
  };
  return (
    <>
      {why === undefined && (
        <span className={classes.estimate}>
          <PriceWords {...words} />
        </span>
      )}
      <PaidButton
        name="Make lip sync"
        shortcut={keys}
        estimate={<PriceWords {...words} full />}
        recovery="Sent once, and never again by itself: if its answer is lost, it is looked up in the service’s list and adopted. A job that fails is refunded in full."
        unavailable={why}
        onPress={() => void makeLipSync()}
      />
    </>
  );
}

function Sending() {
  return (
    <span className={classes.waiting} role="status">
      <Loader size={iconSize.small} />
      The service fetches both and takes the job
    </span>
  );
}
