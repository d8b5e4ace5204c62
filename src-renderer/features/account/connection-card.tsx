import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { formatFailure, type Failure } from '#shared/failure.ts';
import { serviceInUse, type Connection, type KnownConnection } from '#shared/operations/connections.ts';
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
import { messages } from '#shared/messages/index.ts';

const keyWords: Readonly<Record<KnownConnection['key'], string>> = {
  system: messages.account.secretStored,
  session: messages.account.secretForSession,
  environment: messages.account.keyFromEnvironment,
  own: messages.account.keyNotNeeded,
  none: messages.account.keyMissing,
};

const glyphs = { starting: 'generating', ready: 'done', failed: 'failed' } as const;
const stateWords: Readonly<Record<Connection['state'], string>> = {
  starting: messages.account.inUseConnecting,
  ready: messages.account.inUse,
  failed: messages.account.inUseNotAvailable,
};

type Mode = 'shown' | 'editing' | 'removing';

/** One service: where it is, where its key is, and what can be done with it. */
export function ConnectionCard({ connection, isNew }: { connection: KnownConnection; isNew: boolean }) {
  const { id, kind, name, key, current } = connection;
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
  const connect = (anyway = false): Promise<Failure | undefined> =>
    run(() => connectTo({ id, anyway }), messages.account.connectionInUse(name));
  return (
    <li ref={card} tabIndex={-1} className={classes.card} aria-label={name} data-current={current}>
      <div className={classes.head}>
        <h3 className={classes.name}>{name}</h3>
        {current && <StatusGlyph status={glyphs[inUse?.state ?? 'ready']}>{stateWords[inUse?.state ?? 'ready']}</StatusGlyph>}
      </div>
      <Facts
        connection={connection}
        onRevoke={(origin) => void run(() => distrustOrigin(id, origin), messages.account.originRevoked(origin))}
      />
      {inUse?.state === 'failed' && !test.result && !failure && mode !== 'editing' && <Problem connection={inUse} />}
      <TestResult result={test.result} onDismiss={test.clear} />
      {failure && mode !== 'editing' && (
        <TestFailure
          failure={failure}
          about={current ? name : messages.account.connectionNotSwitched}
          {...(current ? {} : { onAnyway: () => void connect(true) })}
          onDismiss={() => setFailure(undefined)}
        />
      )}
      {mode === 'editing' && (
        <EditConnection
          connection={connection}
          busy={busy}
          failure={failure}
          onSave={(change) => run(() => updateConnection({ id, ...change }), messages.account.connectionChanged(name))}
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
              <Removal
                current={current}
                busy={busy}
                onRemove={() => void run(() => removeConnection(id), messages.account.connectionRemoved(name))}
                onCancel={() => setMode('shown')}
              />
            ) : (
              <>
                {!current && (
                  <Button loading={busy} onClick={() => void connect()}>
                    {messages.account.use}
                  </Button>
                )}
                <TestButton
                  busy={test.busy}
                  onPress={() => {
                    setFailure(undefined);
                    void test.run({ id });
                  }}
                />
                {isKept && <Changes onEdit={() => setMode('editing')} onRemove={() => setMode('removing')} />}
              </>
            )}
          </KeptFocus>
        </div>
      )}
    </li>
  );
}

/** Its addresses, where its key is, and which other origins may have its key. */
function Facts({ connection, onRevoke }: { connection: KnownConnection; onRevoke: (origin: string) => void }) {
  const { kind, baseUrl, realtimeUrl, key, trustedOrigins } = connection;
  return (
    <dl className={classes.facts}>
      <dt>{messages.account.baseUrlShort}</dt>
      <dd>{baseUrl ?? messages.account.onThisComputer}</dd>
      {kind === 'account' && (
        <>
          <dt>{messages.account.realtime}</dt>
          <dd>{realtimeUrl ?? messages.account.realtimeMissing}</dd>
        </>
      )}
      <dt>{messages.account.key}</dt>
      <dd>{keyWords[key]}</dd>
      {trustedOrigins.length > 0 && (
        <>
          <dt>{messages.account.trusted}</dt>
          <dd>
            <ul className={classes.origins} aria-label={messages.account.trustedOrigins}>
              {trustedOrigins.map((origin) => (
                <li key={origin} className={classes.origin}>
                  {origin}
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={messages.account.revokeOrigin(origin)}
                    onClick={() => onRevoke(origin)}
                  >
                    {messages.account.revoke}
                  </Button>
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
    </dl>
  );
}

/** What removing means, and the last press before it. */
function Removal({ current, busy, onRemove, onCancel }: { current: boolean; busy: boolean; onRemove: () => void; onCancel: () => void }) {
  return (
    <>
      <span className={page.note}>
        {messages.account.removesKey} {current && messages.account.localServiceTakesOver} {messages.account.jobsStay}
      </span>
      <Button color="red" variant="light" loading={busy} onClick={onRemove}>
        {messages.account.removeNow}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {messages.account.cancel}
      </Button>
    </>
  );
}

function Changes({ onEdit, onRemove }: { onEdit: () => void; onRemove: () => void }) {
  return (
    <>
      <Button variant="default" onClick={onEdit}>
        {messages.account.edit}
      </Button>
      <Button variant="default" onClick={onRemove}>
        {messages.account.remove}
      </Button>
    </>
  );
}

/** Why the service in use cannot be used, and what goes on meanwhile. */
function Problem({ connection }: { connection: Connection }) {
  const { failure, awaited, isRetried, name } = connection;
  return (
    <p className={classes.problem}>
      {failure ? formatFailure(failure) : undefined} {isRetried === true && messages.account.retriesAutomatically}{' '}
      {awaited && messages.account.stillShowing(name)}
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
      aria-label={messages.account.editNamed(connection.name)}
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
        label={messages.account.name}
        value={name}
        error={errorOfField(failure, 'name')}
        maxLength={100}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        name="realtimeUrl"
        label={messages.account.realtimeUrl}
        value={realtimeUrl}
        error={errorOfField(failure, 'realtimeUrl')}
        onChange={(event) => setRealtimeUrl(event.currentTarget.value)}
      />
      <KeyField
        field={field}
        name="key"
        label={messages.account.newKey}
        error={errorOfField(failure, 'key')}
        description={messages.account.keyKeepNote}
      />
      {failure && !isSaidAtField(failure) && (
        <TestFailure
          failure={failure}
          about={messages.account.connectionNotChanged}
          anyway={messages.account.saveAnyway}
          onAnyway={() => void save(true)}
        />
      )}
      <div className={page.row}>
        <Button type="submit" loading={busy} disabled={name.trim() === ''}>
          {messages.account.save}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {messages.account.cancel}
        </Button>
      </div>
    </form>
  );
}
