import { create } from 'zustand';
import { toFailure, formatFailure } from '#shared/failure.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { announce } from '../../lib/live-region.tsx';
import { saveForm, takeDraft, useClone, whenDraftIsRead, type LostClone } from './store.ts';
import { attempt, studio } from '../../core/host/host.ts';
import { loadCatalogue } from '../../core/studio/studio.ts';
import { messages } from '#shared/messages/index.ts';

const set = useClone.setState;
let running: AbortController | undefined;

/** Sends the draft. What is not known afterwards is looked up in the service's list at once. */
export async function sendClone(): Promise<void> {
  if (running || useClone.getState().made) return;
  const controller = new AbortController();
  running = controller;
  set({ sending: { step: 'preparing' }, sendFailure: undefined });
  let operationId: string | undefined;
  try {
    const unsaved = await saveForm();
    if (unsaved) {
      set({ sendFailure: unsaved });
      return;
    }
    const call = studio().call('clone.send', null, { signal: controller.signal });
    for await (const event of call) {
      if (event.type === 'begun') operationId = event.operationId;
      else if (event.type === 'sent')
        set({ sending: event.bytes < event.total ? { step: 'uploading', bytes: event.bytes, total: event.total } : { step: 'waiting' } });
    }
    const made = await call.result;
    set({ made });
    announce(messages.clone.theVoiceIsMadeSayA(made.name));
    void loadCatalogue();
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (operationId === undefined || failure.charged !== 'unknown' || failure.kind !== 'cancelled')
      set({ sendFailure: failure.kind === 'cancelled' ? undefined : failure });
    announce(formatFailure(failure));
    if (operationId !== undefined && (failure.kind === 'cancelled' || failure.charged === 'unknown')) await findLost();
  } finally {
    running = undefined;
    set({ sending: undefined });
  }
}

/** Ends the upload. A service that has all of it already may have made the voice all the same: then the list is looked in. */
export const stopSending = (): void => running?.abort();

/** Clones of which nobody knows how they ended, of this run or an earlier one. */
export async function findLost(): Promise<void> {
  const answer = await attempt(() => studio().run('jobs.list', { families: ['voice-create'], states: ['unknown'], limit: 20 }));
  if (!answer.ok) return;
  const known = useClone.getState().lost;
  const lost = answer.value.operations.map(
    (operation): LostClone =>
      known.find((one) => one.operation.operationId === operation.operationId) ?? {
        operation,
        candidates: undefined,
        looking: false,
        failure: undefined,
      },
  );
  set({ lost });
  await Promise.all(lost.filter(({ candidates }) => candidates === undefined).map(({ operation }) => lookUp(operation)));
}

function change(operationId: string, part: Partial<LostClone>): void {
  set({ lost: useClone.getState().lost.map((one) => (one.operation.operationId === operationId ? { ...one, ...part } : one)) });
}

/** Reads the service's list for what may have come of it: by name, the nearest in time first. */
export async function lookUp({ operationId }: PaidOperation): Promise<void> {
  change(operationId, { looking: true, failure: undefined });
  const answer = await attempt(() => studio().run('jobs.lookUp', { operationId }));
  change(operationId, { looking: false, ...(answer.ok ? { candidates: answer.value.candidates } : { failure: answer.failure }) });
}

/** The voice of the list is the one that was sent. */
export async function adopt({ operationId }: PaidOperation, { id, name }: { id: string; name: string }): Promise<void> {
  const answer = await attempt(() => studio().run('jobs.adopt', { operationId, id }));
  if (!answer.ok) {
    change(operationId, { failure: answer.failure });
    return;
  }
  set({ lost: useClone.getState().lost.filter((one) => one.operation.operationId !== operationId), sendFailure: undefined });
  const draft = await attempt(() => studio().run('clone.adopted', { voiceId: id, name }));
  if (draft.ok) takeDraft(draft.value);
  announce(messages.clone.theVoiceIsYoursSayA(name));
  void loadCatalogue();
}

/** Not shown any more in this window; it stays under Jobs. */
export const dismissLost = ({ operationId }: PaidOperation): void =>
  set({ lost: useClone.getState().lost.filter((one) => one.operation.operationId !== operationId), sendFailure: undefined });

export const watchLostClones = (): void => whenDraftIsRead(() => void findLost());

/** What a clone was found to cost; `undefined` while nothing is known. */
export const useClonePrice = create<{ price: { creditsPerUnit: number; samples: number } | undefined }>(() => ({ price: undefined }));

export async function learnClonePrice(): Promise<void> {
  const answer = await attempt(() => studio().run('jobs.price', { unit: 'request', family: 'voice-create' }));
  useClonePrice.setState({ price: answer.ok ? (answer.value ?? undefined) : undefined });
}
