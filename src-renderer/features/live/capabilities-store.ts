import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import type { LiveCapabilities, LiveModel } from '#shared/live.ts';
import type { RealtimeFormat } from '#shared/wire/realtime.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import { attempt } from '../../core/host/attempt.ts';
import { answeringModelId } from '../../core/voices/voice-facts.ts';
import { language, messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { PhrasesStore } from './phrases-store.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';
import { languageFamily } from '#shared/language-family.ts';

interface LiveCapabilitiesState {
  status: { state: 'loading' | 'ready' } | { state: 'failed'; failure: Failure };
  capabilities: LiveCapabilities | undefined;
}

export interface CapabilitiesDependencies {
  client: StudioClient;
  phrases: Pick<PhrasesStore, 'store' | 'setLive'>;
  studio: Pick<StudioStore, 'knownVoices' | 'store'>;
}

/** What the service can speak live, and what is set of it. */
export class CapabilitiesStore {
  readonly store = create<LiveCapabilitiesState>(() => ({ status: { state: 'loading' }, capabilities: undefined }));
  readonly #deps: CapabilitiesDependencies;
  #reading = 0;

  constructor(dependencies: CapabilitiesDependencies) {
    this.#deps = dependencies;
  }

  /** Reads what the chosen version of the protocol can do, and puts what is set right where it cannot do that. */
  readonly loadCapabilities = async (): Promise<void> => {
    const turn = (this.#reading += 1);
    const { version } = this.#deps.phrases.store.getState().settings;
    this.store.setState({ status: { state: 'loading' } });
    const answer = await attempt(() => this.#deps.client.run('live.capabilities', { version }));
    if (turn !== this.#reading) return;
    if (!answer.ok) {
      this.store.setState({ status: { state: 'failed', failure: answer.failure }, capabilities: undefined });
      return;
    }
    this.store.setState({ status: { state: 'ready' }, capabilities: answer.value });
    this.settleChoice();
  };

  /** A voice, model and format that go together: what is set as far as it can stay, else the first that can; of voices, of the window’s language. */
  readonly settleChoice = (): void => {
    const { capabilities } = this.store.getState();
    const { settings, loaded } = this.#deps.phrases.store.getState();
    const voices = this.#deps.studio.knownVoices();
    if (!capabilities || !loaded || voices.length === 0) return;
    const usable = (voice: Voice): boolean => liveModelsOf(voice, capabilities).length > 0;
    const own = voices.find(({ voiceId }) => voiceId === settings.voiceId);
    const speaking = (wanted: string): Voice | undefined =>
      voices.find((one) => usable(one) && languageFamily(one.primaryLanguage) === wanted);
    const first = (): Voice | undefined => speaking(language()) ?? speaking('en') ?? voices.find(usable);
    const voice = own && usable(own) ? own : first();
    if (!voice) return;
    const models = liveModelsOf(voice, capabilities);
    const usual = answeringModelId(voice);
    const modelId = (models.find(({ id }) => id === settings.modelId) ?? models.find(({ id }) => id === usual) ?? models[0])?.id ?? null;
    const formats = liveFormatsOf(modelId, capabilities);
    const format = formats.includes(settings.format) ? settings.format : (formats[0] ?? 'pcm');
    const mode = capabilities.modes.includes(settings.mode) ? settings.mode : 'reliable';
    if (voice.voiceId !== settings.voiceId || modelId !== settings.modelId || format !== settings.format || mode !== settings.mode)
      this.#deps.phrases.setLive({ voiceId: voice.voiceId, modelId, format, mode });
  };

  /** Why nothing can be spoken now, in words. */
  readonly whyNotSpoken = (): string | undefined => {
    const { connection } = this.#deps.studio.store.getState();
    const { status } = this.store.getState();
    if (!connection || connection.state === 'starting') return messages.live.serviceStarting;
    if (connection.state === 'failed')
      return messages.live.withTextSaved(
        (connection.failure ? plainFailure(connection.failure) : undefined) ?? messages.live.serviceUnavailable,
      );
    if (status.state === 'failed') return messages.live.withTextSaved(plainFailure(status.failure));
    if (status.state === 'loading') return messages.live.loadingCapabilities;
    const { voiceId, modelId } = this.#deps.phrases.store.getState().settings;
    return voiceId === null || modelId === null ? messages.live.noLiveVoices : undefined;
  };
}

/** What can be played while it arrives: raw samples, or a WAV around them. The best first. */
export const playedFormats: readonly RealtimeFormat[] = ['pcm', 'wav'];

export const modelsOf = (capabilities: LiveCapabilities | undefined): readonly LiveModel[] =>
  (capabilities?.models ?? []).filter(({ available, formats }) => available && playedFormats.some((format) => formats.includes(format)));

/** The models that a voice can speak live with. Where the service lists none for Live, a model of the voice is one; where the voice names none, all are. */
export function liveModelsOf(voice: Voice | undefined, capabilities: LiveCapabilities | undefined): readonly LiveModel[] {
  if (voice === undefined || capabilities === undefined) return [];
  const models = modelsOf(capabilities);
  if (voice.modelIds.length === 0) return models;
  const own = models.filter(({ id }) => voice.modelIds.includes(id));
  if (own.length > 0 || capabilities.listsModels) return own;
  const [like] = models;
  return like === undefined ? [] : voice.modelIds.map((id) => ({ ...like, id }));
}

export const liveFormatsOf = (modelId: string | null, capabilities: LiveCapabilities | undefined): readonly RealtimeFormat[] => {
  const model = modelsOf(capabilities).find(({ id }) => id === modelId);
  const formats = model?.formats ?? (capabilities?.listsModels === false && modelId !== null ? capabilities.formats : []);
  return playedFormats.filter((format) => formats.includes(format));
};
