import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { serviceInUse, type Connection, type KnownConnection } from '#shared/operations/index.ts';
import { connectTo, distrustOrigin, removeConnection, updateConnection } from '../../core/connections/connections.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { announce } from '../../lib/live-region.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { KeyField, useTypedKey } from './key-field.tsx';
import { TestButton, TestResult, useConnectionTest } from './test-button.tsx';
import { errorOfField, isSaidAtField, TestFailure } from './test-failure.tsx';
import { useFieldFocus } from './use-field-focus.ts';
import classes from './connections.module.css';
import page from './panel.module.css';

const keyWords: Readonly<Record<KnownConnection['key'], string>> = {
  system: 'in this system’s secret store',
  session: 'for this session only; it is asked for again at the next start',
  environment: 'from VOICEWRIGHT_API_KEY, for this run',
  own: 'the local service’s own; you need none',
  none: 'none: enter one under Edit',
};

const glyphs = { starting: 'generating', ready: 'done', failed: 'failed' } as const;
const stateWords: Readonly<Record<Connection['state'], string>> = {
  starting: 'In use, connecting',
  ready: 'In use',
  failed: 'In use, not available',
};

type Mode = 'shown' | 'editing' | 'removing';

/** One service: where it is, where its key is, and what can be done with it. */
export function ConnectionCard({ connection, isNew }: { connection: KnownConnection; isNew: boolean }) {
  const { id, kind, name, baseUrl, realtimeUrl, key, current, trustedOrigins } = connection;
  const inUse = useStudio((studio) => (studio.connection && serviceInUse(studio.connection).id === id ? studio.connection : undefined));
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNew) card.current?.focus();
  }, [isNew]);
  const [mode, setMode] = useState<Mode>('shown');
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const test = useConnectionTest();
  /** The environment's is of this run, and the local service is always there: neither is kept, so neither is changed. */
  const isKept = kind === 'account' && key !== 'environment';

  const run = async (work: () => Promise<Failure | undefined>, done: string): Promise<Failure | undefined> => {
    setBusy(true);
    test.clear();
    const failed = await work();
    setBusy(false);
    setFailure(failed);
    if (failed) return failed;
    announce(done);
    setMode('shown');
    return undefined;
  };
  const connect = (anyway = false): Promise<Failure | undefined> => run(() => connectTo({ id, anyway }), `${name} is in use.`);
  return (
    <li ref={card} tabIndex={-1} className={classes.card} aria-label={name} data-current={current}>
      <div className={classes.head}>
        <h3 className={classes.name}>{name}</h3>
        {current && <StatusGlyph status={glyphs[inUse?.state ?? 'ready']}>{stateWords[inUse?.state ?? 'ready']}</StatusGlyph>}
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
      {inUse?.state === 'failed' && !test.result && !failure && mode !== 'editing' && <Problem connection={inUse} />}
      <TestResult result={test.result} onDismiss={test.clear} />
      {failure && mode !== 'editing' && (
        <TestFailure
          failure={failure}
          about={current ? name : 'The connection in use was not changed.'}
          {...(current ? {} : { onAnyway: () => void connect(true) })}
          onDismiss={() => setFailure(undefined)}
        />
      )}
      {mode === 'editing' && (
        <EditConnection
          connection={connection}
          busy={busy}
          failure={failure}
          onSave={(change) => run(() => updateConnection({ id, ...change }), `${name} was changed.`)}
          onCancel={() => {
            setFailure(undefined);
            setMode('shown');
          }}
        />
      )}
      {mode !== 'editing' && (
        <div className={classes.acts}>
          <KeptFocus state={`${mode} ${String(current)} ${String(busy)} ${String(test.busy)}`}>
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
                  <Button loading={busy} onClick={() => void connect()}>
                    Use
                  </Button>
                )}
                <TestButton
                  busy={test.busy}
                  onPress={() => {
                    setFailure(undefined);
                    void test.run({ id });
                  }}
                />
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

/** Why the service in use cannot be used, and what goes on meanwhile. */
function Problem({ connection }: { connection: Connection }) {
  const { failure, awaited, isRetried, name } = connection;
  return (
    <p className={classes.problem}>
      {failure?.message} {isRetried === true && 'The studio tries again by itself.'}{' '}
      {awaited && `Until it answers, blocks and voices are shown as with ${name}.`}
    </p>
  );
}

interface Change {
  name: string;
  realtimeUrl: string | null;
  key?: string;
  anyway?: boolean;
}
interface EditProps {
  connection: KnownConnection;
  busy: boolean;
  failure: Failure | undefined;
  /** Answers with what stopped it. */
  onSave: (change: Change) => Promise<Failure | undefined>;
  onCancel: () => void;
}

/** The base address is what it is known by, and stays. */
function EditConnection({ connection, busy, failure, onSave, onCancel }: EditProps) {
  const [name, setName] = useState(connection.name);
  const [realtimeUrl, setRealtimeUrl] = useState(connection.realtimeUrl ?? '');
  const { key, field } = useTypedKey();
  const { form, focusField } = useFieldFocus();
  useEffect(() => focusField('name'), [focusField]);
  const save = async (anyway: boolean): Promise<void> => {
    const typed = key.read();
    const realtime = realtimeUrl.trim() === '' ? null : realtimeUrl;
    const failed = await onSave({ name, realtimeUrl: realtime, anyway, ...(typed === '' ? {} : { key: typed }) });
    if (failed) focusField(failed.field ?? 'name');
  };
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={`Edit ${connection.name}`}
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && name.trim() !== '') void save(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <TextInput
        name="name"
        label="Name"
        value={name}
        error={errorOfField(failure, 'name')}
        maxLength={100}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        name="realtimeUrl"
        label="Realtime address"
        value={realtimeUrl}
        error={errorOfField(failure, 'realtimeUrl')}
        onChange={(event) => setRealtimeUrl(event.currentTarget.value)}
      />
      <KeyField
        field={field}
        name="key"
        label="New key"
        error={errorOfField(failure, 'key')}
        description="Left empty, the key stays as it is."
      />
      {failure && !isSaidAtField(failure) && (
        <TestFailure failure={failure} about="Nothing was changed." anyway="Save anyway" onAnyway={() => void save(true)} />
      )}
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
