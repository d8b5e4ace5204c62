import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { Take } from '#shared/narration/take.ts';
import { announce } from '../../lib/live-region.tsx';
import { attempt, studio } from '../../core/host/host.ts';
import { useProject } from '../../core/project/project.ts';
import { putAddress, useSources } from '../../core/sources/sources.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { answeringModelId } from '../../core/voices/voice-facts.ts';
import { messages } from '#shared/messages/index.ts';

/**
 * Sound of the script for a service that cannot fetch a file of this machine: the service speaks the words of a take once more, to an address of
 * its own that lasts for a while.
 */
interface SpokenState {
  /** The take whose words are to be spoken, while a person is asked. */
  asked: Take | undefined;
  busy: boolean;
  failure: Failure | undefined;
  /** What was made last, and until when it is there, in Unix milliseconds; `null` where the service does not say. */
  made: { address: string; expiresAt: number | null } | undefined;
}

export const useSpoken = create<SpokenState>(() => ({ asked: undefined, busy: false, failure: undefined, made: undefined }));

const set = useSpoken.setState;
const now = useSpoken.getState;

/** Asks whether the words of a take are to be spoken for the lip sync. */
export function askSpoken(takeId: string): void {
  const take = useProject.getState().takes.find(({ id }) => id === takeId);
  if (take) set({ asked: take, failure: undefined });
}
export const closeSpoken = (): void => set({ asked: undefined, failure: undefined });

const voiceOf = ({ voiceId }: Take) => knownVoices(useStudio.getState()).find((voice) => voice.voiceId === voiceId);
export const nameOfVoice = (take: Take): string => voiceOf(take)?.name ?? messages.lipSync.takeVoice;

/** Credits that the words would cost, by the model's price; null while that is not known. */
export async function priceOfSpoken(take: Take, signal: AbortSignal): Promise<{ credits: number | null; samples: number } | undefined> {
  const voice = voiceOf(take);
  const modelId = take.modelId ?? (voice && answeringModelId(voice));
  if (modelId === undefined) return { credits: null, samples: 0 };
  const answer = await attempt(() => studio().run('jobs.price', { unit: 'character', modelId }, { signal }));
  if (!answer.ok) return undefined;
  const { creditsPerUnit, samples } = answer.value ?? { creditsPerUnit: null, samples: 0 };
  return { credits: creditsPerUnit === null ? null : creditsPerUnit * take.text.length, samples };
}

/** Has them spoken, and puts the address into the lip sync's audio. */
export async function makeSpoken(): Promise<void> {
  const { asked, busy } = now();
  if (!asked || busy) return;
  set({ busy: true, failure: undefined });
  announce(messages.lipSync.spokenByService);
  const { text, voiceId, modelId, controls } = asked;
  const order = { text, voiceId, ...(modelId !== null && { modelId }), ...(controls && { controls }) };
  const answer = await attempt(() => studio().run('lipSync.sound', order));
  set({ busy: false });
  if (!answer.ok) {
    set({ failure: answer.failure });
    return;
  }
  const { address, expiresAt } = answer.value;
  set({ made: { address, expiresAt }, asked: undefined });
  await putAddress('lip-sync.audio', address);
}

/** Until when the audio's address is there, in Unix milliseconds; undefined where that is not known. */
export function audioLastsUntil(
  { slots }: Pick<ReturnType<typeof useSources.getState>, 'slots'> = useSources.getState(),
  { made }: Pick<SpokenState, 'made'> = now(),
): number | undefined {
  return made && slots['lip-sync.audio'].source?.address === made.address ? (made.expiresAt ?? undefined) : undefined;
}
