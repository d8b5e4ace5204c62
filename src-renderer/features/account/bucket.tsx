import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { KnownBucket } from '#shared/operations/bucket.ts';
import { loadBucket, removeBucket, useBucket } from './stores.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { announce } from '../../lib/live-region.tsx';
import { Section } from '../../ui/section.tsx';
import { BucketForm, livesFor } from './bucket-form.tsx';
import { BucketTestResult, useBucketTest } from './bucket-test.tsx';
import classes from './connections.module.css';
import page from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

type Mode = 'shown' | 'editing' | 'removing';

/** Where files of this machine go so that a hosted service can fetch them: one place for every hosted connection. */
export function BucketSection() {
  const { bucket, failure } = useBucket();
  const [mode, setMode] = useState<Mode>('shown');
  useEffect(() => void loadBucket(), []);
  return (
    <Section
      title={messages.account.bucketForLocalFiles}
      actions={
        <KeptFocus state={`${mode} ${String(bucket === null)}`}>
          {bucket === null && mode !== 'editing' && (
            <Button variant="default" onClick={() => setMode('editing')}>
              {messages.account.setUpBucket}
            </Button>
          )}
        </KeptFocus>
      }
    >
      <p className={page.note}>{messages.account.bucketIntro}</p>
      {failure && (
        <FailureCard
          failure={failure}
          paid={false}
          about={messages.account.bucketSettings}
          action={
            <Button variant="default" onClick={() => void loadBucket()}>
              {messages.account.readAgain}
            </Button>
          }
        />
      )}
      {bucket === undefined && !failure && <Loader size={iconSize.large} />}
      {mode === 'editing' && <BucketForm bucket={bucket ?? null} onDone={() => setMode('shown')} />}
      {bucket && mode !== 'editing' && <BucketCard bucket={bucket} mode={mode} onMode={setMode} />}
    </Section>
  );
}

const places: Readonly<Record<KnownBucket['secret'], string>> = {
  system: messages.account.secretStored,
  session: messages.account.secretForSession,
  none: messages.account.secretMissing,
};

function BucketCard({ bucket, mode, onMode }: { bucket: KnownBucket; mode: Mode; onMode: (mode: Mode) => void }) {
  const { secret, files, ...settings } = bucket;
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const test = useBucketTest();
  const remove = async (): Promise<void> => {
    setBusy(true);
    const failed = await removeBucket();
    setBusy(false);
    setFailure(failed);
    if (failed) return;
    announce(messages.account.bucketRemoved);
    onMode('shown');
  };
  return (
    <div className={classes.card} role="group" aria-label={settings.bucket}>
      <h3 className={classes.name}>{settings.bucket}</h3>
      <dl className={classes.facts}>
        <dt>{messages.account.endpoint}</dt>
        <dd>
          {settings.endpoint}, {settings.region}
        </dd>
        {settings.prefix !== '' && (
          <>
            <dt>{messages.account.prefix}</dt>
            <dd>{settings.prefix}</dd>
          </>
        )}
        <dt>{messages.account.accessKey}</dt>
        <dd>{settings.accessKeyId}</dd>
        <dt>{messages.account.secret}</dt>
        <dd>{places[secret]}</dd>
        <dt>{messages.account.links}</dt>
        <dd>{messages.account.validFor(livesFor(settings.hours))}</dd>
        {files > 0 && (
          <>
            <dt>{messages.account.inUse}</dt>
            <dd>{messages.account.filesOfRunningJobs(messages.account.file(files))}</dd>
          </>
        )}
      </dl>
      <BucketTestResult result={test.result} onDismiss={test.clear} />
      {failure && <FailureCard failure={failure} paid={false} about={messages.account.bucket} onDismiss={() => setFailure(undefined)} />}
      <div className={classes.acts}>
        <KeptFocus state={mode}>
          {mode === 'removing' ? (
            <>
              <span className={page.note}>
                {messages.account.removesSecret}
                {files > 0 && messages.account.bucketFilesLeft(messages.account.file(files), files === 1 ? 'stays' : 'stay')}
              </span>
              <Button color="red" variant="light" loading={busy} onClick={() => void remove()}>
                {messages.account.removeNow}
              </Button>
              <Button variant="default" onClick={() => onMode('shown')}>
                {messages.account.cancel}
              </Button>
            </>
          ) : (
            <>
              <Button variant="default" loading={test.busy} onClick={() => void test.run(settings)}>
                {messages.account.testBucket}
              </Button>
              <Button variant="default" onClick={() => onMode('editing')}>
                {messages.account.edit}
              </Button>
              <Button variant="default" onClick={() => onMode('removing')}>
                {messages.account.remove}
              </Button>
            </>
          )}
        </KeptFocus>
      </div>
    </div>
  );
}
