import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { BlockId } from '#shared/ids.ts';
import { wordsOf } from '#shared/narration/document.ts';
import type { PlacedPickup } from '#shared/narration/pickups.ts';
import type { TextRange } from '#shared/narration/repair.ts';
import { sentencesOf } from '#shared/narration/sentences.ts';
import { messages } from '#shared/messages/index.ts';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { useGeneration } from '../../../core/generation/generation.ts';
import { useProject } from '../../../core/project/project.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import type { RepairPlan } from '../repair/repair-store.ts';
import { PlanPrice } from '../repair/plan-price.tsx';
import { acceptRepairOffer, planRepair, useRepair, whyNotAnother } from '../stores.ts';
import takes from '../takes/takes.module.css';
import { findSelection } from './words-of-pickup.ts';

/** The price is asked for when nothing has changed for this long, in milliseconds. */
const asksAfterMs = 500;

/** Why nothing of the block can be generated while a sentence is. */
export const useWhyRepairing = (): string | undefined =>
  useRepair(({ repair }) => (repair?.step === 'generating' ? messages.repair.waitForSentence : undefined));

/** Offers, where the block has other sentences too, to generate that of the pickup alone. */
export function SentenceAgain({ placed }: { placed: PlacedPickup }) {
  const { blockId } = placed;
  const selection = useChapter(useShallow((chapter) => findSelection(placed, chapter)));
  const text = useChapter((chapter) => chapter.block(blockId)?.text ?? '');
  const hasOthers = useMemo(() => sentencesOf(text, wordsOf(text), undefined).length > 1, [text]);
  const plan = usePlan(blockId, selection);
  const connection = useStudio((state) => state.connection);
  const running = useGeneration((state) => state.progress !== undefined);
  const repairing = useWhyRepairing();
  if (!selection || plan === 'none' || (plan === 'unknown' && !hasOthers)) return null;
  const isKnown = plan !== 'unknown';
  const press = (): void => {
    if (isKnown) void acceptRepairOffer({ blockId, selection, plan, pickupId: placed.pickup.id });
  };
  return (
    <div className={takes.another}>
      <PaidButton
        name={isKnown && plan.texts.length > 1 ? messages.pickups.generateSentences : messages.pickups.generateSentence}
        variant="default"
        command="pickups.generate-sentence"
        unavailable={
          repairing ?? whyNotAnother(blockId, { connection }, running) ?? (isKnown ? undefined : messages.narration.loadingPrice)
        }
        estimate={isKnown && plan.texts.join(' … ')}
        onPress={press}
      />
      <span className={takes.note}>{isKnown ? <PlanPrice plan={plan} /> : messages.narration.loadingPrice}</span>
    </div>
  );
}

/** `none`: no sentence can be generated alone. Asked for again when the words, the block or its takes are others. */
function usePlan(blockId: BlockId, selection: TextRange | undefined): RepairPlan | 'unknown' | 'none' {
  const block = useChapter((chapter) => chapter.block(blockId));
  const takesNow = useProject((state) => state.takes);
  const [known, setKnown] = useState<{ of: readonly unknown[]; plan: RepairPlan | undefined }>();
  useEffect(() => {
    if (!selection) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void planRepair({ blockId, selection }, abort.signal).then((plan) => {
        if (!abort.signal.aborted) setKnown({ of: [selection, block, takesNow], plan });
      });
    }, asksAfterMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [blockId, selection, block, takesNow]);
  if (known?.of[0] !== selection || known?.of[1] !== block || known?.of[2] !== takesNow) return 'unknown';
  return known.plan ?? 'none';
}
