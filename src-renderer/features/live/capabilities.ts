import { create } from 'zustand';
import { formatFailure, type Failure } from '#shared/failure.ts';
import type { LiveCapabilities, LiveModel } from '#shared/live.ts';
import type { RealtimeFormat } from '#shared/wire/realtime.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import { attempt, studio } from '../../core/host/host.ts';
import { setLive, useLiveDesk } from './phrases.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { answeringModelId } from '../../core/voices/voice-facts.ts';
import { messages } from '#shared/messages/index.ts';

interface LiveCapabilitiesState {
  status: { state: 'loading' | 'ready' } | { state: 'failed'; failure: Failure };
  capabilities: LiveCapabilities | undefined;
}

export const useLiveCapabilities = create<LiveCapabilitiesState>(() => ({ status: { state: 'loading' }, capabilities: undefined }));

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

let reading = 0;

/** Reads what the chosen version of the protocol can do, and puts what is set right where it cannot do that. */
export async function loadCapabilities(): Promise<void> {
  const turn = (reading += 1);
  const { version } = useLiveDesk.getState().settings;
  useLiveCapabilities.setState({ status: { state: 'loading' } });
  const answer = await attempt(() => studio().run('live.capabilities', { version }));
  if (turn !== reading) return;
  if (!answer.ok) {
    useLiveCapabilities.setState({ status: { state: 'failed', failure: answer.failure }, capabilities: undefined });
    return;
  }
  useLiveCapabilities.setState({ status: { state: 'ready' }, capabilities: answer.value });
  settleChoice();
}

/** A voice, model and format that go together: what is set as far as it can stay, else the first that can. */
export function settleChoice(): void {
  const { capabilities } = useLiveCapabilities.getState();
  const { settings, loaded } = useLiveDesk.getState();
  const voices = knownVoices();
  if (!capabilities || !loaded || voices.length === 0) return;
  const usable = (voice: Voice): boolean => liveModelsOf(voice, capabilities).length > 0;
  const own = voices.find(({ voiceId }) => voiceId === settings.voiceId);
  const voice =
    own && usable(own) ? own : (voices.find((one) => usable(one) && one.primaryLanguage.startsWith('en')) ?? voices.find(usable));
  if (!voice) return;
  const models = liveModelsOf(voice, capabilities);
  const usual = answeringModelId(voice);
  const modelId = (models.find(({ id }) => id === settings.modelId) ?? models.find(({ id }) => id === usual) ?? models[0])?.id ?? null;
  const formats = liveFormatsOf(modelId, capabilities);
  const format = formats.includes(settings.format) ? settings.format : (formats[0] ?? 'pcm');
  const mode = capabilities.modes.includes(settings.mode) ? settings.mode : 'reliable';
  if (voice.voiceId !== settings.voiceId || modelId !== settings.modelId || format !== settings.format || mode !== settings.mode)
    setLive({ voiceId: voice.voiceId, modelId, format, mode });
}

/** Why nothing can be spoken now, in words. */
export function whyNotSpoken(): string | undefined {
  const { connection } = useStudio.getState();
  const { status } = useLiveCapabilities.getState();
  if (!connection || connection.state === 'starting') return messages.live.theServiceIsStillStartingWhat;
  if (connection.state === 'failed')
    return messages.live.whatYouTypeIsKept(formatFailure(connection.failure) ?? messages.live.theServiceIsNotAvailable);
  if (status.state === 'failed') return messages.live.whatYouTypeIsKept2(formatFailure(status.failure));
  if (status.state === 'loading') return messages.live.whatTheServiceCanSpeakLive;
  const { voiceId, modelId } = useLiveDesk.getState().settings;
  return voiceId === null || modelId === null ? messages.live.noVoiceOfThisServiceCan : undefined;
}
