import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { RequestId } from '../../ui/request-id.tsx';
import { StatusGlyph, type Status } from '../../ui/status-glyph.tsx';
import classes from './job-row.module.css';
import { messages } from '#shared/messages/index.ts';

interface JobRowProps {
  /** What kind of work: `Speech`, `Lip sync`. */
  kind: string;
  /** What it makes, in a few words. */
  title: string;
  status: Status;
  /** The state in words: `Generating, 3 of 12`. */
  words: string;
  /** From 0 to 1; absent where it is not known. */
  fraction?: number | undefined;
  /** In words: `about 2 min left`. */
  timeLeft?: string | undefined;
  /** In words: `14 credits`, `price unknown`. */
  cost?: string | undefined;
  requestId?: string | undefined;
  /** What a person does next, or can do: buttons. */
  next?: ReactNode;
  /** Whether it can be had again. */
  badge?: ReactNode;
}

/** Long work in one row: what it is, how it stands by shape and word, how far, how long, what it costs, and the next step. */
export function JobRow({ kind, title, status, words, fraction, timeLeft, cost, requestId, next, badge }: JobRowProps) {
  return (
    <article className={classes.row} aria-label={`${kind}: ${title}`}>
      <div className={classes.what}>
        <span className={classes.kind}>{kind}</span>
        <h2 className={classes.title}>{title}</h2>
      </div>
      <div className={classes.state}>
        <StatusGlyph status={status}>{words}</StatusGlyph>
        {fraction !== undefined && (
          <Progress
            className={classes.progress ?? ''}
            size="var(--meter-height)"
            value={100 * fraction}
            aria-label={messages.jobs.progressOf(title)}
          />
        )}
        {timeLeft !== undefined && <span className={classes.fact}>{timeLeft}</span>}
        {cost !== undefined && <span className={classes.fact}>{cost}</span>}
        {badge}
        {requestId !== undefined && <RequestId id={requestId} />}
      </div>
      {next !== undefined && <div className={classes.next}>{next}</div>}
    </article>
  );
}
