import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addressHours, type BucketSettings, type KnownBucket, type TypedBucket } from '#shared/operations/bucket.ts';
import { type Failure, formatFailure } from '#shared/failure.ts';
import { setBucket } from './stores.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { announce } from '../../lib/live-region.tsx';
import { BucketTestResult, useBucketTest } from './bucket-test.tsx';
import { KeyField, useTypedKey } from './key-field.tsx';
import classes from './connections.module.css';
import page from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

const empty: BucketSettings = {
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  prefix: 'voicewright',
  pathStyle: true,
  accessKeyId: '',
  hours: addressHours.usual,
};
const offered = [1, 6, 24, 72, 168] as const;

/** How long an address is good for, in words. */
export const livesFor = (hours: number): string =>
  hours > 24 && hours % 24 === 0 ? messages.account.day(hours / 24) : messages.account.hour(hours);

/** The fields of a bucket. What is typed as its secret goes to main alone. */
export function BucketForm({ bucket, onDone }: { bucket: KnownBucket | null; onDone: () => void }) {
  const [settings, setSettings] = useState<BucketSettings>(bucket ?? empty);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const { key, field } = useTypedKey();
  const test = useBucketTest();
  const change = (part: Partial<BucketSettings>): void => setSettings({ ...settings, ...part });

  const typed = (): TypedBucket => {
    const { endpoint, region, bucket: name, prefix, pathStyle, accessKeyId, hours } = settings;
    const secret = key.read();
    return { endpoint, region, bucket: name, prefix, pathStyle, accessKeyId, hours, ...(secret !== '' && { secretAccessKey: secret }) };
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    test.clear();
    const failed = await setBucket(typed());
    setBusy(false);
    setFailure(failed);
    if (failed) return;
    key.take();
    announce(messages.account.bucketSaved);
    onDone();
  };
  const tested = test.result?.ok === false ? test.result.failure : undefined;
  const shown = failure ?? tested;
  const errorOf = (name: keyof TypedBucket): string | undefined => (shown?.field === name ? formatFailure(shown) : undefined);
  const isByField = shown?.field !== undefined && Object.hasOwn({ ...empty, secretAccessKey: '' }, shown.field);
  const missing = [settings.endpoint, settings.bucket, settings.accessKeyId].some((one) => one.trim() === '');
  const text = (name: 'endpoint' | 'region' | 'bucket' | 'prefix' | 'accessKeyId', label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      value={settings[name]}
      error={errorOf(name)}
      autoComplete="off"
      spellCheck={false}
      maxLength={2048}
      {...(name === 'endpoint' && { autoFocus: true, 'data-autofocus': true, placeholder: 'https://s3.eu-central-1.amazonaws.com' })}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form
      className={classes.form}
      aria-label={messages.account.bucket}
      onSubmit={(event) => {
        event.preventDefault();
        if (!missing) void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      {text('endpoint', messages.account.endpoint, messages.account.endpointNote)}
      <div className={page.pair}>
        {text('bucket', messages.account.bucket)}
        {text('region', messages.account.region)}
      </div>
      {text('prefix', messages.account.prefix, messages.account.prefixNote)}
      <Switch
        label={messages.account.pathStyle}
        description={messages.account.pathStyleNote}
        checked={settings.pathStyle}
        error={errorOf('pathStyle')}
        onChange={(event) => change({ pathStyle: event.currentTarget.checked })}
      />
      {text('accessKeyId', messages.account.accessKeyId, messages.account.accessKeyNote)}
      <KeyField
        field={field}
        label={bucket === null ? messages.account.secretAccessKey : messages.account.newSecretAccessKey}
        error={errorOf('secretAccessKey')}
        description={bucket === null ? messages.account.secretNote : messages.account.secretKeepNote}
      />
      <Select
        label={messages.account.linksValidFor}
        description={messages.account.linksValidForNote}
        data={[...new Set([...offered, settings.hours])].map((hours) => ({ value: String(hours), label: livesFor(hours) }))}
        value={String(settings.hours)}
        allowDeselect={false}
        onChange={(hours) => change({ hours: Number(hours) })}
      />
      {!(tested && isByField) && <BucketTestResult result={test.result} onDismiss={test.clear} />}
      {failure && !isByField && (
        <FailureCard failure={failure} paid={false} about={messages.account.bucket} onDismiss={() => setFailure(undefined)} />
      )}
      <div className={page.row}>
        <Button type="submit" loading={busy} disabled={missing}>
          {messages.account.save}
        </Button>
        <Button
          variant="default"
          loading={test.busy}
          disabled={missing}
          onClick={() => {
            setFailure(undefined);
            void test.run(typed());
          }}
        >
          {messages.account.testBucket}
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          {messages.account.cancel}
        </Button>
      </div>
    </form>
  );
}
