import { Button, Loader, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatFailure, type Failure } from '#shared/failure.ts';
import { serviceInUse, type Connection } from '#shared/operations/connections.ts';
import { loadProfile, updateWebhook, useAccount, type Profile } from '../../core/account/account.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { age, numberOrUnknown } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { useNow } from '../../lib/use-now.ts';
import { Section } from '../../ui/section.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** What the interface names, and what Transcribe says in words; whatever else the service says of the account is shown as it came. */
const named = new Set(['user_id', 'tier', 'credits', 'api_quota_remaining', 'webhookUrl', 'transcription']);

/** The account on the connected service, in the service's own numbers. */
export function ProfileSection() {
  const profile = useAccount((state) => state.profile);
  const account = useStudio((state) => state.account);
  const connection = useStudio((state) => state.connection);
  if (connection?.state === 'failed' && !account)
    return (
      <Section title={messages.account.account}>
        <Unanswered connection={connection} />
      </Section>
    );
  return (
    <Section title={messages.account.account}>
      {profile.state === 'loading' && <Loader size={iconSize.large} />}
      {profile.state === 'failed' && connection?.state !== 'failed' && (
        <FailureCard
          failure={profile.failure}
          paid={false}
          about={messages.account.profileNotLoaded}
          action={
            <Button variant="default" onClick={() => void loadProfile()}>
              {messages.account.readAgain}
            </Button>
          }
        />
      )}
      {account && (
        <dl className={classes.figures}>
          <div>
            <dt>{messages.account.credits}</dt>
            <dd>{numberOrUnknown(account.credits)}</dd>
          </div>
          <div>
            <dt>{messages.account.apiQuota}</dt>
            <dd>{numberOrUnknown(account.apiQuotaRemaining)}</dd>
          </div>
          <div>
            <dt>{messages.account.tier}</dt>
            <dd>{account.tier === '' ? messages.account.unknown : account.tier}</dd>
          </div>
        </dl>
      )}
      {account && <p className={classes.note}>{messages.account.creditsAndQuota}</p>}
      {profile.state === 'failed' && connection?.state === 'failed' && <Unanswered connection={connection} />}
      {profile.state === 'ready' && <Facts profile={profile.value} asOf={profile.asOf} />}
      {profile.state === 'ready' && <Webhook key={webhookOf(profile.value)} address={webhookOf(profile.value)} />}
    </Section>
  );
}

/** What stops the service is said at its connection, once. */
export function Unanswered({ connection }: { connection: Connection }) {
  return <p className={classes.note}>{messages.account.shownWhenServiceResponds(serviceInUse(connection).name)}</p>;
}

const webhookOf = (profile: Profile): string => (typeof profile['webhookUrl'] === 'string' ? profile['webhookUrl'] : '');

function Facts({ profile, asOf }: { profile: Profile; asOf: number }) {
  const now = useNow(30_000);
  const more = Object.entries(profile)
    .filter(([name]) => !named.has(name))
    .flatMap(([name, value]) => toFacts(name, value));
  return (
    <dl className={classes.facts}>
      <dt>{messages.account.accountId}</dt>
      <dd>{typeof profile['user_id'] === 'string' ? profile['user_id'] : messages.account.notReported}</dd>
      {more.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
      <dt>{messages.account.updated}</dt>
      <dd>{age(asOf, now)}</dd>
    </dl>
  );
}

/** What is nested is a fact for each of its fields, `limits.seconds`; what is not set is none. */
const toFacts = (name: string, value: unknown): (readonly [name: string, value: string])[] =>
  value === null || value === undefined
    ? []
    : typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value).flatMap(([field, inner]) => toFacts(`${name}.${field}`, inner))
      : [[name, typeof value === 'string' ? value : JSON.stringify(value)]];

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

/** Where the service tells of finished jobs. The studio asks for them itself, and needs none. */
function Webhook({ address }: { address: string }) {
  const [typed, setTyped] = useState(address);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const save = async (): Promise<void> => {
    setBusy(true);
    const failed = await updateWebhook(typed.trim());
    setBusy(false);
    setFailure(failed);
    if (!failed) announce(messages.account.webhookSaved);
  };
  const changed = typed.trim() !== address;
  return (
    <>
      <form
        className={classes.row}
        onSubmit={(event) => {
          event.preventDefault();
          if (changed) void save();
        }}
      >
        <TextInput
          className={classes.grow ?? ''}
          label={messages.account.webhookUrl}
          description={messages.account.webhookNote}
          placeholder="https://example.org/hook"
          value={typed}
          error={failure?.field === 'webhookUrl' ? formatFailure(failure) : undefined}
          maxLength={2048}
          // What is typed meanwhile would go with the address that arrives.
          readOnly={busy}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={busy} disabled={!changed}>
          {messages.account.saveWebhook}
        </Button>
      </form>
      {failure && failure.field !== 'webhookUrl' && (
        <FailureCard
          failure={failure}
          paid={false}
          about={messages.account.webhookUrl}
          action={
            <Button variant="default" onClick={() => void save()}>
              {messages.account.tryAgain}
            </Button>
          }
          onDismiss={() => setFailure(undefined)}
        />
      )}
    </>
  );
}
