import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { serviceInUse } from '#shared/operations/connections.ts';
import { trustOrigin } from '../connections/connections.ts';
import { goToRequest } from '../jobs/jobs.ts';
import { useStudio } from '../studio/studio.ts';
import { goToPanel, useWindow } from '../window/window.ts';
import { overBudget } from '../../lib/failure-words.ts';
import { toast, toastFailure } from '../../lib/toast.tsx';
import { messages } from '#shared/messages/index.ts';

/** Whether a failure's next step lies in Account or Jobs, or with the key's owner. */
export function hasLinks(failure: Failure, paid: boolean): boolean {
  return (
    failure.next === 'trust-origin' ||
    failure.next === 'replace-key' ||
    isBalance(failure) ||
    failure.code === overBudget ||
    (paid && isOpen(failure))
  );
}
const isBalance = ({ next }: Failure): boolean => next === 'add-credits' || next === 'add-quota';
const isOpen = ({ charged, requestId }: Failure): boolean => charged !== 'no' && requestId !== undefined;

/** The next steps of a failure that are the same wherever it is shown. */
export function FailureLinks({ failure, paid }: { failure: Failure; paid: boolean }) {
  const panel = useWindow((state) => state.panel);
  const { origin, requestId } = failure;
  return (
    <>
      {failure.next === 'trust-origin' && origin !== undefined && <TrustOrigin origin={origin} />}
      {failure.next === 'replace-key' && panel !== 'account' && (
        <Button variant="default" onClick={() => goToPanel({ panel: 'account', section: 'connections' })}>
          {messages.failures.enterAnotherKey}
        </Button>
      )}
      {isBalance(failure) && panel !== 'account' && (
        <Button variant="default" onClick={() => goToPanel({ panel: 'account', section: 'account' })}>
          {messages.failures.openAccount}
        </Button>
      )}
      {failure.code === overBudget && (
        <Button variant="default" onClick={() => goToPanel({ panel: 'account', section: 'budget' })}>
          {messages.failures.changeCap}
        </Button>
      )}
      {paid && isOpen(failure) && requestId !== undefined && panel !== 'jobs' && (
        <Button variant="default" onClick={() => void goToRequest(requestId)}>
          {messages.failures.showInJobs}
        </Button>
      )}
    </>
  );
}

/** Lets the key of the connection in use go to another address, which is named. */
function TrustOrigin({ origin }: { origin: string }) {
  const connection = useStudio((state) => state.connection);
  const [busy, setBusy] = useState(false);
  if (!connection) return null;
  const { id, kind, name } = serviceInUse(connection);
  if (kind !== 'account') return null;
  const trust = async (): Promise<void> => {
    setBusy(true);
    const failure = await trustOrigin(id, origin);
    setBusy(false);
    if (failure) toastFailure(failure);
    else toast(messages.failures.trusted, messages.failures.originTrusted(name, origin));
  };
  return (
    <Button variant="default" loading={busy} onClick={() => void trust()} aria-description={origin}>
      {messages.failures.trustOrigin}
    </Button>
  );
}
