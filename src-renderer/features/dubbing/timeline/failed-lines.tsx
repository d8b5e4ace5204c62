import { Button } from '@mantine/core';
import type { Dub } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { useSaidByConnection } from '../../../core/connections/connection-failure.tsx';
import { select } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { commonFailure, failureKey } from '../../../lib/same-failure.ts';
import { dismissMakingFailures, generateAgain, useMaking } from '../stores.ts';
import { canGenerateAgain, GenerateButton } from './generate-button.tsx';
import classes from './timeline.module.css';

/** Why lines of the last run failed, once for those that failed alike, and the way on for these. */
export function FailedLines({ dub, onShow }: { dub: Dub; onShow: () => void }) {
  const failures = useMaking((state) => state.failures);
  const summary = useMaking((state) => state.summary);
  const found = failures.size > 0 && summary !== '' ? commonFailure([...failures.values()]) : undefined;
  const isSaidAbove = useSaidByConnection(found?.failure);
  if (!found || isSaidAbove) return null;
  const { failure, requestIds, others } = found;
  const isGone = failure.kind === 'disconnected';
  // Of one line alone the reason and the way on are with its segment: here it is said that it failed.
  const [alone] = failures.size === 1 && !isGone ? failures.keys() : [];
  if (alone !== undefined)
    return (
      <div className={classes.notice} role="alert">
        <span>{summary}</span>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            select(alone);
            onShow();
          }}
        >
          {messages.dubbing.showSegment}
        </Button>
      </div>
    );
  const alike = dub.segments.filter(({ id }) => {
    const own = failures.get(id);
    return own !== undefined && failureKey(own) === failureKey(failure);
  });
  return (
    <>
      <FailureCard
        failure={failure}
        requestIds={requestIds}
        about={summary}
        onDismiss={dismissMakingFailures}
        {...(!isGone &&
          canGenerateAgain(failure) && {
            action: <GenerateButton those={alike} dub={dub} again onPress={(wanted) => void generateAgain(wanted.map(({ id }) => id))} />,
          })}
        {...(isGone && {
          charge: messages.dubbing.linesMaybeCharged(failures.size - others),
          steps: messages.dubbing.linesAskedAgain,
        })}
      />
      {others > 0 && (
        <p className={classes.notice} role="status">
          {messages.dubbing.failedHint}
        </p>
      )}
    </>
  );
}
