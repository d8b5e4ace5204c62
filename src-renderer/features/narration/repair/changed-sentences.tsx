import { useEffect } from 'react';
import { messages } from '#shared/messages/index.ts';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { useProject } from '../../../core/project/project.ts';
import { useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { useNarrow } from '../../../lib/narrow.ts';
import { acceptRepairOffer, offerChanged, useRepair } from '../stores.ts';
import inspector from '../inspector/inspector.module.css';
import bar from './repair-bar.module.css';
import { findChangedWork } from './changed-work.ts';
import { PlanPrice } from './plan-price.tsx';

/** It is asked for when nothing has changed for this long, in milliseconds. */
const after = 500;

/** Keeps up, while blocks can be generated, what is offered for the one that is selected. Whatever else its audio would be made of withdraws it. */
export function useChangedOffer(): void {
  const blockId = useProject((state) => (state.selected.length === 1 ? state.selected[0] : undefined));
  const block = useChapter((chapter) => (blockId === undefined ? undefined : chapter.block(blockId)));
  const details = useProject((state) => state.details);
  const connectionId = useStudio((state) => state.connection?.id);
  const work = block && details && connectionId !== undefined ? findChangedWork(block, details, connectionId) : undefined;
  useEffect(() => {
    if (blockId === undefined || work === undefined) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => void offerChanged(blockId, abort.signal), after);
    return () => {
      clearTimeout(timer);
      abort.abort();
      void offerChanged(undefined);
    };
  }, [blockId, work]);
}

/** Below the script, where the block's fields have no room beside it: they would keep the offer out of sight. */
export function ChangedBelow() {
  const narrow = useNarrow();
  const blockId = useProject((state) => (state.selected.length === 1 ? state.selected[0] : undefined));
  return narrow && blockId !== undefined && <ChangedSentences blockId={blockId} below />;
}

/** Offers, at the head of the block's fields or `below` the script, to generate what changed in it alone. */
export function ChangedSentences({ blockId, below = false }: { blockId: string; below?: boolean }) {
  const offer = useRepair((state) => (state.offer?.blockId === blockId && state.repair === undefined ? state.offer : undefined));
  const unready = useStudio((state) => whyNotReady(state));
  if (!offer) return null;
  const { plan } = offer;
  const note = plan.texts.length === 0 ? messages.repair.onlyRemoved : messages.repair.someChanged(plan.texts.length);
  return (
    <div role="group" aria-label={messages.repair.changedTitle} className={below ? bar.below : bar.above}>
      <PaidButton
        fullWidth={!below}
        variant="default"
        name={plan.texts.length === 0 ? messages.repair.removeWords : messages.repair.changedTitle}
        command="repair.changed"
        estimate={plan.texts.length === 0 ? messages.repair.noCharge : plan.texts.join(' … ')}
        unavailable={unready}
        onPress={() => void acceptRepairOffer()}
      />
      <p className={inspector.note}>
        {note} <PlanPrice plan={plan} />
        <br />
        {messages.repair.rest} {messages.repair.wholeBlockNote}
      </p>
    </div>
  );
}
