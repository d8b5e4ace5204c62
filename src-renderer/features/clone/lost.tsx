import { Button } from '@mantine/core';
import { useClone, type LostClone } from './store.ts';
import { adopt, dismissLost, lookUp } from './send-store.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { age } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import type { Failure } from '#shared/failure.ts';
import classes from './send.module.css';

/** Clones that were sent and whose answer was lost: what the service's list has of them, to be adopted. */
export function LostClones() {
  const lost = useClone((state) => state.lost);
  return lost.map((one) => <Lost key={one.operation.operationId} lost={one} />);
}

function Lost({ lost: { operation, candidates, looking, failure } }: { lost: LostClone }) {
  const now = useNow(30_000);
  const name = operation.summary.replace(/^Clone of a voice: /u, '');
  const shown: Failure = failure ?? {
    ...(operation.failure ?? { kind: 'outcome-unknown', charged: 'unknown', message: '' }),
    message: words(name, candidates, looking),
    next: 'none',
    requestId: operation.serviceRequestId ?? operation.requestId,
  };
  return (
    <FailureCard
      failure={shown}
      about={name.slice(0, 60)}
      onDismiss={() => dismissLost(operation)}
      action={
        <span className={classes.found}>
          {candidates?.slice(0, 5).map((candidate) => (
            <Button key={candidate.id} onClick={() => void adopt(operation, candidate)}>
              Adopt {candidate.name.slice(0, 40)}
              {candidate.createdAt === null || Number.isNaN(Date.parse(candidate.createdAt))
                ? ''
                : `, made ${age(Date.parse(candidate.createdAt), now)}`}
            </Button>
          ))}
          <Button variant="default" loading={looking} onClick={() => void lookUp(operation)}>
            Look again
          </Button>
        </span>
      }
    />
  );
}

function words(name: string, candidates: LostClone['candidates'], looking: boolean): string {
  const sent = `“${name.slice(0, 60)}” was sent, and no answer came.`;
  if (looking || candidates === undefined) return `${sent} The service’s list is being read for it.`;
  if (candidates.length === 0)
    return `${sent} The service’s list has no voice of that name and time: it was most likely not made. Look again before you send it once more.`;
  return `${sent} The service’s list has ${candidates.length === 1 ? 'a voice' : 'voices'} of that name, made at that time. If it is yours, adopt it: nothing is sent again.`;
}
