import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './progress-row.module.css';
import { messages } from '#shared/messages/index.ts';

interface ProgressRowProps {
  /** What is under way, as the bar's name: `Generation progress`. */
  name: string;
  /** 0 to 1. */
  fraction: number;
  /** How far it is, before the bar. */
  words?: ReactNode;
  /** The button that ends it, where it can be ended. */
  children?: ReactNode;
}

/** How far something is, in a bar of buttons. */
export function ProgressRow({ name, fraction, words, children }: ProgressRowProps) {
  return (
    <div className={classes.row}>
      {words}
      <Progress className={classes.progress} size={4} value={fraction * 100} aria-label={name} />
      {children}
    </div>
  );
}

/** An export that is being written, 0 to 1 of it; it can be cancelled. */
export const ExportProgress = ({ fraction, onCancel }: { fraction: number; onCancel: () => void }) => (
  <ProgressRow name={messages.shapes.exportProgress} fraction={fraction}>
    <Button variant="default" onClick={onCancel}>
      {messages.shapes.cancelExport}
    </Button>
  </ProgressRow>
);
