import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { Candidate, PaidOperation } from '#shared/operations/paid.ts';
import { givenUpCode } from '#shared/paid-work.ts';
import { act, adopt, lookUp, salvagePrice } from './jobs.ts';
import { useStudio } from '../studio/studio.ts';
import { FailureCard } from '../failures/failure-card.tsx';
import { credits, exactMoment } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { PaidButton } from '../account/paid-button.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './job-actions.module.css';

/** What the failure rules allow to be done with it by hand, each with what it costs. */
export function JobActions({ operation }: { operation: PaidOperation }) {
  const { operationId, actions, state } = operation;
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState<string>();
  const run = async (name: string, work: () => Promise<Failure | undefined>, said: string): Promise<void> => {
    setBusy(name);
    setFailure(undefined);
    const failed = await work();
    setBusy(undefined);
    setFailure(failed);
    if (!failed) announce(said);
  };
  // What was given up says all of it in its failure.
  const dead = state === 'unknown' && actions.length === 0 && operation.failure?.code !== givenUpCode;
  if (actions.length === 0 && !dead && !failure) return null;
  return (
    <Section title="What can be done">
      {dead && (
        <p className={classes.words}>
          The service cannot be asked how this ended: it may have been charged. Making it anew is a new request, and is charged as one.
        </p>
      )}
      {actions.includes('retry') && (
        <Act words={retryWords(operation)}>
          <Button
            loading={busy === 'retry'}
            onClick={() => void run('retry', () => act('jobs.retry', operationId), 'It was asked for again.')}
          >
            {state === 'waiting' ? 'Go on waiting' : 'Retry'}
          </Button>
        </Act>
      )}
      {actions.includes('look-up') && (
        <LookUp
          operation={operation}
          busy={busy === 'adopt'}
          onAdopt={(id) => void run('adopt', () => adopt(operationId, id), 'It was adopted.')}
        />
      )}
      {actions.includes('salvage') && (
        <Salvage onPress={() => void run('salvage', () => act('jobs.salvage', operationId), 'The lip sync was sent as a new job.')} />
      )}
      {actions.includes('stop-waiting') && (
        <Act words="The service cannot be made to stop: what it does goes on there, and is charged all the same. It can be gone on with here later.">
          <Button
            variant="default"
            loading={busy === 'stop'}
            onClick={() => void run('stop', () => act('jobs.stopWaiting', operationId), 'Stopped waiting.')}
          >
            Stop waiting
          </Button>
        </Act>
      )}
      {actions.includes('give-up') && (
        <Act words="Asking again has not brought out how it ended: an address in it may have ended. Given up, it is asked for no more, and may have been charged. The same order can then be made anew: a new request, charged as one.">
          <Button
            variant="default"
            loading={busy === 'give-up'}
            onClick={() => void run('give-up', () => act('jobs.giveUp', operationId), 'Given up. It may have been charged.')}
          >
            Give it up
          </Button>
        </Act>
      )}
      {failure && failure.message !== operation.failure?.message && (
        <FailureCard failure={failure} onDismiss={() => setFailure(undefined)} />
      )}
    </Section>
  );
}

function Act({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className={classes.act}>
      {children}
      <p className={classes.words}>{words}</p>
    </div>
  );
}

/** What asking again does and costs, by the family's row of the failure rules. */
function retryWords({ family, state, taskId }: PaidOperation): string {
  if (state === 'waiting' || taskId !== null) return 'Asks the service how far it is, and fetches what is there. Free.';
  if (family === 'voice-delete' || family === 'profile-update')
    return 'Reads whether it has happened, and sends it once more only if it has not. Free.';
  return 'Sends exactly the same once more, with the same ids: what was charged is not charged again. If the first request never arrived, this one is charged in its place.';
}

function LookUp({ operation, busy, onAdopt }: { operation: PaidOperation; busy: boolean; onAdopt: (id: string) => void }) {
  const [looking, setLooking] = useState(false);
  const [found, setFound] = useState<readonly Candidate[]>();
  const [failure, setFailure] = useState<Failure>();
  const look = async (): Promise<void> => {
    setLooking(true);
    const answer = await lookUp(operation.operationId);
    setLooking(false);
    setFound(answer.ok ? answer.value : undefined);
    setFailure(answer.ok ? undefined : answer.failure);
    if (answer.ok)
      announce(answer.value.length === 0 ? 'Nothing in the service’s list may have come of it.' : `${String(answer.value.length)} found.`);
  };
  return (
    <>
      <Act words="Reads the service’s own list for what may have come of it. Looking and adopting are free; sending it again would be charged again.">
        <Button loading={looking} onClick={() => void look()}>
          Look it up
        </Button>
      </Act>
      {failure && <FailureCard failure={failure} paid={false} onDismiss={() => setFailure(undefined)} />}
      {found?.length === 0 && (
        <p className={classes.words}>
          Nothing in the list may have come of it: most likely it never arrived. It can be made anew, as a new request that is charged.
        </p>
      )}
      {found && found.length > 0 && (
        <ul className={classes.candidates} aria-label="What may have come of it">
          {found.map(({ id, name, createdAt, status }) => (
            <li key={id} className={classes.candidate}>
              <span>
                {name === '' ? id : name}
                <span className={classes.words}>
                  {' '}
                  {[createdAt === null ? '' : whenOf(createdAt), status ?? ''].filter((part) => part !== '').join(' · ')}
                </span>
              </span>
              <Button variant="default" loading={busy} aria-label={`Adopt ${name === '' ? id : name}`} onClick={() => onAdopt(id)}>
                Adopt
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const whenOf = (time: string): string => {
  const at = Date.parse(time);
  return Number.isNaN(at) ? time : exactMoment(at);
};

/** The lip sync alone, of the speech that a dubbing made. */
function Salvage({ onPress }: { onPress: () => void }) {
  const left = useStudio((state) => state.account?.credits);
  const [price, setPrice] = useState<string>('The price is not known yet: it is learned from lip syncs that were made.');
  useEffect(() => {
    let gone = false;
    void salvagePrice().then((answer) => {
      if (!gone && answer.ok && answer.value)
        setPrice(`About ${credits(answer.value.creditsPerUnit)} a second, learned from ${String(answer.value.samples)} earlier.`);
    });
    return () => {
      gone = true;
    };
  }, []);
  const balance = typeof left !== 'number' ? '' : ` The balance is ${credits(left)}.`;
  return (
    <Act words={`The speech was made, paid for and kept. This makes the lip sync alone, as a new job at its own price. ${price}`}>
      <PaidButton
        name="Try the lip sync alone"
        estimate={`${price}${balance}`}
        shortcut={undefined}
        unavailable={undefined}
        onPress={onPress}
      />
    </Act>
  );
}
