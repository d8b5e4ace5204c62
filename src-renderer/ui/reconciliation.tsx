import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { Reconciliation } from '#shared/operations/office.ts';
import { countAnew, loadReconciliation, useAccount } from '../state/account.ts';
import { FailureCard } from './failure-card.tsx';
import { creditChange, credits, moment, number, plural } from './format.ts';
import { iconSize } from './icon-size.ts';
import { announce } from './live-region.tsx';
import { StatusGlyph } from './status-glyph.tsx';
import classes from './reconciliation.module.css';

/** Whether the ledger and the balance agree, in a line. */
export function reconciliationWords({ drift, open, untold }: Reconciliation): string {
  if (drift === 0)
    return untold.estimate > 0 ? 'The ledger and the balance agree, live speech estimated.' : 'The ledger and the balance agree.';
  const difference = `${credits(Math.abs(drift))} ${drift > 0 ? 'more' : 'less'} than the ledger explains`;
  if (open > 0) return `${difference}, while ${plural(open, 'charge')} ${open === 1 ? 'is' : 'are'} not told yet.`;
  return drift < 0 && untold.unpriced > 0
    ? `${difference}, which ${plural(untold.unpriced, 'charge')} never told may be.`
    : `${difference}.`;
}

const whyWords = ({ drift, open, openEstimate, untold }: Reconciliation): string =>
  [
    drift === 0 ? 'Every credit that left the account since then is in Jobs.' : '',
    drift > 0 ? 'Credits came that Jobs knows nothing of: they were bought or granted, or the service gave some back later.' : '',
    drift < 0 && untold.unpriced > 0
      ? 'Credits went that nobody named. The service never tells what live speech and cloned voices were charged; where no price is known, they are not reckoned above and are the likely reason.'
      : '',
    drift < 0
      ? `${untold.unpriced > 0 ? 'Else' : 'Credits went that Jobs knows nothing of:'} another program or another studio spends with this account, or a request whose outcome is unknown was charged.`
      : '',
    untold.estimate > 0
      ? 'The service never tells what live speech was charged: it is reckoned once, by its characters and what its model was charged in other work.'
      : '',
    open > 0
      ? `${plural(open, 'charge')} ${open === 1 ? 'is' : 'are'} not told yet${openEstimate > 0 ? `, about ${credits(openEstimate)}` : ''}: what of it was charged stands in the drift until that is known.`
      : '',
  ]
    .filter((part) => part !== '')
    .join(' ');

function untoldWords({ estimate, unpriced }: Reconciliation['untold']): string {
  const unknown = unpriced > 0 ? `${number(unpriced)} at an unknown price` : '';
  if (estimate === 0) return unknown;
  return `about ${creditChange(-estimate)}${unknown === '' ? '' : `, and ${unknown}`}`;
}

/** What the ledger was told of charges since a balance, the balance of now, and what lies between. */
export function ReconciliationFacts() {
  const state = useAccount((account) => account.reconciliation);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const anew = async (): Promise<void> => {
    setBusy(true);
    const failed = await countAnew();
    setBusy(false);
    setFailure(failed);
    if (!failed) announce('It is counted from the balance of now.');
  };
  if (state.state === 'loading') return <Loader size={iconSize.large} />;
  if (state.state === 'failed')
    return (
      <FailureCard
        failure={state.failure}
        paid={false}
        about="The balance could not be read."
        action={
          <Button variant="default" onClick={() => void loadReconciliation()}>
            Read again
          </Button>
        }
      />
    );
  if (state.value === null)
    return <p className={classes.words}>It is counted from the first balance that the service tells while nothing is under way.</p>;
  const { since, creditsThen, charged, untold, drift } = state.value;
  return (
    <>
      <div className={classes.verdict}>
        <StatusGlyph status={drift === 0 ? 'done' : 'incomplete'}>{reconciliationWords(state.value)}</StatusGlyph>
      </div>
      <dl className={classes.sum}>
        <dt>Balance on {moment(since)}</dt>
        <dd>{credits(creditsThen)}</dd>
        <dt>Charged since, by the ledger</dt>
        <dd>{creditChange(-charged)}</dd>
        {untold.operations > 0 && (
          <>
            <dt>{plural(untold.operations, 'charge')} never told</dt>
            <dd>{untoldWords(untold)}</dd>
          </>
        )}
        <dt>Drift</dt>
        <dd>{creditChange(drift)}</dd>
        <dt className={classes.total}>Balance now</dt>
        <dd className={classes.total}>{credits(state.value.credits)}</dd>
      </dl>
      <p className={classes.words}>{whyWords(state.value)}</p>
      {failure && <FailureCard failure={failure} paid={false} onDismiss={() => setFailure(undefined)} />}
      <div>
        <Button variant="default" loading={busy} onClick={() => void anew()}>
          Count from now
        </Button>
      </div>
    </>
  );
}
