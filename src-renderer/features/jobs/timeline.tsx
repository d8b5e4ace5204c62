import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { connectionName } from '../../core/connections/connections.ts';
import { openJob, useJobs, type ShownJob } from '../../core/jobs/jobs.ts';
import { elsewhereState, type ElsewhereJob } from '../../core/jobs/jobs-filter.ts';
import { openProject, useProject } from '../../core/project/project.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { goToPanel } from '../../core/window/window.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { credits, exactMoment, number } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { JobActions } from '../../core/jobs/job-actions.tsx';
import {
  costWords,
  durationWords,
  isOnlyMadeAgain,
  isRefunded,
  kindWords,
  shownState,
  stateGlyphs,
  stateWords,
} from '../../core/jobs/job-words.ts';
import { RequestId } from '../../ui/request-id.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { toastFailure } from '../../lib/toast.tsx';
import { Events } from './events.tsx';
import { Files } from './files.tsx';
import { useProjectNames } from '../../core/jobs/project-names.ts';
import { RequestInspector } from './request-inspector.tsx';
import classes from './timeline.module.css';
import { messages } from '#shared/messages/index.ts';

/** Its id stands among the facts. */
const noIds: readonly string[] = [];

/** Work that a panel lists whatever became of it. */
const shownInPanel: ReadonlySet<string> = new Set(['image', 'video']);

/** Whether a person can do something about it, or must know that nothing can be done. */
const hasActions = ({ actions, state }: PaidOperation): boolean => actions.length > 0 || state === 'unknown';

/** Nothing is left of it but a new request, from its block. */
const offersAgain = (operation: PaidOperation): boolean =>
  operation.failure !== null && (isRefunded(operation.failure) || isOnlyMadeAgain(operation));

/** Everything that is known of one job. Escape closes it. */
export function Timeline({ id, onClose }: { id: string; onClose: () => void }) {
  const { operations, elsewhere, shown, shownFailure } = useJobs();
  const job = elsewhere.find((one) => `${one.kind}:${one.taskId}` === id);
  const row = operations.find(({ operationId }) => operationId === id);
  const detail = shown?.operation.operationId === id ? shown : undefined;
  const operation = detail?.operation ?? row;
  const again = operation && detail?.block && offersAgain(operation) ? detail.block : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const held = useRef(false);
  // What was pressed may be gone, now that it is done: who goes by keys stays in the timeline.
  useEffect(() => {
    if (held.current && (document.activeElement === null || document.activeElement === document.body)) heading.current?.focus();
  }, [operation]);
  return (
    <aside
      onFocus={() => (held.current = true)}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null) held.current = false;
      }}
      className={classes.pane}
      aria-label={messages.jobs.timeline}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={classes.head}>
        <div className={classes.what}>
          <span className={classes.kind}>
            {operation ? kindWords[operation.family] : job?.kind === 'lip-sync' ? messages.jobs.lipSync : messages.jobs.speech}
          </span>
          <h2 ref={heading} className={classes.title} tabIndex={-1}>
            {operation ? operation.summary || kindWords[operation.family] : (job?.taskId ?? messages.jobs.jobTitle)}
          </h2>
        </div>
        <ActionIcon aria-label={messages.jobs.closeTimeline} onClick={onClose}>
          <IconX size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </div>
      {job && <Elsewhere job={job} />}
      {operation?.failure && (
        <div className={classes.part}>
          <FailureCard
            failure={operation.failure}
            requestIds={noIds}
            steps={
              hasActions(operation) || again ? (
                <>
                  {hasActions(operation) && <JobActions operation={operation} within />}
                  {again && <GoToBlock block={again} again />}
                </>
              ) : undefined
            }
          />
        </div>
      )}
      {operation && <Facts operation={operation} block={detail?.block ?? null} />}
      {operation && !operation.failure && <JobActions operation={operation} />}
      {!job && !detail && !shownFailure && (
        <div className={classes.part}>
          <Loader size={iconSize.large} role="status" aria-label={messages.jobs.loadingTimeline} />
        </div>
      )}
      {shownFailure && (
        <div className={classes.part}>
          <FailureCard
            failure={shownFailure}
            paid={false}
            about={messages.jobs.timelineNotLoaded}
            action={
              <Button variant="default" onClick={() => openJob(id)}>
                {messages.jobs.readAgain}
              </Button>
            }
          />
        </div>
      )}
      {detail && <Files shown={detail} />}
      {detail && <Events shown={detail} />}
      {detail && <RequestInspector shown={detail} />}
    </aside>
  );
}

