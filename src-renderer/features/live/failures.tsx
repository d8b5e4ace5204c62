import { Alert, Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { goOn, putBack } from './store.ts';
import { loadCapabilities, useLiveCapabilities } from './capabilities.ts';
import { dismissNotice, dismissStopped, useLive } from './queue-store.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { plural } from '../../lib/format.ts';
import { ConnectionFailure } from '../../core/connections/connection-failure.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './panel.module.css';

/** What stands in the way, and what happened of itself; what was typed is kept through all of it, and `write` goes back to it. */
export function LiveFailures({ write }: { write: () => void }) {
  const connection = useStudio((state) => state.connection);
  const status = useLiveCapabilities((state) => state.status);
  const { stopped, trouble, notice, warnings, dropped, phrases } = useLive();
  const waiting = phrases.filter(({ state }) => state === 'waiting').length;
  const broken = connection?.state === 'failed';
  if (!broken && status.state !== 'failed' && !stopped && !trouble && notice === undefined && warnings.length === 0) return null;
  // The button goes with what it answers; the caret returns to the text.
  const andWrite = (act: () => void) => (): void => {
    act();
    write();
  };
  return (
    <div className={classes.failures}>
      <ConnectionFailure kept="What you type is kept." lists={false} />
      {!broken && status.state === 'failed' && (
        <FailureCard
          failure={status.failure}
          about="What the service can speak live"
          paid={false}
          action={
            <Button variant="default" onClick={() => void loadCapabilities()}>
              Read again
            </Button>
          }
        />
      )}
      {stopped && (
        <FailureCard
          failure={stopped}
          about={
            waiting > 0
              ? `The session has ended; ${plural(waiting, 'phrase')} and your text are kept`
              : 'The session has ended; your text is kept'
          }
          action={
            <Button variant="default" onClick={andWrite(goOn)}>
              {waiting > 0 ? 'Go on with what waits' : 'Go on'}
            </Button>
          }
          onDismiss={andWrite(dismissStopped)}
        />
      )}
      {trouble && (
        <Alert variant="light" color="gray" icon={<IconInfoCircle size={iconSize.large} />} title="Connecting again">
          {trouble.message} The session goes on with the same id: nothing is spoken or charged twice.
        </Alert>
      )}
      {notice !== undefined && (
        <Alert
          variant="light"
          color="gray"
          icon={<IconInfoCircle size={iconSize.large} />}
          withCloseButton
          closeButtonLabel="Dismiss"
          onClose={andWrite(dismissNotice)}
        >
          <div className={classes.notice}>
            <span>{notice}</span>
            {dropped.length > 0 && (
              <Button variant="default" onClick={andWrite(putBack)}>
                Put back {plural(dropped.length, 'phrase')}
              </Button>
            )}
          </div>
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert variant="light" color="gray" icon={<IconInfoCircle size={iconSize.large} />} title="The service says">
          {warnings.join(' ')}
        </Alert>
      )}
    </div>
  );
}
