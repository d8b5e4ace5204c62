import { ActionIcon, Loader, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload, IconPlayerPauseFilled, IconRefresh } from '@tabler/icons-react';
import { useEffect, type CSSProperties, type ReactNode } from 'react';
import { serviceInUse, type Connection } from '#shared/operations/connections.ts';
import { statusOf, whyPaused } from '../../core/connections/connection-status.ts';
import { useGeneration } from '../../core/generation/generation.ts';
import { useHost } from '../../core/host/host.ts';
import { refreshBalance } from '../../core/studio/refresh-balance.ts';
import { onTake, restartConnection, useStudio, type Ended, type Unsettled } from '../../core/studio/studio.ts';
import { largeResults, lowBalance } from '../../core/account/account.ts';
import { goToJobs, isCounted, useJobs } from '../../core/jobs/jobs.ts';
import { hasMicrophoneOpen } from '../../features/clone/recorder-store.ts';
import { useRecorder } from '../../features/clone/stores.ts';
import { isUnderWay } from '../../features/narration/export/export-store.ts';
import { isUnderWay as isPhraseUnderWay } from '../../features/live/queue-store.ts';
import { showExport, useExport } from '../../features/narration/stores.ts';
import { goToPanel, useWindow } from '../../core/window/window.ts';
import { age, numberOrUnknown, wholeClock } from '../../lib/format.ts';
import { isOpenSession } from '../../core/jobs/job-words.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { toastEnd, toastFailure, withdrawFailedEnd } from '../../lib/toast.tsx';
import { useNow } from '../../lib/use-now.ts';
import classes from './status-bar.module.css';
import { messages } from '#shared/messages/index.ts';
import { useLive } from '../../features/live/stores.ts';
import { plainFailure } from '../../lib/failure-words.ts';

/**
 * Connection, credits, for images and videos the quota, and what is under way, in one line: where it is full, quota and age give way first, then credits. The connection’s
 * title has them.
 */
export function StatusBar() {
  return (
    <footer className={classes.bar}>
      <ConnectionState />
      {/* What has the focus is shown, and the line returns to its start after. */}
      <div className={classes.gives} data-gives-way onBlur={({ currentTarget }) => currentTarget.scrollTo(0, 0)}>
        <Balance />
      </div>
      <OpenMicrophone />
      <ExportProgress />
      <Work />
    </footer>
  );
}

function ConnectionState() {
  const connection = useStudio((state) => state.connection);
  const restarting = useStudio((state) => state.restarting);
  const accountFailure = useStudio((state) => state.accountFailure);
  const wire = useHost((state) => state.status);
  const { name, words, health } = statusOf(connection, accountFailure, restarting, wire);
  const icons = {
    waiting: <Loader size={iconSize.tiny} />,
    good: <IconCheck size={iconSize.normal} className={classes.good} aria-hidden />,
    bad: <IconAlertTriangle size={iconSize.normal} className={classes.bad} aria-hidden />,
  };
  const isFailed = connection?.state === 'failed' && !restarting && wire === 'open';
  const account = useStudio((state) => state.account);
  const balance = account
    ? [
        messages.window.balanceIs(numberOrUnknown(account.credits)),
        `${messages.window.apiQuota}: ${numberOrUnknown(account.apiQuotaRemaining)}`,
      ]
    : [];
  return (
    <Entry icon={icons[health]} title={[`${name} ${words}`.trim(), ...balance].join(' · ')} shrinks>
      {name !== '' && <span className={classes.name}>{name}</span>}
      <span className={`${classes.words} ${health === 'bad' ? classes.bad : classes.quiet}`}>{words}</span>
      {isFailed && <NextStep connection={connection} />}
    </Entry>
  );
}

/** What a person can do at once about a service that cannot be used. */
function NextStep({ connection }: { connection: Connection }) {
  if (connection.failure?.kind === 'unauthorized')
    return (
      <button type="button" className={classes.link} onClick={() => goToPanel({ panel: 'account', section: 'connections' })}>
        {messages.window.changeKey}
      </button>
    );
  return (
    <button
      type="button"
      className={classes.link}
      onClick={() => void restartConnection().then((failure) => failure && toastFailure(failure))}
    >
      {serviceInUse(connection).kind === 'local' ? messages.window.restart : messages.window.tryAgain}
    </button>
  );
}

