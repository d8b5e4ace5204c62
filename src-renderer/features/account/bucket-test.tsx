import { useRef, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { TypedBucket } from '#shared/operations/bucket.ts';
import { testBucket } from './stores.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { announce } from '../../lib/live-region.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { InSight } from './in-sight.tsx';
import classes from './connections.module.css';
import { messages } from '#shared/messages/index.ts';

type Result = { ok: true; value: { here: boolean } } | { ok: false; failure: Failure };

const works = messages.account.bucketTestPassed;

/** Tries a bucket; free, and nothing stays in it. */
export function useBucketTest() {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const abort = useRef<AbortController>(null);
  const run = async (typed: TypedBucket): Promise<Result | undefined> => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    setBusy(true);
    setResult(undefined);
    const answer = await testBucket(typed, controller.signal);
    if (abort.current !== controller) return undefined;
    setBusy(false);
    setResult(answer);
    if (answer.ok) announce(messages.account.bucketWorksBecause(works));
    return answer;
  };
  return { busy, result, run, clear: () => setResult(undefined) };
}

export function BucketTestResult({ result, onDismiss }: { result: Result | undefined; onDismiss: () => void }) {
  if (!result) return null;
  return (
    <InSight of={result}>
      {result.ok ? (
        <p className={classes.result}>
          <StatusGlyph status="done">{messages.account.bucketWorks}</StatusGlyph> {works}
          {result.value.here && messages.account.bucketIsLocal}
        </p>
      ) : (
        <FailureCard failure={result.failure} paid={false} about={messages.account.testBucket} onDismiss={onDismiss} />
      )}
    </InSight>
  );
}
