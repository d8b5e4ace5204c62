import { Button, Progress } from '@mantine/core';
import classes from './export-progress.module.css';

/** An export that is being written, 0 to 1 of it; it can be cancelled. */
export function ExportProgress({ fraction, onCancel }: { fraction: number; onCancel: () => void }) {
  return (
    <div className={classes.running}>
      <Progress className={classes.progress} size={4} value={fraction * 100} aria-label="Export progress" />
      <Button variant="default" onClick={onCancel}>
        Cancel export
      </Button>
    </div>
  );
}
