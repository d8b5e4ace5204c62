import { useLive } from './queue-store.ts';
import { useLiveCapabilities } from './capabilities.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { realtimeLimits } from '#shared/wire/realtime.ts';
import { number } from '../../lib/format.ts';
import { StatusGlyph, type Status } from '../../ui/status-glyph.tsx';
import classes from './panel.module.css';

const lines: Record<ReturnType<typeof useLive.getState>['line'], { status: Status; words: string }> = {
  off: { status: 'empty', words: 'No session' },
  connecting: { status: 'queued', words: 'Connecting' },
  ready: { status: 'done', words: 'Connected' },
  reconnecting: { status: 'incomplete', words: 'Connecting again' },
  idle: { status: 'empty', words: 'Between sessions' },
  ending: { status: 'generating', words: 'Ending' },
};

/** Connection, first sound and units of the session: always in sight. */
export function LineStatus() {
  const { line, latencyMs, roundTripMs, sessionUnits } = useLive();
  const quota = useStudio((state) => state.account?.apiQuotaRemaining);
  const told = useLiveCapabilities((state) => state.capabilities?.limits['sessionUnits']);
  const { status, words } = lines[line];
  return (
    <dl className={classes.facts} aria-label="Session">
      <Fact name="Connection">
        <StatusGlyph status={status}>{words}</StatusGlyph>
      </Fact>
      <Fact name="First sound" title="From Enter to the first sample, of the last phrase that had none before it">
        {latencyMs === undefined ? '–' : `${number(latencyMs)} ms`}
      </Fact>
      <Fact name="Session units" title="Characters that the service has counted in this session, and how many it takes">
        {number(sessionUnits)} of {number(Math.min(told ?? realtimeLimits.sessionUnits, realtimeLimits.sessionUnits))}
      </Fact>
      {roundTripMs !== undefined && <Fact name="Round trip">{number(Math.round(roundTripMs))} ms</Fact>}
      {typeof quota === 'number' && line !== 'off' && <Fact name="Quota left">{number(quota)}</Fact>}
    </dl>
  );
}

function Fact({ name, title, children }: { name: string; title?: string; children: React.ReactNode }) {
  return (
    <div className={classes.fact} title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
