import { Button } from '@mantine/core';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import type { Failure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { useSaidByConnection } from '../../../core/connections/connection-failure.tsx';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { formatCharge, reasonWords } from '../../../lib/failure-words.ts';
import { commonFailure, failureKey } from '../../../lib/same-failure.ts';
import { dismissMakingFailures, generateAgain, useMaking } from '../stores.ts';
import { canGenerateAgain, GenerateButton } from './generate-button.tsx';
import { showNextOf } from './show-segment.ts';
import classes from './timeline.module.css';

/** Why lines of the last run failed, once for those that failed alike, and the way on for these. */
export function FailedLines({ dub, onShow }: { dub: Dub; onShow: () => void }) {
  const all = useMaking((state) => state.failures);
  const summary = useMaking((state) => state.summary);
  // Those of another dub wait until it is opened again.
  const failures = failuresOf(dub, all);
  const found = failures.size > 0 && summary !== '' ? commonFailure([...failures.values()]) : undefined;
  const isSaidAbove = useSaidByConnection(found?.failure);
  if (!found || isSaidAbove) return null;
  const { failure, requestIds, others } = found;
  const isGone = failure.kind === 'disconnected';
  const failed = dub.segments.filter(({ id }) => failures.has(id));
  // Of one line alone the way on is with its segment.
  if (failures.size === 1 && !isGone)
    return (
      <div className={classes.notice} role="alert">
        <span>
          {summary} {reasonWords(failure)} {formatCharge(failure)}
        </span>
        <ShowNext those={failed} dub={dub} onShow={onShow} />
      </div>
    );
  const isAlike = ({ id }: Segment): boolean => {
    const own = failures.get(id);
    return own !== undefined && failureKey(own) === failureKey(failure);
  };
  const alike = failed.filter((segment) => isAlike(segment));
  const unlike = failed.filter((segment) => !isAlike(segment));
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
      {unlike.length > 0 && (
        <div className={classes.notice} role="status">
          <span>{messages.dubbing.failedOtherwise(unlike.length)}</span>
          <ShowNext those={unlike} dub={dub} onShow={onShow} />
        </div>
      )}
    </>
  );
}

const failuresOf = ({ segments }: Dub, failures: ReadonlyMap<string, Failure>): ReadonlyMap<string, Failure> =>
  new Map(
    segments.flatMap(({ id }): [string, Failure][] => {
      const failure = failures.get(id);
      return failure ? [[id, failure]] : [];
    }),
  );

function ShowNext({ those, dub, onShow }: { those: readonly Segment[]; dub: Dub; onShow: () => void }) {
  if (those.length === 0) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => {
        showNextOf(those, dub);
        onShow();
      }}
    >
      {those.length === 1 ? messages.dubbing.showSegment : messages.dubbing.showNextSegment}
    </Button>
  );
}
