import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { countAgain, loadReconciliation, useAccount } from './account.ts';
import { FailureCard } from '../failures/failure-card.tsx';
import { creditChange, credits, moment } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { useBalanceGap } from './balance-gap.ts';
import { reconciliationStatus, reconciliationWords, formatUnreported, restWords, whyWords } from './reconciliation-words.ts';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import classes from './reconciliation.module.css';
import { messages } from '#shared/messages/index.ts';

/** The charges that were reported since a balance, the balance of now, and what lies between. */
export function ReconciliationFacts() {
  const state = useAccount((account) => account.reconciliation);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const { gap, elsewhere } = useBalanceGap();
  const again = async (): Promise<void> => {
    setBusy(true);
    const failed = await countAgain();
    setBusy(false);
    setFailure(failed);
    if (!failed) announce(messages.account.countRestarted);
  };
  if (state.state === 'loading') return <Loader size={iconSize.large} />;
  if (state.state === 'failed')
    return (
      <FailureCard
        failure={state.failure}
        paid={false}
        about={messages.account.balanceNotLoaded}
        action={
          <Button variant="default" onClick={() => void loadReconciliation()}>
            {messages.account.readAgain}
          </Button>
        }
      />
    );
  if (state.value === null || gap === undefined) return <p className={classes.words}>{messages.account.countStartsLater}</p>;
  const { since, creditsThen, charged, unreported, open, openUnpriced } = state.value;
  const why = whyWords(state.value, gap);
  return (
    <>
      <div className={classes.verdict}>
        <StatusGlyph status={reconciliationStatus(gap)}>{reconciliationWords(state.value, gap)}</StatusGlyph>
      </div>
      <dl className={classes.sum}>
        <dt>{messages.account.balanceOn(moment(since))}</dt>
        <dd>{credits(creditsThen)}</dd>
        <dt>{messages.account.chargedSince}</dt>
        <dd>{creditChange(-charged)}</dd>
        {elsewhere.jobs > 0 && (
          <>
            <dt>{messages.account.otherPrograms(messages.account.listedJob(elsewhere.jobs))}</dt>
            <dd>{creditChange(-elsewhere.credits)}</dd>
          </>
        )}
        {unreported.operations > 0 && (
          <>
            <dt>{messages.account.notReportedByService(messages.account.charge(unreported.operations))}</dt>
            <dd>{formatUnreported(unreported)}</dd>
          </>
        )}
        {gap.open > 0 && (
          <>
            <dt>{messages.account.notReportedYet(messages.account.charge(open - openUnpriced))}</dt>
            <dd>{messages.shapes.about(creditChange(-gap.open))}</dd>
          </>
        )}
        {gap.inDoubt > 0 && (
          <>
            <dt>{messages.account.mayBeCharged}</dt>
            <dd>{creditChange(-gap.inDoubt)}</dd>
          </>
        )}
        {gap.rest !== 0 && (
          <>
            <dt>{restWords(state.value, gap)}</dt>
            <dd>{creditChange(gap.rest)}</dd>
          </>
        )}
        <dt className={classes.total}>{messages.account.balanceNow}</dt>
        <dd className={classes.total}>{credits(state.value.credits)}</dd>
      </dl>
      {why !== '' && <p className={classes.words}>{why}</p>}
      {failure && <FailureCard failure={failure} paid={false} onDismiss={() => setFailure(undefined)} />}
      <div>
        <Button variant="default" loading={busy} onClick={() => void again()}>
          {messages.account.countFromNow}
        </Button>
      </div>
    </>
  );
}
