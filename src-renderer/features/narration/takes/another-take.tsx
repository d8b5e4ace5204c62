import { useEffect, useMemo, useRef, useState } from 'react';
import { useGeneration, type Estimate } from '../../../core/generation/generation.ts';
import { useProject } from '../../../core/project/project.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import { describeWork, estimateAnother, makeAnother, whyNotAnother } from '../stores.ts';
import { leaves } from '../../../lib/format.ts';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import classes from './takes.module.css';
import { messages } from '#shared/messages/index.ts';

/** An estimate is asked for when nothing has changed for this long, in milliseconds. */
const estimateAfterMs = 500;

interface AnotherTakeProps {
  blockId: string;
  takeId: string;
  name?: string;
  /** What a press does, besides its price. */
  note?: string;
  /** The command that does the same. */
  command?: string;
  /** Why it cannot be pressed now, besides what keeps any take from being generated. */
  unavailable?: string | undefined;
  onPress?: () => void;
}

/** Another reading of the same words and settings, beside the take that is there (`takeId`): never by accident, so it has a button and a price of its own. */
export function AnotherTake({
  blockId,
  takeId,
  name = messages.narration.anotherTake,
  note = messages.narration.anotherTakeNote,
  command = 'takes.another',
  unavailable: whyNot,
  onPress = () => makeAnother(blockId),
}: AnotherTakeProps) {
  const credits = useStudio((state) => state.account?.credits);
  const connection = useStudio((state) => state.connection);
  const running = useGeneration((state) => state.progress !== undefined);
  const known = useEstimate(blockId, takeId);
  const unavailable = whyNot ?? whyNotAnother(blockId, { connection }, running);
  const takes = useProject((state) => state.takes);
  const place = useRef<HTMLDivElement>(null);
  // The take that has come pushes the button down: a person who pressed it by key still sees it.
  useEffect(() => {
    if (place.current?.contains(document.activeElement) === true) place.current.scrollIntoView({ block: 'nearest' });
  }, [takes]);
  return (
    <div ref={place} className={classes.another}>
      <PaidButton name={name} variant="default" command={command} unavailable={unavailable} estimate={note} onPress={onPress} />
      <span className={classes.note}>{known === undefined ? messages.narration.loadingPrice : priceWords(known, credits)}</span>
    </div>
  );
}

function priceWords({ blocks, characters, credits, paid = [] }: Estimate, have: number | null | undefined): string {
  if (blocks === 0) return paid.length > 0 ? messages.narration.paidElsewhere : messages.narration.loadingPrice;
  if (credits === null) return messages.narration.charactersPriceUnknown(messages.narration.character(characters));
  const cost = Math.ceil(credits);
  const left = leaves(have, cost);
  return `${messages.shapes.about(messages.narration.credit(cost))}${left}`;
}

/** Asked for again when the block, of whatever chapter, or its take is another, or a take has been made. */
function useEstimate(blockId: string, takeId: string): Estimate | undefined {
  const takes = useProject((state) => state.takes);
  const edits = useProject((state) => state.edits);
  const details = useProject((state) => state.details);
  const connectionId = useStudio((state) => state.connection?.id);
  // oxlint-disable-next-line react/exhaustive-deps -- read from the stores, which change with these
  const work = useMemo(() => describeWork(blockId)?.work, [blockId, edits, details, connectionId]);
  const about = `${blockId} ${takeId} ${work ?? ''}`;
  const [known, setKnown] = useState<{ about: string; takes: unknown; estimate: Estimate | undefined }>();
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void estimateAnother(blockId, abort.signal).then((answer) => {
        if (!abort.signal.aborted) setKnown({ about, takes, estimate: answer });
      });
    }, estimateAfterMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [blockId, about, takes]);
  return known?.about === about && known.takes === takes ? known.estimate : undefined;
}
