import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { whyPaused } from '../../../core/connections/connection-status.ts';
import { estimate, stopGenerating, useGeneration, type Estimate, type GenerationProgress } from '../../../core/generation/generation.ts';
import { useProject } from '../../../core/project/project.ts';
import { useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { formatTimeLeft } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { announce } from '../../../lib/live-region.tsx';
import { useKeys, withKeys } from '../../../core/commands/commands.ts';
import { KeptFocus } from '../../../ui/kept-focus.tsx';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { useReadyService } from '../../../core/account/price.tsx';
import { generateAll, generateSelected } from './actions.ts';
import { generateBook, useBookToMake } from './book-to-make.ts';
import { findLeftOutInChapter } from './left-out.ts';
import { noVoice as voiceFirst } from '../commands.ts';
import { BookRecovery, Recovery } from './recovery.tsx';
import { useChangedOffer } from '../repair/changed-sentences.tsx';
import { PlanPrice } from '../repair/plan-price.tsx';
import { useRepair } from '../stores.ts';
import { EstimateWords } from './estimate-words.tsx';
import { GenerateBookMenu } from './generate-book-menu.tsx';
import { generateAllName, useHasOtherChapters } from './generate-all-name.ts';
import { createIdsToMake, needsGenerate, selectedToMake, whyNoneSelected, whyNothingToMake } from './what-to-make.ts';
import classes from './generate-actions.module.css';
import { messages } from '#shared/messages/index.ts';

/** An estimate is asked for when nothing has changed for this long, in milliseconds. */
const estimateAfterMs = 500;

/** Generate and Generate all (in a book of several chapters, Generate chapter) with what they would cost; while a run goes on, its progress and its end. */
export function GenerateActions() {
  const progress = useGeneration((state) => state.progress);
  const summary = useGeneration((state) => state.summary);
  useEffect(() => {
    if (summary !== '') announce(messages.narration.generationFinished(summary));
  }, [summary]);
  return <KeptFocus state={progress !== undefined}>{progress ? <Running {...progress} /> : <Idle />}</KeptFocus>;
}

function Idle() {
  useChangedOffer();
  const [idsToMake] = useState(createIdsToMake);
  const all = useChapter((chapter) => idsToMake(chapter.blocks));
  const selectedIds = useProject((state) => state.selected);
  const selected = useChapter(useShallow((chapter) => selectedToMake(chapter, selectedIds).map((block) => block.id)));
  const whyNone = useChapter((chapter) => whyNoneSelected(chapter, selectedIds));
  const needed = useChapter((chapter) => selected.filter((id) => needsGenerate(chapter.block(id))).length);
  const noVoice = useProject((state) => state.details?.voiceId === null);
  const unready = useStudio((state) => whyNotReady(state));
  const isPractice = useIsPractice();
  const allEstimate = useEstimate(all);
  const selectedEstimate = useEstimate(selected);
  const whyNothing = useChapter(whyNothingToMake);
  const chapterBlocks = useChapter(({ blocks }) => blocks);
  const leftOut = useMemo(() => findLeftOutInChapter(chapterBlocks), [chapterBlocks]);
  const hasOthers = useHasOtherChapters();
  // The chapter has its audio: what is left is the rest of the book.
  const isChapterDone =
    all.length === 0 && hasOthers && [messages.narration.allGenerated, messages.narration.onlyLockedLeft].includes(whyNothing);
  return (
    <>
      {all.length > 0 && !noVoice && <HeadEstimate estimate={allEstimate} count={all.length} />}
      <PaidButton
        name={messages.narration.generate}
        scope={selected.length === 0 ? undefined : messages.narration.block(selected.length)}
        variant="default"
        command="speech.generate"
        estimate={<SelectedWords estimate={selectedEstimate} selected={selected} count={needed} />}
        recovery={needed > 0 && !isPractice ? <Recovery blockIds={selected} /> : undefined}
        unavailable={
          unready ?? (selected.length === 0 ? whyNone : noVoice ? voiceFirst : needed > 0 ? undefined : messages.narration.upToDate)
        }
        onPress={generateSelected}
      />
      {isChapterDone ? (
        <GenerateBook />
      ) : (
        <div className={classes.split}>
          <PaidButton
            name={generateAllName(hasOthers)}
            command="speech.generate-all"
            estimate={<EstimateWords estimate={allEstimate} count={all.length} leftOut={leftOut} full isOfChapter={hasOthers} />}
            recovery={isPractice ? undefined : <Recovery blockIds={all} />}
            unavailable={unready ?? (all.length === 0 ? whyNothing : noVoice ? voiceFirst : undefined)}
            onPress={generateAll}
          />
          {hasOthers && <GenerateBookMenu />}
        </div>
      )}
    </>
  );
}

/** The local service’s credits cost no money: what is lost with an answer is nothing to warn of. */
const useIsPractice = (): boolean => useStudio((state) => state.connection?.kind === 'local');

/** What Generate would send; where less would do, also that. */
function SelectedWords({
  estimate: known,
  selected,
  count,
}: {
  estimate: Estimate | undefined;
  selected: readonly string[];
  count: number;
}) {
  const offer = useRepair((state) => state.offer);
  const keys = useKeys('repair.changed');
  const isOffered = offer !== undefined && selected.length === 1 && selected[0] === offer.blockId;
  return (
    <>
      <EstimateWords estimate={known} count={count} full />
      {isOffered && (
        <div>
          {withKeys(messages.repair.changedTitle, keys)}: <PlanPrice plan={offer.plan} />
        </div>
      )}
    </>
  );
}

/** The price, and before it what it is for, where the name of the chapter leaves room; the button's own words have both. */
const HeadEstimate = (props: { estimate: Estimate | undefined; count: number }) => (
  <span className={classes.gives}>
    <EstimateWords {...props} />
  </span>
);

/** Where the chapter that is shown lacks nothing. */
function GenerateBook() {
  const { orders, count, leftOut, why, estimate: known } = useBookToMake();
  const unready = useStudio((state) => whyNotReady(state));
  const isPractice = useIsPractice();
  const noVoice = useProject((state) => state.details?.voiceId === null);
  return (
    <>
      {count > 0 && !noVoice && <HeadEstimate estimate={known} count={count} />}
      <div className={classes.inPlace}>
        <PaidButton
          fullWidth
          name={messages.narration.generateBook}
          command="speech.generate-book"
          estimate={<EstimateWords estimate={known} count={count} leftOut={leftOut} full />}
          recovery={isPractice ? undefined : <BookRecovery orders={orders} />}
          unavailable={unready ?? why ?? (noVoice ? voiceFirst : undefined)}
          onPress={generateBook}
        />
        <ChapterRoom />
      </div>
    </>
  );
}

/** The room of Generate chapter and its arrow, unseen: what takes their place moves no other button. */
const ChapterRoom = () => (
  <div className={classes.split} aria-hidden>
    <Button component="span">{generateAllName(true)}</Button>
    <ActionIcon component="span" />
  </div>
);

function Running({ total, settled, failed, stopping, paused, secondsLeft }: GenerationProgress) {
  const connection = useStudio((state) => state.connection);
  const words = messages.narration.progressOf(
    String(settled),
    String(total),
    failed > 0 ? messages.narration.failedCount(String(failed)) : '',
  );
  const why = whyPaused(connection, paused !== undefined);
  useEffect(() => announce(why === undefined ? messages.narration.generatingProgress(words) : `${why}: ${words}.`), [why, words]);
  return (
    <div className={classes.running}>
      <span className={classes.count}>
        {why === undefined ? messages.narration.generatingLabel(words) : `${why} · ${words}`}
        {why === undefined && secondsLeft !== undefined && settled < total && ` · ${formatTimeLeft(secondsLeft)}`}
      </span>
      <Progress className={classes.progress} size={4} value={(100 * settled) / total} aria-label={messages.narration.generationProgress} />
      <Button
        variant="default"
        leftSection={<IconPlayerStopFilled size={iconSize.small} aria-hidden />}
        loading={stopping}
        onClick={stopGenerating}
      >
        {messages.narration.stopGenerating}
      </Button>
    </div>
  );
}

function useEstimate(blockIds: readonly string[]): Estimate | undefined {
  const [known, setKnown] = useState<{ for: readonly string[]; estimate: Estimate | undefined }>();
  const defaults = useProject((state) => `${state.details?.voiceId ?? ''} ${state.details?.modelId ?? ''}`);
  const ready = useReadyService();
  const reopened = useProject((state) => state.reopened);
  useEffect(() => {
    if (blockIds.length === 0) return;
    let abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = (): void => {
      clearTimeout(timer);
      abort.abort();
    };
    const ask = (): void => {
      cancel();
      abort = new AbortController();
      const { signal } = abort;
      timer = setTimeout(() => {
        void estimate(blockIds, signal).then((answer) => {
          if (!signal.aborted) setKnown({ for: blockIds, estimate: answer });
        });
      }, estimateAfterMs);
    };
    ask();
    // Past React: an edit puts the question off, and has nothing drawn.
    const off = useProject.subscribe((now, before) => {
      if (now.document !== before.document) ask();
    });
    return () => {
      off();
      cancel();
    };
  }, [blockIds, defaults, ready, reopened]);
  return known?.for === blockIds ? known.estimate : undefined;
}
