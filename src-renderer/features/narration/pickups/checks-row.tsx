import { Button, Progress } from '@mantine/core';
import { messages } from '#shared/messages/index.ts';
import { number } from '../../../lib/format.ts';
import { checkRest, stopChecks, usePickups } from '../stores.ts';
import classes from './pickups.module.css';

/** How far the checks of new takes are, with a way to stop them; or that they were stopped, with a way to go on. */
export function ChecksRow() {
  const checks = usePickups((state) => state.checks);
  const areStopped = usePickups((state) => state.areChecksStopped);
  if (checks) {
    const { done, total } = checks;
    return (
      <div className={classes.checks}>
        <span className={classes.checksWords}>{messages.pickups.checking(number(done), number(total))}</span>
        <Button variant="subtle" size="compact-xs" onClick={() => void stopChecks()}>
          {messages.pickups.stopChecks}
        </Button>
        <Progress
          className={classes.checksBar}
          value={(100 * done) / total}
          aria-label={messages.pickups.checking(number(done), number(total))}
        />
      </div>
    );
  }
  if (!areStopped) return null;
  return (
    <div className={classes.checks}>
      <span className={classes.checksWords}>{messages.pickups.checksStopped}</span>
      <Button variant="default" size="compact-xs" onClick={() => void checkRest()}>
        {messages.pickups.checkRest}
      </Button>
    </div>
  );
}
