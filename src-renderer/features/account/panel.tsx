import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { statusOf } from '../../core/connections/connection-status.ts';
import { keepAccountFresh, loadBudget, loadProfile, loadReconciliation } from '../../core/account/account.ts';
import { loadConnections } from '../../core/connections/connections.ts';
import { refreshBalance } from '../../core/studio/refresh-balance.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { takeIntent, useWindow } from '../../core/window/window.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { Balance } from './balance.tsx';
import { BucketSection } from './bucket.tsx';
import { BudgetSection } from './budget.tsx';
import { Connections } from './connections.tsx';
import { LocalVoicesSection } from './local-voices.tsx';
import { ProfileSection } from './profile.tsx';
import { UsageSection } from './usage.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** Account: which service, whose account, what it may cost, and what the studio keeps. */
export function AccountPanel() {
  useEffect(() => keepAccountFresh([loadProfile, loadBudget, loadReconciliation]), []);
  useEffect(() => {
    void loadConnections();
  }, []);
  const intent = useWindow((state) => state.intent);
  useEffect(() => {
    const wanted = takeIntent('account');
    if (!wanted) return;
    const section = document.querySelector<HTMLElement>(`section[aria-label="${messages.account[wanted.section]}"]`);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('input, button')?.focus();
  }, [intent]);
  const connection = useStudio((state) => state.connection);
  return (
    <PanelFrame
      title={messages.account.account}
      heading={
        <PanelHeading
          title={messages.account.account}
          facts={[connection ? statusOf(connection, undefined).name : messages.account.connecting]}
        />
      }
      actions={
        <Button variant="default" onClick={() => void refreshBalance()}>
          {messages.account.refresh}
        </Button>
      }
    >
      <div className={classes.page}>
        <div className={classes.wide}>
          <UsageSection />
        </div>
        <div className={classes.column}>
          <Connections />
          <LocalVoicesSection />
          <BucketSection />
        </div>
        <div className={classes.column}>
          <ProfileSection />
          <BudgetSection />
          <Balance />
        </div>
      </div>
    </PanelFrame>
  );
}
