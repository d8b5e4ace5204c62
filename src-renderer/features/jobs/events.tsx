import { consentEvent } from '#shared/clone/consent.ts';
import type { ShownJob } from '../../core/jobs/jobs.ts';
import { credits, exactMoment, number, size } from '../../lib/format.ts';
import { Section } from '../../ui/section.tsx';
import classes from './timeline.module.css';

type Event = ShownJob['events'][number];

const words: Readonly<Record<string, string>> = {
  [consentEvent]: 'You confirmed the consent of the person whose voice it is',
  begun: 'Written down, then sent',
  'sent again': 'Sent again with the same ids',
  accepted: 'Taken by the service',
  done: 'Done: what came of it is on this machine',
  failed: 'Failed',
  unknown: 'Outcome unknown',
  adopted: 'Adopted by hand',
  'given up': 'Given up by you',
  'removed by hand': 'Its files were removed by you',
};
const times = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** What happened, in its order: the request, its charge, what was asked, and the end. */
export function Events({ shown }: { shown: ShownJob }) {
  return (
    <Section title="What happened">
      <ol className={classes.events}>
        {shown.events.map((event, index) => (
          <li key={index} className={classes.event}>
            <time className={classes.time} dateTime={new Date(event.at).toISOString()} title={exactMoment(event.at)}>
              {times.format(event.at)}
            </time>
            <div>
              {words[event.event] ?? event.event}
              <div className={classes.words}>{factsOf(event)}</div>
            </div>
          </li>
        ))}
      </ol>
      {shown.events.length === 0 && <p className={classes.words}>An earlier version of the studio sent it, and kept no timeline.</p>}
    </Section>
  );
}

function factsOf({ event, facts }: Event): string {
  const { status, code, creditsUsed, quotaRemaining, taskId, bytes, ...rest } = facts;
  const more = Object.entries(rest).filter(([, value]) => value !== null);
  return [
    typeof status === 'number' ? `HTTP ${String(status)}` : '',
    typeof code === 'string' ? code : '',
    typeof creditsUsed === 'number'
      ? event === 'unknown'
        ? `${credits(creditsUsed)}, if charged`
        : `charged ${credits(creditsUsed)}`
      : '',
    typeof quotaRemaining === 'number' ? `${number(quotaRemaining)} API quota left` : '',
    typeof taskId === 'string' ? `task ${taskId}` : '',
    typeof bytes === 'number' ? size(bytes) : '',
    ...more.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
