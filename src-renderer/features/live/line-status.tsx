import { VisuallyHidden } from '@mantine/core';
import { useLive, useLiveCapabilities } from './stores.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { realtimeLimits } from '#shared/wire/realtime.ts';
import { number } from '../../lib/format.ts';
import { StatusGlyph, type Status } from '../../ui/status-glyph.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

const lines: Record<ReturnType<typeof useLive.getState>['line'], { status: Status; words: string }> = {
  off: { status: 'empty', words: messages.live.noSession },
  connecting: { status: 'queued', words: messages.live.connecting },
  ready: { status: 'done', words: messages.live.connected },
  reconnecting: { status: 'incomplete', words: messages.live.reconnecting },
  idle: { status: 'empty', words: messages.live.betweenSessions },
  ending: { status: 'generating', words: messages.live.ending },
};

/**
 * Connection, units of the session, first sound and round trip, and the API quota once it is less than a session may use; where there is little room, the
 * last give way first.
 */
export function LineStatus() {
  const { line, latencyMs, roundTripMs, sessionUnits } = useLive();
  const quota = useStudio((state) => state.account?.apiQuotaRemaining);
  const mostUnits = useLiveCapabilities((state) => state.capabilities?.limits['sessionUnits']);
  const most = Math.min(mostUnits ?? realtimeLimits.sessionUnits, realtimeLimits.sessionUnits);
  const { status, words } = lines[line];
  return (
    <dl className={classes.facts} aria-label={messages.live.session}>
      <Fact name={<VisuallyHidden>{messages.live.connection}</VisuallyHidden>}>
        <StatusGlyph status={status}>{words}</StatusGlyph>
      </Fact>
      <Fact name={messages.live.sessionUnits} title={messages.live.sessionUnitsNote}>
        {messages.live.unitsOf(number(sessionUnits), number(most))}
      </Fact>
      <Fact name={messages.live.firstAudio} title={messages.live.firstAudioNote}>
        {latencyMs === undefined ? messages.live.noFirstAudio : messages.live.firstAudioIn(number(latencyMs))}
      </Fact>
      {roundTripMs !== undefined && <Fact name={messages.live.roundTrip}>{messages.live.ms(number(Math.round(roundTripMs)))}</Fact>}
      {typeof quota === 'number' && quota < most && line !== 'off' && <Fact name={messages.live.quotaLeft}>{number(quota)}</Fact>}
    </dl>
  );
}

function Fact({ name, title, children }: { name: React.ReactNode; title?: string; children: React.ReactNode }) {
  return (
    <div className={classes.fact} title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
