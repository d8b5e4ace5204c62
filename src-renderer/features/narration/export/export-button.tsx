import { Button, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { messages } from '#shared/messages/index.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { progressByChapter } from '../../../core/chapter/chapters.ts';
import { useProject } from '../../../core/project/project.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { openExport, useExport } from '../stores.ts';
import { createIdsToMake } from '../generate/what-to-make.ts';
import { describeEnd, isUnderWay } from './export-store.ts';
import classes from './export-button.module.css';

const texts = messages.exportSheet;

/** Opens the sheet, and shows how far an export is that goes on without it, and that one has ended until somebody looks at what came of it. */
export function ExportButton() {
  const job = useExport((state) => state.job);
  const projectId = useProject((state) => state.details?.projectId);
  const progress =
    job && isUnderWay(job) ? (job.state === 'paused' ? texts.exportPaused : texts.exporting(Math.floor(job.fraction * 100))) : undefined;
  const isReady = useIsAllMade();
  const isWaiting = job?.isUnseen === true && job.projectId === projectId;
  const ended = isWaiting ? describeEnd(job) : undefined;
  const Icon = !isWaiting ? IconDownload : job.state === 'done' ? IconCircleCheck : IconAlertTriangle;
  return (
    <Tooltip label={ended} disabled={ended === undefined}>
      <Button
        variant={isReady ? 'filled' : 'default'}
        leftSection={<Icon className={isWaiting ? classes.ended : undefined} data-state={job?.state} size={iconSize.normal} aria-hidden />}
        aria-label={texts.export}
        aria-description={progress ?? ended}
        onClick={() => void openExport()}
      >
        {progress ?? texts.export}
      </Button>
    </Tooltip>
  );
}

/** All of the book has the audio of its text: exporting it is the next step. */
function useIsAllMade(): boolean {
  const outline = useProject((state) => state.outline);
  const takes = useProject((state) => state.takes);
  const [idsToMake] = useState(createIdsToMake);
  const isChapterMade = useChapter(({ blocks }) => idsToMake(blocks).length === 0);
  const isBookMade = useMemo(() => {
    const chapters = [...progressByChapter().values()].filter(({ words }) => words > 0);
    return chapters.length > 0 && chapters.every(({ finished }) => finished === 100);
    // oxlint-disable-next-line react/exhaustive-deps -- the progress is of the takes
  }, [takes, outline, isChapterMade]);
  return isChapterMade && isBookMade;
}
