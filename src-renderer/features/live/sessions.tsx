import { Button, Loader } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { LiveRequestRecord } from '#shared/operations/live.ts';
import { sessionsOf, unitsOf, type LiveSession } from './sessions-store.ts';
import { useProject } from '../../core/project/project.ts';
import { nameOfVoice, useVoices, voiceOfId } from '../../core/voices/voices.ts';
import { goToPanel, useWindow } from '../../core/window/window.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { RequestId } from '../../ui/request-id.tsx';
import { Section } from '../../ui/section.tsx';
import { PlaySound } from '../../core/player/sound-row.tsx';
import { StatusGlyph, type Status } from '../../ui/status-glyph.tsx';
import classes from './sessions.module.css';
import { moment } from '../../lib/format.ts';
import { messages } from '#shared/messages/index.ts';
import { keepAsChapter, loadOlderSessions, loadSessions, resumeRequest, useLiveSessions, whyNotKept, useLive } from './stores.ts';

/** What was spoken before, newest first: from the disk, with or without the service. */
export function Sessions() {
  const { status, requests, next } = useLiveSessions();
  const sessions = useMemo(() => sessionsOf(requests), [requests]);
  const underWay = useLive(({ line }) => line !== 'off');
  const whyNot = useProject(() => whyNotKept());
  return (
    <Section title={messages.live.sessions}>
      {status.state === 'failed' && (
        <FailureCard
          failure={status.failure}
          about={messages.live.sessionsNotLoaded}
          paid={false}
          action={
            <Button variant="default" onClick={() => void loadSessions()}>
              {messages.live.readAgain}
            </Button>
          }
        />
      )}
      {sessions.length === 0 && status.state === 'loading' && (
        <EmptyState level={3} icon={<Loader size={iconSize.wide} />} title={messages.live.loadingSessions} />
      )}
      {sessions.length === 0 && status.state === 'ready' && (
        <EmptyState
          icon={<IconHistory size={iconSize.picture} stroke={1.4} aria-hidden />}
          title={underWay ? messages.live.noOtherSessions : messages.live.noSessions}
        >
          {underWay ? messages.live.noOtherSessionsNote : messages.live.noSessionsNote}
        </EmptyState>
      )}
      {sessions.length > 0 && whyNot !== undefined && <p className={classes.facts}>{messages.live.whyNotKept(whyNot)}</p>}
      <ul className={classes.list} aria-label={messages.live.sessionsNewestFirst}>
        {sessions.map((session) => (
          <Entry key={session.sessionId} session={session} />
        ))}
      </ul>
      {next !== null && (
        <Button variant="default" onClick={() => void loadOlderSessions()}>
          {messages.live.showOlder}
        </Button>
      )}
    </Section>
  );
}

function standing(requests: readonly LiveRequestRecord[]): { status: Status; words: string } {
  if (requests.some(({ running }) => running)) return { status: 'generating', words: messages.live.openNow };
  if (requests.some(({ state }) => state === 'unknown' || state === 'sending'))
    return { status: 'incomplete', words: messages.live.interrupted };
  if (requests.some(({ whole }) => !whole)) return { status: 'incomplete', words: messages.live.incomplete };
  return { status: 'done', words: messages.live.complete };
}

function Entry({ session }: { session: LiveSession }) {
  const busy = useLiveSessions((state) => state.busy);
  useProject((state) => state.details);
  useVoices((state) => state.marks);
  const { requests } = session;
  const segments = requests.flatMap((request) => request.segments);
  const { status, words } = standing(requests);
  const date = new Date(requests[0]?.createdAt ?? 0);
  const title = moment(date.getTime());
  const { charged, reserved } = unitsOf(requests);
  const reason = segments.some(({ bytes }) => bytes > 0) ? whyNotKept() : messages.live.noAudioToKeep;
  const open = requests.filter(({ state, mode, running }) => state === 'unknown' && mode === 'reliable' && !running);
  const listed = voiceOfId(requests[0]?.voiceId);
  const voice = listed ? nameOfVoice(listed.voiceId) : requests[0]?.modelId;
  if (requests.every(({ running }) => running))
    return (
      <li className={classes.session}>
        <div className={classes.head}>
          <time dateTime={date.toISOString()}>{title}</time>
          <StatusGlyph status={status}>{words}</StatusGlyph>
        </div>
        <p className={classes.facts}>{[voice, messages.live.playAfterEnd].filter((fact) => fact !== undefined).join(' · ')}</p>
      </li>
    );
  const keep = async (): Promise<void> => {
    const made = await keepAsChapter(session);
    // Who went elsewhere meanwhile stays there.
    if (made && useWindow.getState().panel === 'live') goToPanel({ panel: 'narration' });
  };
  return (
    <li className={classes.session} data-session-sound={requests[0]?.url ?? undefined}>
      <div className={classes.head}>
        <time dateTime={date.toISOString()}>{title}</time>
        <StatusGlyph status={status}>{words}</StatusGlyph>
      </div>
      <p className={classes.facts}>
        {[
          ...(voice === undefined ? [] : [voice]),
          messages.live.phrase(segments.length),
          ...(charged > 0 || reserved === 0 ? [messages.live.unitsCharged(messages.live.unit(charged))] : []),
          ...(reserved > 0 ? [messages.live.unitsMaybeCharged(messages.live.unit(reserved))] : []),
        ].join(' · ')}
      </p>
      {segments.length > 0 && (
        <details>
          <summary>{segments[0]?.text.slice(0, 60)}</summary>
          <ol className={classes.phrases}>
            {requests.flatMap((request) =>
              request.segments.map((segment) => (
                <li key={`${request.operationId} ${segment.segmentId}`} className={classes.phrase}>
                  <PlaySound name={segment.text.slice(0, 40)} url={segment.url ?? undefined} />
                  <span>
                    {segment.text}
                    {!segment.whole && <em> {messages.live.incompleteMark}</em>}
                  </span>
                </li>
              )),
            )}
          </ol>
          {requests.map(({ requestId, operationId }) => (
            <RequestId key={operationId} id={requestId} />
          ))}
        </details>
      )}
      <div className={classes.actions}>
        {requests.flatMap(({ url, operationId }, index) =>
          url === null
            ? []
            : [
                <PlaySound
                  key={operationId}
                  name={messages.live.sessionOf(title, requests.length > 1 ? messages.live.partNumber(String(index + 1)) : '')}
                  url={url}
                />,
              ],
        )}
        <ReasonButton variant="default" loading={busy === session.sessionId} why={reason} onPress={() => void keep()}>
          {messages.live.keepAsAChapter}
        </ReasonButton>
        {open.map(({ operationId }) => (
          <Button key={operationId} variant="default" loading={busy === operationId} onClick={() => void resumeRequest(operationId)}>
            {messages.live.resume}
          </Button>
        ))}
      </div>
    </li>
  );
}
