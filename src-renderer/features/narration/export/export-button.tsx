import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { messages } from '#shared/messages/index.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { openExport, useExport } from '../stores.ts';
import { isUnderWay } from './export-store.ts';

const texts = messages.exportSheet;

/** Opens the sheet, and shows how far an export is that goes on without it. */
export function ExportButton() {
  const job = useExport((state) => state.job);
  const progress =
    job && isUnderWay(job) ? (job.state === 'paused' ? texts.exportPaused : texts.exporting(Math.floor(job.fraction * 100))) : undefined;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={iconSize.normal} aria-hidden />}
      aria-label={texts.export}
      aria-description={progress}
      onClick={() => void openExport()}
    >
      {progress ?? texts.export}
    </Button>
  );
}
