import { Button, Loader, SegmentedControl } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { UsageEntry } from '#shared/operations/account.ts';
import { keepAccountFresh, loadUsage, useAccount } from '../../core/account/account.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { useProjectNames } from '../../core/jobs/project-names.ts';
import { kindWords, possibleWords } from '../../core/jobs/job-words.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { aboutCredits, credits, number, shortDay } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { useNow } from '../../lib/use-now.ts';
import { Section } from '../../ui/section.tsx';
import { StackedBars } from '../../ui/stacked-bars.tsx';
import { arrangeUsage, colourSeries, dayOf, type UsageBy, type UsageRows } from './usage-rows.ts';
import page from './panel.module.css';
import classes from './usage.module.css';
import { messages } from '#shared/messages/index.ts';

const periods = [7, 30, 90] as const;

/** Each has a colour of its own in every period, the first eight one that no other kind takes. */
const kindsInOrder = [
  ...(['speech', 'realtime-reliable', 'voice-create', 'design', 'lip-sync', 'dubbing', 'transcription', 'speech-v1'] as const),
  ...(['speech-v2', 'compatibility', 'design-save', 'image', 'video'] as const),
].map((family) => kindWords[family]);

/** What work cost, by day, and by kind or project: a chart, and the same as a table. */
export function UsageSection() {
  const usage = useAccount((state) => state.usage);
  const [days, setDays] = useState<(typeof periods)[number]>(30);
  const [by, setBy] = useState<UsageBy>('kind');
  // What was spent is on this machine: it is read for a service that cannot be reached as well.
  const connectionId = useStudio((state) => state.connection?.id);
  useEffect(() => keepAccountFresh([() => loadUsage(days)]), [days, connectionId]);
  const nameOf = useNames(by);
  const today = dayOf(new Date(useNow(60_000)));
  const rows = useMemo(
    () =>
      usage.state === 'ready'
        ? arrangeUsage(usage.value.entries, { last: today, days: usage.value.days, nameOf, rest: messages.account.usageRest })
        : undefined,
    [usage, nameOf, today],
  );
  return (
    <Section
      title={messages.account.usage}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label={messages.account.usageBy}
            value={by}
            data={[
              { value: 'kind', label: messages.account.byKind },
              { value: 'project', label: messages.account.byProject },
            ]}
            onChange={setBy}
          />
          <SegmentedControl
            size="xs"
            aria-label={messages.account.usagePeriod}
            value={String(days)}
            data={periods.map((period) => ({ value: String(period), label: messages.account.usageDays(String(period)) }))}
            onChange={(value) => setDays(periods.find((period) => String(period) === value) ?? 30)}
          />
        </>
      }
    >
      {usage.state === 'loading' && <Loader size={iconSize.large} />}
      {usage.state === 'failed' && (
        <FailureCard
          failure={usage.failure}
          paid={false}
          about={messages.account.usageNotLoaded}
          action={
            <Button variant="default" onClick={() => void loadUsage(days)}>
              {messages.account.readAgain}
            </Button>
          }
        />
      )}
      {rows && <Usage rows={rows} />}
    </Section>
  );
}

/** What an entry is called in the chart. */
function useNames(by: UsageBy): (entry: UsageEntry) => string {
  const nameOfProject = useProjectNames();
  return useCallback(
    ({ family, projectId, projectName }) =>
      by === 'kind' ? kindWords[family] : projectId === '' ? messages.account.noProject : nameOfProject(projectId, projectName),
    [by, nameOfProject],
  );
}

function Usage({ rows }: { rows: UsageRows }) {
  const { series, days, unreported } = rows;
  const colours = colourSeries(
    series.map(({ name }) => name),
    kindsInOrder,
  );
  const most = niceCeiling(Math.max(...days.map(({ total }) => total)));
  return (
    <>
      <StackedBars
        name={messages.account.usageSummary(
          aboutCredits(rows.credits - rows.estimate, rows.estimate),
          messages.account.usageRequests(rows.operations),
          String(days.length),
        )}
        bars={days.map(({ day, values, total, estimate }) => ({
          title: [
            `${shortDay(day)}: ${aboutCredits(total - estimate, estimate)}`,
            ...series.flatMap(({ name }, index) => (values[index] ? [`${name}: ${number(Math.round(values[index]))}`] : [])),
          ].join('\n'),
          label: shortDay(day),
          values,
        }))}
        top={credits(most)}
        most={most}
        colours={colours}
      />
      {series.length === 0 ? (
        <p className={page.note}>{messages.account.noUsage}</p>
      ) : (
        <ul className={classes.legend} aria-label={messages.account.usageTotals}>
          {series.map(({ name, credits: spent, estimate, possible }, index) => (
            <li key={name}>
              <span className={classes.swatch} data-speaker={`cast-${String(colours[index] ?? 1)}`} aria-hidden />
              <span>{name}</span>
              <span className={classes.figure}>
                {[aboutCredits(spent - estimate, estimate), possibleWords(possible)].filter((part) => part !== undefined).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {rows.estimate > 0 && <p className={page.note}>{messages.account.usageEstimated(credits(Math.round(rows.estimate)))}</p>}
      {rows.quota > 0 && <p className={page.note}>{messages.account.usageQuota(number(rows.quota))}</p>}
      {unreported > 0 && <p className={page.note}>{messages.account.usageUnreported(messages.account.usageRequests(unreported))}</p>}
      {series.length > 0 && <UsageTable rows={rows} />}
    </>
  );
}

function UsageTable({ rows: { series, days } }: { rows: UsageRows }) {
  return (
    <details className={classes.details}>
      <summary>{messages.account.showTable}</summary>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={messages.account.usageTable}>
        <table className={classes.table} aria-label={messages.account.usageTable}>
          <thead>
            <tr>
              <th scope="col">{messages.account.usageDay}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">{messages.account.usageTotal}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ total }) => total > 0)
              .reverse()
              .map(({ day, values, total, estimate }) => (
                <tr key={day}>
                  <th scope="row">{shortDay(day)}</th>
                  {values.map((value, index) => (
                    <td key={index}>{number(Math.round(value))}</td>
                  ))}
                  <td>{estimate > 0 ? messages.shapes.about(number(Math.round(total))) : number(total)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The next of 1, 2 or 5 times a power of ten; 1 at least. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}