function Facts({ operation, block }: { operation: PaidOperation; block: ShownJob['block'] }) {
  const nameOf = useProjectNames();
  const { createdAt, attempts, modelId, amount, unit, requestId, serviceRequestId, code, status, taskId, creditsUsed, failure } = operation;
  const isEstimate = creditsUsed === null && operation.creditsEstimate !== undefined && failure?.charged !== 'unknown';
  const shown = shownState(operation);
  const cost = costWords(operation);
  const facts: [string, string | null][] = [
    [
      messages.jobs.cost,
      isEstimate ? messages.jobs.estimatedCharge(cost) : cost === messages.jobs.costUnknown ? messages.shapes.unknownFigure : cost,
    ],
    [messages.jobs.amount, messages.jobs.units[unit](amount)],
    [messages.jobs.begun, exactMoment(createdAt)],
    [messages.jobs.took, durationWords(operation)],
    [messages.jobs.attempts, number(attempts)],
    [messages.jobs.model, modelId],
    [messages.jobs.service, connectionName(operation.connectionId)],
    [
      operation.projectName === undefined ? messages.jobs.project : messages.jobs.dub,
      operation.projectId === null ? null : nameOf(operation.projectId, operation.projectName),
    ],
    [messages.jobs.taskTitle, taskId],
    [messages.jobs.response, status === null ? null : messages.jobs.httpStatus(String(status), code === null ? '' : `, ${code}`)],
    [messages.jobs.serviceMessage, failure?.detail ?? null],
  ];
  return (
    <div className={classes.part}>
      <StatusGlyph status={shown.status}>{shown.words}</StatusGlyph>
      <dl className={classes.facts}>{facts.map(([name, value]) => value !== null && <Fact key={name} name={name} value={value} />)}</dl>
      <RequestId id={serviceRequestId ?? requestId} />
      {block && !offersAgain(operation) && <GoToBlock block={block} />}
      {shownInPanel.has(operation.family) && (
        <Button variant="default" onClick={() => goToPanel({ panel: 'images-video' })}>
          {messages.jobs.openInPanel(messages.window.imagesVideo)}
        </Button>
      )}
    </div>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

/** The block that a sound is for, where its project is open or was open here lately. `again`: to generate it again, which shows its price there. */
function GoToBlock({ block: { projectId, blockId }, again = false }: { block: NonNullable<ShownJob['block']>; again?: boolean }) {
  const path = useStudio((state) => state.recent.find((one) => one.projectId === projectId && !one.missing)?.path);
  const isOpen = useProject((state) => state.details?.projectId === projectId);
  if (path === undefined && !isOpen) return null;
  const go = async (): Promise<void> => {
    const failure = isOpen || path === undefined ? undefined : await openProject(path);
    if (failure) toastFailure(failure);
    else goToPanel({ panel: 'narration', paidBlockId: blockId });
  };
  if (!again)
    return (
      <Button variant="default" onClick={() => void go()}>
        {messages.jobs.goToBlock}
      </Button>
    );
  return (
    <div className={classes.again}>
      <Button onClick={() => void go()}>{messages.jobs.generateAgain}</Button>
      <p className={classes.words}>{messages.jobs.generateAgainNote}</p>
    </div>
  );
}

function Elsewhere({ job }: { job: ElsewhereJob }) {
  const state = elsewhereState(job);
  return (
    <Section title={messages.jobs.madeElsewhere}>
      <StatusGlyph status={stateGlyphs[state]}>{stateWords[state]}</StatusGlyph>
      <dl className={classes.facts}>
        <Fact name={messages.jobs.cost} value={job.creditsUsed === null ? messages.jobs.notListed : credits(job.creditsUsed)} />
        <Fact name={messages.jobs.begun} value={job.createdAt === 0 ? messages.jobs.notReported : exactMoment(job.createdAt)} />
        <Fact name={messages.jobs.state} value={job.status} />
      </dl>
      <p className={classes.words}>
        {messages.jobs.elsewhereNote}
        {job.kind === 'speech' && ` ${messages.jobs.downloadCommand(job.taskId)}`}
      </p>
      <RequestId id={job.taskId} />
    </Section>
  );
}
