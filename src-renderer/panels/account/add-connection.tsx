import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { addConnection, connectTo, useConnections } from '../../state/connections.ts';
import { FailureCard } from '../../ui/failure-card.tsx';
import { announce } from '../../ui/live-region.tsx';
import { KeyField, useTypedKey } from './key-field.tsx';
import { TestButton, TestResult, useConnectionTest } from './test-button.tsx';
import classes from './connections.module.css';
import page from './panel.module.css';

/** A hosted service: its addresses, and the key that goes to its base address alone. */
export function AddConnection({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [realtimeUrl, setRealtimeUrl] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const { key, field } = useTypedKey();
  const test = useConnectionTest();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const add = async (use: boolean): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const typed = key.read();
    const wanted = {
      baseUrl,
      realtimeUrl: realtimeUrl.trim() === '' ? null : realtimeUrl,
      ...(name.trim() === '' ? {} : { name }),
      ...(typed === '' ? {} : { key: typed }),
    };
    const failed = await addConnection(wanted);
    setBusy(false);
    if (failed) {
      setFailure(failed);
      return;
    }
    key.take();
    announce('The connection was added.');
    onDone();
    const added = useConnections.getState().list?.at(-1);
    if (use && added) await connectTo(added.id);
  };
  const errorOf = (name: string): string | undefined => (failure?.field === name ? failure.message : undefined);
  const missing = baseUrl.trim() === '';
  return (
    <form
      className={classes.form}
      aria-label="New connection"
      onSubmit={(event) => {
        event.preventDefault();
        if (!missing) void add(true);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <TextInput
        ref={first}
        label="Base address"
        description="Scheme, host and port, without a path."
        placeholder="https://service.example"
        value={baseUrl}
        error={errorOf('baseUrl')}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
      />
      <TextInput
        label="Realtime address"
        description="For Live. Without one, Live is not available with this connection."
        placeholder="wss://realtime.example"
        value={realtimeUrl}
        error={errorOf('realtimeUrl')}
        onChange={(event) => setRealtimeUrl(event.currentTarget.value)}
      />
      <KeyField field={field} label="API key" error={errorOf('key')} description="Goes to the base address and nowhere else." />
      <TextInput
        label="Name"
        placeholder={URL.parse(baseUrl)?.host ?? 'The address, unless you give one'}
        value={name}
        error={errorOf('name')}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TestResult result={test.result} onDismiss={test.clear} />
      {failure && !['baseUrl', 'realtimeUrl', 'key', 'name'].includes(failure.field ?? '') && (
        <FailureCard failure={failure} paid={false} />
      )}
      <div className={page.row}>
        <Button type="submit" loading={busy} disabled={missing}>
          Add and use
        </Button>
        <Button variant="default" disabled={missing || busy} onClick={() => void add(false)}>
          Add
        </Button>
        <TestButton busy={test.busy} onPress={() => void test.run({ baseUrl, key: key.read() })} />
        <Button variant="subtle" color="gray" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
