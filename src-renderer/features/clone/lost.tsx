import { Button, Loader } from '@mantine/core';
import type { LostClone } from './clone-store.ts';
import { explainLost } from './explain-lost.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { age } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { useNow } from '../../lib/use-now.ts';
import classes from './send.module.css';
import { withoutKind } from '../../lib/without-kind.ts';
import { messages } from '#shared/messages/index.ts';
import { useClone, adopt, dismissLost, lookUp } from './stores.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** Clones that were sent and whose answer was lost: what the service's list has of them, to be adopted. */
export function LostClones() {
  const lost = useClone((state) => state.lost);
  return lost.map((one) => <Lost key={one.operation.operationId} lost={one} />);
}

function Lost({ lost: { operation, candidates, looking, failure } }: { lost: LostClone }) {
  const now = useNow(30_000);
  const name = withoutKind(operation.summary, messages.voices.cloneOf);
  const shown = explainLost(operation, failure, sentWords(name), describe(sentWords(name), candidates, looking));
  return (
    <FailureCard
      failure={shown}
      about={name.slice(0, 60)}
      onDismiss={() => dismissLost(operation)}
      action={
        <span className={classes.found}>
          {candidates?.slice(0, 5).map((candidate) => (
            <Button key={candidate.id} onClick={() => void adopt(operation, candidate)}>
              {candidate.createdAt === null || Number.isNaN(Date.parse(candidate.createdAt))
                ? messages.clone.adopt(candidate.name.slice(0, 40))
                : messages.clone.adoptCreated(candidate.name.slice(0, 40), age(Date.parse(candidate.createdAt), now))}
            </Button>
          ))}
          <Button
            variant="default"
            aria-disabled={looking}
            {...(looking && { 'data-disabled': true })}
            leftSection={looking && <Loader size={iconSize.small} color="currentcolor" />}
            onClick={() => {
              if (!looking) void lookUp(operation);
            }}
          >
            {looking ? messages.clone.checking : messages.clone.lookAgain}
          </Button>
        </span>
      }
    />
  );
}

const sentWords = (name: string): Message => message('clone.sentNoResponse', name.slice(0, 60));

function describe(sent: Message, candidates: LostClone['candidates'], looking: boolean): Message {
  if (looking || candidates === undefined) return message('clone.lookingForVoice', sent);
  if (candidates.length === 0) return message('clone.voiceNotFound', sent);
  return message('clone.voiceFound', sent, candidates.length === 1 ? messages.clone.aVoice : 'voices');
}
