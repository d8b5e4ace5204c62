import { connectionName, useConnections } from '../../core/connections/connections.ts';
import { elsewhereState, type JobRow } from '../../core/jobs/jobs-filter.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { credits, moment } from '../../lib/format.ts';
import { costWords, kindWords, shownState, stateGlyphs, stateWords } from '../../core/jobs/job-words.ts';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { useProjectNames } from '../../core/jobs/project-names.ts';
import classes from './job-list.module.css';
import { messages } from '#shared/messages/index.ts';

/** A job in a line: how it stands by shape and word, what it is, what it cost, when it was begun. */
export function JobLine({ row }: { row: JobRow }) {
  const nameOf = useProjectNames();
  const current = useStudio((state) => state.connection?.id);
  const list = useConnections((state) => state.list);
  if ('elsewhere' in row) {
    const { elsewhere } = row;
    const state = elsewhereState(elsewhere);
    const kind = elsewhere.kind === 'speech' ? messages.jobs.speech : messages.jobs.lipSync;
    return (
      <Line
        state={{ words: stateWords[state], status: stateGlyphs[state] }}
        title={`${kind} ${elsewhere.taskId}`}
        under={messages.jobs.kindElsewhere(kind)}
        cost={elsewhere.creditsUsed === null ? messages.jobs.costNotReported : credits(elsewhere.creditsUsed)}
        when={elsewhere.createdAt === 0 ? messages.jobs.noDate : moment(elsewhere.createdAt)}
      />
    );
  }
  const { operation } = row;
  const { family, summary, projectId, connectionId, modelId } = operation;
  const where = [
    kindWords[family],
    projectId === null ? modelId : nameOf(projectId),
    // Work belongs to the service that it was begun with.
    connectionId === current ? undefined : messages.jobs.ofConnection(connectionName(connectionId, list)),
  ].filter((part) => part !== undefined && part !== null);
  return (
    <Line
      state={shownState(operation)}
      title={summary === '' ? kindWords[family] : summary}
      under={where.join(' · ')}
      cost={costWords(operation)}
      when={moment(operation.createdAt)}
    />
  );
}

interface LineProps {
  state: ReturnType<typeof shownState>;
  title: string;
  under: string;
  cost: string;
  when: string;
}

function Line({ state, title, under, cost, when }: LineProps) {
  return (
    <div className={classes.line}>
      <StatusGlyph status={state.status}>{state.words}</StatusGlyph>
      <div className={classes.what}>
        <div className={classes.title}>{title}</div>
        <div className={classes.under}>{under}</div>
      </div>
      <span className={classes.cost}>{cost}</span>
      <span className={classes.when}>{when}</span>
    </div>
  );
}