function Balance() {
  const account = useStudio((state) => state.account);
  const failure = useStudio((state) => state.accountFailure);
  const now = useNow(30_000);
  const low = useStudio(lowBalance);
  const isGone = useHost((state) => state.status === 'lost');
  // What images and videos use alone; elsewhere a second figure beside credits explains nothing, and Account has it.
  const showsQuota = useWindow((state) => state.panel === 'images-video');
  if (isGone) return null;
  if (!account)
    return (
      <>
        {failure && (
          <Entry icon={<IconAlertTriangle size={iconSize.normal} className={classes.bad} aria-hidden />}>
            {messages.window.balanceUnknown}
          </Entry>
        )}
        <Disk />
      </>
    );
  const since = age(account.asOf, now);
  return (
    <>
      <Entry icon={low === undefined ? undefined : <IconAlertTriangle size={iconSize.normal} className={classes.warn} aria-hidden />}>
        <Amount name={messages.window.credits} note={messages.window.creditsNote} value={account.credits} />
        {low !== undefined && (
          <Tooltip label={low}>
            <button type="button" className={classes.link} onClick={() => goToPanel({ panel: 'account', section: 'budget' })}>
              {messages.window.low}
            </button>
          </Tooltip>
        )}
      </Entry>
      <Disk />
      {showsQuota && (
        <Entry>
          <Amount name={messages.window.apiQuota} note={messages.window.apiQuotaNote} value={account.apiQuotaRemaining} />
        </Entry>
      )}
      <Entry>
        <span className={classes.quiet}>{failure ? messages.window.balanceOutdated(since) : since}</span>
        <Tooltip label={failure ? plainFailure(failure) : messages.window.refresh}>
          <ActionIcon aria-label={messages.window.refreshBalance} size={20} onClick={() => void refreshBalance()}>
            <IconRefresh size={iconSize.small} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Entry>
    </>
  );
}

/** What is left of something to pay with, and, to keys too, what it pays for; Account has the rest. */
function Amount({ name, note, value }: { name: string; note: string; value: Parameters<typeof numberOrUnknown>[0] }) {
  return (
    <Tooltip label={note} multiline maw="20rem" events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={classes.go} onClick={() => goToPanel({ panel: 'account', section: 'account' })}>
        <span className={classes.quiet}>{name}</span>
        <span className="tabular">{numberOrUnknown(value)}</span>
      </button>
    </Tooltip>
  );
}

function Disk() {
  const large = useStudio(largeResults);
  if (large === undefined) return null;
  return (
    <Entry icon={<IconAlertTriangle size={iconSize.normal} className={classes.warn} aria-hidden />}>
      <span className={classes.quiet}>{messages.window.paidResults}</span>
      <Tooltip label={large}>
        <button type="button" className={classes.link} onClick={() => goToPanel({ panel: 'settings', section: 'storage' })}>
          {messages.window.large}
        </button>
      </Tooltip>
    </Entry>
  );
}

/** A microphone that is open is in sight whichever panel is, and one press leads to what ends it. */
function OpenMicrophone() {
  const isOpen = useRecorder(hasMicrophoneOpen);
  const count = useRecorder((state) => (state.phase === 'counting' ? state.count : 0));
  const seconds = useRecorder((state) => Math.floor(state.seconds));
  if (!isOpen) return null;
  return (
    <button
      type="button"
      className={classes.go}
      aria-description={`${messages.clone.microphoneOpen}. ${messages.clone.showRecorder}`}
      title={messages.clone.showRecorder}
      onClick={() => goToPanel({ panel: 'clone' })}
    >
      <span className={classes.record} aria-hidden />
      {count > 0 ? (
        messages.clone.countdown(count)
      ) : (
        <>
          {messages.clone.recordingState} <span className="tabular">{wholeClock(seconds)}</span>
        </>
      )}
    </button>
  );
}

/** How far an export is; one press leads to it. */
function ExportProgress() {
  const progress = useExport(({ job }) =>
    job === undefined || !isUnderWay(job)
      ? undefined
      : job.state === 'paused'
        ? messages.exportSheet.exportPaused
        : messages.exportSheet.exporting(Math.floor(job.fraction * 100)),
  );
  if (progress === undefined) return null;
  return (
    <button type="button" className={classes.go} aria-description={messages.exportSheet.showExport} onClick={() => void showExport()}>
      <IconDownload size={iconSize.small} aria-hidden />
      <span className="tabular">{progress}</span>
    </button>
  );
}

