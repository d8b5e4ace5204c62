import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { loadBudget, lowBalance, updateBudget, useAccount, type Budget } from '../../core/account/account.ts';
import { updateSettings, useStudio } from '../../core/studio/studio.ts';
import { possibleWords } from '../../core/jobs/job-words.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { credits } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { Section } from '../../ui/section.tsx';
import { Amount } from './amount.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** What may be spent at most, held where everything that is paid for passes; and when the balance is called low. */
export function BudgetSection() {
  const budget = useAccount((state) => state.budget);
  const threshold = useStudio((state) => state.settings.lowBalance);
  const confirmAbove = useStudio((state) => state.settings.confirmAbove);
  const low = useStudio(lowBalance);
  return (
    <Section title={messages.account.budget}>
      {budget.state === 'loading' && <Loader size={iconSize.large} />}
      {budget.state === 'failed' && (
        <FailureCard
          failure={budget.failure}
          paid={false}
          about={messages.account.capsNotLoaded}
          action={
            <Button variant="default" onClick={() => void loadBudget()}>
              {messages.account.readAgain}
            </Button>
          }
        />
      )}
      {budget.state === 'ready' && <Caps key={`${String(budget.value.perBatch)} ${String(budget.value.perDay)}`} budget={budget.value} />}
      <Amount
        key={String(threshold)}
        label={messages.account.lowBalanceWarning}
        description={messages.account.lowBalanceNote}
        value={threshold}
        onSet={(lowBalance) => void updateSettings({ lowBalance })}
      />
      <Amount
        key={`confirm ${String(confirmAbove)}`}
        label={messages.account.askAbove}
        description={messages.account.askAboveNote}
        placeholder={messages.account.never}
        value={confirmAbove}
        onSet={(value) => void updateSettings({ confirmAbove: value })}
      />
      {low !== undefined && <p className={`${classes.note ?? ''} ${classes.warn ?? ''}`}>{low}</p>}
    </Section>
  );
}

function Caps({ budget }: { budget: Budget }) {
  const [failure, setFailure] = useState<Failure>();
  const set = async (change: Partial<Pick<Budget, 'perBatch' | 'perDay'>>): Promise<void> => {
    const failed = await updateBudget(change);
    setFailure(failed);
    if (!failed) announce(messages.account.capSaved);
  };
  const { perBatch, perDay, spentToday, possibleToday } = budget;
  return (
    <>
      <div className={classes.pair}>
        <Amount
          label={messages.account.capPerBatch}
          description={messages.account.capPerBatchNote}
          value={perBatch}
          onSet={(value) => void set({ perBatch: value })}
        />
        <Amount
          label={messages.account.capPerDay}
          description={messages.account.resetsAtMidnight}
          value={perDay}
          onSet={(value) => void set({ perDay: value })}
        />
      </div>
      <p className={classes.note}>
        {spentToday === null
          ? messages.account.spentTodayWaiting
          : messages.account.spentToday(
              [credits(spentToday - possibleToday), possibleWords(possibleToday)].filter((part) => part !== undefined).join(', '),
              perDay === null ? '' : messages.account.leftUnderCap(credits(Math.max(0, perDay - spentToday))),
            )}{' '}
        {messages.account.capsNote}
      </p>
      {failure && <FailureCard failure={failure} paid={false} about={messages.account.cap} onDismiss={() => setFailure(undefined)} />}
    </>
  );
}
