import { connectionName, useConnections } from '../../core/connections/connections.ts';
import type { GroupRow, ListRow } from '../../core/jobs/job-groups.ts';
import { elsewhereState } from '../../core/jobs/jobs-filter.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { VisuallyHidden } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useVoices } from '../../core/voices/voices.ts';
import { speakerColour, voiceColour, type SpeakerColour } from '../../core/voices/speaker-colour.ts';
import { credits, moment } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { costWords, kindWords, shownState, stateGlyphs, stateWords, voicesInGroup, wayOutWords } from '../../core/jobs/job-words.ts';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { useProjectNames } from '../../core/jobs/project-names.ts';
import { voiceInRow } from '../../core/jobs/row-names.ts';
import classes from './job-list.module.css';
import { messages } from '#shared/messages/index.ts';

/** A job in a line: how it stands by shape and word, what it is, what it cost, when it was begun. */
export function JobLine({ row }: { row: ListRow }) {
  const nameOf = useProjectNames();
  const current = useStudio((state) => state.connection?.id);
  const list = useConnections((state) => state.list);
  const voiceName = useVoiceNames();
  if ('group' in row) return <GroupLine row={row} />;
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
  const { family, summary, projectId, projectName, connectionId, modelId, voiceId } = operation;
  const where = [
    wayOutWords(operation),
    kindWords[family],
    voiceId === undefined ? undefined : voiceName(voiceId),
    projectId === null ? modelId : nameOf(projectId, projectName),
    // Work belongs to the service that it was begun with.
    connectionId === current ? undefined : messages.jobs.ofConnection(connectionName(connectionId, list)),
  ].filter((part) => part !== undefined && part !== null);
  return (
    <Line
      state={shownState(operation)}
      speaker={speakerColour({ voiceId: voiceId ?? null })}
      title={summary === '' ? kindWords[family] : summary}
      under={where.join(' · ')}
      cost={costWords(operation)}
      when={moment(operation.createdAt)}
    />
  );
}

/** What voices are called here; undefined where no service has listed it. */
function useVoiceNames(): (voiceId: string) => string | undefined {
  const voiceNames = useStudio((state) => state.voiceNames);
  const marks = useVoices((state) => state.marks);
  return (voiceId) => voiceInRow(voiceId, { marks, voiceNames });
}

/** The requests of one go of a book or a dub: how many of them are done, what they cost together, who speaks. */
function GroupLine({ row: { group, isOpen } }: { row: GroupRow }) {
  const nameOf = useProjectNames();
  const voiceName = useVoiceNames();
  const running = group.filter(({ state }) => state === 'sending' || state === 'waiting').length;
  const voices = [...new Set(group.flatMap(({ voiceId }) => voiceId ?? []))];
  const charged = group.flatMap(({ creditsUsed }) => creditsUsed ?? []);
  const sum = credits(charged.reduce((total, one) => total + one, 0));
  const [newest] = group;
  const names = voicesInGroup(
    voices.flatMap((id) => voiceName(id) ?? []),
    mostNames,
  );
  return (
    <Line
      state={
        running === 0
          ? { words: stateWords.done, status: stateGlyphs.done }
          : { words: messages.jobs.groupProgress(group.length - running, group.length), status: stateGlyphs.waiting }
      }
      speaker={voices.length === 1 && voices[0] !== undefined ? voiceColour(voices[0]) : undefined}
      title={
        <span className={classes.group}>
          <IconChevronRight className={classes.mark} data-open={isOpen || undefined} size={iconSize.normal} stroke={1.75} aria-hidden />
          {newest?.projectId == null ? '' : nameOf(newest.projectId, newest.projectName)}
          <VisuallyHidden>{isOpen ? messages.jobs.groupIsOpen : messages.jobs.groupIsFolded}</VisuallyHidden>
        </span>
      }
      under={[
        newest?.projectName === undefined ? messages.jobs.speech : messages.jobs.dubSpeech,
        messages.jobs.requestCount(group.length),
        ...names,
      ].join(' · ')}
      cost={charged.length === 0 ? messages.jobs.chargeNotReported : charged.length < group.length ? messages.jobs.atLeast(sum) : sum}
      when={moment(newest?.createdAt ?? 0)}
    />
  );
}

/** Voices that are named in the line of a group. */
const mostNames = 3;

interface LineProps {
  state: ReturnType<typeof shownState>;
  speaker?: SpeakerColour | undefined;
  title: ReactNode;
  under: string;
  cost: string;
  when: string;
}

function Line({ state, speaker, title, under, cost, when }: LineProps) {
  return (
    <div className={classes.line} data-speaker={speaker} data-quiet={state.status === 'done' || undefined}>
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
