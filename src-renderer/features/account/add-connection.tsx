import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { addConnection } from '../../core/connections/connections.ts';
import { announce } from '../../lib/live-region.tsx';
import { KeyField, useTypedKey } from './key-field.tsx';
import { TestButton, TestResult, useConnectionTest } from './test-button.tsx';
import { errorOfField, isSaidAtField, TestFailure } from './test-failure.tsx';
import { useFieldFocus } from './use-field-focus.ts';
import classes from './connections.module.css';
import page from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

type Act = 'add' | 'use' | 'use-anyway';

/** A hosted service: its addresses, and the key that goes to its base address alone. `onAdded` gets its base address. */
export function AddConnection({ onAdded, onCancel }: { onAdded: (baseUrl: string) => void; onCancel: () => void }) {
  const [name, setName] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [realtimeUrl, setRealtimeUrl] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState<Act>();
  const { key, field } = useTypedKey();
  const test = useConnectionTest();
  const abort = useRef<AbortController>(null);
  const { form, focusField } = useFieldFocus();
  useEffect(() => focusField('baseUrl'), [focusField]);
  useEffect(() => () => abort.current?.abort(), []);

  const realtime = realtimeUrl.trim() === '' ? null : realtimeUrl;
  const add = async (act: Act): Promise<void> => {
    const controller = (abort.current = new AbortController());
    test.clear();
    setBusy(act);
    setFailure(undefined);
    if (act === 'use') announce(messages.account.testingConnection);
    const typed = key.read();
    const wanted = {
      baseUrl,
      realtimeUrl: realtime,
      ...(name.trim() === '' ? {} : { name }),
      ...(typed === '' ? {} : { key: typed }),
      ...(act === 'add' ? {} : { use: true, anyway: act === 'use-anyway' }),
    };
    const failed = await addConnection(wanted, controller.signal);
    if (controller.signal.aborted) return;
    setBusy(undefined);
    if (failed) {
      setFailure(failed);
      focusField(failed.field ?? 'baseUrl');
      return;
    }
    key.take();
    announce(act === 'add' ? messages.account.connectionAdded : messages.account.connectionAddedAndUsed);
    onAdded(baseUrl);
  };
  const runTest = async (): Promise<void> => {
    setFailure(undefined);
    const failed = await test.run({ baseUrl, realtimeUrl: realtime, key: key.read() });
    if (failed) focusField(failed.field ?? 'baseUrl');
  };
  const shown = failure ?? (test.result?.ok === false ? test.result.failure : undefined);
  const missing = baseUrl.trim() === '';
  const isBusy = busy !== undefined;
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={messages.account.newConnection}
      aria-busy={isBusy || test.busy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!missing && !isBusy) void add('use');
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <TextInput
        name="baseUrl"
        label={messages.account.baseUrl}
        description={messages.account.baseUrlNote}
        placeholder="https://service.example"
        value={baseUrl}
        error={errorOfField(shown, 'baseUrl')}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
      />
      <TextInput
        name="realtimeUrl"
        label={messages.account.realtimeUrl}
        description={messages.account.realtimeUrlNote}
        placeholder="wss://realtime.example"
        value={realtimeUrl}
        error={errorOfField(shown, 'realtimeUrl')}
        onChange={(event) => setRealtimeUrl(event.currentTarget.value)}
      />
      <KeyField
        field={field}
        name="key"
        label={messages.account.apiKey}
        error={errorOfField(shown, 'key')}
        description={messages.account.apiKeyNote}
      />
      <TextInput
        name="name"
        label={messages.account.name}
        placeholder={URL.parse(baseUrl)?.host ?? messages.account.nameNote}
        value={name}
        error={errorOfField(shown, 'name')}
        maxLength={100}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {failure && !isSaidAtField(failure) ? (
        <TestFailure failure={failure} about={messages.account.connectionNotAdded} onAnyway={() => void add('use-anyway')} />
      ) : (
        !(shown && isSaidAtField(shown)) && <TestResult result={test.result} onDismiss={test.clear} />
      )}
      <div className={page.row}>
        <Button type="submit" loading={busy === 'use' || busy === 'use-anyway'} disabled={missing}>
          {messages.account.addAndUse}
        </Button>
        <Button variant="default" loading={busy === 'add'} disabled={missing || isBusy} onClick={() => void add('add')}>
          {messages.account.add}
        </Button>
        <TestButton busy={test.busy} disabled={missing || isBusy} onPress={() => void runTest()} />
        <Button variant="subtle" color="gray" onClick={onCancel}>
          {messages.account.cancel}
        </Button>
      </div>
    </form>
  );
}
