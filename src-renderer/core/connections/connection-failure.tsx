import { Button } from '@mantine/core';
import { useState } from 'react';
import { fail, type Failure } from '#shared/failure.ts';
import { serviceInUse, type Connection } from '#shared/operations/connections.ts';
import { useJobs } from '../jobs/jobs.ts';
import { isSilent } from '../../lib/failure-words.ts';
import { connectTo } from './connections.ts';
import { loadCatalogue, restartConnection, useStudio } from '../studio/studio.ts';
import { FailureCard } from '../failures/failure-card.tsx';
import { toastFailure } from '../../lib/toast.tsx';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/**
 * The card of a service that cannot be reached, or of its list of voices, which a panel shows above what it does; nothing while both are
 * well. `kept`: a sentence on what is safe; `charge`: one on what was charged, where the panel knows it; `lists`: false where the panel does without
 * the voices.
 */
export function ConnectionFailure({ kept, charge, lists = true }: { kept?: string; charge?: string; lists?: boolean }) {
  const connection = useStudio((state) => state.connection);
  const voices = useStudio((state) => state.voices);
  const models = useStudio((state) => state.models);
  const isAllKnown = useStudio((state) => state.unsettled.length === 0);
  const isNothingRunning = useJobs((state) => state.running.size === 0);
  if (connection?.state === 'failed') {
    const { kind, name } = serviceInUse(connection);
    const isLocal = kind === 'local';
    const { failure } = connection;
    if (!isLocal && (failure === undefined || isSilent(failure))) {
      // What is on its way, or of unknown outcome, has its own words on the charge.
      const charged = charge ?? (isAllKnown && isNothingRunning ? messages.shapes.notCharged : '');
      const words = [messages.connections.serviceSilent(name), kept ?? messages.connections.stillWorks, charged].filter(
        (one) => one !== '',
      );
      return (
        <FailureCard
          failure={fail('unreachable', message('failures.verbatim', words.join(' ')), { next: 'none' }).failure}
          paid={false}
          action={<WaysOn connection={connection} />}
        />
      );
    }
    const why = message('connections.localServiceStopped');
    return (
      <FailureCard
        failure={
          failure ??
          fail('unreachable', kept === undefined ? why : message('failures.sentences', why, kept), { next: 'restart-local-service' })
            .failure
        }
        about={name}
        paid={false}
        action={<WaysOn connection={connection} />}
      />
    );
  }
  const failed = voices.state === 'failed' ? voices.failure : models.state === 'failed' ? models.failure : undefined;
  if (!failed || !lists) return null;
  return (
    <FailureCard
      failure={failed}
      about={messages.connections.voicesNotLoaded}
      paid={false}
      action={
        <Button variant="default" onClick={() => void loadCatalogue()}>
          {messages.connections.readAgain}
        </Button>
      }
    />
  );
}

/**
 * Whether the card of the service says already why a request failed that cost nothing: one card is enough. Once the service is back, the request’s own
 * says that it may be sent again.
 */
export const useSaidByConnection = (failure: Failure | undefined): boolean =>
  useStudio(({ connection }) => connection?.state === 'failed' && failure?.kind === 'unreachable' && failure.charged === 'no');

/** The same of work that goes on at the service whatever was charged: only what can be done about it is left to be said. */
export const useIsServiceGone = (failure: Failure | null): boolean =>
  useStudio(({ connection }) => connection?.state === 'failed' && failure?.kind === 'unreachable');

function WaysOn({ connection }: { connection: Connection }) {
  return (
    <>
      <RestartButton />
      {connection.awaited && <BackButton id={connection.id} name={connection.name} />}
    </>
  );
}

/** Back to the service whose voices and takes are still shown. */
function BackButton({ id, name }: { id: string; name: string }) {
  const [busy, setBusy] = useState(false);
  const goBack = async (): Promise<void> => {
    setBusy(true);
    const failure = await connectTo({ id });
    setBusy(false);
    if (failure) toastFailure(failure);
  };
  return (
    <Button variant="default" loading={busy} onClick={() => void goBack()}>
      {messages.connections.use(name)}
    </Button>
  );
}

/** Starts the local service again, or asks an account's service whether it is there. */
export function RestartButton() {
  const isAccount = useStudio(({ connection }) => connection !== undefined && serviceInUse(connection).kind === 'account');
  const restarting = useStudio((state) => state.restarting);
  return (
    <Button loading={restarting} onClick={() => void restartConnection().then((failure) => failure && toastFailure(failure))}>
      {isAccount ? messages.connections.tryAgain : messages.connections.restartLocalService}
    </Button>
  );
}
