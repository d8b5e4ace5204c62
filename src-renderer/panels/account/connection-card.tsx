import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { KnownConnection } from '#shared/operations.ts';
import { connectTo, distrustOrigin, removeConnection, updateConnection } from '../../state/connections.ts';
import { useStudio } from '../../state/studio.ts';
import { FailureCard } from '../../ui/failure-card.tsx';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { announce } from '../../ui/live-region.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { KeyField, useTypedKey } from './key-field.tsx';
import { TestButton, TestResult, useConnectionTest } from './test-button.tsx';
import classes from './connections.module.css';
import page from './panel.module.css';

const keyWords: Readonly<Record<KnownConnection['key'], string>> = {
  system: 'in this system’s secret store',
  session: 'for this session only; it is asked for again at the next start',
  environment: 'from VOICEWRIGHT_API_KEY, for this run',
  own: 'the local service’s own; you need none',
  none: 'none: enter one under Edit',
};

type Mode = 'shown' | 'editing' | 'removing';

/** One service: where it is, where its key is, and what can be done with it. */
export function ConnectionCard({ connection }: { connection: KnownConnection }) {
  const { id, kind, name, baseUrl, realtimeUrl, key, current, trustedOrigins } = connection;
  const state = useStudio((studio) => (studio.connection?.id === id ? studio.connection.state : undefined));
  const [mode, setMode] = useState<Mode>('shown');
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const test = useConnectionTest();
  /** The environment's is of this run, and the local service is always there: neither is kept, so neither is changed. */
  const isKept = kind === 'account' && key !== 'environment';

  const run = async (work: () => Promise<Failure | undefined>, said: string): Promise<void> => {
    setBusy(true);
    const failed = await work();
    setBusy(false);
    setFailure(failed);
    if (failed) return;
    announce(said);
    setMode('shown');
  };
  return (
    <li className={classes.card} aria-label={name} data-current={current}>
      <div className={classes.head}>
        <h3 className={classes.name}>{name}</h3>
        {current && (
          <StatusGlyph status={state === 'failed' ? 'failed' : state === 'starting' ? 'generating' : 'done'}>
            {state === 'failed' ? 'In use, not available' : state === 'starting' ? 'In use, starting' : 'In use'}
          </StatusGlyph>
        )}
      </div>
      <dl className={classes.facts}>
        <dt>Address</dt>
        <dd>{baseUrl ?? 'on this machine'}</dd>
        {kind === 'account' && (
          <>
            <dt>Realtime</dt>
            <dd>{realtimeUrl ?? 'none: Live is not available with it'}</dd>
          </>
        )}
        <dt>Key</dt>
        <dd>{keyWords[key]}</dd>
        {trustedOrigins.length > 0 && (
          <>
            <dt>Trusted</dt>
            <dd>
              <ul className={classes.origins} aria-label="Trusted origins">
                {trustedOrigins.map((origin) => (
                  <li key={origin} className={classes.origin}>
                    {origin}
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Revoke ${origin}`}
                      onClick={() => void run(() => distrustOrigin(id, origin), `${origin} is trusted no more.`)}
                    >
                      Revoke
                    </Button>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
      <TestResult result={test.result} onDismiss={test.clear} />
      {failure && mode !== 'editing' && <FailureCard failure={failure} paid={false} about={name} onDismiss={() => setFailure(undefined)} />}
      {mode === 'editing' && (
        <EditConnection
          connection={connection}
          busy={busy}
          failure={failure}
          onSave={(change) => void run(() => updateConnection({ id, ...change }), `${name} was changed.`)}
          onCancel={() => {
            setFailure(undefined);
            setMode('shown');
          }}
        />
      )}
      {mode !== 'editing' && (
        <div className={classes.acts}>
          <KeptFocus state={mode}>
            {mode === 'removing' ? (
              <>
                <span className={page.note}>
                  Its key is removed too. {current && 'The local service is used then. '}What was paid there stays in Jobs.
                </span>
                <Button
                  color="red"
                  variant="light"
                  loading={busy}
                  onClick={() => void run(() => removeConnection(id), `${name} was removed.`)}
                >
                  Remove it
                </Button>
                <Button variant="default" onClick={() => setMode('shown')}>
                  Keep it
                </Button>
              </>
            ) : (
              <>
                {!current && (
                  <Button loading={busy} onClick={() => void run(() => connectTo(id), `${name} is in use.`)}>
                    Use
                  </Button>
                )}
                <TestButton busy={test.busy} onPress={() => void test.run({ id })} />
                {isKept && (
                  <>
                    <Button variant="default" onClick={() => setMode('editing')}>
                      Edit…
                    </Button>
                    <Button variant="default" onClick={() => setMode('removing')}>
                      Remove…
                    </Button>
                  </>
                )}
              </>
            )}
          </KeptFocus>
        </div>
      )}
    </li>
  );
}

interface EditProps {
  connection: KnownConnection;
  busy: boolean;
  failure: Failure | undefined;
  onSave: (change: { name: string; realtimeUrl: string | null; key?: string }) => void;
  onCancel: () => void;
}

/** The base address is what it is known by, and stays. */
function EditConnection({ connection, busy, failure, onSave, onCancel }: EditProps) {
  const [name, setName] = useState(connection.name);
  const [realtimeUrl, setRealtimeUrl] = useState(connection.realtimeUrl ?? '');
  const { key, field } = useTypedKey();
  const errorOf = (field: string): string | undefined => (failure?.field === field ? failure.message : undefined);
  return (
    <form
      className={classes.form}
      aria-label={`Edit ${connection.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = key.read();
        onSave({ name, realtimeUrl: realtimeUrl.trim() === '' ? null : realtimeUrl, ...(typed === '' ? {} : { key: typed }) });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <TextInput
        label="Name"
        value={name}
        error={errorOf('name')}
        maxLength={100}
        data-autofocus
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Realtime address"
        value={realtimeUrl}
        error={errorOf('realtimeUrl')}
        onChange={(event) => setRealtimeUrl(event.currentTarget.value)}
      />
      <KeyField field={field} label="New key" error={errorOf('key')} description="Left empty, the key stays as it is." />
      {failure && !['name', 'realtimeUrl', 'key'].includes(failure.field ?? '') && <FailureCard failure={failure} paid={false} />}
      <div className={page.row}>
        <Button type="submit" loading={busy} disabled={name.trim() === ''}>
          Save
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
