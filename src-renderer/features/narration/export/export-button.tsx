import { Button, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../../core/project/project.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { openExport, useExport } from '../stores.ts';
import { describeEnd, isUnderWay } from './export-store.ts';
import classes from './export-button.module.css';

const texts = messages.exportSheet;

/** Opens the sheet, and shows how far an export is that goes on without it, and that one has ended until somebody looks at what came of it. */
export function ExportButton() {
  const job = useExport((state) => state.job);
  const projectId = useProject((state) => state.details?.projectId);
  const progress =
    job && isUnderWay(job) ? (job.state === 'paused' ? texts.exportPaused : texts.exporting(Math.floor(job.fraction * 100))) : undefined;
  const isWaiting = job?.isUnseen === true && job.projectId === projectId;
  const ended = isWaiting ? describeEnd(job) : undefined;
  const Icon = !isWaiting ? IconDownload : job.state === 'done' ? IconCircleCheck : IconAlertTriangle;
  return (
    <Tooltip label={ended} disabled={ended === undefined}>
      <Button
        variant="default"
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
