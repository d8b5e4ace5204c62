import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { goToJobs, loadRetriable, retryAll, useJobs, useRetryAll } from '../../core/jobs/jobs.ts';
import { useStudio, whyNotReady } from '../../core/studio/studio.ts';
import { credits } from '../../lib/format.ts';
import { ProgressRow } from '../../ui/progress-row.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import classes from './unknown-outcomes.module.css';
import { messages } from '#shared/messages/index.ts';

/** Above the list: how many requests have an unknown outcome, as the status bar counts them, and what can be done about all of them. */
export function UnknownOutcomes() {
  const unsettled = useStudio((state) => state.unsettled);
  const unready = useStudio(whyNotReady);
  const { retriable, possible, progress } = useRetryAll();
  const isShown = useJobs(({ filter }) => filter.state === 'unknown');
  useEffect(() => {
    if (unsettled.length > 0) void loadRetriable();
  }, [unsettled]);
  if (unsettled.length === 0 && progress === undefined) return null;
  const count = unsettled.length;
  const askable = retriable?.length ?? 0;
  return (
    <section className={classes.banner} aria-label={messages.jobs.outcomeUnknown}>
      <div className={classes.words}>
        {count > 0 && (
          <p>
            <strong>{messages.jobs.unknownTitle(messages.window.paidRequest(count))}.</strong> {messages.jobs.unknownNote(count)}
          </p>
        )}
        {retriable !== undefined && <p className={classes.quiet}>{stepWords(askable, count - askable, possible)}</p>}
      </div>
      {progress ? (
        <ProgressRow
          name={messages.jobs.retryAll}
          fraction={progress.done / progress.total}
          words={<span role="status">{messages.jobs.retrying(String(progress.done), String(progress.total))}</span>}
        />
      ) : (
        <>
          {!isShown && (
            <Button variant="default" onClick={() => goToJobs({ filter: { state: 'unknown' } })}>
              {messages.jobs.showUnknown}
            </Button>
          )}
          {askable > 0 && (
            <ReasonButton why={unready} onPress={() => void retryAll()}>
              {messages.jobs.retryAll}
            </ReasonButton>
          )}
        </>
      )}
    </section>
  );
}

/** What Retry all does and costs, and what is left for a person to look at. */
function stepWords(askable: number, others: number, possible: number): string {
  if (askable === 0) return messages.jobs.noneToRetry(others);
  const price = possible > 0 ? messages.jobs.retryAllPrice(credits(Math.ceil(possible))) : messages.jobs.retryAllPriceUnknown;
  return [messages.jobs.retryAllNote, price, ...(others > 0 ? [messages.jobs.retryOthers(others)] : [])].join(' ');
}
