import type { DesignRecord } from '#shared/operations/paid.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';

type Save = DesignRecord['saves'][number];
type Known = Pick<ReturnType<StudioStore['store']['getState']>, 'voices' | 'connection'>;

/** True where the service is known to have the voice of a save no longer. A list that was read before the voice was saved says nothing of it. */
export function isGone({ voiceId, operation }: Save, { voices, connection }: Known): boolean {
  const isOwn = connection === undefined || connection.id === operation.connectionId;
  const isListed = voices.state === 'ready' && voices.fresh === true && voices.asOf > operation.updatedAt;
  return isOwn && isListed && !voices.value.some((known) => known.voiceId === voiceId);
}

/** The save whose voice a candidate is now. One whose voice is gone does not count: the candidate can be saved again. */
export const findVoiceOf = ({ saves }: DesignRecord, candidateId: string, known: Known): Save | undefined =>
  saves.find((save) => save.voiceId !== null && save.fields.candidateId === candidateId && !isGone(save, known));
