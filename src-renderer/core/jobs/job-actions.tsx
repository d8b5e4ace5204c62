import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Failure } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import type { Candidate, PaidOperation } from '#shared/operations/paid.ts';
import { givenUpCode } from '#shared/paid-work.ts';
import { act, adopt, lookUp, salvagePrice } from './jobs.ts';
import { useStudio } from '../studio/studio.ts';
import { FailureCard } from '../failures/failure-card.tsx';
import { credits, exactMoment } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { PaidButton } from '../account/paid-button.tsx';
import { mayBuy } from '../account/unknown-price.ts';
import { usePrice, usePriceBasis } from '../account/price.tsx';
import { Section } from '../../ui/section.tsx';
import classes from './job-actions.module.css';
import { messages } from '#shared/messages/index.ts';

/** What the failure rules allow a person to do with it, each with what it costs. `within`: without a heading, for the place that names the work. */
export function JobActions({ operation, within = false }: { operation: PaidOperation; within?: boolean }) {
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
  const salvage = async (): Promise<void> => {
    if (await mayBuy(messages.jobs.lipSyncAlone, { unit: 'second', family: 'lip-sync' }))
      await run('salvage', () => act('jobs.salvage', operationId), messages.jobs.lipSyncSent);
  };
  if (actions.length === 0 && !dead && !failure) return null;
  const acts = (
    <>
      {dead && <p className={classes.words}>{within ? messages.jobs.outcomeNotReported : messages.jobs.outcomeNotAvailable}</p>}
      {actions.includes('retry') && (
        <Act words={retryWords(operation)}>
          <Button
            loading={busy === 'retry'}
            onClick={() => void run('retry', () => act('jobs.retry', operationId), messages.jobs.requestedAgain)}
          >
            {state === 'waiting' ? messages.jobs.keepWaiting : messages.jobs.retry}
          </Button>
        </Act>
      )}
      {actions.includes('look-up') && (
        <LookUp
          operation={operation}
          busy={busy === 'adopt'}
          onAdopt={(id) => void run('adopt', () => adopt(operationId, id), messages.jobs.adopted)}
        />
      )}
      {actions.includes('salvage') && <Salvage onPress={() => void salvage()} />}
      {actions.includes('stop-waiting') && (
        <Act words={messages.jobs.stopWaitingNote}>
          <Button
            variant="default"
            loading={busy === 'stop'}
            onClick={() => void run('stop', () => act('jobs.stopWaiting', operationId), messages.jobs.stoppedWaiting)}
          >
            {messages.jobs.stopWaiting}
          </Button>
        </Act>
      )}
      {actions.includes('give-up') && (
        <Act words={messages.jobs.giveUpNote}>
          <Button
            variant="default"
            loading={busy === 'give-up'}
            onClick={() => void run('give-up', () => act('jobs.giveUp', operationId), messages.jobs.givenUp)}
          >
            {messages.jobs.giveUp}
          </Button>
        </Act>
      )}
      {failure && plainFailure(failure) !== plainFailure(operation.failure) && (
        <FailureCard failure={failure} onDismiss={() => setFailure(undefined)} />
      )}
    </>
  );
  return within ? <div className={classes.within}>{acts}</div> : <Section title={messages.jobs.actions}>{acts}</Section>;
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
function retryWords({ family, state, taskId, isRequestedAgain }: PaidOperation): string {
  if (state === 'waiting' || taskId !== null) return messages.jobs.keepWaitingNote;
  if (family === 'voice-delete' || family === 'profile-update') return messages.jobs.checkAndResendNote;
  return isRequestedAgain === true ? messages.jobs.retryAgainNote : messages.jobs.retryNote;
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
    if (answer.ok) announce(answer.value.length === 0 ? messages.jobs.noCandidates : messages.jobs.found(String(answer.value.length)));
  };
  return (
    <>
      <Act words={messages.jobs.lookUpNote}>
        <Button variant={found && found.length > 0 ? 'default' : 'filled'} loading={looking} onClick={() => void look()}>
          {messages.jobs.lookUp}
        </Button>
      </Act>
      {failure && <FailureCard failure={failure} paid={false} onDismiss={() => setFailure(undefined)} />}
      {found?.length === 0 && <p className={classes.words}>{messages.jobs.noCandidatesNote}</p>}
      {found && found.length > 0 && (
        <ul className={classes.candidates} aria-label={messages.jobs.candidates}>
          {found.map(({ id, name, createdAt, status }) => (
            <li key={id} className={classes.candidate}>
              <span>
                {name === '' ? id : name}
                <span className={classes.words}>
                  {' '}
                  {[createdAt === null ? '' : whenOf(createdAt), status ?? ''].filter((part) => part !== '').join(' · ')}
                </span>
              </span>
              <Button
                variant={found.length === 1 ? 'filled' : 'default'}
                loading={busy}
                aria-label={messages.jobs.adoptNamed(name === '' ? id : name)}
                onClick={() => onAdopt(id)}
              >
                {messages.jobs.adopt}
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
  const known = usePrice('salvage', salvagePrice);
  const basis = usePriceBasis(known?.creditsPerUnit, known?.samples ?? 0);
  const price = known
    ? messages.jobs.pricePerSecond(credits(known.creditsPerUnit), basis)
    : known === null
      ? messages.jobs.lipSyncPriceUnknown
      : messages.jobs.lipSyncPriceLoading;
  const balance = typeof left !== 'number' ? '' : messages.jobs.balance(credits(left));
  return (
    <Act words={messages.jobs.lipSyncAloneNote(price)}>
      <PaidButton name={messages.jobs.lipSyncAlone} estimate={`${price}${balance}`} unavailable={undefined} onPress={onPress} />
    </Act>
  );
}
