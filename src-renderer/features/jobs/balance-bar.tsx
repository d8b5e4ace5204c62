import { Button, Popover } from '@mantine/core';
import { useAccount } from '../../core/account/account.ts';
import { ReconciliationFacts } from '../../core/account/reconciliation.tsx';
import { reconciliationStatus, reconciliationWords } from '../../core/account/reconciliation-words.ts';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import classes from './panel.module.css';

/** Whether the ledger and the service's balance agree; why not, on asking. */
export function BalanceBar() {
  const state = useAccount((account) => account.reconciliation);
  const known = state.state === 'ready' ? state.value : undefined;
  const words =
    state.state === 'failed'
      ? 'The balance could not be read.'
      : known
        ? reconciliationWords(known)
        : 'The ledger is not held against the balance yet.';
  return (
    <section className={classes.balance} aria-label="Ledger and balance">
      <StatusGlyph status={known ? reconciliationStatus(known) : 'empty'}>{words}</StatusGlyph>
      <Popover position="top-end" shadow="md" trapFocus>
        <Popover.Target>
          <Button size="compact-sm" variant="default">
            Explain
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Ledger and balance">
          <div className={classes.explained}>
            <ReconciliationFacts />
          </div>
        </Popover.Dropdown>
      </Popover>
    </section>
  );
}
