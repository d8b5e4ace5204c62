import { Button, Loader } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { countElsewhere, creditsElsewhere } from '../../core/jobs/jobs-filter.ts';
import { keepAccountFresh, loadReconciliation } from '../../core/account/account.ts';
import { openJob, refreshJobs, useJobs } from '../../core/jobs/jobs.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { possibleWords, spentWords } from '../../core/jobs/job-words.ts';
import { credits } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { BalanceBar } from './balance-bar.tsx';
import { addJobsCommands, exportCsv } from './commands.ts';
import { Filters } from './filters.tsx';
import { JobList } from './job-list.tsx';
import { Timeline } from './timeline.tsx';
import { UnknownOutcomes } from './unknown-outcomes.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** Jobs: everything that was sent and may be paid for, what became of it, and what can still be done. */
export function JobsPanel() {
  const opened = useJobs((state) => state.opened);
  const connectionId = useStudio((state) => (state.connection?.state === 'ready' ? state.connection.id : undefined));
  useEffect(() => {
    void refreshJobs();
  }, [connectionId]);
  useEffect(() => keepAccountFresh([loadReconciliation]), []);
  const [busy, setBusy] = useState(false);
  const refresh = async (): Promise<void> => {
    setBusy(true);
    await Promise.all([refreshJobs(), loadReconciliation()]);
    setBusy(false);
    announce(messages.jobs.upToDate);
  };
  useEffect(addJobsCommands, []);
  return (
    <PanelFrame
      title={messages.jobs.jobs}
      heading={<Heading />}
      actions={
        <>
          <Button
            variant="default"
            leftSection={busy ? <Loader size={iconSize.tiny} /> : <IconRefresh size={iconSize.normal} aria-hidden />}
            aria-busy={busy}
            onClick={() => {
              if (!busy) void refresh();
            }}
          >
            {messages.jobs.refresh}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={iconSize.normal} aria-hidden />} onClick={() => void exportCsv()}>
            {messages.jobs.exportCsv}
          </Button>
        </>
      }
    >
      <div className={classes.stage}>
        <UnknownOutcomes />
        <Filters />
        <div className={classes.jobs}>
          <div className={classes.list}>
            <JobList />
          </div>
          {opened !== undefined && <Timeline key={opened} id={opened} onClose={close} />}
        </div>
        <BalanceBar />
      </div>
    </PanelFrame>
  );
}

function close(): void {
  openJob(undefined);
  document.querySelector<HTMLElement>(`[role="listbox"][aria-label="${messages.jobs.jobs}"]`)?.focus();
}

function Heading() {
  const sum = useJobs((state) => state.sum);
  // Rows of the service's own list, which the ledger does not count.
  const elsewhere = useJobs(countElsewhere);
  const chargedElsewhere = useJobs(creditsElsewhere);
  return (
    <PanelHeading
      title={messages.jobs.jobs}
      facts={[
        sum && messages.jobs.total(messages.jobs.job(sum.operations), spentWords(sum)),
        sum && possibleWords(sum.possible),
        sum &&
          elsewhere > 0 &&
          [messages.jobs.elsewhereCount(elsewhere), ...(chargedElsewhere > 0 ? [credits(chargedElsewhere)] : [])].join(' · '),
      ]}
    />
  );
}