/** Shows how paid work ended whose outcome was unknown, in a notice that goes by its time, as Jobs keeps it; of a block that failed, also once it has its audio. */
function useEnds(): void {
  const ended = useStudio((state) => state.ended);
  useEffect(() => {
    if (ended.length === 0) return;
    useStudio.setState({ ended: [] });
    for (const { operationId, summary, outcome, creditsUsed, blockId } of ended) {
      if (isCounted(operationId)) continue;
      const credits = creditsUsed === null ? '' : messages.window.chargedSuffix(messages.window.credit(creditsUsed));
      const isAgain = outcome === 'superseded';
      toastEnd({
        title: isAgain ? messages.window.endedTwice : undefined,
        message: `${summary} ${endWords[outcome]}${isAgain ? '' : credits}`,
        openJobs: () => goToJobs({ operationId }),
        failedBlockId: outcome === 'failed' ? blockId : undefined,
      });
    }
  }, [ended]);
  useEffect(
    () =>
      onTake((_, take) => {
        if (take.state === 'complete') withdrawFailedEnd(take.blockId);
      }),
    [],
  );
}

const endWords: Record<Ended['outcome'], string> = {
  made: messages.window.endedGenerated,
  failed: messages.window.endedFailed,
  superseded: messages.window.endedSuperseded,
};

const running = { state: 'running' } as const;

/** One is shown with its timeline, several as a list. */
function goToUnsettled(unsettled: readonly Unsettled[]): void {
  const [first] = unsettled;
  goToJobs(unsettled.length === 1 && first ? { operationId: first.operationId } : { filter: { state: 'unknown' } });
}

function Work() {
  useEnds();
  // Nothing is known to run while the window does not hear from main.
  const isGone = useHost((state) => state.status !== 'open');
  const progress = useGeneration((state) => (isGone ? undefined : state.progress));
  const isPaused = useStudio(({ connection }) => whyPaused(connection, progress?.paused !== undefined) !== undefined);
  const unsettled = useStudio((state) => state.unsettled);
  const isSpeaking = useLive((state) => state.phrases.some(isPhraseUnderWay));
  const jobs = useJobs((state) => [...state.running.values()].filter((operation) => isSpeaking || !isOpenSession(operation)).length);
  return (
    <>
      {unsettled.length > 0 && (
        <Tooltip label={messages.window.withoutResponseNote(unsettled.length)}>
          <button
            type="button"
            className={classes.go}
            aria-description={messages.window.withoutResponseNote(unsettled.length)}
            onClick={() => goToUnsettled(unsettled)}
          >
            <IconAlertTriangle size={iconSize.normal} className={classes.warn} aria-hidden />
            {messages.window.withoutResponse(messages.window.paidRequest(unsettled.length))}
          </button>
        </Tooltip>
      )}
      {progress && (
        <button
          type="button"
          className={classes.go}
          aria-description={messages.window.showInJobs}
          onClick={() => goToJobs({ filter: running })}
        >
          {/* A wheel that turns has the window drawn sixty times a second, for as long as a book takes. */}
          {isPaused ? (
            <IconPlayerPauseFilled size={iconSize.tiny} aria-hidden />
          ) : (
            <span className={classes.ring} style={{ '--share': progress.settled / progress.total } as CSSProperties} aria-hidden />
          )}
          {isPaused ? messages.window.paused : messages.window.generating}{' '}
          <span className="tabular">{messages.window.progressOf(String(progress.settled), String(progress.total))}</span>
        </button>
      )}
      {!isGone && !progress && jobs > 0 && (
        <button
          type="button"
          className={classes.go}
          aria-description={messages.window.showInJobs}
          onClick={() => goToJobs({ filter: running })}
        >
          <Loader size={iconSize.tiny} />
          {messages.window.jobsRunning(messages.window.job(jobs))}
        </button>
      )}
    </>
  );
}

/** `shrinks`: its words end in dots where the line is full. */
function Entry({ icon, title, shrinks, children }: { icon?: ReactNode; title?: string; shrinks?: boolean; children: ReactNode }) {
  return (
    <span className={classes.entry} title={title} data-shrinks={shrinks}>
      {icon}
      {children}
    </span>
  );
}
