import { Alert, Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { goOn, putBack, loadCapabilities, useLiveCapabilities, dismissNotice, dismissStopped, useLive } from './stores.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { ConnectionFailure, useIsServiceGone } from '../../core/connections/connection-failure.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { endSentence, formatCharge } from '../../lib/failure-words.ts';
import { Fold } from '../../ui/fold.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';
import { formatFailure } from '#shared/failure.ts';

/** What stands in the way, and what happened of itself; what was typed is kept through all of it, and `write` goes back to it. */
export function LiveFailures({ write }: { write: () => void }) {
  const connection = useStudio((state) => state.connection);
  const status = useLiveCapabilities((state) => state.status);
  const { stopped, trouble, notice, warnings, dropped, phrases } = useLive();
  const waiting = phrases.filter(({ state }) => state === 'waiting').length;
  const broken = connection?.state === 'failed';
  const isSaidAbove = useIsServiceGone(stopped ?? null);
  const ended = waiting > 0 ? messages.live.sessionEndedWaiting(messages.live.phrase(waiting)) : messages.live.sessionEndedSaved;
  if (!broken && status.state !== 'failed' && !stopped && !trouble && notice === undefined && warnings.length === 0) return null;
  // The button goes with what it answers; the caret returns to the text.
  const andWrite = (act: () => void) => (): void => {
    act();
    write();
  };
  return (
    <div className={classes.failures}>
      <ConnectionFailure
        kept={stopped && isSaidAbove ? endSentence(ended) : messages.live.textSaved}
        {...(stopped && isSaidAbove && { charge: formatCharge(stopped) })}
        lists={false}
      />
      {!broken && status.state === 'failed' && (
        <FailureCard
          failure={status.failure}
          about={messages.live.capabilitiesSubject}
          paid={false}
          action={
            <Button variant="default" onClick={() => void loadCapabilities()}>
              {messages.live.readAgain}
            </Button>
          }
        />
      )}
      {stopped && !isSaidAbove && (
        <FailureCard
          failure={stopped}
          about={ended}
          action={
            <Button variant="default" onClick={andWrite(goOn)}>
              {waiting > 0 ? messages.live.resumeQueue : messages.live.continueSession}
            </Button>
          }
          onDismiss={andWrite(dismissStopped)}
        />
      )}
      {trouble && (
        <Alert variant="light" color="gray" icon={<IconInfoCircle size={iconSize.large} aria-hidden />} title={messages.live.reconnecting}>
          {messages.live.connectionInterrupted} {messages.live.reconnectingNote}
          <Fold title={messages.imagesVideo.details} remember="live-trouble">
            {formatFailure(trouble)}
          </Fold>
        </Alert>
      )}
      {notice !== undefined && (
        <Alert
          variant="light"
          color="gray"
          icon={<IconInfoCircle size={iconSize.large} aria-hidden />}
          withCloseButton
          closeButtonLabel={messages.live.dismiss}
          onClose={andWrite(dismissNotice)}
        >
          <div className={classes.notice}>
            <span>{notice}</span>
            {dropped.length > 0 && (
              <Button variant="default" onClick={andWrite(putBack)}>
                {messages.live.putBack(messages.live.phrase(dropped.length))}
              </Button>
            )}
          </div>
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert variant="light" color="gray" icon={<IconInfoCircle size={iconSize.large} aria-hidden />} title={messages.live.serviceNotice}>
          {warnings.join(' ')}
        </Alert>
      )}
    </div>
  );
}
