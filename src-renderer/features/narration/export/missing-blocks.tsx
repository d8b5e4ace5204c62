import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { messages } from '#shared/messages/index.ts';
import { PaidButton } from '../../../core/account/paid-button.tsx';
import { useProject } from '../../../core/project/project.ts';
import { useStudio, whyNotReady } from '../../../core/studio/studio.ts';
import { SectionHeading } from '../../../ui/section.tsx';
import { orderByChapter, useOrdersEstimate } from '../generate/book-to-make.ts';
import { EstimateWords } from '../generate/estimate-words.tsx';
import { findLeftOut } from '../generate/left-out.ts';
import { BookRecovery } from '../generate/recovery.tsx';
import { goToBlock } from '../script/script.tsx';
import { closeExport, generateMissing } from '../stores.ts';
import type { Missing } from './use-missing.ts';
import classes from './export-dialog.module.css';

const texts = messages.exportSheet;

/** Blocks that are named; the rest is counted. */
const named = 50;

interface MissingBlocksProps {
  missing: Missing;
  leavesOut: boolean;
  onLeaveOut: (leavesOut: boolean) => void;
}

/** What an export lacks, by name, each with the way there; nothing where nothing is missing. */
export function MissingBlocks({ missing: { blocks, silent, incomplete, withText, changed }, leavesOut, onLeaveOut }: MissingBlocksProps) {
  const toMake = useMemo(() => blocks.filter(({ isToMake }) => isToMake), [blocks]);
  const orders = useMemo(() => orderByChapter(toMake), [toMake]);
  const estimate = useOrdersEstimate(orders);
  const unready = useStudio((state) => whyNotReady(state));
  const isPractice = useStudio((state) => state.connection?.kind === 'local');
  const noVoice = useProject((state) => state.details?.voiceId === null);
  if (blocks.length === 0) return null;
  const stale = changed.length;
  const lacking = silent + incomplete;
  const title = stale === 0 ? texts.missing : lacking === 0 ? texts.changedTitle : texts.missingAndChanged;
  const hasChapters = new Set(blocks.map(({ chapterId }) => chapterId)).size > 1;
  const words = <EstimateWords estimate={estimate} count={toMake.length} full />;
  const goTo = (id: string): void => {
    closeExport();
    goToBlock(id);
  };
  return (
    <section>
      <SectionHeading
        actions={
          toMake.length > 0 && (
            <PaidButton
              name={texts.generate(messages.narration.block(toMake.length))}
              size="compact-xs"
              variant="default"
              estimate={words}
              recovery={isPractice ? undefined : <BookRecovery orders={orders} />}
              unavailable={unready ?? (noVoice ? messages.narration.chooseAVoiceFirst : undefined)}
              onPress={() => void generateMissing(orders, findLeftOut(blocks))}
            />
          )
        }
      >
        {title}
      </SectionHeading>
      <p className={classes.note}>
        {[
          silent > 0 ? texts.missingCount(String(silent), messages.narration.block(withText)) : '',
          incomplete > 0 ? texts.incompleteCount(messages.narration.block(incomplete)) : '',
          stale > 0 ? texts.staleCount(messages.narration.block(stale)) : '',
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      {toMake.length > 0 && <p className={classes.note}>{words}</p>}
      <ul className={classes.list} aria-label={title}>
        {blocks.slice(0, named).map(({ id, text, chapterTitle, isStale, isIncomplete, isLocked, obstacle }) => (
          <li key={id}>
            <button type="button" className={classes.missing} aria-label={texts.goTo(text.slice(0, 80))} onClick={() => goTo(id)}>
              <span className={classes.text}>{text}</span>
              <span className={classes.note}>
                {hasChapters && `${chapterTitle} · `}
                {isIncomplete ? texts.incomplete : isStale ? texts.changed : texts.noAudioYet}
                {isLocked && texts.locked}
                {obstacle !== undefined && texts.obstacles[obstacle]}
              </span>
            </button>
          </li>
        ))}
        {blocks.length > named && <li className={classes.row}>{texts.andMore(blocks.length - named)}</li>}
      </ul>
      {lacking > 0 && (
        <Checkbox
          label={incomplete > 0 ? texts.exportAnyway : texts.leaveOut}
          checked={leavesOut}
          onChange={(event) => onLeaveOut(event.currentTarget.checked)}
        />
      )}
    </section>
  );
}
