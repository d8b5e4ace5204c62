import { Button, Popover } from '@mantine/core';
import { useAccount } from '../../core/account/account.ts';
import { useBalanceGap } from '../../core/account/balance-gap.ts';
import { ReconciliationFacts } from '../../core/account/reconciliation.tsx';
import { reconciliationStatus, reconciliationWords } from '../../core/account/reconciliation-words.ts';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** Whether the ledger and the service's balance agree; why not, on asking. */
export function BalanceBar() {
  const state = useAccount((account) => account.reconciliation);
  const known = state.state === 'ready' ? state.value : undefined;
  const { gap } = useBalanceGap();
  const words =
    state.state === 'failed'
      ? messages.jobs.balanceNotLoaded
      : known && gap
        ? reconciliationWords(known, gap)
        : messages.jobs.notComparedYet;
  return (
    <section className={classes.balance} aria-label={messages.jobs.jobsAndBalance}>
      <StatusGlyph status={gap ? reconciliationStatus(gap) : 'empty'}>{words}</StatusGlyph>
      <Popover position="top-end" shadow="md" trapFocus>
        <Popover.Target>
          <Button size="compact-sm" variant="default">
            {messages.jobs.explain}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={messages.jobs.jobsAndBalance}>
          <div className={classes.explained}>
            <ReconciliationFacts />
          </div>
        </Popover.Dropdown>
      </Popover>
    </section>
  );
}
