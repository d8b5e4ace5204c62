import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations.ts';
import type { In } from '#shared/rpc.ts';
import { testConnection, type ConnectionTest } from '../../state/connections.ts';
import { FailureCard } from '../../ui/failure-card.tsx';
import { numberOrUnknown, plural } from '../../ui/format.ts';
import { announce } from '../../ui/live-region.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import classes from './connections.module.css';

type Result = { ok: true; value: ConnectionTest } | { ok: false; failure: Failure };

/** Asks a service who this is; free, and nothing of it is kept. */
export function useConnectionTest() {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const abort = useRef<AbortController>(null);
  const run = async (wanted: In<Operations['connections.test']>): Promise<void> => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    setBusy(true);
    setResult(undefined);
    const answer = await testConnection(wanted, controller.signal);
    if (abort.current !== controller) return;
    setBusy(false);
    if (!answer.ok && answer.failure.kind === 'cancelled') return;
    setResult(answer);
    if (answer.ok) announce(`The connection works. ${wordsOf(answer.value)}`);
  };
  return { busy, result, run, clear: () => setResult(undefined) };
}

export function TestButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  return (
    <Button variant="default" loading={busy} onClick={onPress}>
      Test connection
    </Button>
  );
}

export function TestResult({ result, onDismiss }: { result: Result | undefined; onDismiss: () => void }) {
  if (!result) return null;
  if (!result.ok) return <FailureCard failure={result.failure} paid={false} about="Test connection" onDismiss={onDismiss} />;
  return (
    <p className={classes.result}>
      <StatusGlyph status="done">It works</StatusGlyph> {wordsOf(result.value)}
    </p>
  );
}

function wordsOf({ account, models, declares }: ConnectionTest): string {
  const tier = account.tier === '' ? '' : `, tier ${account.tier}`;
  const balance = `${account.userId}${tier}: ${numberOrUnknown(account.credits)} credits, ${numberOrUnknown(account.apiQuotaRemaining)} API quota.`;
  return `${balance} ${plural(models, 'model')}${declares ? '' : '; it does not describe what else the account may do'}.`;
}
