import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { KnownBucket } from '#shared/operations/bucket.ts';
import { loadBucket, removeBucket, useBucket } from './bucket-store.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { plural } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { announce } from '../../lib/live-region.tsx';
import { Section } from '../../ui/section.tsx';
import { BucketForm, livesFor } from './bucket-form.tsx';
import { BucketTestResult, useBucketTest } from './bucket-test.tsx';
import classes from './connections.module.css';
import page from './panel.module.css';

type Mode = 'shown' | 'editing' | 'removing';

/** Where files of this machine go so that a hosted service can fetch them: one place for every hosted connection. */
export function BucketSection() {
  const { bucket, failure } = useBucket();
  const [mode, setMode] = useState<Mode>('shown');
  useEffect(() => void loadBucket(), []);
  return (
    <Section
      title="Bucket for local files"
      actions={
        <KeptFocus state={`${mode} ${String(bucket === null)}`}>
          {bucket === null && mode !== 'editing' && (
            <Button variant="default" onClick={() => setMode('editing')}>
              Set a bucket…
            </Button>
          )}
        </KeptFocus>
      }
    >
      <p className={page.note}>
        A hosted service cannot fetch a file of this machine. With a bucket of yours, on Amazon S3 or what speaks as it does, a video or a
        sound goes there when you press a paid button, and the service gets an address that ends by itself. The file is removed when its job
        is over. One bucket serves every hosted connection.
      </p>
      {failure && (
        <FailureCard
          failure={failure}
          paid={false}
          about="The bucket’s settings"
          action={
            <Button variant="default" onClick={() => void loadBucket()}>
              Read again
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
  system: 'in this system’s secret store',
  session: 'for this session only; it is asked for again at the next start',
  none: 'none: enter it under Edit',
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
    announce('The bucket was removed.');
    onMode('shown');
  };
  return (
    <div className={classes.card} role="group" aria-label={settings.bucket}>
      <h3 className={classes.name}>{settings.bucket}</h3>
      <dl className={classes.facts}>
        <dt>Endpoint</dt>
        <dd>
          {settings.endpoint}, {settings.region}
        </dd>
        {settings.prefix !== '' && (
          <>
            <dt>Prefix</dt>
            <dd>{settings.prefix}</dd>
          </>
        )}
        <dt>Access key</dt>
        <dd>{settings.accessKeyId}</dd>
        <dt>Secret</dt>
        <dd>{places[secret]}</dd>
        <dt>Addresses</dt>
        <dd>good for {livesFor(settings.hours)}</dd>
        {files > 0 && (
          <>
            <dt>In use</dt>
            <dd>{plural(files, 'file')} of jobs under way</dd>
          </>
        )}
      </dl>
      <BucketTestResult result={test.result} onDismiss={test.clear} />
      {failure && <FailureCard failure={failure} paid={false} about="Bucket" onDismiss={() => setFailure(undefined)} />}
      <div className={classes.acts}>
        <KeptFocus state={mode}>
          {mode === 'removing' ? (
            <>
              <span className={page.note}>
                Its secret is removed too.
                {files > 0 && ` ${plural(files, 'file')} of jobs under way ${files === 1 ? 'stays' : 'stay'} in it, for you to delete.`}
              </span>
              <Button color="red" variant="light" loading={busy} onClick={() => void remove()}>
                Remove it
              </Button>
              <Button variant="default" onClick={() => onMode('shown')}>
                Keep it
              </Button>
            </>
          ) : (
            <>
              <Button variant="default" loading={test.busy} onClick={() => void test.run(settings)}>
                Test bucket
              </Button>
              <Button variant="default" onClick={() => onMode('editing')}>
                Edit…
              </Button>
              <Button variant="default" onClick={() => onMode('removing')}>
                Remove…
              </Button>
            </>
          )}
        </KeptFocus>
      </div>
    </div>
  );
}
