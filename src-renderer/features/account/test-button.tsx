import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { In } from '#shared/rpc.ts';
import { testConnection, type ConnectionTest } from '../../core/connections/connections.ts';
import { numberOrUnknown } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { InSight } from './in-sight.tsx';
import { TestFailure } from './test-failure.tsx';
import classes from './connections.module.css';
import { messages } from '#shared/messages/index.ts';

type Result = { ok: true; value: ConnectionTest } | { ok: false; failure: Failure };

/** Asks a service who this is; free, and nothing of it is kept. */
export function useConnectionTest() {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const abort = useRef<AbortController>(null);
  /** Answers with what stopped it. */
  const run = async (wanted: In<Operations['connections.test']>): Promise<Failure | undefined> => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    setBusy(true);
    setResult(undefined);
    const answer = await testConnection(wanted, controller.signal);
    if (abort.current !== controller) return undefined;
    setBusy(false);
    if (!answer.ok && answer.failure.kind === 'cancelled') return undefined;
    setResult(answer);
    if (answer.ok) announce(messages.account.connectionWorks(formatTest(answer.value)));
    return answer.ok ? undefined : answer.failure;
  };
  return { busy, result, run, clear: () => setResult(undefined) };
}

export function TestButton({ busy, disabled = false, onPress }: { busy: boolean; disabled?: boolean; onPress: () => void }) {
  return (
    <Button variant="default" loading={busy} disabled={disabled} onClick={onPress}>
      {messages.account.testConnection}
    </Button>
  );
}

export function TestResult({ result, onDismiss }: { result: Result | undefined; onDismiss: () => void }) {
  if (!result) return null;
  return (
    <InSight of={result}>
      {result.ok ? (
        <p className={classes.result}>
          <StatusGlyph status="done">{messages.account.testWorks}</StatusGlyph> {formatTest(result.value)}
        </p>
      ) : (
        <TestFailure failure={result.failure} about={messages.account.testConnection} onDismiss={onDismiss} />
      )}
    </InSight>
  );
}

function formatTest({ account, models, declares, live }: ConnectionTest): string {
  const tier = account.tier === '' ? '' : messages.account.testTier(account.tier);
  const parts = [
    messages.account.testAccount(account.userId, tier, numberOrUnknown(account.credits), numberOrUnknown(account.apiQuotaRemaining)),
    models === null ? undefined : `${messages.account.model(models)}.`,
    live ? undefined : messages.account.testNoRealtime,
    declares ? undefined : messages.account.testNoCapabilities,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}
