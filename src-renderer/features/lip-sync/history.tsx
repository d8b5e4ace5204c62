import { Button } from '@mantine/core';
import type { PaidOperation } from '#shared/operations/paid.ts';
import {
  listRemovedLipSyncs,
  openLipSync,
  readElsewhere,
  readLipSyncs,
  readMoreElsewhere,
  readMoreLipSyncs,
  toggleRemovedLipSync,
  useLipSync,
} from './stores.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { credits, moment } from '../../lib/format.ts';
import { MediaJobHistory } from '../../core/media-jobs/media-job-history.tsx';
import { SectionHeading } from '../../ui/section.tsx';
import classes from './panel.module.css';
import { withoutKind } from '../../lib/without-kind.ts';
import { messages } from '#shared/messages/index.ts';

/** The lip syncs of the ledger, and those that the service lists besides. */
export function History() {
  const jobs = useLipSync();
  return (
    <MediaJobHistory
      jobs={jobs}
      titleOf={titleOf}
      onOpen={(operation) => void openLipSync(operation)}
      onListRemoved={(removed) => void listRemovedLipSyncs(removed)}
      onToggleRemoved={(operation) => void toggleRemovedLipSync(operation, titleOf(operation))}
      onMore={() => void readMoreLipSyncs()}
      onAgain={() => void readLipSyncs()}
      none={messages.lipSync.historyNote}
    >
      <Elsewhere />
    </MediaJobHistory>
  );
}

/** `talk.mp4 with voice.mp3`. */
export const titleOf = ({ summary }: PaidOperation): string => withoutKind(summary, (name) => messages.lipSync.ofVideoWithSound(name, ''));

function Elsewhere() {
  const jobs = useLipSync((state) => state.elsewhere);
  const failure = useLipSync((state) => state.elsewhereFailure);
  const isWhole = useLipSync((state) => state.next === 0);
  if (jobs.length === 0 && isWhole && !failure) return null;
  return (
    <section className={classes.elsewhere} aria-label={messages.lipSync.madeElsewhere}>
      <SectionHeading
        actions={
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void readElsewhere()}>
            {messages.lipSync.refresh}
          </Button>
        }
      >
        {messages.lipSync.madeElsewhere}
      </SectionHeading>
      {failure && <FailureCard failure={failure} paid={false} about={messages.lipSync.serviceList} />}
      <ul className={classes.others}>
        {jobs.map(({ taskId, status, createdAt, creditsUsed }) => (
          <li key={taskId} className={classes.other}>
            <span className={classes.task}>{taskId}</span>
            <span className={classes.estimate}>
              {[status, whenOf(createdAt), creditsUsed === null ? '' : credits(creditsUsed)].filter((part) => part !== '').join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Button variant="default" onClick={() => void readMoreElsewhere()}>
          {messages.lipSync.showOlderAtService}
        </Button>
      )}
    </section>
  );
}

const whenOf = (time: string | null): string => {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? '' : moment(at);
};
