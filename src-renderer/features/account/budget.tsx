import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { loadBudget, lowBalance, updateBudget, useAccount, type Budget } from '../../core/account/account.ts';
import { updateSettings, useStudio } from '../../core/studio/studio.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { credits } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { Section } from '../../ui/section.tsx';
import { Amount } from './amount.tsx';
import classes from './panel.module.css';

/** What may be spent at most, held where everything that is paid for passes; and when the balance is called low. */
export function BudgetSection() {
  const budget = useAccount((state) => state.budget);
  const threshold = useStudio((state) => state.settings.lowBalance);
  const confirmAbove = useStudio((state) => state.settings.confirmAbove);
  const low = useStudio(lowBalance);
  return (
    <Section title="Budget">
      {budget.state === 'loading' && <Loader size={iconSize.large} />}
      {budget.state === 'failed' && (
        <FailureCard
          failure={budget.failure}
          paid={false}
          about="The caps could not be read."
          action={
            <Button variant="default" onClick={() => void loadBudget()}>
              Read again
            </Button>
          }
        />
      )}
      {budget.state === 'ready' && <Caps key={`${String(budget.value.perBatch)} ${String(budget.value.perDay)}`} budget={budget.value} />}
      <Amount
        key={String(threshold)}
        label="Low-balance warning"
        description="Below this balance, the status bar and paid buttons show a warning."
        value={threshold}
        onSet={(lowBalance) => void updateSettings({ lowBalance })}
      />
      <Amount
        key={`confirm ${String(confirmAbove)}`}
        label="Ask before Generate all above"
        description="Asks once for each project too. Empty: never asks."
        placeholder="Never"
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
    if (!failed) announce('The cap was set.');
  };
  const { perBatch, perDay, spentToday } = budget;
  return (
    <>
      <div className={classes.pair}>
        <Amount
          label="Cap per batch"
          description="For one Generate all."
          value={perBatch}
          onSet={(value) => void set({ perBatch: value })}
        />
        <Amount label="Cap per day" description="Resets at midnight." value={perDay} onSet={(value) => void set({ perDay: value })} />
      </div>
      <p className={classes.note}>
        {spentToday === null
          ? 'The amount spent today shows once the service answers.'
          : `Spent today with this account: ${credits(spentToday)}${perDay === null ? '' : `; ${credits(Math.max(0, perDay - spentToday))} are left under the cap`}.`}{' '}
        Requests that would pass a cap are not sent. An unknown price counts as 0 until the cap is reached.
      </p>
      {failure && <FailureCard failure={failure} paid={false} about="The cap" onDismiss={() => setFailure(undefined)} />}
    </>
  );
}
