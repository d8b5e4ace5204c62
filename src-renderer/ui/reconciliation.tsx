import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { Reconciliation } from '#shared/operations/office.ts';
import { countAnew, loadReconciliation, useAccount } from '../state/account.ts';
import { FailureCard } from './failure-card.tsx';
import { credits, moment, plural } from './format.ts';
import { iconSize } from './icon-size.ts';
import { announce } from './live-region.tsx';
import { StatusGlyph } from './status-glyph.tsx';
import classes from './reconciliation.module.css';

/** Whether the ledger and the balance agree, in a line. */
export function reconciliationWords({ drift, open }: Reconciliation): string {
  if (drift === 0) return 'The ledger and the balance agree.';
  if (open > 0)
    return `The balance is ${credits(Math.abs(drift))} ${drift > 0 ? 'above' : 'below'} what the ledger says, while ${plural(open, 'charge')} ${open === 1 ? 'is' : 'are'} not told yet.`;
  return drift > 0 ? `${credits(drift)} more than the ledger explains.` : `${credits(-drift)} less than the ledger explains.`;
}

const whyWords = ({ drift, open }: Reconciliation): string => {
  if (drift === 0) return 'Every credit that left the account since then is in Jobs.';
  const waiting = open > 0 ? ' Work is open whose charge nobody has told: it settles when that is known.' : '';
  return drift > 0
    ? `Credits came that Jobs knows nothing of: they were bought or granted, or the service gave some back later.${waiting}`
    : `Credits went that Jobs knows nothing of: another program or another studio spends with this account, or a request whose outcome is unknown was charged.${waiting}`;
};

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
  const { since, creditsThen, charged, open, openEstimate, drift } = state.value;
  return (
    <>
      <StatusGlyph status={drift === 0 ? 'done' : 'incomplete'}>{reconciliationWords(state.value)}</StatusGlyph>
      <dl className={classes.sum}>
        <dt>Balance on {moment(since)}</dt>
        <dd>{credits(creditsThen)}</dd>
        <dt>Charged since, by the ledger</dt>
        <dd>−{credits(charged)}</dd>
        {open > 0 && (
          <>
            <dt>{plural(open, 'charge')} not told yet</dt>
            <dd>{openEstimate > 0 ? `about −${credits(openEstimate)}` : 'unknown'}</dd>
          </>
        )}
        <dt>Drift</dt>
        <dd>
          {drift > 0 ? '+' : drift < 0 ? '−' : ''}
          {credits(Math.abs(drift))}
        </dd>
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
