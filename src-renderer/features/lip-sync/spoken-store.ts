import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { Take } from '#shared/narration/take.ts';
import { attempt } from '../../core/host/attempt.ts';
import { answeringModelId } from '../../core/voices/voice-facts.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { ProjectStore } from '../../core/project/project-store.ts';
import type { VoicesStore } from '../../core/voices/voices-store.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';
import type { SourcesStore } from '../../core/sources/sources-store.ts';
import type { announce } from '../../lib/live-region.tsx';

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

export interface SpokenDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store'>;
  studio: Pick<StudioStore, 'knownVoices' | 'store'>;
  voices: Pick<VoicesStore, 'nameOfVoice'>;
  sources: Pick<SourcesStore, 'putAddress' | 'store'>;
  announce: typeof announce;
}

/** Sound of the script for a service that cannot fetch a file of this machine: the service speaks the words of a take once more, to an address of its own that lasts for a while. */
export class SpokenStore {
  readonly store = create<SpokenState>(() => ({ asked: undefined, busy: false, failure: undefined, made: undefined }));
  readonly #deps: SpokenDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;

  constructor(dependencies: SpokenDependencies) {
    this.#deps = dependencies;
  }

  /** Asks whether the words of a take are to be spoken for the lip sync. */
  readonly askSpoken = (takeId: string): void => {
    const take = this.#deps.project.store.getState().takes.find(({ id }) => id === takeId);
    if (take) this.#set({ asked: take, failure: undefined });
  };

  readonly closeSpoken = (): void => this.#set({ asked: undefined, failure: undefined });

  readonly #voiceOf = ({ voiceId }: Take) =>
    this.#deps.studio.knownVoices(this.#deps.studio.store.getState()).find((voice) => voice.voiceId === voiceId);

  readonly nameOfVoice = (take: Take): string =>
    this.#voiceOf(take) ? this.#deps.voices.nameOfVoice(take.voiceId) : messages.lipSync.takeVoice;

  /** Credits that the words would cost, by the model's price; null while that is not known. */
  readonly priceOfSpoken = async (take: Take, signal: AbortSignal): Promise<{ credits: number | null; samples: number } | undefined> => {
    const voice = this.#voiceOf(take);
    const modelId = take.modelId ?? (voice && answeringModelId(voice));
    if (modelId === undefined) return { credits: null, samples: 0 };
    const answer = await attempt(() => this.#deps.client.run('jobs.price', { unit: 'character', modelId }, { signal }));
    if (!answer.ok) return undefined;
    const { creditsPerUnit, samples } = answer.value ?? { creditsPerUnit: null, samples: 0 };
    return { credits: creditsPerUnit === null ? null : creditsPerUnit * take.text.length, samples };
  };

  /** Has them spoken, and puts the address into the lip sync's audio. */
  readonly makeSpoken = async (): Promise<void> => {
    const { asked, busy } = this.#now();
    if (!asked || busy) return;
    this.#set({ busy: true, failure: undefined });
    this.#deps.announce(messages.lipSync.spokenByService);
    const { text, voiceId, modelId, controls } = asked;
    const order = { text, voiceId, ...(modelId !== null && { modelId }), ...(controls && { controls }) };
    const answer = await attempt(() => this.#deps.client.run('lipSync.sound', order));
    this.#set({ busy: false });
    if (!answer.ok) {
      this.#set({ failure: answer.failure });
      return;
    }
    const { address, expiresAt } = answer.value;
    this.#set({ made: { address, expiresAt }, asked: undefined });
    await this.#deps.sources.putAddress('lip-sync.audio', address);
  };

  /** Until when the audio's address is there, in Unix milliseconds; undefined where that is not known. */
  readonly audioLastsUntil = (
    { slots }: Pick<ReturnType<SourcesStore['store']['getState']>, 'slots'> = this.#deps.sources.store.getState(),
    { made }: Pick<SpokenState, 'made'> = this.#now(),
  ): number | undefined => {
    return made && slots['lip-sync.audio'].source?.address === made.address ? (made.expiresAt ?? undefined) : undefined;
  };
}
