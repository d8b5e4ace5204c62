import { consentEvents } from '#shared/clone/consent.ts';
import type { ShownJob } from '../../core/jobs/jobs.ts';
import { referenceWords } from '../../core/jobs/job-words.ts';
import { credits, exactMoment, number, size } from '../../lib/format.ts';
import { Section } from '../../ui/section.tsx';
import classes from './timeline.module.css';
import { dateLocale, messages } from '#shared/messages/index.ts';

type Event = ShownJob['events'][number];

const words: Readonly<Record<string, string>> = {
  [consentEvents.confirmed]: messages.jobs.eventConsent,
  [consentEvents.example]: messages.jobs.eventExample,
  begun: messages.jobs.eventSent,
  'sent again': messages.jobs.eventResent,
  accepted: messages.jobs.eventAccepted,
  done: messages.jobs.eventDone,
  failed: messages.jobs.failed,
  unknown: messages.jobs.outcomeUnknown,
  adopted: messages.jobs.eventAdopted,
  'balance-fell': messages.jobs.eventBalanceFell,
  'given up': messages.jobs.eventGivenUp,
  'removed by hand': messages.jobs.eventFilesRemoved,
  references: messages.jobs.eventReferences,
};
const times = new Intl.DateTimeFormat(dateLocale(), { timeStyle: 'medium' });

/** What happened, in its order: the request, its charge, what was asked, and the end. */
export function Events({ shown }: { shown: ShownJob }) {
  return (
    <Section title={messages.jobs.events}>
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
      {shown.events.length === 0 && <p className={classes.words}>{messages.jobs.noTimeline}</p>}
    </Section>
  );
}

/** The ids of the request and the kind of its failure, which stand above. */
const saidAbove: ReadonlySet<string> = new Set(['requestId', 'serviceRequestId', 'kind']);

function factsOf({ event, facts }: Event): string {
  const references = event === 'references' ? referenceWords(facts['of']) : undefined;
  if (references !== undefined) return references;
  const { status, code, creditsUsed, quotaRemaining, taskId, bytes, balanceFell, ...rest } = facts;
  const more = Object.entries(rest).filter(([name, value]) => value !== null && !saidAbove.has(name));
  return [
    typeof status === 'number' ? messages.jobs.httpCode(String(status)) : '',
    typeof code === 'string' ? code : '',
    typeof creditsUsed === 'number'
      ? event === 'unknown'
        ? messages.jobs.ifCharged(credits(creditsUsed))
        : messages.jobs.charged(credits(creditsUsed))
      : '',
    typeof balanceFell === 'number' ? messages.jobs.byCredits(credits(balanceFell)) : '',
    typeof quotaRemaining === 'number' ? messages.jobs.apiQuotaLeft(number(quotaRemaining)) : '',
    typeof taskId === 'string' ? messages.jobs.task(taskId) : '',
    typeof bytes === 'number' ? size(bytes) : '',
    ...more.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
