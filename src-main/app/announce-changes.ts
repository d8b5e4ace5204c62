import { toFailure } from '#shared/failure.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { isGivenUp } from '../paid-requests/giving-up.ts';
import type { Core } from './core.ts';
import type { Features } from './features.ts';
import type { UnsettledOperations } from './unsettled.ts';

/** Tells the windows what changes in the core and the features. Returns what ends it. */
export function announceChanges(core: Core, features: Features, unsettled: UnsettledOperations): () => void {
  const { announcements, connection, account, voices } = core;
  const { speech, paidWork } = features;
  const stops = [
    connection.onChange((current) => announcements.say({ type: 'connection', connection: current })),
    account.onChange((current) => announcements.say({ type: 'account', account: current })),
    account.onFailure((failure) => announcements.say({ type: 'account-failed', failure })),
    voices.onChange(() => announcements.say({ type: 'voices' })),
    voices.onStatus((status) => announcements.say({ type: 'voices-status', status })),
    speech.onUnsettled((operations, ended) => unsettled.setSpeech(operations, ended)),
    core.changes.onChange((operationId) => announceUncoordinated(core, features, operationId)),
    paidWork.coordinator.onChange((operation) => {
      announcements.say({ type: 'operation', operation });
      onCoordinated(core, features, operation);
      if (unsettled.has(operation.operationId) || operation.state === 'unknown' || operation.failure !== null) unsettled.refresh();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Announces an operation that the coordinator does not know: the sound of a block, or a live request. */
function announceUncoordinated(core: Core, { paidWork }: Features, operationId: string): void {
  const { announcements, budget, platform } = core;
  const announce = async (): Promise<void> => {
    const entry = await budget.ledger.entry(operationId);
    if (entry !== undefined && paidWork.coordinator.workOf(entry) === undefined)
      announcements.say({ type: 'operation', operation: await paidWork.shown(entry) });
  };
  announce().catch((thrown: unknown) =>
    platform.log.warn('a change could not be announced', { operationId, kind: toFailure(thrown).kind }),
  );
}

/** What else follows from an operation that has gone on. */
function onCoordinated({ voices }: Core, { uploads }: Features, operation: PaidOperation): void {
  const { operationId, state, family } = operation;
  if (state === 'done' || state === 'failed' || isGivenUp(operation)) void uploads.release(operationId);
  // Adopted, or resumed from Jobs: nobody waited for a voice then.
  const made = operation.result?.['voiceId'];
  if (state === 'done' && family === 'voice-create' && typeof made === 'string') void voices.changed({ made });
}
